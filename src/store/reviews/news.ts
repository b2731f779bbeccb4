import type { ReviewRow } from "../../model/review-row.ts";
import type { Queryable } from "../store.ts";

export type NewsReview = Pick<ReviewRow, "id" | "date" | "rating" | "source" | "author" | "text" | "state">;
const COLUMNS = "review.id, review.date, review.rating, review.source, review.author, review.text, review.state";

/** Reviews that imports added since a time, newest first. */
export async function readAddedSince(db: Queryable, since: string): Promise<NewsReview[]> {
  return db.query(
    `SELECT ${COLUMNS} FROM review WHERE added_by IN (SELECT number FROM import_run WHERE committed_at >= $1)
     ORDER BY review.date DESC, review.id DESC`,
    [since],
  );
}

/** Reviews whose words or stars were edited since a time, without new ones, newest first. */
export async function readEditedSince(db: Queryable, since: string): Promise<NewsReview[]> {
  return db.query(
    `SELECT ${COLUMNS} FROM review
     WHERE id IN (SELECT review_id FROM review_revision WHERE replaced_at >= $1)
       AND (added_by IS NULL OR added_by NOT IN (SELECT number FROM import_run WHERE committed_at >= $1))
     ORDER BY review.date DESC, review.id DESC`,
    [since],
  );
}
