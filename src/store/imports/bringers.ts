import { inChunks, onlyRow, placeholders, type Queryable } from "../store.ts";

/**
 * What brought a stored review. `brought_by` is the source that did: its name, or its URL once it was removed; null if
 * an import of the owner did, or nobody knows. `owner_run` is the first import of the owner that also has a review which
 * a source brought; 0 if the owner chose to keep it. A folder counts as imports of the owner.
 */
export type Brought = { brought_by: string | null; owner_run: number | null };

/** The statements of one migration. What nobody knows is the owner's. */
export const BRINGER_TABLES: readonly string[] = [
  ...["review", "former_review"].flatMap((table) => [
    `ALTER TABLE ${table} ADD COLUMN brought_by TEXT`,
    `ALTER TABLE ${table} ADD COLUMN owner_run INTEGER`,
  ]),
  // 1: by hand or from a folder. 0: from a URL or another Candor.
  "ALTER TABLE import_run ADD COLUMN by_owner INTEGER NOT NULL DEFAULT 1",
  "UPDATE import_run SET by_owner = 0 WHERE sync_source IN (SELECT name FROM sync_source WHERE kind = 'url')",
  ...["review", "former_review"].flatMap((table) => [
    `UPDATE ${table} SET brought_by = (SELECT sync_source FROM import_run WHERE number = ${table}.added_by)
     WHERE added_by IN (SELECT number FROM import_run WHERE by_owner = 0)`,
    `UPDATE ${table} SET owner_run = (
       SELECT min(import_run.number) FROM import_run WHERE by_owner = 1 AND undone_at IS NULL AND (
         number IN (SELECT run FROM sighting WHERE review_id = ${table}.id)
         OR number IN (SELECT other.run FROM former_review AS other WHERE other.id = ${table}.id)))
     WHERE brought_by IS NOT NULL`,
  ]),
  "CREATE INDEX review_brought_by ON review (brought_by) WHERE brought_by IS NOT NULL",
  // What a source asks for about a review that it may not change by itself. `wanted` has words (JSON), and is null once
  // the owner refused; the keyed hash stays, so that the same is not asked for again.
  `CREATE TABLE source_request (
    source TEXT NOT NULL REFERENCES sync_source (name) ON DELETE CASCADE,
    review_id TEXT NOT NULL,
    hash TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('source_change', 'source_removal')),
    reason TEXT NOT NULL,
    wanted TEXT,
    asked_at TEXT NOT NULL,
    refused_at TEXT,
    PRIMARY KEY (source, review_id, hash)
  )`,
  "CREATE INDEX source_request_review ON source_request (review_id)",
  // Reviews that a source erased or withheld and that were removed at once: after many of them, the further ones wait.
  `CREATE TABLE obeyed_removal (
    source TEXT NOT NULL REFERENCES sync_source (name) ON DELETE CASCADE,
    review_id TEXT NOT NULL,
    obeyed_at TEXT NOT NULL,
    PRIMARY KEY (source, review_id)
  )`,
];

/** Of these reviews, those that a source brought. */
export async function readBrought(db: Queryable, ids: readonly string[]): Promise<Map<string, Brought>> {
  const found = new Map<string, Brought>();
  await inChunks(ids, async (chunk) => {
    const rows = await db.query<Brought & { id: string }>(
      `SELECT id, brought_by, owner_run FROM review
       WHERE brought_by IS NOT NULL AND id IN ${placeholders(1, chunk.length)}`,
      chunk,
    );
    for (const { id, ...brought } of rows) found.set(id, brought);
  });
  return found;
}

export async function countBrought(db: Queryable, source: string): Promise<number> {
  const rows = await db.query<{ count: number }>(
    "SELECT CAST(count(*) AS INTEGER) AS count FROM review WHERE brought_by = $1",
    [source],
  );
  return onlyRow(rows).count;
}

/** The owner has these reviews from now on, too: by an import, or by the decision to keep them (0). */
export const shareWithOwner = (tx: Queryable, ids: readonly string[], run: number): Promise<void> =>
  inChunks(ids, (chunk) =>
    tx.query(
      `UPDATE review SET owner_run = $1
       WHERE brought_by IS NOT NULL AND owner_run IS NULL AND id IN ${placeholders(1, chunk.length, 2)}`,
      [run, ...chunk],
    ),
  );

/** A URL that is set up lists the review now, and the source in $2 is another one. */
const OTHER_SOURCE = `(SELECT min(member.source) FROM sync_review AS member
  JOIN sync_source AS other ON other.name = member.source AND other.kind = 'url'
  WHERE member.review_id = review.id AND member.missing_since IS NULL AND member.legal = 0 AND member.source <> $2)`;

/** The source no longer has these reviews, and they stay: they belong to the owner's import, or to another source. */
export async function leaveToOthers(tx: Queryable, source: string, ids: readonly string[]): Promise<void> {
  await inChunks(ids, (chunk) =>
    tx.query(
      `UPDATE review SET added_by = CASE WHEN owner_run > 0 THEN owner_run ELSE added_by END, owner_run = NULL,
         brought_by = CASE WHEN owner_run IS NULL THEN ${OTHER_SOURCE} ELSE NULL END
       WHERE brought_by = $1 AND id IN ${placeholders(1, chunk.length, 3)}`,
      [source, source, ...chunk],
    ),
  );
}

/** Imports after $1 that had the review. */
const LATER = `(
  SELECT seen.run FROM sighting AS seen WHERE seen.review_id = review.id AND seen.run > $1
  UNION ALL
  SELECT noted.run FROM former_review AS noted WHERE noted.id = review.id AND noted.run > $1 AND noted.kind = 'updated'
)`;
const NEXT_OWNER = `(SELECT min(later.run) FROM ${LATER} AS later
  JOIN import_run ON import_run.number = later.run AND import_run.by_owner = 1)`;
const NEXT_SOURCE = `coalesce((SELECT source.name FROM ${LATER} AS later
  JOIN import_run ON import_run.number = later.run AND import_run.by_owner = 0
  JOIN sync_source AS source ON source.name = import_run.sync_source
  ORDER BY CASE WHEN source.name = review.brought_by THEN 0 ELSE 1 END, later.run LIMIT 1), ${OTHER_SOURCE})`;

/**
 * An import is taken back: what it brought and others have, too, is theirs from now on. `kept` selects those among the
 * reviews that it added. Call it before they belong to another import.
 */
export async function moveBringers(
  tx: Queryable,
  { number, sync_source }: { number: number; sync_source: string | null },
  kept: string,
): Promise<void> {
  await tx.query(
    `UPDATE review SET brought_by = CASE WHEN brought_by IS NULL AND ${NEXT_OWNER} IS NOT NULL THEN NULL ELSE ${NEXT_SOURCE} END
     WHERE ${kept}`,
    [number, sync_source ?? ""],
  );
  await tx.query(`UPDATE review SET owner_run = ${NEXT_OWNER} WHERE owner_run = $1`, [number]);
  await tx.query("UPDATE review SET owner_run = NULL WHERE brought_by IS NULL AND owner_run IS NOT NULL");
  await tx.query("UPDATE former_review SET owner_run = NULL WHERE owner_run = $1", [number]);
}

/** A source is removed or set up again: what it brought stays known by its URL meanwhile. */
export async function renameBringer(tx: Queryable, from: string, to: string): Promise<void> {
  for (const table of ["review", "former_review"])
    await tx.query(`UPDATE ${table} SET brought_by = $2 WHERE brought_by = $1`, [from, to]);
}
