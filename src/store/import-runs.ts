import { renderTime } from "../model/time.ts";
import type { Queryable } from "./store.ts";

/** How long an import can be taken back, and the words that this needs are kept. */
export const UNDO_DAYS = 30;

/** How many rows an import read, and what became of them. */
export type RunCounts = {
  read: number;
  added: number;
  /** How many of those added are held. */
  added_held: number;
  updated: number;
  unchanged: number;
  kept_out: number;
  rejected: number;
  removed: number;
};

/** A complete export that an import noted, and the one that was noted before it. */
export type NotedExport = { format: string; location: string | null; exported_at: string; before: string | null };

export type RunFile = { file: string; format: string; rows: number };

/** An import that changed something. */
export type StoredRun = {
  number: number;
  /** The version of the dataset that it made. */
  version: number;
  committed_at: string;
  files: RunFile[];
  counts: RunCounts;
  exports: NotedExport[];
  undone_at: string | null;
  /** When the words that taking it back needs were deleted. */
  forgotten_at: string | null;
};

type Row = Omit<StoredRun, "files" | "counts" | "exports"> & { files: string; counts: string; exports: string };
const COLUMNS = "number, version, committed_at, files, counts, exports, undone_at, forgotten_at";

const parseRun = (row: Row): StoredRun => ({
  ...row,
  files: JSON.parse(row.files),
  counts: JSON.parse(row.counts),
  exports: JSON.parse(row.exports),
});

/** The number of the next import. Call it while the dataset is locked. */
export async function nextRunNumber(tx: Queryable): Promise<number> {
  const [row] = await tx.query<{ last: number | null }>("SELECT max(number) AS last FROM import_run");
  return (row?.last ?? 0) + 1;
}

export async function saveRun(tx: Queryable, run: Omit<StoredRun, "undone_at" | "forgotten_at">): Promise<void> {
  const { number, version, committed_at, files, counts, exports } = run;
  await tx.query(
    "INSERT INTO import_run (number, version, committed_at, files, counts, exports) VALUES ($1, $2, $3, $4, $5, $6)",
    [number, version, committed_at, JSON.stringify(files), JSON.stringify(counts), JSON.stringify(exports)],
  );
}

/** The newest imports first. */
export async function readRuns(db: Queryable, limit: number): Promise<StoredRun[]> {
  const rows = await db.query<Row>(`SELECT ${COLUMNS} FROM import_run ORDER BY number DESC LIMIT $1`, [limit]);
  return rows.map(parseRun);
}

export async function readRun(db: Queryable, number: number): Promise<StoredRun | null> {
  const [row] = await db.query<Row>(`SELECT ${COLUMNS} FROM import_run WHERE number = $1`, [number]);
  return row ? parseRun(row) : null;
}

/** The newest import that was not taken back. */
export async function readLastRun(db: Queryable): Promise<StoredRun | null> {
  const [row] = await db.query<Row>(
    `SELECT ${COLUMNS} FROM import_run WHERE undone_at IS NULL ORDER BY number DESC LIMIT 1`,
  );
  return row ? parseRun(row) : null;
}

export async function markUndone(tx: Queryable, number: number, undone_at: string): Promise<void> {
  await tx.query("UPDATE import_run SET undone_at = $2 WHERE number = $1", [number, undone_at]);
}

/** Deletes the words that are kept for imports that are too old to be taken back. */
export async function forgetRuns(tx: Queryable, now: string): Promise<void> {
  const before = renderTime(Date.parse(now) - UNDO_DAYS * 86_400_000);
  await tx.query("DELETE FROM former_review WHERE run IN (SELECT number FROM import_run WHERE committed_at < $1)", [
    before,
  ]);
  await tx.query(
    "UPDATE import_run SET forgotten_at = $2 WHERE committed_at < $1 AND undone_at IS NULL AND forgotten_at IS NULL",
    [before, now],
  );
}
