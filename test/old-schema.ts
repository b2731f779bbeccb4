import { REVIEW_COLUMNS } from "../src/model/review-row.ts";
import { runMigration } from "../src/store/migrate.ts";
import type { Queryable, Store } from "../src/store/store.ts";

/** Makes the tables as a program with so many migrations did. */
export async function makeOldSchema(tx: Queryable, dialect: Store["dialect"], version: number): Promise<void> {
  await tx.query("CREATE TABLE schema_migration (version INTEGER PRIMARY KEY, migrated_at TEXT NOT NULL)");
  for (let index = 0; index < version; index++) await runMigration(tx, dialect, index, new Date(0));
}

/** Without those that migrations added later. */
export const OLD_COLUMNS = REVIEW_COLUMNS.filter(
  (column) => column !== "consent" && column !== "consent_by_owner" && column !== "corrections",
);
