import { renderTime } from "../model/time.ts";
import type { Queryable, Store } from "./store.ts";

export type Dataset = { version: number; changed_at: string };

export async function readDataset(db: Queryable): Promise<Dataset> {
  const [row] = await db.query<Dataset>("SELECT version, changed_at FROM dataset WHERE id = 1");
  if (!row) throw new Error("the dataset row is missing");
  return row;
}

/** The first statement of every change. On PostgreSQL it locks the row, so that changes run one after another. */
export async function lockDataset(tx: Queryable): Promise<Dataset> {
  const [row] = await tx.query<Dataset>(
    "UPDATE dataset SET version = version WHERE id = 1 RETURNING version, changed_at",
  );
  if (!row) throw new Error("the dataset row is missing");
  return row;
}

/**
 * The time of a change for Last-Modified: whole seconds, and later than every earlier change, even if two fall into one
 * second or the clock was set back. Otherwise If-Modified-Since would get 304 after a change.
 */
export function commitTime(before: Dataset, now: Date): string {
  const second = Math.floor(now.getTime() / 1000);
  return renderTime(1000 * Math.max(second, Math.floor(Date.parse(before.changed_at) / 1000) + 1));
}

/** Runs in the transaction of the change: servers see the new version exactly when they can read the change. */
export async function bumpDataset(tx: Queryable, dialect: Store["dialect"], changed_at: string): Promise<number> {
  const [row] = await tx.query<Dataset>(
    "UPDATE dataset SET version = version + 1, changed_at = $1 WHERE id = 1 RETURNING version, changed_at",
    [changed_at],
  );
  if (!row) throw new Error("the dataset row is missing");
  if (dialect === "postgres") await tx.query("SELECT pg_notify('candor_dataset', '')");
  return row.version;
}
