import { DAY_MS, renderTime } from "../../model/basics/time.ts";
import { onlyRow, type Queryable } from "../store.ts";

/** For how many days an import can be undone. The words that this needs are kept as long. */
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

/** A complete export that an import noted, and the time that was noted before. */
export type NotedExport = { format: string; location: string | null; exported_at: string; before: string | null };

export type RunFile = { file: string; format: string; rows: number };

/** An import that changed something. */
export type StoredRun = {
  number: number;
  /** The dataset version that it created. */
  version: number;
  committed_at: string;
  files: RunFile[];
  counts: RunCounts;
  exports: NotedExport[];
  undone_at: string | null;
  /** When the words that undoing it needs were deleted. */
  forgotten_at: string | null;
  /** 1: the reviews it contained that were already stored are noted. 0: an older program made this import. */
  noted: number;
  /** The source that it read. Null for an import by hand. */
  sync_source: string | null;
  /** 1: by hand or from a folder; 0: from a URL or another Candor. */
  by_owner: number;
};

/** A condition on `import_run`. */
export const UNDO_POSSIBLE = "undone_at IS NULL AND forgotten_at IS NULL";

type Row = Omit<StoredRun, "files" | "counts" | "exports"> & { files: string; counts: string; exports: string };
const COLUMNS =
  "number, version, committed_at, files, counts, exports, undone_at, forgotten_at, noted, sync_source, by_owner";

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

export async function saveRun(
  tx: Queryable,
  run: Omit<StoredRun, "undone_at" | "forgotten_at" | "noted">,
): Promise<void> {
  const { number, version, committed_at, files, counts, exports, sync_source, by_owner } = run;
  const json = [files, counts, exports].map((value) => JSON.stringify(value));
  await tx.query(
    `INSERT INTO import_run (number, version, committed_at, files, counts, exports, noted, sync_source, by_owner)
     VALUES ($1, $2, $3, $4, $5, $6, 1, $7, $8)`,
    [number, version, committed_at, ...json, sync_source, by_owner],
  );
}

export async function readRuns(db: Queryable, limit: number, offset = 0): Promise<StoredRun[]> {
  const rows = await db.query<Row>(`SELECT ${COLUMNS} FROM import_run ORDER BY number DESC LIMIT $1 OFFSET $2`, [
    limit,
    offset,
  ]);
  return rows.map(parseRun);
}

export async function countRuns(db: Queryable): Promise<number> {
  return onlyRow(await db.query<{ count: number }>("SELECT CAST(count(*) AS INTEGER) AS count FROM import_run")).count;
}

export async function readRun(db: Queryable, number: number): Promise<StoredRun | null> {
  const [row] = await db.query<Row>(`SELECT ${COLUMNS} FROM import_run WHERE number = $1`, [number]);
  return row ? parseRun(row) : null;
}

/** The newest import that was not undone. */
export async function readLastRun(db: Queryable): Promise<StoredRun | null> {
  const [row] = await db.query<Row>(
    `SELECT ${COLUMNS} FROM import_run WHERE undone_at IS NULL ORDER BY number DESC LIMIT 1`,
  );
  return row ? parseRun(row) : null;
}

/** Imports after a number that were not undone. */
export async function readLaterRuns(db: Queryable, number: number): Promise<StoredRun[]> {
  const rows = await db.query<Row>(
    `SELECT ${COLUMNS} FROM import_run WHERE number > $1 AND undone_at IS NULL ORDER BY number`,
    [number],
  );
  return rows.map(parseRun);
}

/** If a later import remembers the undone import's export as the one before its own, it gets the one before that. */
export async function skipExports(tx: Queryable, undone: StoredRun, later: readonly StoredRun[]): Promise<void> {
  for (const { number, exports } of later) {
    const next = exports.map((noted) => {
      const gone = undone.exports.find(
        ({ format, location, exported_at }) =>
          format === noted.format && location === noted.location && exported_at === noted.before,
      );
      return gone ? { ...noted, before: gone.before } : noted;
    });
    if (!Bun.deepEquals(next, exports))
      await tx.query("UPDATE import_run SET exports = $2 WHERE number = $1", [number, JSON.stringify(next)]);
  }
}

export async function markUndone(tx: Queryable, number: number, undone_at: string): Promise<void> {
  await tx.query("UPDATE import_run SET undone_at = $2 WHERE number = $1", [number, undone_at]);
}

/** Deletes the words that were kept for imports that are now too old to be undone. */
export async function forgetRuns(tx: Queryable, now: string): Promise<void> {
  const before = renderTime(Date.parse(now) - UNDO_DAYS * DAY_MS);
  for (const table of ["former_review", "sighting"])
    await tx.query(`DELETE FROM ${table} WHERE run IN (SELECT number FROM import_run WHERE committed_at < $1)`, [
      before,
    ]);
  await tx.query(
    "UPDATE import_run SET forgotten_at = $2 WHERE committed_at < $1 AND undone_at IS NULL AND forgotten_at IS NULL",
    [before, now],
  );
}
