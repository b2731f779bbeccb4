import { applyStagedKeys, createStagedKeys } from "../reviews/review-keys.ts";
import { MATCH_LIMIT, STORED_COLUMNS, type StoredReview } from "../reviews/reviews.ts";
import { MAY_RETURN } from "../reviews/tombstones.ts";
import { inChunks, inPages, isStaged, placeholders, type Queryable, type Store, type Value } from "../store.ts";
import { createStagedSightings } from "./sightings.ts";

/** In `changed_at` and `moved_at` of a staged row, this means the time at which the run commits. */
const AT_COMMIT = "";

const COLUMNS = STORED_COLUMNS.join(", ");
const COLUMN_COUNT = STORED_COLUMNS.length + 2;

/**
 * On SQLite a run stages its rows in a temporary table that hides the permanent one. It is in a separate file, so
 * staging takes no lock, writes no log and leaves nothing behind, however the process ends.
 */
export async function createStaging(store: Store): Promise<void> {
  if (store.dialect !== "sqlite") return;
  // 16 MB for the copy that publishes the rows. Their keys are hashes, so with a small cache the same pages would be
  // written repeatedly.
  await store.query("PRAGMA cache_size = -16000");
  await store.query("PRAGMA temp.cache_size = -8000");
  await store.query("PRAGMA temp.journal_mode = MEMORY");
  await store.query("PRAGMA temp.secure_delete = OFF");
  // Only one run at a time uses it, so `run` is not in the key, and publishing reads the rows in the order they were
  // written.
  await store.query(`CREATE TEMP TABLE IF NOT EXISTS staging (run, staged_at, ${COLUMNS}, PRIMARY KEY (id))`);
  await store.query("CREATE INDEX IF NOT EXISTS temp.staging_match_key ON staging (match_key)");
  await createStagedKeys(store);
  await createStagedSightings(store);
}

const INSERT = `INSERT INTO staging (run, staged_at, ${COLUMNS}) VALUES `;
type StagedAs = {
  staged_at: string;
  /** Ids that are already staged; the caller has merged them into the new rows. */
  again: string[];
};

async function deleteRows(db: Queryable, run: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.query(`DELETE FROM staging WHERE run = $1 AND id IN ${placeholders(1, ids.length, 2)}`, [run, ...ids]);
}

async function insertChunks(db: Queryable, run: string, rows: readonly StoredReview[], as: StagedAs, size: number) {
  await deleteRows(db, run, as.again);
  const insert = (chunk: readonly StoredReview[]) => {
    const values: Value[] = [];
    for (const row of chunk) {
      values.push(run, as.staged_at);
      for (const name of STORED_COLUMNS) values.push(row[name]);
    }
    return db.query(`${INSERT}${placeholders(chunk.length, COLUMN_COUNT)}`, values);
  };
  await inChunks(rows, insert, size);
}

export async function insertStaged(store: Store, run: string, rows: readonly StoredReview[], as: StagedAs) {
  if (store.dialect === "postgres") return insertChunks(store, run, rows, as, 500);
  // A view may write to the temporary table: one transaction per batch and no lock on the data. Statements of 14 rows
  // are short enough to stay prepared.
  return store.view((tx) => insertChunks(tx, run, rows, as, 14));
}

/** The same inside of the transaction that publishes them: for a few rows. */
export const stageWithin = (tx: Queryable, run: string, rows: readonly StoredReview[], staged_at: string) =>
  insertChunks(tx, run, rows, { staged_at, again: [] }, 14);

export async function readStaged(db: Queryable, run: string, ids: readonly string[]): Promise<StoredReview[]> {
  if (ids.length === 0) return [];
  return db.query(`SELECT ${COLUMNS} FROM staging WHERE run = $1 AND id IN ${placeholders(1, ids.length, 2)}`, [
    run,
    ...ids,
  ]);
}

export async function readStagedByMatch(db: Queryable, run: string, keys: readonly string[]): Promise<StoredReview[]> {
  if (keys.length === 0) return [];
  return db.query(
    `SELECT ${COLUMNS} FROM staging WHERE run = $1 AND match_key IN ${placeholders(1, keys.length, 2)}
     ORDER BY match_key, id LIMIT ${MATCH_LIMIT}`,
    [run, ...keys],
  );
}

type StagedText = Pick<StoredReview, "id" | "language" | "translation_text" | "translation_language"> & {
  text: string;
};

/** The texts that a run will publish, in pages. */
export const readStagedTexts = (db: Queryable, run: string) =>
  inPages<StagedText>((last, limit) =>
    db.query(
      `SELECT id, text, language, translation_text, translation_language FROM staging
       WHERE run = $1 AND id > $2 AND state = 'published' AND text IS NOT NULL ORDER BY id LIMIT $3`,
      [run, last?.id ?? "", limit],
    ),
  );

/**
 * Identifies a run that is being published. `number` is null for an undo, for which nothing is kept. `bringer` is the URL
 * or other Candor server that was read. Null: the owner.
 */
export type Publication = { run: string; committed_at: string; number: number | null; bringer: string | null };

/** Keeps what an import replaces: the words in the private history and the whole row for `candor undo`. */
async function keepReplaced(tx: Queryable, { run, committed_at, number }: Omit<Publication, "bringer">): Promise<void> {
  await tx.query(
    `INSERT INTO review_revision (review_id, revision, rating, title, text, reply_text, sketch, updated_at, replaced_at)
     SELECT review.id, review.revision, review.rating, review.title, review.text, review.reply_text, review.sketch,
       review.updated_at, CAST($2 AS TEXT)
     FROM staging JOIN review ON review.id = staging.id
     WHERE staging.run = $1 AND staging.revision > review.revision
     ON CONFLICT (review_id, revision) DO NOTHING`,
    [run, committed_at],
  );
  if (number === null) return;
  const columns = STORED_COLUMNS.map((name) => `review.${name}`).join(", ");
  await tx.query(
    `INSERT INTO former_review (run, kind, added_by, brought_by, owner_run, ${COLUMNS})
     SELECT CAST($2 AS INTEGER), 'updated', review.added_by, review.brought_by, review.owner_run, ${columns}
     FROM staging JOIN review ON review.id = staging.id WHERE staging.run = $1`,
    [run, number],
  );
}

/** Publishes a run: keeps the rows it replaces, then replaces them with the staged rows. */
export async function applyStaged(tx: Queryable, publication: Publication): Promise<void> {
  const { run, committed_at, number, bringer } = publication;
  await keepReplaced(tx, publication);
  await tx.query(`DELETE FROM tombstone WHERE ${MAY_RETURN} AND ${isStaged("tombstone.id")}`, [run]);
  await applyStagedKeys(tx, run);
  const source = STORED_COLUMNS.map((name) =>
    name === "changed_at" || name === "moved_at"
      ? `CASE WHEN ${name} = '${AT_COMMIT}' THEN CAST($2 AS TEXT) ELSE ${name} END`
      : name,
  );
  const updates = STORED_COLUMNS.filter((name) => name !== "id").map((name) => `${name} = excluded.${name}`);
  await tx.query(
    `INSERT INTO review (${COLUMNS}, added_by, brought_by)
     SELECT ${source.join(", ")}, CAST($3 AS INTEGER), CAST($4 AS TEXT) FROM staging WHERE run = $1
     ON CONFLICT (id) DO UPDATE SET ${updates.join(", ")}`,
    [run, committed_at, number, bringer],
  );
}

const DELETE_ROWS = 5000;

/** Deletes what a run staged. On PostgreSQL in chunks, so that no lock is held for long. */
export async function deleteStaged(store: Store, run: string): Promise<void> {
  if (store.dialect === "sqlite") {
    await store.query("DELETE FROM temp.staging");
    await store.query("DELETE FROM temp.staged_key");
    await store.query("DELETE FROM temp.staged_sighting");
    return;
  }
  await store.query("DELETE FROM staged_key WHERE run = $1", [run]);
  await store.query("DELETE FROM staged_sighting WHERE run = $1", [run]);
  for (let gone = DELETE_ROWS; gone === DELETE_ROWS; ) {
    const rows = await store.query(
      `DELETE FROM staging WHERE run = $1 AND id IN (SELECT id FROM staging WHERE run = $1 ORDER BY id LIMIT ${DELETE_ROWS})
       RETURNING id`,
      [run],
    );
    gone = rows.length;
  }
}

/** Runs that have staged nothing since `before`: their process died. */
export async function readDeadRuns(db: Queryable, before: string): Promise<string[]> {
  const rows = await db.query<{ run: string }>(
    `SELECT run FROM (SELECT run, staged_at FROM staging UNION ALL SELECT run, staged_at FROM staged_sighting) AS staged
     GROUP BY run HAVING max(staged_at) < $1 ORDER BY run`,
    [before],
  );
  return rows.map(({ run }) => run);
}
