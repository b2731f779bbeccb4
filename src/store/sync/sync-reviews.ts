import type { ReviewRow } from "../../model/review-row.ts";
import { inChunks, inPages, placeholders, type Queryable } from "../store.ts";

/** A review that a complete source has or had, and what is stored of it now. `state` is null if it is not stored. */
export type SyncMember = {
  review_id: string;
  listing: string;
  missing_since: string | null;
  /** 1: removed here because the origin withholds it. */
  legal: number;
  state: ReviewRow["state"] | null;
  held_reason: ReviewRow["held_reason"];
  date: string | null;
  updated_at: string | null;
  /** What brought the stored review. */
  brought_by: string | null;
  owner_run: number | null;
  /** 1: the source asks to remove it, and the owner did not answer yet. */
  asks_removal: number;
};

export async function readSyncMembers(db: Queryable, source: string): Promise<SyncMember[]> {
  const pages = inPages<SyncMember>((last, limit) =>
    db.query(
      `SELECT member.review_id, member.listing, member.missing_since, member.legal, review.state, review.held_reason, review.date,
         review.updated_at, review.brought_by, review.owner_run,
         CASE WHEN EXISTS (
           SELECT 1 FROM source_request AS request WHERE request.source = member.source
             AND request.review_id = member.review_id AND request.kind = 'source_removal' AND request.refused_at IS NULL
         ) THEN 1 ELSE 0 END AS asks_removal
       FROM sync_review AS member LEFT JOIN review ON review.id = member.review_id
       WHERE member.source = $1 AND member.review_id > $2 ORDER BY member.review_id LIMIT $3`,
      [source, last?.review_id ?? "", limit],
    ),
  );
  return (await Array.fromAsync(pages)).flat();
}

/** Calls `work` with all ids and their placeholders. The first placeholder is for the source. */
const forIds = (ids: readonly string[], work: (chunk: readonly string[], list: string) => Promise<unknown>) =>
  inChunks(ids, (chunk) => work(chunk, placeholders(1, chunk.length, 2)));

/** True if the source had a review that it no longer has. */
export async function hasSyncMissing(db: Queryable, source: string): Promise<boolean> {
  const rows = await db.query(
    "SELECT review_id FROM sync_review WHERE source = $1 AND missing_since IS NOT NULL LIMIT 1",
    [source],
  );
  return rows.length > 0;
}

export async function saveSyncMembers(
  tx: Queryable,
  source: string,
  members: readonly [id: string, listing: string][],
) {
  await inChunks(members, (chunk) =>
    tx.query(
      `INSERT INTO sync_review (source, review_id, listing, missing_since, legal) VALUES ${placeholders(chunk.length, 5)}
       ON CONFLICT (source, review_id) DO UPDATE SET listing = excluded.listing, missing_since = NULL, legal = 0`,
      chunk.flatMap(([id, listing]) => [source, id, listing, null, 0]),
    ),
  );
}

/** The first complete read without these reviews started at `since`. */
export async function markSyncMissing(tx: Queryable, source: string, ids: readonly string[], since: string) {
  await forIds(ids, (chunk, list) =>
    tx.query(`UPDATE sync_review SET missing_since = $${chunk.length + 2} WHERE source = $1 AND review_id IN ${list}`, [
      source,
      ...chunk,
      since,
    ]),
  );
}

export async function markSyncLegal(tx: Queryable, source: string, ids: readonly string[]): Promise<void> {
  await forIds(ids, (chunk, list) =>
    tx.query(`UPDATE sync_review SET legal = 1 WHERE source = $1 AND review_id IN ${list}`, [source, ...chunk]),
  );
}

export async function deleteSyncMembers(tx: Queryable, source: string, ids: readonly string[]): Promise<void> {
  await forIds(ids, (chunk, list) =>
    tx.query(`DELETE FROM sync_review WHERE source = $1 AND review_id IN ${list}`, [source, ...chunk]),
  );
}

/** Which of these reviews another complete source still has. */
export async function findSharedMembers(db: Queryable, source: string, ids: readonly string[]): Promise<Set<string>> {
  const shared = new Set<string>();
  await forIds(ids, async (chunk, list) => {
    const rows = await db.query<{ review_id: string }>(
      `SELECT DISTINCT review_id FROM sync_review
       WHERE source <> $1 AND missing_since IS NULL AND legal = 0 AND review_id IN ${list}`,
      [source, ...chunk],
    );
    for (const { review_id } of rows) shared.add(review_id);
  });
  return shared;
}

/** The origin shows a review again that was removed because it was withheld there, so it may return. */
export async function releaseSyncLegal(tx: Queryable, source: string, ids: readonly string[]): Promise<void> {
  await forIds(ids, (chunk, list) =>
    tx.query(
      `DELETE FROM tombstone WHERE reason = 'legal' AND id IN (
         SELECT review_id FROM sync_review WHERE source = $1 AND legal = 1 AND review_id IN ${list})`,
      [source, ...chunk],
    ),
  );
}

/** The reviews that only another Candor server brought, with the address of each origin. */
export async function readMirrored(db: Queryable): Promise<{ review_id: string; mirror_of: string }[]> {
  return db.query(
    `SELECT review.id AS review_id, source.mirror_of FROM sync_source AS source
     JOIN review ON review.brought_by = source.name
     WHERE source.mirror_of <> '' AND review.owner_run IS NULL ORDER BY review.id`,
  );
}
