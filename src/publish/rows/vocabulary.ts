import { compareText } from "../../model/basics/compare-text.ts";
import { f64At } from "../../model/basics/typed-array.ts";
import type { Texts } from "./ordered-rows.ts";

/** Only the words of this many of the newest texts. That is enough to know spellings, with bounded time and memory. */
export const READ_TEXTS = 20_000;
const MOST_WORDS = 30_000;
/** Shorter words are not corrected, and longer strings are not words. */
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}']{2,29}/gu;

/** How often each word is used. */
export type WordCounts = Map<string, number>;

const decoder = new TextDecoder();

/** Counts the words of a folded text, or removes them with -1. */
export function countWords(counts: WordCounts, folded: Uint8Array, by: 1 | -1): void {
  for (const word of decoder.decode(folded).match(WORD) ?? []) {
    const count = (counts.get(word) ?? 0) + by;
    if (count === 0) counts.delete(word);
    else counts.set(word, count);
  }
}

/** The text at a place, without its end byte. */
export const textAt = ({ folded, start }: Texts, at: number): Uint8Array =>
  folded.subarray(f64At(start, at), f64At(start, at + 1) - 1);

export function countNewestWords(texts: Texts): WordCounts {
  const counts: WordCounts = new Map();
  for (let at = 0; at + 1 < texts.start.length && at < READ_TEXTS; at++) countWords(counts, textAt(texts, at), 1);
  return counts;
}

/** The words, one per line: the most used first, then in alphabetical order. */
export const renderVocabulary = (counts: WordCounts): string =>
  [...counts]
    .sort(([a, n], [b, m]) => m - n || compareText(a, b))
    .slice(0, MOST_WORDS)
    .map(([word]) => word)
    .join("\n");
