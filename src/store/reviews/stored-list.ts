import { foldForSearch, foldQuery } from "../../model/basics/search-folding.ts";
import type { ReviewRow } from "../../model/review-row.ts";
import { onlyRow, type Queryable } from "../store.ts";

export type ListedReview = Pick<
  ReviewRow,
  "id" | "date" | "rating" | "source" | "author" | "title" | "text" | "state" | "held_reason" | "reply_state"
>;
const COLUMNS = "id, date, rating, source, author, title, text, state, held_reason, reply_state";
const NEWEST_FIRST = "ORDER BY date DESC, id DESC";

export type ListedState = "published" | "held" | "withheld";
const STATES: Record<ListedState, string> = {
  published: "state = 'published'",
  held: "state = 'held' AND held_reason <> 'legal'",
  withheld: "held_reason = 'legal'",
};
const condition = (state: ListedState | null): string => (state === null ? "1 = 1" : STATES[state]);

/** Stored reviews, the newest first, whatever their state is. */
export const readStoredReviews = (
  db: Queryable,
  { state, limit, offset }: { state: ListedState | null; limit: number; offset: number },
): Promise<ListedReview[]> =>
  db.query(`SELECT ${COLUMNS} FROM review WHERE ${condition(state)} ${NEWEST_FIRST} LIMIT ${limit} OFFSET ${offset}`);

export async function countStoredReviews(db: Queryable, state: ListedState | null): Promise<number> {
  const rows = await db.query<{ count: number }>(
    `SELECT CAST(count(*) AS INTEGER) AS count FROM review WHERE ${condition(state)}`,
  );
  return onlyRow(rows).count;
}

/** All with these words, or with this id. Words are found as on the public page, which databases cannot do. */
export async function searchStoredReviews(
  db: Queryable,
  state: ListedState | null,
  words: string,
): Promise<ListedReview[]> {
  const [wanted, id] = [foldQuery(words), words.trim().toUpperCase()];
  const rows = await db.query<ListedReview & Pick<ReviewRow, "reply_text">>(
    `SELECT ${COLUMNS}, reply_text FROM review WHERE ${condition(state)} ${NEWEST_FIRST}`,
  );
  const has = (text: string | null) => text !== null && foldForSearch(text).includes(wanted);
  return rows.filter(
    (row) => row.id === id || has(row.author) || has(row.title) || has(row.text) || has(row.reply_text),
  );
}
