import type { Log } from "../../log.ts";
import type { Charge, Client } from "../../model/wire/route.ts";
import type { Catalog } from "./catalog.ts";
import { type Core, createCore, invalidRequest } from "./core.ts";
import { checkModern, eraOf } from "./eras.ts";
import { type Message, parseMessage } from "./json-rpc.ts";
import { createLegacy, type Legacy } from "./legacy.ts";
import { isNestedDeeper } from "./scan-json.ts";
import type { Sessions } from "./sessions.ts";
import {
  type AnswerFormat,
  answerFormat,
  createOriginCheck,
  isJsonType,
  readBodyText,
  respondEmpty,
  respondError,
} from "./transport.ts";
import { CODES, MAX_LEVELS, MODERN_VERSIONS } from "./wire-values.ts";

/** 2026-07-28 is stateless: session ids are neither issued nor read. */
function answerModern(
  core: Core,
  message: Exclude<Message, { kind: "invalid" }>,
  headers: Headers,
  format: AnswerFormat,
): Response | Promise<Response> {
  if (message.kind === "notification") return respondEmpty(202);
  if (message.kind === "response") {
    return respondError(
      400,
      invalidRequest("2026-07-28 has no requests to clients, so clients must not send responses"),
    );
  }
  const refused = checkModern(message.method, message.params, headers);
  return refused
    ? core.respond(message.id, { error: refused }, MODERN_VERSIONS[0], format)
    : core.answer(message, MODERN_VERSIONS[0], format);
}

async function post(core: Core, legacy: Legacy, request: Request, charge: Charge): Promise<Response> {
  const { headers } = request;
  if (!isJsonType(headers.get("content-type"))) {
    return respondError(415, invalidRequest("Content-Type must be application/json"));
  }
  const format = answerFormat(headers.get("accept"));
  if (!format) return respondError(406, invalidRequest("Accept must allow application/json or text/event-stream"));
  const body = await readBodyText(request);
  if ("fault" in body) {
    return body.fault === "too_large"
      ? respondError(413, invalidRequest("the body must be at most 256 KB"))
      : respondError(400, invalidRequest("the body ended early"));
  }
  if (isNestedDeeper(body.text, MAX_LEVELS)) {
    return respondError(400, invalidRequest(`a message must be nested at most ${MAX_LEVELS} levels deep`));
  }
  let value: unknown;
  try {
    value = JSON.parse(body.text);
  } catch {
    return respondError(400, { code: CODES.parse_error, message: "Parse error: the body is not JSON" });
  }
  if (Array.isArray(value)) return legacy.answerBatch(value, headers, format, charge);
  const message = parseMessage(value, body.text);
  if (message.kind === "invalid") return respondError(400, invalidRequest(message.reason), message.id);
  const [method, params] = message.kind === "response" ? [null, {}] : [message.method, message.params];
  return eraOf(method, params, headers.get("mcp-protocol-version")) === "modern"
    ? answerModern(core, message, headers, format)
    : legacy.answer(message, headers, format, charge);
}

/** Answers POST and DELETE of both eras. Nothing keeps running after an answer is sent. */
export function createEndpoint(deps: {
  catalog: Catalog;
  sessions: Sessions;
  base_url: string;
  random: (bytes: number) => Uint8Array;
  log: Log;
}): (request: Request, client: Client, charge: Charge) => Response | Promise<Response> {
  const core = createCore(deps);
  const legacy = createLegacy(core, deps.sessions);
  const isAllowedOrigin = createOriginCheck(deps.base_url);
  return (request, _client, charge) => {
    if (!isAllowedOrigin(request.headers)) {
      return respondError(
        403,
        invalidRequest("BASE_URL is a loopback address, so Host and Origin must be loopback addresses too"),
      );
    }
    return request.method === "DELETE" ? legacy.end(request.headers) : post(core, legacy, request, charge);
  };
}
