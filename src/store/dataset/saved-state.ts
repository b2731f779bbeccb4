import { onlyRow, type Queryable, type Store } from "../store.ts";
import { type Dataset, isOfThisHistory } from "./dataset.ts";

/**
 * The statements of one migration. `destructive_version`: the last version that did anything but add reviews. What was
 * served before it must not be served again. `database_id` is random.
 */
export const SAVED_STATE_COLUMNS = [
  "ALTER TABLE dataset ADD COLUMN destructive_version INTEGER NOT NULL DEFAULT 0",
  "UPDATE dataset SET destructive_version = version",
  "ALTER TABLE dataset ADD COLUMN database_id TEXT NOT NULL DEFAULT ''",
  { sqlite: "UPDATE dataset SET database_id = lower(hex(randomblob(16)))" },
  { postgres: "UPDATE dataset SET database_id = replace(CAST(gen_random_uuid() AS TEXT), '-', '')" },
];

export async function readDatabaseId(db: Queryable): Promise<string> {
  return onlyRow(await db.query<{ database_id: string }>("SELECT database_id FROM dataset WHERE id = 1")).database_id;
}

type Made = Omit<Dataset, "changed_at">;

/** Whether what was built from this commit may still be served: since then, reviews were added and nothing else. */
export async function mayServe(db: Queryable, made: Made): Promise<boolean> {
  const { destructive_version } = onlyRow(
    await db.query<{ destructive_version: number }>("SELECT destructive_version FROM dataset WHERE id = 1"),
  );
  return made.version >= destructive_version && (await isOfThisHistory(db, made));
}

/**
 * Calls `work` if what was built from this commit may still be served. No change is committed meanwhile, so a command
 * that removes words deletes what `work` makes.
 */
export function whileServed(store: Store, made: Made, work: () => void): Promise<boolean> {
  return store.transaction(async (tx) => {
    if (store.dialect === "postgres") await tx.query("SELECT id FROM dataset WHERE id = 1 FOR SHARE");
    const served = await mayServe(tx, made);
    if (served) work();
    return served;
  });
}
