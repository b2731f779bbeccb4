import type { Store } from "./store.ts";

/**
 * Above this the oldest are deleted. A session id is not a credential, so it does no harm if an ended one works again.
 */
const MAX_REVOCATIONS = 100_000;
/** How far the clocks of two servers may differ before one misses a revocation of the other. */
const CLOCK_SKEW_MS = 60_000;
const PRUNE_MS = 3_600_000;

/**
 * The MCP sessions that ended. They are in memory, so that a request needs no database, and shared through the store.
 */
export type McpRevocations = {
  has(session: string): boolean;
  add(session: string, expires_at: Date): Promise<void>;
  /** Loads the sessions that other servers ended since the last call, and deletes expired ones. */
  refresh(): Promise<void>;
};

type Row = { session: string; revoked_at: string; expires_at: string };

export function createMcpRevocations(
  store: Pick<Store, "query">,
  { now, max = MAX_REVOCATIONS }: { now: () => Date; max?: number },
): McpRevocations {
  /** Session → when it expires. In the order of insertion, so the first is the oldest. */
  const ended = new Map<string, number>();
  let seen_until = "";
  // Not at the start of the server, which must not wait for the write lock of another process.
  let prune_at = now().getTime() + PRUNE_MS;

  const remember = (session: string, expires_ms: number) => {
    ended.set(session, expires_ms);
    for (const oldest of ended.keys()) {
      if (ended.size <= max) break;
      ended.delete(oldest);
    }
  };

  return {
    has: (session) => ended.has(session),
    async add(session, expires_at) {
      remember(session, expires_at.getTime());
      await store.query(
        "INSERT INTO mcp_revocation (session, revoked_at, expires_at) VALUES ($1, $2, $3) ON CONFLICT (session) DO NOTHING",
        [session, now().toISOString(), expires_at.toISOString()],
      );
    },
    async refresh() {
      const at = now();
      const rows = await store.query<Row>(
        `SELECT session, revoked_at, expires_at FROM (
           SELECT session, revoked_at, expires_at FROM mcp_revocation WHERE revoked_at > $1 AND expires_at > $2
           ORDER BY revoked_at DESC LIMIT ${max}
         ) AS newest ORDER BY revoked_at`,
        [seen_until, at.toISOString()],
      );
      for (const { session, expires_at } of rows) if (!ended.has(session)) remember(session, Date.parse(expires_at));
      for (const [session, expires_ms] of ended) if (expires_ms <= at.getTime()) ended.delete(session);
      seen_until = new Date(at.getTime() - CLOCK_SKEW_MS).toISOString();
      if (at.getTime() < prune_at) return;
      prune_at = at.getTime() + PRUNE_MS;
      await store.query(
        `DELETE FROM mcp_revocation WHERE expires_at <= $1 OR revoked_at <= (
           SELECT revoked_at FROM mcp_revocation ORDER BY revoked_at DESC LIMIT 1 OFFSET ${max}
         )`,
        [at.toISOString()],
      );
    },
  };
}
