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

/** Tables, indexes, triggers and columns, such as "table review" and "column review.text". */
const PARTS = {
  sqlite: `SELECT type || ' ' || name AS name FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'
    UNION ALL SELECT 'column ' || made.name || '.' || part.name FROM sqlite_master AS made, pragma_table_info(made.name) AS part
    WHERE made.type = 'table' AND made.name NOT LIKE 'sqlite_%'`,
  postgres: `SELECT 'table ' || tablename AS name FROM pg_tables WHERE schemaname = current_schema()
    UNION ALL SELECT 'index ' || indexname FROM pg_indexes WHERE schemaname = current_schema()
    UNION ALL SELECT 'trigger ' || tgname FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL SELECT 'column ' || table_name || '.' || column_name FROM information_schema.columns
    WHERE table_schema = current_schema()`,
};

/** The parts of a schema, such as "table review". */
async function listParts(store: Pick<Store, "dialect" | "query">): Promise<Set<string>> {
  return new Set((await store.query<{ name: string }>(PARTS[store.dialect])).map(({ name }) => name));
}

/** Tables that have one row, what it is, and when it has to be there. */
const ROWS: [what: string, table: string, needed: string][] = [
  ["version of the data", "dataset", "SELECT 1"],
  ["place in the log of changes", "change_log", "SELECT 1"],
  ["key by which reviews are recognized", "identity_key", "SELECT id FROM review WHERE sketch IS NOT NULL LIMIT 1"],
];

/**
 * What every database of this version has and this one lacks, such as "table review"; and, with SQLite, triggers and
 * unique indexes of others, which change or refuse what is stored.
 */
export async function compareParts(store: Store): Promise<{ missing: string[]; foreign: string[] }> {
  const whole = await openSqlite(":memory:", { thread: false, busy_timeout_ms: 0 });
  try {
    await migrate(whole);
    const [wanted, there] = [await listParts(whole), await listParts(store)];
    const missing = wanted.difference(there);
    const changing = new Set(store.dialect === "sqlite" ? (await store.query<Named>(CHANGING)).map(nameOf) : []);
    const foreign = [...changing.difference(wanted)];
    if (missing.size > 0)
      return { missing: [...missing].sort((a, b) => isColumn(a) - isColumn(b) || (a < b ? -1 : 1)), foreign };
    return { missing: await findMissingRows(store), foreign };
  } finally {
    await whole.close();
  }
}

type Named = { name: string };
const nameOf = ({ name }: Named): string => name;
const CHANGING = `SELECT type || ' ' || name AS name FROM sqlite_master
  WHERE type = 'trigger' OR (type = 'index' AND sql LIKE 'CREATE UNIQUE%')`;

async function findMissingRows(store: Store): Promise<string[]> {
  const missing: string[] = [];
  for (const [what, table, needed] of ROWS) {
    const there = await store.query(`SELECT id FROM ${table} WHERE id = 1`);
    if (there.length === 0 && (await store.query(needed)).length > 0) missing.push(what);
  }
  return missing;
}

/** The columns of a missing table are missing, too, and say less. */
const isColumn = (name: string): number => (name.startsWith("column ") ? 1 : 0);

/** Whether the database takes changes, which a standby of PostgreSQL and one that is set to be read do not. */
export async function takesChanges(store: Store): Promise<boolean> {
  if (store.dialect === "sqlite") return store.transaction(async () => true);
  const { read_only } = onlyRow(
    await store.query<{ read_only: string }>("SELECT current_setting('transaction_read_only') AS read_only"),
  );
  return read_only === "off";
}
