import { itemAt } from "../../model/basics/typed-array.ts";
import type { VerificationMethod } from "../../model/review-kinds.ts";
import { placeholders, type Queryable, type Store } from "../store.ts";
import { UNDO_POSSIBLE } from "./import-runs.ts";

/**
 * An import contained a review that was already stored. If the import that added or changed the review is undone, the
 * review stays, because the later import contains it, too. Noted only for reviews whose import can be undone.
 */
export type Sighting = {
  review_id: string;
  /** How the later import verifies it. Null if it does not. */
  verified_by: VerificationMethod | null;
  /** False: it contained the review as it was before the last edit. */
  same: boolean;
};

/** The statements of one migration. */
export const SIGHTING_TABLES: readonly string[] = [
  `CREATE TABLE sighting (
    run INTEGER NOT NULL,
    review_id TEXT NOT NULL,
    verified_by TEXT,
    same INTEGER NOT NULL,
    PRIMARY KEY (run, review_id)
  )`,
  "CREATE INDEX sighting_review ON sighting (review_id)",
  `CREATE TABLE staged_sighting (
    run TEXT NOT NULL,
    staged_at TEXT NOT NULL,
    review_id TEXT NOT NULL,
    verified_by TEXT,
    same INTEGER NOT NULL,
    PRIMARY KEY (run, review_id)
  )`,
  // 1: the reviews that the import contained are in sighting. 0: an older program made this import.
  "ALTER TABLE import_run ADD COLUMN noted INTEGER NOT NULL DEFAULT 0",
  // The source that the import read. Null for an import by hand.
  "ALTER TABLE import_run ADD COLUMN sync_source TEXT",
  // For a review that an import removed: the words before its edits, as JSON. They return with the review.
  "ALTER TABLE former_review ADD COLUMN revisions TEXT",
];

/** On SQLite this is a temporary table that hides the permanent one, as for staged reviews. */
export async function createStagedSightings(store: Store): Promise<void> {
  await store.query(
    "CREATE TEMP TABLE IF NOT EXISTS staged_sighting (run, staged_at, review_id, verified_by, same, PRIMARY KEY (run, review_id))",
  );
}

/** Stages the sightings that an undo may need. There are none if all imports of the store are old. */
export async function insertStagedSightings(
  store: Store,
  run: string,
  sightings: readonly Sighting[],
  staged_at: string,
): Promise<void> {
  const groups = Map.groupBy(sightings, ({ verified_by, same }) => JSON.stringify([verified_by, same]));
  const insert = async (db: Queryable) => {
    for (const group of groups.values()) {
      const { verified_by, same } = itemAt(group, 0);
      await db.query(
        `INSERT INTO staged_sighting (run, staged_at, review_id, verified_by, same)
         SELECT CAST($1 AS TEXT), CAST($2 AS TEXT), id, CAST($3 AS TEXT), CAST($4 AS INTEGER) FROM review
         WHERE id IN ${placeholders(1, group.length, 5)} AND (
           EXISTS (SELECT 1 FROM import_run WHERE number IN (review.added_by, review.owner_run) AND ${UNDO_POSSIBLE})
           OR EXISTS (SELECT 1 FROM former_review WHERE former_review.id = review.id))
         ON CONFLICT (run, review_id) DO UPDATE SET verified_by = excluded.verified_by, same = excluded.same`,
        [run, staged_at, verified_by, same ? 1 : 0, ...group.map(({ review_id }) => review_id)],
      );
    }
  };
  if (sightings.length > 0) await (store.dialect === "sqlite" ? store.view(insert) : insert(store));
}

/**
 * For each review the last 8 imports that contained it are remembered, and of the older ones only the newest. Otherwise
 * 30 days of hourly full imports would take more space than the reviews.
 */
const REMEMBERED = 8;

/** Call it in the transaction of the import, before the import is listed. */
export async function saveSightings(tx: Queryable, run: string, number: number): Promise<void> {
  await tx.query(
    `INSERT INTO sighting (run, review_id, verified_by, same)
     SELECT CAST($2 AS INTEGER), review_id, verified_by, same FROM staged_sighting WHERE run = $1`,
    [run, number],
  );
  await tx.query(
    `DELETE FROM sighting WHERE run = (
         SELECT number FROM import_run WHERE undone_at IS NULL ORDER BY number DESC LIMIT 1 OFFSET ${REMEMBERED - 1})
       AND EXISTS (
         SELECT 1 FROM sighting AS newer
         WHERE newer.review_id = sighting.review_id AND newer.run > sighting.run AND newer.same >= sighting.same)`,
  );
}

export async function deleteSightings(tx: Queryable, ids: readonly string[]): Promise<void> {
  await tx.query(`DELETE FROM sighting WHERE review_id IN ${placeholders(1, ids.length)}`, ids);
}
