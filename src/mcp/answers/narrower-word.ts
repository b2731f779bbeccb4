import { findFolded } from "../../model/basics/search-folding.ts";
import { dateOfDay } from "../../model/basics/time.ts";
import { i32At } from "../../model/basics/typed-array.ts";
import type { SearchFilters } from "../../model/search.ts";
import { idAt, reviewAt } from "../../snapshot/review-at.ts";
import type { Position, ReviewIndex } from "../../snapshot/review-index.ts";
import { search } from "../../snapshot/search/search.ts";
import { cleanJson } from "./clean-json.ts";

const MAX_QUOTES = 5;
/** Characters of a quote on each side of the word. */
const AROUND = 150;

/** The sentence that contains the word. From a long sentence, only the part around the word. */
function sentenceAround(text: string, [start, end]: [number, number]): string {
  const before = text.slice(Math.max(0, start - AROUND), start);
  const after = text.slice(end, end + AROUND);
  const begin = Math.max(...[".", "!", "?", "\n"].map((mark) => before.lastIndexOf(mark))) + 1;
  const stop = after.search(/[.!?\n]/);
  return `${before.slice(begin)}${text.slice(start, end)}${stop < 0 ? after : after.slice(0, stop + 1)}`
    .toWellFormed()
    .trim();
}

function quoteAt(index: ReviewIndex, position: Position, word: string): object[] {
  const text = reviewAt(index, position).text ?? "";
  const [first] = findFolded(text, word);
  if (!first) return [];
  const quote = {
    review_id: idAt(index, position),
    date: dateOfDay(i32At(index.day, position)),
    text: sentenceAround(text, first),
  };
  return [JSON.parse(cleanJson(JSON.stringify(quote)))];
}

/** How many reviews contain the word itself, as search counts it, and the newest sentences with it. */
export function narrowerWord(index: ReviewIndex, query: string, dates: SearchFilters) {
  const found = search(index, { filters: { ...dates, query }, limit: MAX_QUOTES, cursor: null });
  return {
    matched: found?.matched ?? 0,
    quotes: (found?.positions ?? []).flatMap((position) => quoteAt(index, position, query)),
  };
}
