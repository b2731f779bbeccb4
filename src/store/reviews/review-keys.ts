import { ensureIdentityKey, keyedHash } from "../erasure/identity-key.ts";
import { inChunks, placeholders, type Queryable, type Store } from "../store.ts";

/**
 * A keyed hash of something that identified a review (import/prepare/known-keys.ts makes it), and the review's source.
 */
export type HashedKey = { key: string; source: string };
export type ReviewKey = HashedKey & { review_id: string };

/** The hash of a match key as it is stored. */
export const hashMatch = (key: string, match_key: string): string => keyedHash(key, `key ${match_key}`);

/** Stores what else identifies reviews, so that erasing one of them later covers those keys, too. */
export const saveReviewKeys = (tx: Queryable, keys: readonly ReviewKey[]): Promise<void> =>
  inChunks(keys, (chunk) =>
    tx.query(
      `INSERT INTO review_key (review_id, key, source) VALUES ${placeholders(chunk.length, 3)} ON CONFLICT DO NOTHING`,
      chunk.flatMap(({ review_id, key, source }) => [review_id, key, source]),
    ),
  );

export async function readReviewKeys(db: Queryable, ids: readonly string[]): Promise<ReviewKey[]> {
  if (ids.length === 0) return [];
  return db.query(
    `SELECT review_id, key, source FROM review_key WHERE review_id IN ${placeholders(1, ids.length)}`,
    ids,
  );
}

/** Ids of the reviews with one of these keys. */
export async function findReviewsByKey(db: Queryable, keys: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  await inChunks(keys, async (chunk) => {
    const rows = await db.query<{ review_id: string }>(
      `SELECT DISTINCT review_id FROM review_key WHERE key IN ${placeholders(1, chunk.length)}`,
      chunk,
    );
    for (const { review_id } of rows) found.add(review_id);
  });
  return [...found];
}

export const saveErasedKeys = (tx: Queryable, keys: readonly HashedKey[]): Promise<void> =>
  inChunks(keys, (chunk) =>
    tx.query(
      `INSERT INTO erased_key (key, source) VALUES ${placeholders(chunk.length, 2)} ON CONFLICT DO NOTHING`,
      chunk.flatMap(({ key, source }) => [key, source]),
    ),
  );

/** For reviews that are erased. Their keys are kept elsewhere, without the reviews. */
export const deleteReviewKeys = (tx: Queryable, ids: readonly string[]): Promise<void> =>
  inChunks(ids, (chunk) =>
    tx.query(`DELETE FROM review_key WHERE review_id IN ${placeholders(1, chunk.length)}`, chunk),
  );

/** By key: the sources of the erased reviews. */
export type ErasedKeys = ReadonlyMap<string, ReadonlySet<string>>;

export function groupSources(keys: readonly HashedKey[]): ErasedKeys {
  const sources = new Map<string, Set<string>>();
  for (const { key, source } of keys) sources.set(key, (sources.get(key) ?? new Set()).add(source));
  return sources;
}

export async function readErasedKeys(db: Queryable, keys: readonly string[]): Promise<ErasedKeys> {
  const found: HashedKey[] = [];
  await inChunks(keys, async (chunk) => {
    const rows = await db.query<HashedKey>(
      `SELECT key, source FROM erased_key WHERE key IN ${placeholders(1, chunk.length)}`,
      chunk,
    );
    found.push(...rows);
  });
  return groupSources(found);
}

export async function hasErasedKeys(db: Queryable): Promise<boolean> {
  return (await db.query("SELECT key FROM erased_key LIMIT 1")).length > 0;
}

/** On SQLite this is a temporary table that hides the permanent one, as for staged reviews. */
export async function createStagedKeys(store: Store): Promise<void> {
  await store.query(
    "CREATE TEMP TABLE IF NOT EXISTS staged_key (run, review_id, key, source, PRIMARY KEY (review_id, key, source))",
  );
}

export async function insertStagedKeys(store: Store, run: string, keys: readonly ReviewKey[]): Promise<void> {
  const insert = (db: Queryable) =>
    inChunks(keys, (chunk) =>
      db.query(
        `INSERT INTO staged_key (run, review_id, key, source) VALUES ${placeholders(chunk.length, 4)} ON CONFLICT DO NOTHING`,
        chunk.flatMap(({ review_id, key, source }) => [run, review_id, key, source]),
      ),
    );
  if (keys.length > 0) await (store.dialect === "sqlite" ? store.view(insert) : insert(store));
}

/** Stores the keys that a run found for stored reviews. They are never shown, so this needs no new version. */
export async function applyStagedKeys(tx: Queryable, run: string): Promise<void> {
  await tx.query(
    `INSERT INTO review_key (review_id, key, source) SELECT review_id, key, source FROM staged_key WHERE run = $1
     ON CONFLICT DO NOTHING`,
    [run],
  );
}

type OldMatch = { review_id: string | null; source: string; match_key: string };

/** Stores of earlier versions have hashes without a key. This hashes them again with the key of the store. */
export async function hashOldMatches(tx: Queryable): Promise<void> {
  const old = await tx.query<OldMatch>(
    `SELECT NULL AS review_id, source, match_key FROM erased_match
     UNION ALL SELECT review_id, source, match_key FROM undone_match`,
  );
  if (old.length === 0) return;
  const key = await ensureIdentityKey(tx);
  const hashed = old.map(({ match_key, ...row }) => ({ ...row, key: hashMatch(key, match_key) }));
  await saveErasedKeys(
    tx,
    hashed.filter(({ review_id }) => review_id === null),
  );
  await saveReviewKeys(
    tx,
    hashed.flatMap(({ review_id, ...row }) => (review_id === null ? [] : { ...row, review_id })),
  );
  await tx.query("DELETE FROM erased_match");
  await tx.query("DELETE FROM undone_match");
}
