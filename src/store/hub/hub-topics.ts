import type { ChangePlace } from "../../model/changes.ts";
import { isOfThisHistory } from "../dataset/dataset.ts";
import type { Queryable, Store } from "../store.ts";

/** The place in the log of changes that the announced version of each topic shows, with its hash. */
export async function readTopicPlaces(db: Queryable): Promise<Map<string, ChangePlace & { hash: string }>> {
  const rows = await db.query<ChangePlace & { path: string; hash: string }>(
    "SELECT path, hash, history, sequence FROM topic WHERE history <> ''",
  );
  return new Map(rows.map(({ path, ...place }) => [path, place]));
}

const ADD = `INSERT INTO topic (path, hash, seq, dataset_version, history, sequence) VALUES ($1, $2, 1, $3, $4, $5)
  ON CONFLICT (path) DO NOTHING`;

/** A slow server with an older dataset version must not restore an older hash. */
const ANNOUNCE = `UPDATE topic SET hash = $2, dataset_version = $3, seq = seq + 1, history = $4, sequence = $5
  WHERE path = $1 AND hash <> $2 AND dataset_version < $3 RETURNING seq`;

const NOTE = `INSERT INTO topic_change (path, seq, changed_at)
  SELECT $1, CAST($2 AS INTEGER), changed_at FROM dataset WHERE id = 1
  ON CONFLICT (path, seq) DO UPDATE SET changed_at = excluded.changed_at`;
/** No subscriber is further behind than this, because a lease lasts at most 30 days. */
const KEPT_CHANGES = 10_000;

/**
 * Updates the row without a delivery. Either newer data gave the same bytes, or another version of the program rendered
 * the same data differently. Without the second case, outstanding deliveries would stop, because a worker sends only
 * the document with this hash.
 */
const FOLLOW = `UPDATE topic SET hash = $2, dataset_version = $3
  WHERE path = $1 AND ((hash = $2 AND dataset_version < $3) OR (hash <> $2 AND dataset_version = $3))`;

/** After an upgrade, or at the first announcement of a new history, with the same bytes as before. */
const PLACE = `UPDATE topic SET history = $2, sequence = $3
  WHERE path = $1 AND history = '' AND $2 IN (SELECT history FROM change_log)`;

/** A dataset that a worker announces, and the one that it announced before. */
export type Commits = { made: Commit; before: Commit | null };
type Commit = { version: number; commit_id: string };

/**
 * For a restored database: subscribers got versions that it no longer has. Its current document is new to them, even if
 * its bytes are the same as when the backup was made.
 */
const RESTORED = `UPDATE topic SET hash = $2, dataset_version = $3, seq = seq + 1, history = $4, sequence = $5,
    restored_commit = $6
  WHERE path = $1 AND restored_commit <> $6 RETURNING seq`;

/**
 * Records the hashes of a new snapshot and returns the paths whose bytes changed. Safe to repeat after a crash. Returns
 * null and records nothing if the database was restored and the snapshot is from another history.
 */
export function announceTopics(
  store: Store,
  dataset_version: number,
  hashes: ReadonlyMap<string, string>,
  commits: Commits | null = null,
  place: ChangePlace = { history: "", sequence: 0 },
): Promise<string[] | null> {
  return store.transaction(async (tx) => {
    if (commits && !(await isOfThisHistory(tx, commits.made))) return null;
    const lost = commits?.before && !(await isOfThisHistory(tx, commits.before));
    const restored = lost ? commits.made.commit_id : null;
    const changed: string[] = [];
    for (const [path, hash] of [...hashes].sort()) {
      const values = [path, hash, dataset_version, place.history, place.sequence];
      await tx.query(ADD, values);
      const [row] = restored
        ? await tx.query<{ seq: number }>(RESTORED, [...values, restored])
        : await tx.query<{ seq: number }>(ANNOUNCE, values);
      if (row) {
        changed.push(path);
        await tx.query(NOTE, [path, row.seq]);
        await tx.query("DELETE FROM topic_change WHERE path = $1 AND seq <= $2", [path, row.seq - KEPT_CHANGES]);
      } else await tx.query(FOLLOW, [path, hash, dataset_version]);
      await tx.query(PLACE, [path, place.history, place.sequence]);
    }
    return changed;
  });
}
