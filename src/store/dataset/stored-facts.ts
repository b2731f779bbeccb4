import { openSqlite } from "../connection/sqlite.ts";
import { migrate } from "../migrate.ts";
import { inChunks, onlyRow, placeholders, type Queryable, type Store } from "../store.ts";

/** What candor doctor reads to find contradictions. */
export type StoredFacts = {
  published: number;
  has_profile: boolean;
  /** Reviews with a date after `tomorrow`, and the last of these dates. */
  future: { count: number; last: string | null };
  /** When the words began to wait for their removal from the files. Null if none wait. */
  purge_since: string | null;
  /** Subscriptions and requests with a secret that only the key opens. */
  secrets: number;
  /** The id of a review that has been public for a while. */
  public_id: string | null;
};

const COUNT = "CAST(count(*) AS INTEGER) AS count";

export async function readStoredFacts(
  db: Queryable,
  { tomorrow, since }: { tomorrow: string; since: string },
): Promise<StoredFacts> {
  const count = async (where: string, values: string[] = []) =>
    onlyRow(await db.query<{ count: number }>(`SELECT ${COUNT} FROM ${where}`, values)).count;
  const [future] = await db.query<{ count: number; last: string | null }>(
    `SELECT ${COUNT}, max(date) AS last FROM review WHERE date > $1`,
    [tomorrow],
  );
  const [purge] = await db.query<{ since: string }>("SELECT since FROM purge_due");
  const [shown] = await db.query<{ id: string }>(
    "SELECT id FROM review WHERE state = 'published' AND changed_at < $1 ORDER BY id LIMIT 1",
    [since],
  );
  return {
    published: await count("review WHERE state = 'published'"),
    has_profile: (await count("business")) > 0,
    future: future ?? { count: 0, last: null },
    purge_since: purge?.since ?? null,
    secrets:
      (await count("subscription WHERE secret IS NOT NULL")) + (await count("handshake WHERE secret IS NOT NULL")),
    public_id: shown?.id ?? null,
  };
}

/** Which of these reviews are stored. */
export async function findStored(db: Queryable, ids: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  await inChunks(ids, async (chunk) => {
    const rows = await db.query<{ id: string }>(`SELECT id FROM review WHERE id IN ${placeholders(1, chunk.length)}`, [
      ...chunk,
    ]);
    found.push(...rows.map(({ id }) => id));
  });
  return found;
}

const OWN = "SELECT type || ' ' || name AS name FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'";
const TABLES = "SELECT 'table ' || tablename AS name FROM pg_tables WHERE schemaname = current_schema()";

/** Tables and indexes of this version that are not in the database, such as "table review". Of PostgreSQL, tables. */
export async function findMissingTables(store: Store): Promise<string[]> {
  const whole = await openSqlite(":memory:", { thread: false, busy_timeout_ms: 0 });
  try {
    await migrate(whole);
    const wanted = await whole.query<{ name: string }>(OWN);
    const there = await store.query<{ name: string }>(store.dialect === "sqlite" ? OWN : TABLES);
    const names = new Set(there.map(({ name }) => name));
    const compared = wanted.filter(({ name }) => store.dialect === "sqlite" || name.startsWith("table "));
    return compared.flatMap(({ name }) => (names.has(name) ? [] : [name])).sort();
  } finally {
    await whole.close();
  }
}
