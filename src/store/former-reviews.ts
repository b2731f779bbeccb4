import { STORED_COLUMNS, type StoredReview } from "./reviews.ts";
import { placeholders, type Queryable } from "./store.ts";

const COLUMNS = STORED_COLUMNS.join(", ");
const CHUNK = 500;

/** A review as it was before an import. */
export type FormerReview = StoredReview & { kind: "updated" | "removed"; added_by: number | null };

/** Keeps reviews that an import is about to remove. */
export async function keepRemoved(tx: Queryable, run: number, ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += CHUNK) {
    const chunk = ids.slice(from, from + CHUNK);
    const list = chunk.map((_, index) => `$${index + 2}`).join(",");
    await tx.query(
      `INSERT INTO former_review (run, kind, added_by, ${COLUMNS})
       SELECT CAST($1 AS INTEGER), 'removed', added_by, ${COLUMNS} FROM review WHERE id IN (${list})`,
      [run, ...chunk],
    );
  }
}

/** Keeps a review that an import is about to change without a row of its own. */
export async function keepChanged(tx: Queryable, run: number, id: string): Promise<void> {
  await tx.query(
    `INSERT INTO former_review (run, kind, added_by, ${COLUMNS})
     SELECT CAST($1 AS INTEGER), 'updated', added_by, ${COLUMNS} FROM review WHERE id = $2
     ON CONFLICT (run, id) DO NOTHING`,
    [run, id],
  );
}

/** Published reviews that were held before a run: they are held again when it is taken back. */
export async function readPublishedBy(tx: Queryable, run: number): Promise<StoredReview[]> {
  const columns = STORED_COLUMNS.map((name) => `review.${name}`).join(", ");
  return tx.query(
    `SELECT ${columns} FROM review JOIN former_review AS former ON former.id = review.id
     WHERE former.run = $1 AND former.state = 'held' AND review.state = 'published' ORDER BY review.id`,
    [run],
  );
}

/** How many reviews a run changed and removed. */
export async function countFormer(db: Queryable, run: number): Promise<Record<FormerReview["kind"], number>> {
  const rows = await db.query<{ kind: FormerReview["kind"]; count: number }>(
    "SELECT kind, CAST(count(*) AS INTEGER) AS count FROM former_review WHERE run = $1 GROUP BY kind",
    [run],
  );
  return { updated: 0, removed: 0, ...Object.fromEntries(rows.map(({ kind, count }) => [kind, count])) };
}

/** What a run changed, as it was before; one key-set page. */
export async function readFormerPage(
  db: Queryable,
  run: number,
  after_id: string,
  limit: number,
): Promise<FormerReview[]> {
  return db.query(
    `SELECT kind, added_by, ${COLUMNS} FROM former_review WHERE run = $1 AND id > $2 ORDER BY id LIMIT $3`,
    [run, after_id, limit],
  );
}

/** The newest kept state of reviews that are no longer stored. */
export async function readRemoved(db: Queryable, ids: readonly string[]): Promise<FormerReview[]> {
  if (ids.length === 0) return [];
  const rows = await db.query<FormerReview>(
    `SELECT kind, added_by, ${COLUMNS} FROM former_review
     WHERE id IN ${placeholders(1, ids.length)} AND id NOT IN (SELECT id FROM review) ORDER BY run`,
    ids,
  );
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

/** The numbers of the imports that changed or removed a review, and whether they edited its words. */
export async function readFormerOf(db: Queryable, id: string): Promise<(FormerReview & { run: number })[]> {
  return db.query(`SELECT run, kind, added_by, ${COLUMNS} FROM former_review WHERE id = $1 ORDER BY run`, [id]);
}

/** A later import that changed, removed or brought back what this one changed; null if there is none. */
export async function findLaterRun(db: Queryable, run: number): Promise<{ number: number; reviews: number } | null> {
  const [changed] = await db.query<{ number: number; reviews: number }>(
    `SELECT run AS number, CAST(count(*) AS INTEGER) AS reviews FROM former_review
     WHERE run > $1 AND (added_by = $1 OR id IN (SELECT id FROM former_review WHERE run = $1))
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

/** The reviews that a run added; one key-set page. */
export async function readAddedPage(
  db: Queryable,
  run: number,
  after_id: string,
  limit: number,
): Promise<StoredReview[]> {
  return db.query(`SELECT ${COLUMNS} FROM review WHERE added_by = $1 AND id > $2 ORDER BY id LIMIT $3`, [
    run,
    after_id,
    limit,
  ]);
}

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

/** After the former rows were published again: they belong to the imports that brought them, and later words are gone. */
export async function finishRestored(tx: Queryable, run: number): Promise<void> {
  await tx.query(
    `UPDATE review SET added_by = (SELECT added_by FROM former_review AS former WHERE former.run = $1 AND former.id = review.id)
     WHERE id IN (SELECT id FROM former_review WHERE run = $1 AND kind = 'removed')`,
    [run],
  );
  await tx.query(
    `DELETE FROM review_revision WHERE EXISTS (
       SELECT 1 FROM former_review AS former
       WHERE former.run = $1 AND former.id = review_revision.review_id AND former.revision <= review_revision.revision)`,
    [run],
  );
  await tx.query("DELETE FROM former_review WHERE run = $1", [run]);
}

/** Deletes what is kept of erased reviews, also under other ids. */
export async function deleteFormer(tx: Queryable, ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += CHUNK) {
    const chunk = ids.slice(from, from + CHUNK);
    await tx.query(`DELETE FROM former_review WHERE id IN ${placeholders(1, chunk.length)}`, chunk);
  }
  await tx.query(
    `DELETE FROM former_review WHERE EXISTS (SELECT 1 FROM erased_match AS erased
       WHERE erased.source = former_review.source AND erased.match_key = former_review.match_key)`,
  );
}
