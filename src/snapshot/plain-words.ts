import { foldQuery } from "../model/search-folding.ts";
import { u32At } from "../model/typed-array.ts";
import type { Position, Postings, ReviewIndex } from "./review-index.ts";
import { matchFilters } from "./search.ts";
import type { Turns } from "./turns.ts";

/** The words of a question that are looked for. */
const MOST_WORDS = 16;

/** Words that a question has and an answer need not have. */
const QUESTION_WORDS = new Set(
  "a about all an and any anyone are as at be been but by can could did do does for from get give had has have how i if in into is it its me my of on or our patient patients people review reviews reviewer reviewers said say says should so some tell that the their them there they this to us was we were what when where which who whose why will with would you your".split(
    " ",
  ),
);

function wordsOf(question: string): string[] {
  const words = [...new Set(foldQuery(question).split(/[^\p{L}\p{N}\p{M}]+/u))].filter((word) => word !== "");
  const telling = words.filter((word) => word.length > 1 && !QUESTION_WORDS.has(word));
  return (telling.length > 0 ? telling : words).slice(0, MOST_WORDS);
}

/** Endings that another form of the word does not have: waits and wait, needling and needle. */
const stemOf = (word: string): string => {
  const stem = word.replace(/(?:ies|ing|ed|es|s|e|y)$/, "");
  return stem.length >= 4 ? stem : word.length > 3 ? word.replace(/s$/, "") : word;
};

/** Reviews whose text has the word, in another form if no text has it in this one, or that mention whom it names. */
function* findWord(index: ReviewIndex, word: string): Turns<Postings[]> {
  const lists = [yield* matchFilters(index, { query: word.replace(/(?<=...)s$/, "") })];
  if (lists.every(({ length }) => length === 0)) lists.push(yield* matchFilters(index, { query: stemOf(word) }));
  const technician = index.technician_names.get(word);
  const service = index.service_names.get(word);
  if (technician !== undefined) lists.push(index.by_technician.get(technician) ?? new Uint32Array(0));
  if (service !== undefined) lists.push(index.by_service.get(service) ?? new Uint32Array(0));
  return lists;
}

/**
 * The reviews that best answer a question in plain words: those with most of its words first, then those with rarer
 * words, then the newest.
 */
export function* findPlainWords(index: ReviewIndex, question: string, most: number): Turns<Position[]> {
  const words = new Uint8Array(index.count);
  const weight = new Float64Array(index.count);
  const found: Position[] = [];
  for (const word of wordsOf(question)) {
    const seen = new Set<Position>();
    for (const list of yield* findWord(index, word)) {
      for (let i = 0; i < list.length; i++) seen.add(u32At(list, i));
    }
    yield;
    const rarity = Math.log(1 + index.count / Math.max(1, seen.size));
    for (const position of seen) {
      if (words[position] === 0) found.push(position);
      words[position] = (words[position] ?? 0) + 1;
      weight[position] = (weight[position] ?? 0) + rarity;
    }
    yield;
  }
  const by = (list: Uint8Array | Float64Array, a: Position, b: Position) => (list[b] ?? 0) - (list[a] ?? 0);
  return found.sort((a, b) => by(words, a, b) || by(weight, a, b) || a - b).slice(0, most);
}
