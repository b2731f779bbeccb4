import type { Tombstone } from "../../model/review.ts";
import type { DeletionReason } from "../../model/review-kinds.ts";
import { inChunks, placeholders, type Queryable } from "../store.ts";

/** A condition for tombstones whose review an import may bring back. */
export const MAY_RETURN = "reason IN ('removed_at_source', 'import_undone')";

export async function readTombstones(db: Queryable, ids: readonly string[]): Promise<Tombstone[]> {
  if (ids.length === 0) return [];
  return db.query<Tombstone>(
    `SELECT id, date, deleted_at, reason FROM tombstone WHERE id IN ${placeholders(1, ids.length)}`,
    ids,
  );
}

export async function saveTombstones(tx: Queryable, tombstones: readonly Tombstone[], changed_at: string) {
  await inChunks(tombstones, (chunk) =>
    tx.query(
      `INSERT INTO tombstone (id, date, deleted_at, reason, changed_at) VALUES ${placeholders(chunk.length, 5)}
       ON CONFLICT (id) DO UPDATE SET
         date = excluded.date, deleted_at = excluded.deleted_at, reason = excluded.reason, changed_at = excluded.changed_at`,
      chunk.flatMap(({ id, date, deleted_at, reason }) => [id, date, deleted_at, reason, changed_at]),
    ),
  );
}

export async function countTombstones(db: Queryable): Promise<Partial<Record<DeletionReason, number>>> {
  const rows = await db.query<{ reason: DeletionReason; count: number }>(
    "SELECT reason, CAST(count(*) AS INTEGER) AS count FROM tombstone GROUP BY reason ORDER BY reason",
  );
  return Object.fromEntries(rows.map(({ reason, count }) => [reason, count]));
}

export const readNewestTombstones = (db: Queryable, limit: number, offset: number): Promise<Tombstone[]> =>
  db.query("SELECT id, date, deleted_at, reason FROM tombstone ORDER BY deleted_at DESC, id LIMIT $1 OFFSET $2", [
    limit,
    offset,
  ]);

/** The tombstones of erased reviews. Nothing brings those reviews back. */
export async function readErasedTombstones(db: Queryable): Promise<Tombstone[]> {
  return db.query(`SELECT id, date, deleted_at, reason FROM tombstone WHERE NOT (${MAY_RETURN}) ORDER BY id`);
}
