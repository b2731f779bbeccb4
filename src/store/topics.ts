import type { Queryable, Store } from "./store.ts";

/** The newest version of a document that has subscribers. `seq` counts its changes. */
export type Topic = { path: string; hash: string; seq: number; dataset_version: number };

export const readTopics = (db: Queryable): Promise<Topic[]> =>
  db.query<Topic>("SELECT path, hash, seq, dataset_version FROM topic ORDER BY path");

const ADD = "INSERT INTO topic (path, hash, seq, dataset_version) VALUES ($1, $2, 1, $3) ON CONFLICT (path) DO NOTHING";

/** A slow server with an older dataset version must not restore an older hash. */
const ANNOUNCE = `UPDATE topic SET hash = $2, dataset_version = $3, seq = seq + 1
  WHERE path = $1 AND hash <> $2 AND dataset_version < $3 RETURNING seq`;

const NOTE = `INSERT INTO topic_change (path, seq, changed_at)
  SELECT $1, CAST($2 AS INTEGER), changed_at FROM dataset WHERE id = 1
  ON CONFLICT (path, seq) DO UPDATE SET changed_at = excluded.changed_at`;
/** No subscriber is further behind, because a lease lasts at most 30 days. */
const KEPT_CHANGES = 10_000;

/**
 * Updates the row without a delivery: newer data gave the same bytes, or another version of the program rendered the same
 * data. Without the second case, deliveries still due would stop: a worker sends only the document with this hash.
 */
const FOLLOW = `UPDATE topic SET hash = $2, dataset_version = $3
  WHERE path = $1 AND ((hash = $2 AND dataset_version < $3) OR (hash <> $2 AND dataset_version = $3))`;

/** Records the hashes of a new snapshot; returns the paths whose bytes changed. Safe to repeat after a crash. */
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
      } else await tx.query(FOLLOW, [path, hash, dataset_version]);
    }
    return changed;
  });
}
