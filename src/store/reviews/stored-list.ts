import type { ReviewRow } from "../../model/review-row.ts";
import { onlyRow, type Queryable, type Value } from "../store.ts";

export type ListedReview = Pick<
  ReviewRow,
  "id" | "date" | "rating" | "source" | "author" | "title" | "text" | "state" | "held_reason" | "reply_state"
>;
const COLUMNS = "id, date, rating, source, author, title, text, state, held_reason, reply_state";

export type ListedState = "published" | "held" | "withheld";
const STATES: Record<ListedState, string> = {
  published: "state = 'published'",
  held: "state = 'held' AND held_reason <> 'legal'",
  withheld: "held_reason = 'legal'",
};

/** What LIKE would read as a pattern is taken as it is. */
const pattern = (words: string): string => `%${words.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;

function condition(state: ListedState | null, words: string): { where: string; values: Value[] } {
  const in_state = state === null ? "1 = 1" : STATES[state];
  if (words === "") return { where: in_state, values: [] };
  const like = ["author", "title", "text", "reply_text"].map((column) => `lower(${column}) LIKE $1 ESCAPE '\\'`);
  return { where: `${in_state} AND (id = $2 OR ${like.join(" OR ")})`, values: [pattern(words), words.toUpperCase()] };
}

type Wanted = { state: ListedState | null; words: string; limit: number; offset: number };

/** Stored reviews, the newest first, whatever their state is. */
export async function readStoredReviews(db: Queryable, { state, words, limit, offset }: Wanted) {
  const { where, values } = condition(state, words);
  const rows = await db.query<ListedReview>(
    `SELECT ${COLUMNS} FROM review WHERE ${where} ORDER BY date DESC, id DESC LIMIT ${limit} OFFSET ${offset}`,
    values,
  );
  const count = await db.query<{ count: number }>(
    `SELECT CAST(count(*) AS INTEGER) AS count FROM review WHERE ${where}`,
    values,
  );
  return { rows, count: onlyRow(count).count };
}
