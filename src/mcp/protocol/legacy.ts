import type { Charge } from "../../model/wire/route.ts";
import { runBatch } from "./batch.ts";
import type { Catalog, ServerInfo } from "./catalog.ts";
import { type Core, invalidRequest, type RpcRequest } from "./core.ts";
import { type IdText, invalidParams, type Message, quotedValue, renderResult } from "./json-rpc.ts";
import type { Sessions } from "./sessions.ts";
import { type AnswerFormat, respondEmpty, respondError, respondMessage } from "./transport.ts";
import { BATCH_VERSION, isLegacyVersion, LEGACY_VERSIONS, type LegacyVersion, MAX_BATCH } from "./wire-values.ts";

/** Revisions up to 2025-11-25: `initialize`, then a session id on every message. */
export type Legacy = {
  answer(
    message: Exclude<Message, { kind: "invalid" }>,
    headers: Headers,
    format: AnswerFormat,
    charge: Charge,
  ): Response | Promise<Response>;
  answerBatch(items: unknown[], headers: Headers, format: AnswerFormat, charge: Charge): Promise<Response>;
  end(headers: Headers): Promise<Response>;
};

/** The answer to `initialize`, rendered once per snapshot. */
function createGreeting({ capabilities, server_info, instructions }: Catalog): (version: LegacyVersion) => string {
  let known: ServerInfo | null = null;
  let greeting = "";
  return (version) => {
    const info = server_info();
    if (info !== known) {
      known = info;
      greeting = JSON.stringify({ capabilities, serverInfo: info, instructions: instructions() });
    }
    return `{"protocolVersion":"${version}",${greeting.slice(1)}`;
  };
}

/** Lifecycle, Version Negotiation: answer with the requested version if we support it, otherwise with our newest. */
function createInitialize(core: Core, sessions: Sessions): (request: RpcRequest, format: AnswerFormat) => Response {
  const greet = createGreeting(core.catalog);
  return ({ id, params }, format) => {
    const requested = params.protocolVersion;
    if (typeof requested !== "string") {
      return core.respond(id, invalidParams("protocolVersion must be a string"), LEGACY_VERSIONS[0], format);
    }
    const version: LegacyVersion = isLegacyVersion(requested) ? requested : LEGACY_VERSIONS[0];
    return respondMessage(renderResult(id, greet(version)), format, sessions.issue(version));
  };
}

type Session = NonNullable<ReturnType<Sessions["check"]>>;

function checkSession(sessions: Sessions, headers: Headers, id: IdText | null): Session | Response {
  // 2025-03-26 has no such header, so it may be missing. The session's own version decides.
  const version = headers.get("mcp-protocol-version");
  if (version !== null && !isLegacyVersion(version)) {
    const reason = `MCP-Protocol-Version ${quotedValue(version)} is not supported; use ${LEGACY_VERSIONS.join(", ")}`;
    return respondError(400, invalidRequest(reason), id);
  }
  const session_id = headers.get("mcp-session-id");
  if (session_id === null) {
    return respondError(400, invalidRequest("Mcp-Session-Id is missing: send initialize first"), id);
  }
  return (
    sessions.check(session_id) ?? respondError(404, invalidRequest("Session not found: send initialize again"), id)
  );
}

function refuseBatch(items: unknown[], version: LegacyVersion): string | null {
  if (version !== BATCH_VERSION) return `batches exist only in ${BATCH_VERSION}; this session uses ${version}`;
  if (items.length === 0) return "a batch must not be empty";
  return items.length > MAX_BATCH ? `a batch has at most ${MAX_BATCH} messages` : null;
}

export function createLegacy(core: Core, sessions: Sessions): Legacy {
  const initialize = createInitialize(core, sessions);
  return {
    answer(message, headers, format, charge) {
      if (message.kind === "request" && message.method === "initialize") {
        return initialize(message, format);
      }
      const session = checkSession(sessions, headers, message.kind === "request" ? message.id : null);
      if (session instanceof Response) return session;
      const over = charge(session.key, 1);
      if (over) return over;
      if (message.kind !== "request") return respondEmpty(202);
      return core.answer(message, session.version, format);
    },

    async answerBatch(items, headers, format, charge) {
      const session = checkSession(sessions, headers, null);
      if (session instanceof Response) return session;
      const refusal = refuseBatch(items, session.version);
      const over = charge(session.key, refusal ? 1 : items.length);
      if (over) return over;
      if (refusal) return respondError(400, invalidRequest(refusal));
      const answers = await runBatch(core, items);
      return answers === null ? respondEmpty(202) : respondMessage(answers, format);
    },

    async end(headers) {
      const session_id = headers.get("mcp-session-id");
      if (session_id === null) return respondError(400, invalidRequest("Mcp-Session-Id is missing"));
      return (await sessions.end(session_id))
        ? respondEmpty(204)
        : respondError(404, invalidRequest("Session not found"));
    },
  };
}
