import { STORED_COLUMNS, type StoredReview } from "./reviews.ts";
import { placeholders, type Queryable } from "./store.ts";

/** Stands in `changed_at` and `moved_at` of a staged row for the time at which the run commits. */
export const AT_COMMIT = "";

const COLUMNS = STORED_COLUMNS.join(", ");
const COLUMN_COUNT = STORED_COLUMNS.length + 2;

export async function insertStaged(
  db: Queryable,
  run: string,
  rows: readonly StoredReview[],
  staged_at: string,
): Promise<void> {
  if (rows.length === 0) return;
  // The row that came later replaces the one of the same id: the caller merged them.
  await db.query(
    `INSERT INTO staging (run, staged_at, ${COLUMNS}) VALUES ${placeholders(rows.length, COLUMN_COUNT)}
     ON CONFLICT (run, id) DO UPDATE SET ${STORED_COLUMNS.map((name) => `${name} = excluded.${name}`).join(", ")}`,
    rows.flatMap((row) => [run, staged_at, ...STORED_COLUMNS.map((name) => row[name])]),
  );
}

export async function readStaged(db: Queryable, run: string, ids: readonly string[]): Promise<StoredReview[]> {
  if (ids.length === 0) return [];
  const list = ids.map((_, index) => `$${index + 2}`).join(",");
  return db.query(`SELECT ${COLUMNS} FROM staging WHERE run = $1 AND id IN (${list})`, [run, ...ids]);
}

export async function readStagedByMatch(db: Queryable, run: string, keys: readonly string[]): Promise<StoredReview[]> {
  if (keys.length === 0) return [];
  const list = keys.map((_, index) => `$${index + 2}`).join(",");
  return db.query(`SELECT ${COLUMNS} FROM staging WHERE run = $1 AND match_key IN (${list}) ORDER BY id`, [
    run,
    ...keys,
  ]);
}

/** Publishes a run: what edits replace goes into the private history, then the staged rows take their places. */
export async function applyStaged(tx: Queryable, run: string, committed_at: string): Promise<void> {
  await tx.query(
    `INSERT INTO review_revision (review_id, revision, rating, title, text, reply_text, updated_at, replaced_at)
     SELECT review.id, review.revision, review.rating, review.title, review.text, review.reply_text,
       review.updated_at, CAST($2 AS TEXT)
     FROM staging JOIN review ON review.id = staging.id
     WHERE staging.run = $1 AND staging.revision > review.revision
     ON CONFLICT (review_id, revision) DO NOTHING`,
    [run, committed_at],
  );
  await tx.query(
    `DELETE FROM tombstone WHERE reason = 'removed_at_source' AND id IN (SELECT id FROM staging WHERE run = $1)`,
    [run],
  );
  const source = STORED_COLUMNS.map((name) =>
    name === "changed_at" || name === "moved_at"
      ? `CASE WHEN ${name} = '${AT_COMMIT}' THEN CAST($2 AS TEXT) ELSE ${name} END`
      : name,
  );
  const updates = STORED_COLUMNS.filter((name) => name !== "id").map((name) => `${name} = excluded.${name}`);
  await tx.query(
    `INSERT INTO review (${COLUMNS}) SELECT ${source.join(", ")} FROM staging WHERE run = $1
     ON CONFLICT (id) DO UPDATE SET ${updates.join(", ")}`,
    [run, committed_at],
  );
}

/** A bounded bite, so that cleaning up after a big run holds no long lock. True while there is more. */
export async function deleteStaged(db: Queryable, run: string, limit: number): Promise<boolean> {
  const gone = await db.query(
    `DELETE FROM staging WHERE run = $1 AND id IN (SELECT id FROM staging WHERE run = $1 ORDER BY id LIMIT $2)
     RETURNING id`,
    [run, limit],
  );
  return gone.length === limit;
}

/** Runs that staged nothing since `before`: their process died. */
export async function readDeadRuns(db: Queryable, before: string): Promise<string[]> {
  const rows = await db.query<{ run: string }>(
    "SELECT run FROM staging GROUP BY run HAVING max(staged_at) < $1 ORDER BY run",
    [before],
  );
  return rows.map(({ run }) => run);
}
