import { closeSync, openSync, readSync, statSync } from "node:fs";

/**
 * What happened to the file of an open database. `replaced`: another file has its name. `written`: its bytes, or the files
 * beside it, changed, and SQLite did not do it.
 */
export type FileChange = "gone" | "replaced" | "written";

type Stat = { id: string; written: string };
type Look = { database: Stat | null; wal: string | null; shm: string | null; checkpoint: Checkpoint };
type Checkpoint = { key: string; running: boolean };

const LOOKS = 3;
/** No checkpoint takes longer. */
const CHECKPOINT_MS = 60_000;
/** Of the wal-index (sqlite.org/walformat.html §2): its header, and how far a checkpoint came and wants to come. */
const INDEX_BYTES = 132;
const [SALTS, BACKFILLED, ATTEMPTED] = [32, 96, 128];

function statOf(path: string): Stat | null {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat ? { id: `${stat.dev}:${stat.ino}`, written: `${stat.mtimeNs}:${stat.size}` } : null;
}

/** A checkpoint is what writes to the file while it is open; the wal-index says how far one came. */
function readCheckpoint(index: number): Checkpoint {
  const bytes = Buffer.alloc(INDEX_BYTES);
  readSync(index, bytes, 0, INDEX_BYTES, 0);
  const [backfilled, attempted] = [bytes.readUInt32LE(BACKFILLED), bytes.readUInt32LE(ATTEMPTED)];
  const salts = bytes.subarray(SALTS, SALTS + 8).toString("hex"); // new when the log begins again
  return { key: `${salts} ${backfilled} ${attempted}`, running: attempted !== backfilled };
}

function look(path: string, index: number): Look {
  const wal = statOf(`${path}-wal`)?.id ?? null;
  const shm = statOf(`${path}-shm`)?.id ?? null;
  for (let looks = 1; ; looks += 1) {
    const database = statOf(path);
    const checkpoint = readCheckpoint(index);
    // A checkpoint between the two would be taken for a write that none explains.
    const still = statOf(path)?.written === database?.written;
    if (still || looks === LOOKS) return { database, wal, shm, checkpoint };
  }
}

export type FileWatch = {
  /** What happened since the database was opened. */
  changed(): FileChange | null;
  /** Whether the file beside it is still the one of this database. */
  isOurs(suffix: "-wal" | "-shm"): boolean;
  /** After the connection is closed. */
  close(): void;
};

/**
 * Watches the file of a database that is open in WAL mode. A look is a few system calls. The wal-index stays open: closing
 * any descriptor of a file drops all of this process's locks on it (sqlite.org/howtocorrupt.html §2.2).
 */
export function openFileWatch(path: string): FileWatch {
  const index = openSync(`${path}-shm`, "r");
  const opened = look(path, index);
  let seen = opened;
  let checkpoint_ms = Number.NEGATIVE_INFINITY;
  return {
    changed() {
      const now = look(path, index);
      if (now.database === null) return "gone";
      if (now.database.id !== opened.database?.id) return "replaced";
      // Both stay while a connection is open.
      if (now.wal !== opened.wal || now.shm !== opened.shm) return "written";
      if (now.checkpoint.key !== seen.checkpoint.key) checkpoint_ms = performance.now();
      // One that died halfway looks like one that runs.
      const runs = now.checkpoint.running && performance.now() - checkpoint_ms < CHECKPOINT_MS;
      const explained = runs || now.checkpoint.key !== seen.checkpoint.key;
      if (now.database.written !== seen.database?.written && !explained) return "written";
      seen = now;
      return null;
    },
    isOurs: (suffix) => {
      const id = statOf(`${path}${suffix}`)?.id ?? null;
      return id !== null && id === (suffix === "-wal" ? opened.wal : opened.shm);
    },
    close: () => closeSync(index),
  };
}
