import type { ReviewRow } from "../../model/review-row.ts";
import type { FormerReview } from "../imports/former-reviews.ts";
import { inChunks, inPages, placeholders, type Queryable } from "../store.ts";

/** Words of a review that are kept apart from the review: from before its edits, and for `candor undo`. */
export type RevisionWords = { review_id: string } & Pick<ReviewRow, "revision" | "title" | "text" | "reply_text">;

/** The words before each edit, with the author of the review, in pages. */
export const readRevisionPages = (db: Queryable) =>
  inPages<RevisionWords & Pick<ReviewRow, "author" | "format">>((last, limit) =>
    db.query(
      `SELECT old.review_id, old.revision, old.title, old.text, old.reply_text, review.author, review.format
       FROM review_revision AS old JOIN review ON review.id = old.review_id
       WHERE old.review_id > $1 OR (old.review_id = $1 AND old.revision > $2)
       ORDER BY old.review_id, old.revision LIMIT $3`,
      [last?.review_id ?? "", last?.revision ?? 0, limit],
    ),
  );

export async function saveRevisionWords(tx: Queryable, changes: readonly RevisionWords[]): Promise<void> {
  await inChunks(changes, (chunk) =>
    tx.query(
      `UPDATE review_revision SET title = change.column3, text = change.column4, reply_text = change.column5
       FROM (VALUES ${placeholders(chunk.length, 5)}) AS change
       WHERE review_id = change.column1 AND revision = CAST(change.column2 AS INTEGER)`,
      chunk.flatMap((row) => [row.review_id, String(row.revision), row.title, row.text, row.reply_text]),
    ),
  );
}

const FORMER = [
  "author",
  "author_avatar_url",
  "title",
  "text",
  "translation_text",
  "reply_text",
  "reply_state",
  "reply_held_reason",
  "redactions",
  "mentions",
  "match_key",
  "doubtful",
  "revisions",
] as const satisfies readonly (keyof FormerReview)[];

export async function saveFormerWords(tx: Queryable, changes: readonly (FormerReview & { run: number })[]) {
  const set = FORMER.map((name, index) => `${name} = change.column${index + 3}`).join(", ");
  await inChunks(changes, (chunk) =>
    tx.query(
      `UPDATE former_review SET ${set} FROM (VALUES ${placeholders(chunk.length, FORMER.length + 2)}) AS change
       WHERE run = CAST(change.column1 AS INTEGER) AND id = change.column2`,
      chunk.flatMap((row) => [String(row.run), row.id, ...FORMER.map((name) => row[name])]),
    ),
  );
}

/** An analysis contains sentences of its review, so it is deleted when the words change. */
export async function deleteStagedAnalyses(tx: Queryable, run: string): Promise<void> {
  await tx.query("DELETE FROM analysis WHERE review_id IN (SELECT id FROM staging WHERE run = $1)", [run]);
}

/** Puts a mark in the place of words before the edits of a review, also of those that are kept for undo. */
export async function hideKeptWords(tx: Queryable, id: string, words: string, mark: string): Promise<void> {
  const replaced = (names: readonly string[]) => names.map((name) => `${name} = replace(${name}, $2, $3)`).join(", ");
  const values = [id, words, mark];
  await tx.query(
    `UPDATE review_revision SET ${replaced(["title", "text", "reply_text"])} WHERE review_id = $1`,
    values,
  );
  // Inside of JSON, the words are written as JSON.
  const inside = [words, mark].map((text) => JSON.stringify(text).slice(1, -1));
  await tx.query(`UPDATE former_review SET ${replaced(["revisions", "doubtful"])} WHERE id = $1`, [id, ...inside]);
}
