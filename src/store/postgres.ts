import { SQL } from "bun";
import type { Queryable, Store, Value } from "./store.ts";

export async function openPostgres(url: string, options: { connections: number }): Promise<Store> {
  const sql = new SQL(url, { max: options.connections, idleTimeout: 30, connectionTimeout: 5 });
  await sql`SELECT 1`;
  const queryable = (client: { unsafe: SQL["unsafe"] }): Queryable => ({
    query: async <T>(text: string, values: readonly Value[] = []) => {
      const rows: T[] = await client.unsafe(text, [...values]);
      return rows;
    },
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
