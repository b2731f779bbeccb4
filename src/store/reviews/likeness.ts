import { inChunks, placeholders, type Queryable } from "../store.ts";
import type { StoredReview } from "./reviews.ts";
import { MAY_RETURN } from "./tombstones.ts";

/**
 * What the owner decided about two reviews that look alike. It lasts as long as their words, whichever import brings them
 * again: `one_words` is the beginning of the sketch of `one`, and ids never change. The smaller id is `one`.
 */
export const LIKENESS_TABLE: readonly string[] = [
  `CREATE TABLE likeness (
    one TEXT NOT NULL,
    other TEXT NOT NULL,
    same INTEGER NOT NULL,
    one_words TEXT NOT NULL,
    other_words TEXT NOT NULL,
    decided_at TEXT NOT NULL,
    PRIMARY KEY (one, other)
  )`,
];

/** The hash of the whole text is at the beginning of a sketch. */
export const WORDS_LENGTH = 8;
type Decidable = Pick<StoredReview, "id" | "sketch">;
const wordsOf = ({ sketch }: Decidable): string => sketch?.slice(0, WORDS_LENGTH) ?? "";

export async function saveLikeness(tx: Queryable, a: Decidable, b: Decidable, decided: { same: boolean; at: string }) {
  const [one, other] = a.id < b.id ? [a, b] : [b, a];
  await tx.query(
    `INSERT INTO likeness (one, other, same, one_words, other_words, decided_at) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (one, other) DO UPDATE SET same = excluded.same, one_words = excluded.one_words,
       other_words = excluded.other_words, decided_at = excluded.decided_at`,
    [one.id, other.id, decided.same ? 1 : 0, wordsOf(one), wordsOf(other), decided.at],
  );
}

/** Whether the owner told two reviews apart, and their words are the same since. */
export type ToldApart = (a: Decidable, b: Decidable) => boolean;

type Row = { one: string; other: string; one_words: string; other_words: string };

export async function readToldApart(db: Queryable): Promise<ToldApart> {
  const rows = await db.query<Row>("SELECT one, other, one_words, other_words FROM likeness WHERE same = 0");
  const known = new Set(
    rows.map(({ one, other, one_words, other_words }) => [one, other, one_words, other_words].join()),
  );
  return (a, b) => {
    if (known.size === 0) return false;
    const [one, other] = a.id < b.id ? [a, b] : [b, a];
    return known.has([one.id, other.id, wordsOf(one), wordsOf(other)].join());
  };
}

/** What the owner decided about look-alikes, for the backup that replaces a store. */
export type LikenessRow = Row & { same: number; decided_at: string };

export const readLikeness = (db: Queryable): Promise<LikenessRow[]> =>
  db.query("SELECT one, other, same, one_words, other_words, decided_at FROM likeness");

/** The later decision counts. Nothing is kept of what was erased. */
export async function joinLikeness(tx: Queryable, decided: readonly LikenessRow[]): Promise<void> {
  for (const { one, other, same, one_words, other_words, decided_at } of decided)
    await tx.query(
      `INSERT INTO likeness (one, other, same, one_words, other_words, decided_at)
       SELECT $1, $2, CAST($3 AS INTEGER), $4, $5, $6
       WHERE NOT EXISTS (SELECT 1 FROM tombstone WHERE id IN ($1, $2) AND NOT (${MAY_RETURN}))
       ON CONFLICT (one, other) DO UPDATE SET same = excluded.same, one_words = excluded.one_words,
         other_words = excluded.other_words, decided_at = excluded.decided_at
         WHERE excluded.decided_at > likeness.decided_at`,
      [one, other, same, one_words, other_words, decided_at],
    );
}

/** The review from which the owner told this one apart last. */
export async function readApartFrom(db: Queryable, id: string): Promise<string | null> {
  const [row] = await db.query<{ id: string }>(
    `SELECT CASE WHEN one = $1 THEN other ELSE one END AS id FROM likeness
     WHERE same = 0 AND (one = $1 OR other = $1) ORDER BY decided_at DESC LIMIT 1`,
    [id],
  );
  return row?.id ?? null;
}

const decidedByOwner = (same: 0 | 1) => `EXISTS (SELECT 1 FROM likeness WHERE same = ${same} AND (
  (one = review.id AND other = review.duplicate_of AND one_words = substr(review.sketch, 1, ${WORDS_LENGTH})) OR
  (other = review.id AND one = review.duplicate_of AND other_words = substr(review.sketch, 1, ${WORDS_LENGTH}))))`;
/** A condition on a held copy: the owner said that it is one, and no longer waits. */
export const SAME_BY_OWNER = decidedByOwner(1);
/** The owner said that it is another review. */
export const APART_BY_OWNER = decidedByOwner(0);

export const deleteLikeness = (tx: Queryable, ids: readonly string[]): Promise<void> =>
  inChunks(ids, async (chunk) => {
    const list = placeholders(1, chunk.length);
    await tx.query(`DELETE FROM likeness WHERE one IN ${list} OR other IN ${list}`, chunk);
  });
