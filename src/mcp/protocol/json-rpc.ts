import { CODES } from "./wire-values.ts";

/** A request's id as JSON text, so that the answer repeats it exactly. */
export type IdText = string;
export type Params = Record<string, unknown>;

export type Message =
  | { kind: "request"; id: IdText; method: string; params: Params }
  | { kind: "notification"; method: string; params: Params }
  | { kind: "response" }
  | { kind: "invalid"; id: IdText | null; reason: string };

/** A result as the text of a JSON object. */
export type Result = {
  json: string;
  /** Bytes that follow `json`: prepared reviews are copied without decoding them. */
  rest?: readonly Uint8Array[];
  /** How long a client may cache the result (2026-07-28, Caching). */
  ttl_ms?: number;
  /** 2026-07-28; "complete" by default. */
  result_type?: string;
};
export type RpcError = {
  code: number;
  message: string;
  data?: Record<string, unknown>;
  /** The HTTP status, if it differs from the era's usual one. */
  status?: number;
};
export type Reply = { result: Result } | { error: RpcError };

export const fail = (code: number, message: string, data?: Record<string, unknown>): { error: RpcError } => ({
  error: { code, message, ...(data ? { data } : {}) },
});
export const invalidParams = (message: string, data?: Record<string, unknown>): { error: RpcError } =>
  fail(CODES.invalid_params, message, data);

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** JSON.parse rounds integers above 2^53, so their text comes from the source. */
function unsafeIdText(source: string): IdText | null {
  const texts = new Map<unknown, string>();
  const top: unknown = JSON.parse(source, function (this: unknown, key, value, context?: { source?: string }) {
    if (key === "id" && context?.source !== undefined) texts.set(this, context.source);
    return value;
  });
  return texts.get(top) ?? null;
}

function idText(id: unknown, source: string): IdText | null {
  if (typeof id === "string") return JSON.stringify(id);
  if (typeof id !== "number" || !Number.isInteger(id)) return null;
  return Number.isSafeInteger(id) ? String(id) : unsafeIdText(source);
}

/** `source` is the message as text. A batch passes "null", so an id above 2^53 is refused there. */
export function parseMessage(value: unknown, source: string): Message {
  const invalid = (reason: string, id: IdText | null = null): Message => ({ kind: "invalid", id, reason });
  if (!isObject(value)) return invalid("a message must be a JSON object");
  const { id: rawId, method } = value;
  const id = rawId === undefined ? null : idText(rawId, source);
  if (value.jsonrpc !== "2.0") return invalid('jsonrpc must be "2.0"', id);
  if (rawId !== undefined && id === null) return invalid("id must be a string or an integer");
  if (method === undefined && ("result" in value || "error" in value)) return { kind: "response" };
  if (typeof method !== "string") return invalid("method must be a string", id);
  const params = value.params ?? {};
  if (!isObject(params)) return invalid("params must be an object", id);
  return id === null ? { kind: "notification", method, params } : { kind: "request", id, method, params };
}

/** No id if the request's id is unknown: optional since 2025-11-25, and MCP never allowed null. */
export function renderError(id: IdText | null, { code, message, data }: RpcError): string {
  const error = JSON.stringify({ code, message, ...(data ? { data } : {}) });
  return `{"jsonrpc":"2.0",${id === null ? "" : `"id":${id},`}"error":${error}}`;
}

/** A whole message, as a string or as UTF-8. */
export type MessageText = string | Buffer;

export function renderResult(id: IdText, json: string, rest?: readonly Uint8Array[]): MessageText {
  const head = `{"jsonrpc":"2.0","id":${id},"result":${json}`;
  return rest ? Buffer.concat([Buffer.from(head), ...rest, CLOSE]) : `${head}}`;
}

const CLOSE = Buffer.from("}");
