import { randomBytes } from "node:crypto";
import { describeError, type Log } from "../log.ts";
import { createMcp } from "../mcp/mcp-handler.ts";
import type { Route } from "../model/wire/route.ts";
import type { Settings } from "../settings.ts";
import type { Current } from "../snapshot/current.ts";
import { createMcpRevocations } from "../store/mcp-revocations.ts";
import type { Store } from "../store/store.ts";

/**
 * How often to look for sessions that other servers ended. A SQLite file has one server, which only deletes old ones.
 */
const LOOK_MS = { postgres: 2000, sqlite: 600_000 } as const;

/** The MCP endpoint over the current snapshot. Ended sessions are shared through the store. */
export async function startMcp(deps: {
  settings: Settings;
  secret_keys: string[];
  store: Store;
  current: Current;
  now: () => Date;
  log: Log;
}): Promise<{ routes: Route[]; stop(): void }> {
  const { settings, store, log, now } = deps;
  const revocations = createMcpRevocations(store, { now });
  // If the database cannot be reached, reads still work, and the next refresh catches up.
  const look = () => revocations.refresh().catch((error) => log.debug("mcp_revocations_away", describeError(error)));
  await look();
  const routes = createMcp({
    snapshot: deps.current.get,
    base_url: settings.BASE_URL,
    keys: deps.secret_keys,
    session_max_age_seconds: settings.MCP_SESSION_MAX_AGE_SECONDS,
    revocations,
    now,
    random: randomBytes,
    log,
  });
  const timer = setInterval(look, LOOK_MS[store.dialect]);
  return { routes, stop: () => clearInterval(timer) };
}
