import { COMMON_HEADERS } from "../../model/wire/common-headers.ts";
import { readBody } from "../../model/wire/request-body.ts";
import { type IdText, type MessageText, type RpcError, renderError } from "./json-rpc.ts";

const MAX_BODY_BYTES = 256 * 1024;

const BASE_HEADERS = { ...COMMON_HEADERS, "Cache-Control": "no-store" };
const JSON_HEADERS = { ...BASE_HEADERS, "Content-Type": "application/json" };
const EVENT_HEADERS = { ...BASE_HEADERS, "Content-Type": "text/event-stream", "X-Accel-Buffering": "no" };

export type AnswerFormat = "json" | "event_stream";

export const respondEmpty = (status: number): Response => new Response(null, { status, headers: BASE_HEADERS });

const OK = { json: { headers: new Headers(JSON_HEADERS) }, event_stream: { headers: new Headers(EVENT_HEADERS) } };

/** A 200 with a JSON-RPC message, as JSON or as a stream of one event. */
export function respondMessage(message: MessageText, format: AnswerFormat, session_id?: string): Response {
  const body = format === "json" ? message : `event: message\ndata: ${message}\n\n`;
  const response = new Response(body, OK[format]);
  if (session_id !== undefined) response.headers.set("Mcp-Session-Id", session_id);
  return response;
}

export const respondError = (status: number, error: RpcError, id: IdText | null = null): Response =>
  new Response(renderError(id, error), { status, headers: JSON_HEADERS });

/**
 * JSON if the client accepts it, an event stream if it accepts only that. Null if it accepts neither: the status is
 * 406.
 */
export function answerFormat(accept: string | null): AnswerFormat | null {
  // The specification asks clients to send this value, and the official clients do.
  if (accept === null || accept === "application/json, text/event-stream" || accept.trim() === "") return "json";
  let format: AnswerFormat | null = null;
  for (const range of accept.toLowerCase().split(",")) {
    const [type = "", ...parameters] = range.split(";").map((part) => part.trim());
    if (parameters.some((parameter) => /^q=0(\.0{0,3})?$/.test(parameter))) continue;
    if (type === "application/json" || type === "*/*" || type === "application/*") return "json";
    if (type === "text/event-stream" || type === "text/*") format = "event_stream";
  }
  return format;
}

export const isJsonType = (content_type: string | null): boolean =>
  content_type === "application/json" ||
  (content_type !== null && /^application\/json\s*(;|$)/i.test(content_type.trim()));

const decoder = new TextDecoder();

export type BodyText = { text: string } | { fault: "too_large" | "incomplete" };

export async function readBodyText(request: Request): Promise<BodyText> {
  const length = request.headers.get("content-length");
  if (Number(length) > MAX_BODY_BYTES) return { fault: "too_large" };
  try {
    // HTTP limits the body to its Content-Length, and the runtime decodes faster than our code.
    if (length !== null) return { text: await request.text() };
    const bytes = await readBody(request, MAX_BODY_BYTES);
    return bytes ? { text: decoder.decode(bytes) } : { fault: "too_large" };
  } catch {
    return { fault: "incomplete" };
  }
}

/** A Host, or an Origin without its scheme, that is a loopback address. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/;

/**
 * Protects against DNS rebinding: a page of another site could reach a server that runs on the visitor's own machine. A
 * public server accepts every origin.
 */
export function createOriginCheck(base_url: string): (headers: Headers) => boolean {
  if (!LOOPBACK.test(new URL(base_url).host)) return () => true;
  return (headers) => {
    if (!LOOPBACK.test(headers.get("host") ?? "")) return false;
    const origin = headers.get("origin");
    return origin === null || (/^https?:\/\//.test(origin) && LOOPBACK.test(origin.replace(/^https?:\/\//, "")));
  };
}
