import type { Queryable, Store } from "./store.ts";

/** The version of a document that subscribers are owed: `seq` counts its changes. */
export type Topic = { path: string; hash: string; seq: number; dataset_version: number };

export const readTopics = (db: Queryable): Promise<Topic[]> =>
  db.query<Topic>("SELECT path, hash, seq, dataset_version FROM topic ORDER BY path");

const ADD = "INSERT INTO topic (path, hash, seq, dataset_version) VALUES ($1, $2, 1, $3) ON CONFLICT (path) DO NOTHING";

/** A slow server, whose version is older, must not put an older hash back. */
const ANNOUNCE = `UPDATE topic SET hash = $2, dataset_version = $3, seq = seq + 1
  WHERE path = $1 AND hash <> $2 AND dataset_version < $3 RETURNING path`;

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
      const [row] = await tx.query(ANNOUNCE, [path, hash, dataset_version]);
      if (row) changed.push(path);
      else await tx.query(KEEP_UP, [path, hash, dataset_version]);
    }
    return changed;
  });
}
