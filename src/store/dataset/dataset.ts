import { renderTime } from "../../model/basics/time.ts";
import { type ChangeCause, logChanges } from "../changes/change-log.ts";
import { discardSaved } from "../connection/saved-path.ts";
import { onlyRow, type Queryable, type Store } from "../store.ts";

/**
 * Every change commits the next `version` and a new random `commit_id`. After a restore the version can be lower, or
 * equal by chance. The pair of both is never the same for different data.
 */
export type Dataset = { version: number; commit_id: string; changed_at: string };

const COLUMNS = "version, commit_id, changed_at";
/**
 * Commits that are remembered, to recognize a snapshot of this history. Fewer are made while one build runs.
 */
const KEPT_COMMITS = 1000;
/** A smaller difference can be the duration of the query itself. */
const LEAST_SKEW_MS = 1000;

export async function readDataset(db: Queryable): Promise<Dataset> {
  return onlyRow(await db.query<Dataset>(`SELECT ${COLUMNS} FROM dataset WHERE id = 1`));
}

export const isSameDataset = (a: Omit<Dataset, "changed_at">, b: Omit<Dataset, "changed_at">): boolean =>
  a.version === b.version && a.commit_id === b.commit_id;

/** How far PostgreSQL's clock is ahead of this process's. If several machines share a database, its clock counts. */
async function readClockSkew(tx: Queryable, dialect: Store["dialect"]): Promise<number> {
  if (dialect === "sqlite") return 0;
  const { ms } = onlyRow(
    await tx.query<{ ms: number }>(
      "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS DOUBLE PRECISION) AS ms",
    ),
  );
  const skew_ms = ms - Date.now();
  return Math.abs(skew_ms) < LEAST_SKEW_MS ? 0 : skew_ms;
}

export type LockedDataset = Dataset & { clock_skew_ms: number };

/** The first statement of every change. On PostgreSQL it locks the row, so that changes run one after another. */
export async function lockDataset(tx: Queryable, dialect: Store["dialect"]): Promise<LockedDataset> {
  const locked = await tx.query<Dataset>(`UPDATE dataset SET version = version WHERE id = 1 RETURNING ${COLUMNS}`);
  return { ...onlyRow(locked), clock_skew_ms: await readClockSkew(tx, dialect) };
}

/**
 * The time of a change for Last-Modified: whole seconds, and later than every earlier change, even if there are two
 * changes in one second or the clock was set back. Otherwise If-Modified-Since would get a 304 after a change.
 */
export function commitTime(before: Pick<LockedDataset, "changed_at" | "clock_skew_ms">, now: Date): string {
  const second = Math.floor((now.getTime() + before.clock_skew_ms) / 1000);
  return renderTime(1000 * Math.max(second, Math.floor(Date.parse(before.changed_at) / 1000) + 1));
}

/**
 * Call it in the transaction of the change: servers then see the new version, and the log its entries, exactly when they
 * can read the change.
 */
export async function bumpDataset(
  tx: Queryable,
  dialect: Store["dialect"],
  changed_at: string,
  cause: ChangeCause = null,
): Promise<number> {
  const adds = await logChanges(tx, changed_at, cause);
  return writeCommit(tx, dialect, changed_at, { step: 1, adds });
}

/** Another commit of the same version, which every server builds anew. */
export const renameCommit = (tx: Queryable, dialect: Store["dialect"], changed_at: string): Promise<number> =>
  writeCommit(tx, dialect, changed_at, { step: 0, adds: false });

/** `adds`: nothing but reviews was added. Otherwise no state of before may be served again. */
async function writeCommit(
  tx: Queryable,
  dialect: Store["dialect"],
  changed_at: string,
  { step, adds }: { step: 0 | 1; adds: boolean },
): Promise<number> {
  if (!adds) discardSaved(tx.saved_path);
  const commit_id = crypto.getRandomValues(new Uint8Array(16)).toHex();
  const { version } = onlyRow(
    await tx.query<Dataset>(
      `UPDATE dataset SET version = version + ${step}, commit_id = $1, changed_at = $2
       ${adds ? "" : `, destructive_version = version + ${step}`} WHERE id = 1 RETURNING ${COLUMNS}`,
      [commit_id, changed_at],
    ),
  );
  await tx.query(
    `INSERT INTO dataset_commit (version, commit_id) VALUES ($1, $2)
     ON CONFLICT (version) DO UPDATE SET commit_id = excluded.commit_id`,
    [version, commit_id],
  );
  await tx.query("DELETE FROM dataset_commit WHERE version <= $1", [version - KEPT_COMMITS]);
  if (dialect === "postgres") await tx.query("SELECT pg_notify('candor_dataset', '')");
  return version;
}

/** False if the commit belongs to another history: a backup was restored or an older replica was promoted since. */
export async function isOfThisHistory(db: Queryable, made: Omit<Dataset, "changed_at">): Promise<boolean> {
  if (isSameDataset(await readDataset(db), made)) return true;
  const known = await db.query("SELECT version FROM dataset_commit WHERE version = $1 AND commit_id = $2", [
    made.version,
    made.commit_id,
  ]);
  return known.length > 0;
}

/** Makes a new version when something other than a review changed. */
export async function bumpVersion({ dialect }: Pick<Store, "dialect">, tx: Queryable, now: Date): Promise<void> {
  await bumpDataset(tx, dialect, commitTime(await lockDataset(tx, dialect), now), "other");
}
