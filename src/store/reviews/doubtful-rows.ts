import type { Queryable } from "../store.ts";

/** Words that are kept in doubt: of stored reviews, or with the number of the import whose undo would need them. */
export type DoubtfulRow = { id: string; run: number | null; doubtful: string };

const EACH = `SELECT id, NULL AS run, doubtful FROM review WHERE doubtful IS NOT NULL
  UNION ALL SELECT id, run, doubtful FROM former_review WHERE doubtful IS NOT NULL`;

/** Those whose oldest words were hidden on this day or before. */
export const readOldDoubtful = (db: Queryable, last_day: string): Promise<DoubtfulRow[]> =>
  db.query(`SELECT id, run, doubtful FROM (${EACH}) AS kept WHERE substr(doubtful, 1, 10) <= $1 ORDER BY id, run`, [
    last_day,
  ]);

/** What is kept for the undo of imports. */
export const readFormerDoubtful = (db: Queryable, id: string): Promise<DoubtfulRow[]> =>
  db.query("SELECT id, run, doubtful FROM former_review WHERE id = $1 AND doubtful IS NOT NULL ORDER BY run", [id]);

export async function saveDoubtful(
  tx: Queryable,
  { id, run, doubtful }: Omit<DoubtfulRow, "doubtful"> & { doubtful: string | null },
): Promise<void> {
  if (run === null) await tx.query("UPDATE review SET doubtful = $2 WHERE id = $1", [id, doubtful]);
  else await tx.query("UPDATE former_review SET doubtful = $3 WHERE id = $1 AND run = $2", [id, run, doubtful]);
}
