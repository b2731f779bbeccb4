import type { DeletionReason, Tombstone } from "../model/review.ts";
import { placeholders, type Queryable } from "./store.ts";

const CHUNK = 500;
/** Tombstones whose review an import may bring back. */
export const MAY_RETURN = "reason IN ('removed_at_source', 'import_undone')";

export async function readTombstones(db: Queryable, ids: readonly string[]): Promise<Tombstone[]> {
  if (ids.length === 0) return [];
  return db.query<Tombstone>(
    `SELECT id, date, deleted_at, reason FROM tombstone WHERE id IN ${placeholders(1, ids.length)}`,
    ids,
  );
}

export async function saveTombstones(tx: Queryable, tombstones: readonly Tombstone[], changed_at: string) {
  for (let from = 0; from < tombstones.length; from += CHUNK) {
    const chunk = tombstones.slice(from, from + CHUNK);
    await tx.query(
      `INSERT INTO tombstone (id, date, deleted_at, reason, changed_at) VALUES ${placeholders(chunk.length, 5)}
       ON CONFLICT (id) DO UPDATE SET
         date = excluded.date, deleted_at = excluded.deleted_at, reason = excluded.reason, changed_at = excluded.changed_at`,
      chunk.flatMap(({ id, date, deleted_at, reason }) => [id, date, deleted_at, reason, changed_at]),
    );
  }
}

export async function countTombstones(db: Queryable): Promise<Partial<Record<DeletionReason, number>>> {
  const rows = await db.query<{ reason: DeletionReason; count: number }>(
    "SELECT reason, CAST(count(*) AS INTEGER) AS count FROM tombstone GROUP BY reason ORDER BY reason",
  );
  return Object.fromEntries(rows.map(({ reason, count }) => [reason, count]));
}

/** Stores the hash of an erased review's author and words, so that it cannot come back under another id. */
export async function saveErasedMatch(tx: Queryable, source: string, match_key: string): Promise<void> {
  await tx.query("INSERT INTO erased_match (source, match_key) VALUES ($1, $2) ON CONFLICT DO NOTHING", [
    source,
    match_key,
  ]);
}

export async function readErasedMatches(
  db: Queryable,
  match_keys: readonly string[],
): Promise<{ source: string; match_key: string }[]> {
  if (match_keys.length === 0) return [];
  return db.query(
    `SELECT source, match_key FROM erased_match WHERE match_key IN ${placeholders(1, match_keys.length)}`,
    match_keys,
  );
}

export type UndoneMatch = { review_id: string; source: string; match_key: string };

/** Keeps hashes of reviews that are removed with their import: erasing one later has to know its words. */
export async function saveUndoneMatches(tx: Queryable, matches: readonly UndoneMatch[]): Promise<void> {
  for (let from = 0; from < matches.length; from += CHUNK) {
    const chunk = matches.slice(from, from + CHUNK);
    await tx.query(
      `INSERT INTO undone_match (review_id, source, match_key) VALUES ${placeholders(chunk.length, 3)} ON CONFLICT DO NOTHING`,
      chunk.flatMap(({ review_id, source, match_key }) => [review_id, source, match_key]),
    );
  }
}

/** The reviews are erased: what was kept of them is remembered as erased. */
export async function eraseUndoneMatches(tx: Queryable, ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += CHUNK) {
    const chunk = ids.slice(from, from + CHUNK);
    const list = placeholders(1, chunk.length);
    await tx.query(
      `INSERT INTO erased_match (source, match_key) SELECT DISTINCT source, match_key FROM undone_match
       WHERE review_id IN ${list} ON CONFLICT DO NOTHING`,
      chunk,
    );
    await tx.query(`DELETE FROM undone_match WHERE review_id IN ${list}`, chunk);
  }
}
