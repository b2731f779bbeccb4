import { SQL } from "bun";
import type { Queryable, Store, Value } from "../store.ts";

const PROBE = "SELECT CAST($1 AS INTEGER) AS probe";
const PROBE_MS = 2000;

/**
 * A pooler in transaction mode gives each transaction another connection, and this session's prepared statements do not
 * exist there. The error appears only when two clients are active, so we provoke it here: prepare a statement, let
 * another client take the connection, and use the statement again. A pooler that tracks prepared statements passes.
 */
async function refusePooler(sql: SQL): Promise<void> {
  const [first, second] = await Promise.all([sql.reserve(), sql.reserve()]);
  const waited = Promise.withResolvers<void>();
  const timer = setTimeout(waited.resolve, PROBE_MS);
  try {
    await first.unsafe(PROBE, [1]);
    await second.unsafe("BEGIN");
    await Promise.race([first.unsafe(PROBE, [2]), waited.promise]);
  } finally {
    clearTimeout(timer); // otherwise each command would wait for the timer before it ends
    await second.unsafe("ROLLBACK");
    first.release();
    second.release();
  }
}

export async function openPostgres(
  url: string,
  options: { connections: number; saved_path?: string | null },
): Promise<Store> {
  const sql = new SQL(url, { max: options.connections, idleTimeout: 30, connectionTimeout: 5 });
  await sql`SELECT 1`;
  if (options.connections > 1) {
    await refusePooler(sql).catch(async (error) => {
      await sql.close({ timeout: 0 });
      throw error;
    });
  }
  const queryable = (client: { unsafe: SQL["unsafe"] }): Queryable => ({
    query: async <T>(text: string, values: readonly Value[] = []) => {
      const rows: T[] = await client.unsafe(text, [...values]);
      return rows;
    },
    saved_path: options.saved_path ?? null,
  });

  return {
    dialect: "postgres",
    query: queryable(sql).query,
    transaction: (work) => sql.begin((tx) => work(queryable(tx))),
    view: (work) => sql.begin("ISOLATION LEVEL REPEATABLE READ READ ONLY", (tx) => work(queryable(tx))),
    async listen(channel, heard) {
      await sql.listen(channel, heard);
    },
    close: () => sql.close({ timeout: 5 }),
  };
}
