import { itemAt } from "../../model/basics/typed-array.ts";
import { SEARCH_LIMIT, type SearchRequest } from "../../model/search.ts";
import type { ReviewIndex } from "../../snapshot/review-index.ts";
import { renderCursor, searchInTurns } from "../../snapshot/search/search.ts";
import { finish, type Turns } from "../../snapshot/turns.ts";
import { counted } from "../../spelling.ts";
import { date, number, text } from "./arguments.ts";
import { fitReviews, type Piece, type Shown } from "./review-texts.ts";

export const limit = number(
  { ...SEARCH_LIMIT, whole: true },
  {
    description: "Most reviews.",
    aliases: ["max_results", "max", "count", "n", "num_results", "page_size", "per_page", "size", "top_k"],
  },
);
export const cursor = text(500, {
  description: "next_cursor of the answer before.",
  aliases: ["next_cursor", "page_token", "after_cursor"],
});
export const sinceArgument = date({
  description: "On or after.",
  aliases: ["from", "from_date", "date_from", "start", "start_date", "after"],
});
export const untilArgument = date({
  description: "On or before.",
  aliases: ["to", "to_date", "date_to", "end", "end_date", "before"],
});

export const BAD_CURSOR =
  "cursor does not belong to this search: use next_cursor from an answer to the same arguments, or leave it out";

export type ResultPage = { matched: number; reviews: Piece[]; next_cursor: string | null };

/** Uses the same search as HTTP. A page that would be too large ends early, and its cursor continues from there. */
export function* pageOfInTurns(
  index: ReviewIndex,
  request: SearchRequest,
  room: number,
  shown?: Shown,
): Turns<ResultPage | null> {
  const found = yield* searchInTurns(index, request);
  if (!found) return null;
  const reviews = fitReviews(index, found.positions, room, shown);
  if (reviews.length === found.positions.length) return { ...found, reviews };
  const last = itemAt(found.positions, reviews.length - 1);
  return { matched: found.matched, reviews, next_cursor: renderCursor(index, request.filters, last) };
}

/** The same without turns, for filters that do not read texts. */
export const pageOf = (...given: Parameters<typeof pageOfInTurns>): ResultPage | null =>
  finish(pageOfInTurns(...given));

/** Explains why a page has fewer reviews than requested although more match. */
export const cutNote = (page: ResultPage, asked: number): string[] =>
  page.next_cursor !== null && page.reviews.length < asked
    ? [
        `stopped after ${counted(page.reviews.length, "review")} because of the size limit: call again with next_cursor as cursor`,
      ]
    : [];

export const noteMember = (notes: readonly string[]): { note?: string } =>
  notes.length > 0 ? { note: notes.join("; ") } : {};

export function withoutUndefined<T extends object>(members: { [K in keyof T]?: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T; // T's optional members are absent
}
