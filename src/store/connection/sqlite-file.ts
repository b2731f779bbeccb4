import { closeSync, openSync, readSync, statSync } from "node:fs";

/**
 * What happened to the file of an open database. `replaced`: another file has its name. `written`: another program
 * changed it or the files beside it.
 */
export type FileChange = "gone" | "replaced" | "written";

type Stat = { id: string; written: string };
type Look = { database: Stat | null; wal: string | null; shm: string | null; checkpoint: Checkpoint };
type Checkpoint = { key: string; running: boolean };

const LOOKS = 3;
/** The longest time that a checkpoint can take. */
const CHECKPOINT_MS = 60_000;
/**
 * The part of the wal-index that we read (sqlite.org/walformat.html §2): its header and the progress of a checkpoint.
 */
const INDEX_BYTES = 132;
const [SALTS, BACKFILLED, ATTEMPTED] = [32, 96, 128];

function statOf(path: string): Stat | null {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat ? { id: `${stat.dev}:${stat.ino}`, written: `${stat.mtimeNs}:${stat.size}` } : null;
}

/** Only a checkpoint writes to the file while it is open, and the wal-index contains its progress. */
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
    // If a checkpoint ran between the two reads, its write would look like one by another program. Read again.
    const still = statOf(path)?.written === database?.written;
    if (still || looks === LOOKS) return { database, wal, shm, checkpoint };
  }
}

export type FileWatch = {
  /** What happened since the database was opened. */
  changed(): FileChange | null;
  /** True if the file beside the database is still the one that was there when it was opened. */
  isOurs(suffix: "-wal" | "-shm"): boolean;
  /** Call it after the connection is closed. */
  close(): void;
};

/**
 * Watches the file of a database that is open in WAL mode. Each check takes a few system calls. The wal-index stays
 * open, because closing any descriptor of a file drops all locks of this process on it (sqlite.org/howtocorrupt.html
 * §2.2).
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
      // Both files stay the same while a connection is open.
      if (now.wal !== opened.wal || now.shm !== opened.shm) return "written";
      if (now.checkpoint.key !== seen.checkpoint.key) checkpoint_ms = performance.now();
      // A checkpoint that died halfway looks like a running one, so it counts only for a limited time.
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
