import { compareText } from "../../model/basics/compare-text.ts";
import { i32At, itemAt } from "../../model/basics/typed-array.ts";
import type { AnalyzedReview, PhraseIndexes } from "../analyzed-review.ts";
import { inOrder } from "../in-order.ts";
import { countKeys } from "../tally.ts";

export type PhraseUse = { review: AnalyzedReview; start: number; end: number; sentence: number };
/** A review, and which of its phrases count. Null means all. */
type PhraseSource = { review: AnalyzedReview; phrases: PhraseIndexes | null };

const TOP = 5;
/** More phrases than TOP are considered, because two spellings of a phrase count as one. */
const CONSIDERED = 3 * TOP;
/** This many of the newest uses decide how a phrase is spelled. */
const SPELLINGS = 20;

/** How many reviews use each phrase, by the phrase's number, and the phrases that at least `least` reviews use. */
export type PhraseCounts = { counts: Int32Array; frequent: number[] };

export function countPhrases(phrases: string[], sources: readonly PhraseSource[], least: number): PhraseCounts {
  const counts = new Int32Array(phrases.length);
  // Collected while counting, because otherwise 100,000 phrases must be searched for each of a hundred subjects.
  const frequent: number[] = [];
  for (const { review, phrases: selected } of sources) {
    const numbers = review.phrases;
    const length = (selected ?? numbers).length;
    for (let at = 0; at < length; at++) {
      const number = i32At(numbers, selected ? i32At(selected, at) : at);
      const count = i32At(counts, number) + 1;
      counts[number] = count;
      if (count === least) frequent.push(number);
    }
  }
  return { counts, frequent };
}

/** Numbers of the phrases that most reviews use. Equal ones are in alphabetical order. */
export function mostFrequent(phrases: string[], { counts, frequent }: PhraseCounts, most: number): number[] {
  const name = (number: number): string => itemAt(phrases, number);
  const mostFirst = (a: number, b: number) => i32At(counts, b) - i32At(counts, a) || compareText(name(a), name(b));
  return [...inOrder(frequent, mostFirst).take(most)];
}

/** The places where reviews use the given phrases, at most `most` for each. */
export function collectPhrases(
  sources: readonly PhraseSource[],
  wanted: number[],
  most: number,
): Map<number, PhraseUse[]> {
  const uses = new Map<number, PhraseUse[]>(wanted.map((number) => [number, []]));
  const is_wanted = new Uint8Array(wanted.reduce((top, number) => Math.max(top, number + 1), 0));
  for (const number of wanted) is_wanted[number] = 1;
  let open = wanted.length;
  for (const { review, phrases: selected } of sources) {
    if (open === 0) break;
    const numbers = review.phrases;
    const length = (selected ?? numbers).length;
    for (let index = 0; index < length; index++) {
      const at = selected ? i32At(selected, index) : index;
      const number = i32At(numbers, at);
      if (is_wanted[number] !== 1) continue;
      const list = uses.get(number);
      if (!list || list.length >= most) continue;
      const phrase = itemAt(review.analysis.phrases, at);
      list.push({ review, start: phrase.start, end: phrase.end, sentence: phrase.sentence });
      if (list.length === most) open--;
    }
  }
  return uses;
}

/** The most used of the selected phrases, as people wrote them. Each is in at least two reviews. */
export function topPhrases(phrases: string[], sources: readonly PhraseSource[]): string[] {
  if (phrases.length === 0 || sources.length < 2) return [];
  const best = mostFrequent(phrases, countPhrases(phrases, sources, 2), CONSIDERED);
  const uses = collectPhrases(sources, best, SPELLINGS);
  const spelled = new Map<string, string>();
  for (const number of best) {
    const form = commonSpelling(
      (uses.get(number) ?? []).map(({ review, start, end }) => review.text.slice(start, end)),
    );
    // A phrase that contains a more frequent one, or is part of one, adds nothing new.
    const key = form.toLowerCase();
    if (![...spelled.keys()].some((known) => known.includes(key) || key.includes(known))) spelled.set(key, form);
  }
  return [...spelled.values()].slice(0, TOP);
}

/**
 * The most common spelling, ignoring case. In lower case if anyone wrote it so, because "Parking" may just begin a
 * sentence.
 */
export function commonSpelling(forms: string[]): string {
  const [best] = countKeys(forms.map((form) => form.toLowerCase()));
  const spellings = forms.filter((form) => form.toLowerCase() === best?.[0]).sort();
  return spellings.at(-1) ?? "";
}
