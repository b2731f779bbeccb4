import type { Log } from "../log.ts";
import type { Route } from "../model/wire/route.ts";
import { PATHS } from "../render/links.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { createEndpoint } from "./protocol/endpoint.ts";
import { createSessions, type Revocations } from "./protocol/sessions.ts";
import { buildCandorCatalog } from "./tools/candor-catalog.ts";

/**
 * For browsers: every header that a revision defines, and Authorization, which many clients send although we ignore it.
 */
const ALLOW_HEADERS =
  "Content-Type, Accept, Authorization, Mcp-Session-Id, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Last-Event-ID";

export function createMcp(deps: {
  snapshot: () => Snapshot | null;
  base_url: string;
  /** The first key signs session ids. All keys are accepted. */
  keys: readonly string[];
  session_max_age_seconds: number;
  revocations: Revocations;
  now: () => Date;
  random: (bytes: number) => Uint8Array;
  log: Log;
}): Route[] {
  const { base_url, keys, revocations, now, random, log } = deps;
  const sessions = createSessions({ keys, max_age_seconds: deps.session_max_age_seconds, revocations, now, random });
  const catalog = buildCandorCatalog(deps.snapshot, base_url);
  const handle = createEndpoint({ catalog, sessions, base_url, random, log });
  // People add a slash to the URL, and clients do not follow the redirect of a POST.
  return [PATHS.mcp, `${PATHS.mcp}/`].map((path) => ({
    path,
    methods: ["POST", "DELETE"],
    limit: "mcp",
    allow_headers: ALLOW_HEADERS,
    handle,
  }));
}
