import { type EarlierWords, STORED_COLUMNS, type StoredReview } from "../reviews/reviews.ts";
import { inChunks, inPages, placeholders, type Queryable } from "../store.ts";
import { deleteSightings } from "./sightings.ts";

const COLUMNS = STORED_COLUMNS.join(", ");

/** A review as it was before an import. `revisions` is for removed reviews: the words before their edits (JSON). */
export type FormerReview = StoredReview & {
  kind: "updated" | "removed";
  added_by: number | null;
  revisions: string | null;
};
const FORMER_COLUMNS = `kind, added_by, revisions, ${COLUMNS}`;
const BRINGERS = "added_by, brought_by, owner_run";

const REVISION = ["revision", "rating", "title", "text", "reply_text", "sketch", "updated_at", "replaced_at"] as const;
export type KeptRevision = EarlierWords & { updated_at: string; replaced_at: string };

export const parseRevisions = (json: string | null): KeptRevision[] => (json === null ? [] : JSON.parse(json));

/** The database deletes revisions together with their review, so they are kept here. */
async function keepRevisions(tx: Queryable, run: number, ids: readonly string[]): Promise<void> {
  const rows = await tx.query<KeptRevision & { review_id: string }>(
    `SELECT review_id, ${REVISION.join(", ")} FROM review_revision WHERE review_id IN ${placeholders(1, ids.length)}
     ORDER BY review_id, revision`,
    ids,
  );
  for (const [id, revisions] of Map.groupBy(rows, ({ review_id }) => review_id)) {
    const kept = revisions.map(({ review_id: _, ...words }) => words);
    await tx.query("UPDATE former_review SET revisions = $3 WHERE run = $1 AND id = $2", [
      run,
      id,
      JSON.stringify(kept),
    ]);
  }
}

export async function keepRemoved(tx: Queryable, run: number, ids: readonly string[]): Promise<void> {
  await inChunks(ids, async (chunk) => {
    await tx.query(
      `INSERT INTO former_review (run, kind, ${BRINGERS}, ${COLUMNS})
       SELECT CAST($1 AS INTEGER), 'removed', ${BRINGERS}, ${COLUMNS} FROM review
       WHERE id IN ${placeholders(1, chunk.length, 2)}`,
      [run, ...chunk],
    );
    await keepRevisions(tx, run, chunk);
  });
}

/** Keeps a review that an import is about to change, although the import has no row for it. */
export async function keepChanged(tx: Queryable, run: number, id: string): Promise<void> {
  await tx.query(
    `INSERT INTO former_review (run, kind, ${BRINGERS}, ${COLUMNS})
     SELECT CAST($1 AS INTEGER), 'updated', ${BRINGERS}, ${COLUMNS} FROM review WHERE id = $2
     ON CONFLICT (run, id) DO NOTHING`,
    [run, id],
  );
}

/** Reviews that a run published and that were held before. They are held again when the run is undone. */
export async function readPublishedBy(tx: Queryable, run: number): Promise<StoredReview[]> {
  const columns = STORED_COLUMNS.map((name) => `review.${name}`).join(", ");
  return tx.query(
    `SELECT ${columns} FROM review JOIN former_review AS former ON former.id = review.id
     WHERE former.run = $1 AND former.state = 'held' AND review.state = 'published' ORDER BY review.id`,
    [run],
  );
}

export async function countFormer(db: Queryable, run: number): Promise<Record<FormerReview["kind"], number>> {
  const rows = await db.query<{ kind: FormerReview["kind"]; count: number }>(
    "SELECT kind, CAST(count(*) AS INTEGER) AS count FROM former_review WHERE run = $1 GROUP BY kind",
    [run],
  );
  return { updated: 0, removed: 0, ...Object.fromEntries(rows.map(({ kind, count }) => [kind, count])) };
}

/** The reviews that a run changed, as they were before it, in pages. */
export const readFormerPages = (db: Queryable, run: number) =>
  inPages<FormerReview>((last, limit) =>
    db.query(`SELECT ${FORMER_COLUMNS} FROM former_review WHERE run = $1 AND id > $2 ORDER BY id LIMIT $3`, [
      run,
      last?.id ?? "",
      limit,
    ]),
  );

/** The newest kept version of reviews that are no longer stored. */
export async function readRemoved(db: Queryable, ids: readonly string[]): Promise<FormerReview[]> {
  if (ids.length === 0) return [];
  const rows = await db.query<FormerReview>(
    `SELECT ${FORMER_COLUMNS} FROM former_review
     WHERE id IN ${placeholders(1, ids.length)} AND id NOT IN (SELECT id FROM review) ORDER BY run`,
    ids,
  );
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

/** The numbers of the imports that changed or removed a review, and whether they edited its words. */
export async function readFormerOf(db: Queryable, id: string): Promise<(FormerReview & { run: number })[]> {
  return db.query(`SELECT run, ${FORMER_COLUMNS} FROM former_review WHERE id = $1 ORDER BY run`, [id]);
}

/** The later import read the same row of a file with other options: it replaced the first reading. */
const rowIn = (table: string): string => `substr(${table}.sketch, 17, 8)`;
const SAME_ROW = `(later.kind = 'updated' AND ${rowIn("review")} = ${rowIn("later")} AND ${rowIn("later")} <> 'AAAAAAAA')`;

/** What a run changed so that somebody sees it: the next run that changed it, too, found it changed. */
const CHANGED = `SELECT own.id FROM former_review AS own WHERE own.run = $1 AND own.changed_at <> (
  SELECT found.changed_at FROM former_review AS found WHERE found.id = own.id AND found.run > $1
  ORDER BY found.run LIMIT 1)`;

/**
 * A later import that changed, removed or brought back what this one changed; null if there is none. Only visible
 * changes count, and those set `changed_at`. An invisible change is, for example, the format by which a review is
 * found.
 */
export async function findLaterRun(db: Queryable, run: number): Promise<{ number: number; reviews: number } | null> {
  const [changed] = await db.query<{ number: number; reviews: number }>(
    `SELECT run AS number, CAST(count(*) AS INTEGER) AS reviews FROM former_review AS later
     WHERE run > $1 AND (added_by = $1 OR id IN (${CHANGED}))
       AND NOT EXISTS (SELECT 1 FROM review WHERE review.id = later.id
         AND (review.changed_at = later.changed_at OR ${SAME_ROW}))
     GROUP BY run ORDER BY run DESC LIMIT 1`,
    [run],
  );
  const [returned] = await db.query<{ number: number; reviews: number }>(
    `SELECT added_by AS number, CAST(count(*) AS INTEGER) AS reviews FROM review
     WHERE added_by > $1 AND id IN (SELECT id FROM former_review WHERE run = $1 AND kind = 'removed')
     GROUP BY added_by ORDER BY added_by DESC LIMIT 1`,
    [run],
  );
  if (!changed || !returned) return changed ?? returned ?? null;
  return changed.number > returned.number ? changed : returned;
}

export const readAddedPages = (db: Queryable, run: number) =>
  inPages<StoredReview>((last, limit) =>
    db.query(`SELECT ${COLUMNS} FROM review WHERE added_by = $1 AND id > $2 ORDER BY id LIMIT $3`, [
      run,
      last?.id ?? "",
      limit,
    ]),
  );

/** Removes the reviews that a run added. Those that were public leave a tombstone with the latest date they had. */
export async function removeAdded(tx: Queryable, run: number, at: string): Promise<{ id: string; state: string }[]> {
  await tx.query(
    `INSERT INTO tombstone (id, date, deleted_at, reason, changed_at)
     SELECT id, CASE WHEN moved_from > date THEN moved_from ELSE date END, CAST($2 AS TEXT), 'import_undone',
       CAST($2 AS TEXT)
     FROM review WHERE added_by = $1
       AND (state = 'published' OR id IN (SELECT review_id FROM decision WHERE kind = 'unverified'))
     ON CONFLICT (id) DO UPDATE SET
       date = excluded.date, deleted_at = excluded.deleted_at, reason = excluded.reason, changed_at = excluded.changed_at`,
    [run, at],
  );
  return tx.query("DELETE FROM review WHERE added_by = $1 RETURNING id, state", [run]);
}

async function restoreRevisions(tx: Queryable, run: number): Promise<void> {
  const rows = await tx.query<{ id: string; revisions: string }>(
    `SELECT id, revisions FROM former_review
     WHERE run = $1 AND kind = 'removed' AND revisions IS NOT NULL AND id IN (SELECT id FROM review) ORDER BY id`,
    [run],
  );
  for (const { id, revisions } of rows) {
    const words = parseRevisions(revisions);
    await tx.query(
      `INSERT INTO review_revision (review_id, ${REVISION.join(", ")})
       VALUES ${placeholders(words.length, REVISION.length + 1)} ON CONFLICT DO NOTHING`,
      // What an older program kept has no sketch.
      words.flatMap((row) => [id, ...REVISION.map((name) => row[name] ?? null)]),
    );
  }
}

/** After former rows were published again: gives them back to their imports and deletes words from later edits. */
export async function finishRestored(tx: Queryable, run: number): Promise<void> {
  await tx.query(
    `UPDATE review SET added_by = former.added_by, brought_by = former.brought_by, owner_run = former.owner_run
     FROM former_review AS former WHERE former.run = $1 AND former.kind = 'removed' AND former.id = review.id`,
    [run],
  );
  await tx.query(
    `DELETE FROM review_revision WHERE EXISTS (
       SELECT 1 FROM former_review AS former
       WHERE former.run = $1 AND former.id = review_revision.review_id AND former.revision <= review_revision.revision)`,
    [run],
  );
  await restoreRevisions(tx, run);
  await tx.query("DELETE FROM former_review WHERE run = $1", [run]);
}

export const readAllFormerPages = (db: Queryable) =>
  inPages<FormerReview & { run: number }>((last, limit) =>
    db.query(
      `SELECT run, ${FORMER_COLUMNS} FROM former_review WHERE run > $1 OR (run = $1 AND id > $2)
       ORDER BY run, id LIMIT $3`,
      [last?.run ?? 0, last?.id ?? "", limit],
    ),
  );

/** Former rows with one of these match keys: the same words under another id. */
export async function readFormerByMatch(db: Queryable, match_keys: readonly string[]): Promise<FormerReview[]> {
  if (match_keys.length === 0) return [];
  return db.query(
    `SELECT ${FORMER_COLUMNS} FROM former_review WHERE match_key IN ${placeholders(1, match_keys.length)}`,
    match_keys,
  );
}

export async function deleteFormer(tx: Queryable, ids: readonly string[]): Promise<void> {
  await inChunks(ids, async (chunk) => {
    await tx.query(`DELETE FROM former_review WHERE id IN ${placeholders(1, chunk.length)}`, chunk);
    await deleteSightings(tx, chunk);
  });
}
