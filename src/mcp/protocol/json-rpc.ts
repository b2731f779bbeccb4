import { cut, isLonger } from "../../model/basics/cut.ts";
import { numericIdIn } from "./scan-json.ts";
import { CODES, MAX_ID_CHARACTERS } from "./wire-values.ts";

/** A request's id as JSON text, so that the answer can repeat it exactly. */
export type IdText = string;
export type Params = Record<string, unknown>;

export type Message =
  | { kind: "request"; id: IdText; method: string; params: Params }
  | { kind: "notification"; method: string; params: Params }
  | { kind: "response" }
  | { kind: "invalid"; id: IdText | null; reason: string };

/** A result as the text of a JSON object. */
export type RpcResult = {
  json: string;
  /** Bytes after `json`. Prepared reviews are copied here without decoding them. */
  rest?: readonly Uint8Array[];
  /** How long a client may cache the result (2026-07-28, Caching). */
  ttl_ms?: number;
  /** 2026-07-28. The default is "complete". */
  result_type?: string;
};
export type RpcError = {
  code: number;
  message: string;
  data?: Record<string, unknown>;
  /** The HTTP status, if it differs from the era's usual one. */
  status?: number;
};
export type RpcReply = { result: RpcResult } | { error: RpcError };

export const fail = (code: number, message: string, data?: Record<string, unknown>): { error: RpcError } => ({
  error: { code, message, ...(data ? { data } : {}) },
});
export const invalidParams = (message: string, data?: Record<string, unknown>): { error: RpcError } =>
  fail(CODES.invalid_params, message, data);

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A string from a request, as errors repeat it: in quotes and cut at 100 characters. */
export const quotedValue = (text: string): string => cut(JSON.stringify(cut(text)));

/** A value from a request, as errors repeat it. Null for an object or an array, which can have any size. */
export function shown(value: unknown): string | null {
  if (typeof value === "string") return quotedValue(value);
  return typeof value === "object" && value !== null ? null : String(value);
}

function idText(id: unknown, source: string): { id: IdText } | { reason: string } {
  const refused = { reason: "id must be a string or an integer" };
  if (typeof id !== "string" && !Number.isInteger(id)) return refused;
  const text = typeof id === "string" || Number.isSafeInteger(id) ? String(id) : numericIdIn(source);
  if (text === null) return refused;
  if (isLonger(text, MAX_ID_CHARACTERS)) return { reason: `id must have at most ${MAX_ID_CHARACTERS} characters` };
  return { id: typeof id === "string" ? JSON.stringify(id) : text };
}

const VERSION = 'jsonrpc must be "2.0"';

/** `source` is the text of the message. A batch passes "null", so that an id above 2^53 is refused there. */
export function parseMessage(value: unknown, source: string): Message {
  const invalid = (reason: string, id: IdText | null = null): Message => ({ kind: "invalid", id, reason });
  if (!isObject(value)) return invalid("a message must be a JSON object");
  const { id: rawId, method } = value;
  const read = rawId === undefined ? { id: null } : idText(rawId, source);
  if ("reason" in read) return invalid(value.jsonrpc === "2.0" ? read.reason : VERSION);
  const { id } = read;
  if (value.jsonrpc !== "2.0") return invalid(VERSION, id);
  if (method === undefined && ("result" in value || "error" in value)) return { kind: "response" };
  if (typeof method !== "string") return invalid("method must be a string", id);
  const params = value.params ?? {};
  if (!isObject(params)) return invalid("params must be an object", id);
  return id === null ? { kind: "notification", method, params } : { kind: "request", id, method, params };
}

/** With every character escaped this is 60 KB, which is below the limit of every other answer. */
export const MAX_ERROR_CHARACTERS = 10_000;

/** Without an id if the request's id is unknown. The id is optional since 2025-11-25, and MCP never allowed null. */
export function renderError(id: IdText | null, { code, message, data }: RpcError): string {
  const error = JSON.stringify({ code, message: cut(message, MAX_ERROR_CHARACTERS), ...(data ? { data } : {}) });
  return `{"jsonrpc":"2.0",${id === null ? "" : `"id":${id},`}"error":${error}}`;
}

/** A whole message, as a string or as UTF-8. */
export type MessageText = string | Buffer;

export function renderResult(id: IdText, json: string, rest?: readonly Uint8Array[]): MessageText {
  const head = `{"jsonrpc":"2.0","id":${id},"result":${json}`;
  return rest ? Buffer.concat([Buffer.from(head), ...rest, CLOSE]) : `${head}}`;
}

const CLOSE = Buffer.from("}");
