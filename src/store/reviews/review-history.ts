import type { ReviewRow } from "../../model/review-row.ts";
import type { Queryable } from "../store.ts";

/** The number of the import that added a review. Null if an older program added it, or it is not stored. */
export async function readAddedBy(db: Queryable, id: string): Promise<number | null> {
  const [row] = await db.query<{ added_by: number | null }>("SELECT added_by FROM review WHERE id = $1", [id]);
  return row?.added_by ?? null;
}

export type Revision = Pick<ReviewRow, "revision" | "rating" | "title" | "text"> & { replaced_at: string };

/** The words of a review before each edit, oldest first. */
export async function readRevisions(db: Queryable, id: string): Promise<Revision[]> {
  return db.query(
    "SELECT revision, rating, title, text, replaced_at FROM review_revision WHERE review_id = $1 ORDER BY revision",
    [id],
  );
}
