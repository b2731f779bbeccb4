import { inChunks, placeholders, type Queryable } from "../store.ts";

/** An analysis as stored: JSON, with the key of the text, engine and taxonomy that produced it. */
export type StoredAnalysis = { review_id: string; key: string; body: string };

/** By review id. */
export type KeptAnalyses = Map<string, { key: string; body: string }>;

/** The stored analyses of the given reviews; the caller checks whether each key still matches. */
export async function readAnalyses(db: Queryable, review_ids: readonly string[]): Promise<KeptAnalyses> {
  if (review_ids.length === 0) return new Map();
  const rows = await db.query<StoredAnalysis>(
    `SELECT review_id, key, body FROM analysis WHERE review_id IN ${placeholders(1, review_ids.length)}`,
    review_ids,
  );
  return new Map(rows.map(({ review_id, key, body }) => [review_id, { key, body }]));
}

/** Skips reviews that were removed in the meantime: an analysis must not outlive its review. */
export async function saveAnalyses(tx: Queryable, analyses: readonly StoredAnalysis[]): Promise<void> {
  await inChunks(analyses, (chunk) =>
    tx.query(
      `INSERT INTO analysis (review_id, key, body)
       SELECT made.column1, made.column2, made.column3 FROM (VALUES ${placeholders(chunk.length, 3)}) AS made
       WHERE made.column1 IN (SELECT id FROM review)
       ON CONFLICT (review_id) DO UPDATE SET key = excluded.key, body = excluded.body`,
      chunk.flatMap(({ review_id, key, body }) => [review_id, key, body]),
    ),
  );
}
