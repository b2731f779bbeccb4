import { cut } from "../model/basics/cut.ts";
import type { ReviewRow } from "../model/review-row.ts";
import { counted } from "../spelling.ts";
import { oneLine } from "./command.ts";

const FIRST_WORDS = 60;

/** The beginning of a text on one line. */
export function firstWords(text: string | null, length = FIRST_WORDS): string {
  if (text === null) return "(no text)";
  const line = oneLine(text).replace(/\s+/g, " ").trim();
  return line.length <= length ? line : `${cut(line, length - 1).trimEnd()}…`;
}

export const starCount = (rating: number): string => counted(rating, "star");

/** Pads the cells of each column to the same width. */
export function alignRows(rows: readonly (readonly string[])[], indent = "  "): string {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, cell.length);
  }
  const lines = rows.map((row) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join("  "));
  return lines.map((line) => `${indent}${line.trimEnd()}\n`).join("");
}

/** Other reviews that are or may be copies. */
export const listLookAlikes = <T extends Listed & { likeness: "same" | "alike" }>(reviews: readonly T[]): string =>
  listReviews(reviews, ({ likeness }) => (likeness === "same" ? "the same review" : "maybe the same"));

type Listed = Pick<ReviewRow, "id" | "date" | "rating" | "source" | "author" | "text">;

/** One line per review: id, date, stars, source, author, an optional remark, and the first words. */
export const listReviews = <T extends Listed>(
  reviews: readonly T[],
  remark: (review: T) => string = () => "",
): string =>
  alignRows(
    reviews.map((review) => {
      const { id, date, rating, source, author, text } = review;
      const cells = [id, date, starCount(rating), source, oneLine(author), remark(review), firstWords(text)];
      return cells.filter((_, at) => at !== 5 || remark(review) !== "");
    }),
  );
