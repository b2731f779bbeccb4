import type { Log } from "../log.ts";
import { PATHS } from "../render/links.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { buildCandorCatalog } from "./candor-catalog.ts";
import { openEndpoint } from "./endpoint.ts";
import { openSessions, type Revocations } from "./sessions.ts";

/** As the route table takes it; preflights, other methods and the rate limit are the table's. */
export type McpRoute = {
  path: string;
  methods: readonly ("POST" | "DELETE")[];
  limit: "mcp";
  allow_headers: string;
  handle: (request: Request) => Response | Promise<Response>;
};

/** For browsers: every header that a revision defines, and Authorization, which is ignored but often sent. */
export const ALLOW_HEADERS =
  "Content-Type, Accept, Authorization, Mcp-Session-Id, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Last-Event-ID";

export function openMcp(deps: {
  snapshot: () => Snapshot | null;
  base_url: string;
  /** The first signs session ids; all are accepted. */
  keys: readonly string[];
  session_idle_seconds: number;
  revocations: Revocations;
  now: () => Date;
  random: (bytes: number) => Uint8Array;
  log: Log;
}): McpRoute[] {
  const { base_url, keys, revocations, now, random, log } = deps;
  const sessions = openSessions({ keys, idle_seconds: deps.session_idle_seconds, revocations, now, random });
  const catalog = buildCandorCatalog(deps.snapshot, base_url);
  const handle = openEndpoint({ catalog, sessions, base_url, random, log });
  return [{ path: PATHS.mcp, methods: ["POST", "DELETE"], limit: "mcp", allow_headers: ALLOW_HEADERS, handle }];
}
