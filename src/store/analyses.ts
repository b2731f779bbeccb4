import { placeholders, type Queryable } from "./store.ts";

/** An analysis as it is kept: JSON, under the key of the text, engine and taxonomy it was made with. */
export type StoredAnalysis = { review_id: string; key: string; body: string };

/** By review id. */
export type KeptAnalyses = Map<string, { key: string; body: string }>;

const CHUNK = 300;

/** Those kept of the given reviews; the caller checks whether their key still fits. */
export async function readAnalyses(db: Queryable, review_ids: readonly string[]): Promise<KeptAnalyses> {
  if (review_ids.length === 0) return new Map();
  const rows = await db.query<StoredAnalysis>(
    `SELECT review_id, key, body FROM analysis WHERE review_id IN ${placeholders(1, review_ids.length)}`,
    review_ids,
  );
  return new Map(rows.map(({ review_id, key, body }) => [review_id, { key, body }]));
}

/** Reviews that were taken back meanwhile are passed over: their analysis must not come after them. */
export async function saveAnalyses(tx: Queryable, analyses: readonly StoredAnalysis[]): Promise<void> {
  for (let from = 0; from < analyses.length; from += CHUNK) {
    const chunk = analyses.slice(from, from + CHUNK);
    await tx.query(
      `INSERT INTO analysis (review_id, key, body)
       SELECT made.column1, made.column2, made.column3 FROM (VALUES ${placeholders(chunk.length, 3)}) AS made
       WHERE made.column1 IN (SELECT id FROM review)
       ON CONFLICT (review_id) DO UPDATE SET key = excluded.key, body = excluded.body`,
      chunk.flatMap(({ review_id, key, body }) => [review_id, key, body]),
    );
  }
}
