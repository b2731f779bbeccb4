import { f64At } from "../model/typed-array.ts";
import { compareText } from "./compare-text.ts";

/** The words of this many of the newest texts: enough to know how a word is spelled, with bounded time and memory. */
const READ_TEXTS = 20_000;
const MOST_WORDS = 30_000;
/** Shorter words are not corrected, and longer ones are not words. */
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}']{2,29}/gu;

/** Words of the folded texts with the number of their uses, most frequent first, then in alphabetical order. */
export function buildVocabulary(folded: Uint8Array, start: Float64Array): string {
  const counts = new Map<string, number>();
  const decoder = new TextDecoder();
  for (let position = 0; position + 1 < start.length && position < READ_TEXTS; position++) {
    const text = decoder.decode(folded.subarray(f64At(start, position), f64At(start, position + 1) - 1));
    for (const [word] of text.matchAll(WORD)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts]
    .sort(([a, n], [b, m]) => m - n || compareText(a, b))
    .slice(0, MOST_WORDS)
    .map(([word]) => word)
    .join("\n");
}
