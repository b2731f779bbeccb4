import type { Queryable, Store } from "./store.ts";

/** The version of a document that subscribers are owed: `seq` counts its changes. */
export type Topic = { path: string; hash: string; seq: number; dataset_version: number };

export const readTopics = (db: Queryable): Promise<Topic[]> =>
  db.query<Topic>("SELECT path, hash, seq, dataset_version FROM topic ORDER BY path");

const ADD = "INSERT INTO topic (path, hash, seq, dataset_version) VALUES ($1, $2, 1, $3) ON CONFLICT (path) DO NOTHING";

/** A slow server, whose version is older, must not put an older hash back. */
const ANNOUNCE = `UPDATE topic SET hash = $2, dataset_version = $3, seq = seq + 1
  WHERE path = $1 AND hash <> $2 AND dataset_version < $3 RETURNING seq`;

const NOTE = `INSERT INTO topic_change (path, seq, changed_at)
  SELECT $1, CAST($2 AS INTEGER), changed_at FROM dataset WHERE id = 1
  ON CONFLICT (path, seq) DO UPDATE SET changed_at = excluded.changed_at`;
/** Nobody is further behind: a lease is 30 days at most. */
const KEPT_CHANGES = 10_000;

/**
 * Nobody is told: newer data with the same bytes, or the same data drawn by another version of the program. The second
 * keeps deliveries still owed possible, since a worker sends only what has the topic's hash.
 */
const KEEP_UP = `UPDATE topic SET hash = $2, dataset_version = $3
  WHERE path = $1 AND ((hash = $2 AND dataset_version < $3) OR (hash <> $2 AND dataset_version = $3))`;

/** Records what a new snapshot shows; returns the paths whose bytes changed. Safe to repeat after a crash anywhere. */
export function announceTopics(
  store: Store,
  dataset_version: number,
  hashes: ReadonlyMap<string, string>,
): Promise<string[]> {
  return store.transaction(async (tx) => {
    const changed: string[] = [];
    for (const [path, hash] of [...hashes].sort()) {
      await tx.query(ADD, [path, hash, dataset_version]);
      const [row] = await tx.query<{ seq: number }>(ANNOUNCE, [path, hash, dataset_version]);
      if (row) {
        changed.push(path);
        await tx.query(NOTE, [path, row.seq]);
        await tx.query("DELETE FROM topic_change WHERE path = $1 AND seq <= $2", [path, row.seq - KEPT_CHANGES]);
      } else await tx.query(KEEP_UP, [path, hash, dataset_version]);
    }
    return changed;
  });
}
