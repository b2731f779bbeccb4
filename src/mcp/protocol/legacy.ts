import type { Charge } from "../../model/route.ts";
import { runBatch } from "./batch.ts";
import { type Core, invalidRequest, type Request } from "./core.ts";
import { type IdText, invalidParams, type Message, quoted, renderResult } from "./json-rpc.ts";
import type { Sessions } from "./sessions.ts";
import { type AnswerFormat, respondEmpty, respondError, respondMessage } from "./transport.ts";
import { BATCH_VERSION, isLegacyVersion, LEGACY_VERSIONS, type LegacyVersion, MAX_BATCH } from "./wire-values.ts";

/** Revisions up to 2025-11-25: `initialize`, then a session id on every message. */
export type Legacy = {
  answer(
    message: Exclude<Message, { kind: "invalid" }>,
    headers: Headers,
    format: AnswerFormat,
  ): Response | Promise<Response>;
  /** `charge` counts the messages after the first against the rate limit. */
  answerBatch(items: unknown[], headers: Headers, format: AnswerFormat, charge: Charge): Promise<Response>;
  end(headers: Headers): Promise<Response>;
};

/** Lifecycle, Version Negotiation: answer the requested version if we support it, else our newest. */
function initialize(core: Core, sessions: Sessions, { id, params }: Request, format: AnswerFormat): Response {
  const requested = params.protocolVersion;
  if (typeof requested !== "string") {
    return core.respond(id, invalidParams("protocolVersion must be a string"), "legacy", format);
  }
  const version: LegacyVersion = isLegacyVersion(requested) ? requested : LEGACY_VERSIONS[0];
  const result = {
    protocolVersion: version,
    capabilities: core.catalog.capabilities,
    serverInfo: core.catalog.server_info(),
    instructions: core.catalog.instructions(),
  };
  return respondMessage(renderResult(id, JSON.stringify(result)), format, sessions.issue(version));
}

function checkSession(sessions: Sessions, headers: Headers, id: IdText | null): LegacyVersion | Response {
  // 2025-03-26 has no such header, so it may be missing. The session's own version decides.
  const version = headers.get("mcp-protocol-version");
  if (version !== null && !isLegacyVersion(version)) {
    const reason = `MCP-Protocol-Version ${quoted(version)} is not supported; use ${LEGACY_VERSIONS.join(", ")}`;
    return respondError(400, invalidRequest(reason), id);
  }
  const session_id = headers.get("mcp-session-id");
  if (session_id === null) {
    return respondError(400, invalidRequest("Mcp-Session-Id is missing: send initialize first"), id);
  }
  const session = sessions.check(session_id);
  return session?.version ?? respondError(404, invalidRequest("Session not found: send initialize again"), id);
}

function refuseBatch(items: unknown[], version: LegacyVersion): string | null {
  if (version !== BATCH_VERSION) return `batches exist only in ${BATCH_VERSION}; this session uses ${version}`;
  if (items.length === 0) return "a batch must not be empty";
  return items.length > MAX_BATCH ? `a batch has at most ${MAX_BATCH} messages` : null;
}

export function openLegacy(core: Core, sessions: Sessions): Legacy {
  return {
    answer(message, headers, format) {
      if (message.kind === "request" && message.method === "initialize") {
        return initialize(core, sessions, message, format);
      }
      const version = checkSession(sessions, headers, message.kind === "request" ? message.id : null);
      if (version instanceof Response) return version;
      if (message.kind !== "request") return respondEmpty(202);
      return core.answer(message, "legacy", format);
    },

    async answerBatch(items, headers, format, charge) {
      const version = checkSession(sessions, headers, null);
      if (version instanceof Response) return version;
      const refusal = refuseBatch(items, version);
      if (refusal) return respondError(400, invalidRequest(refusal));
      const over = charge(items.length - 1);
      if (over) return over;
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
