import type { ReviewRow } from "./review-row.ts";

/** Where words of a review are. */
export const WORD_FIELDS = [
  "title",
  "text",
  "translation_text",
  "reply_text",
] as const satisfies readonly (keyof ReviewRow)[];
export type WordField = (typeof WORD_FIELDS)[number];

/**
 * Words that were hidden in doubt and wait for the owner. They are private. `start` is where `shown` is in their place,
 * and `since` the day on which they were hidden.
 */
export type DoubtfulWords = { field: WordField; start: number; shown: string; words: string; since: string };

/** Words that are hidden, by the field in which they are. */
export type HiddenNames = { doubtful: DoubtfulWords[]; certain: DoubtfulWords[] };
export function addHidden(
  { doubtful, certain }: HiddenNames,
  place: Pick<DoubtfulWords, "field" | "since">,
  names: readonly (Pick<DoubtfulWords, "start" | "shown" | "words"> & { doubtful: boolean })[] = [],
): void {
  for (const { doubtful: asked, ...name } of names) (asked ? doubtful : certain).push({ ...place, ...name });
}

/** Words that wait are kept for so many days. */
const DOUBTFUL_DAYS = 30;

/** In a column: the oldest day, so that SQL can compare it, and the passages. Null for none. */
export function renderDoubtful(passages: readonly DoubtfulWords[]): string | null {
  const oldest = passages.reduce((before, { since }) => (since < before ? since : before), "9999-12-31");
  return passages.length === 0 ? null : `${oldest} ${JSON.stringify(passages)}`;
}

const DAY_LENGTH = "2026-01-01 ".length;
export const parseDoubtful = (column: string | null): DoubtfulWords[] =>
  column === null ? [] : JSON.parse(column.slice(DAY_LENGTH));

/** The last day whose words are no longer kept. */
export const lastForgottenDay = (now_ms: number): string =>
  new Date(now_ms - DOUBTFUL_DAYS * 86_400_000).toISOString().slice(0, 10);
