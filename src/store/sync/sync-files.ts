import type { Queryable } from "../store.ts";

/** A file of a watched folder. `stamp` changes when the file does. */
export type SyncFile = {
  path: string;
  stamp: string;
  /** sha256 of its content, after it was read. */
  hash: string | null;
  state: "seen" | "imported" | "failed";
  fault: string | null;
};

export async function readSyncFiles(db: Queryable, source: string): Promise<SyncFile[]> {
  return db.query("SELECT path, stamp, hash, state, fault FROM sync_file WHERE source = $1 ORDER BY path", [source]);
}

export async function saveSyncFile(db: Queryable, source: string, file: SyncFile): Promise<void> {
  await db.query(
    `INSERT INTO sync_file (source, path, stamp, hash, state, fault) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (source, path) DO UPDATE SET
       stamp = excluded.stamp, hash = excluded.hash, state = excluded.state, fault = excluded.fault`,
    [source, file.path, file.stamp, file.hash, file.state, file.fault],
  );
}

/** When a failed file is deleted, it is no longer a fault. Imported files are remembered by their content. */
export async function forgetSyncFile(db: Queryable, source: string, path: string): Promise<void> {
  await db.query("DELETE FROM sync_file WHERE source = $1 AND path = $2", [source, path]);
}
