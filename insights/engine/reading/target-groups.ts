import { i32At } from "../../../src/model/basics/typed-array.ts";
import type { Reading } from "./reading.ts";
import { type Target, tokensOf } from "./target-features.ts";
import { MARK } from "./tokens.ts";

/** Where a word is, seen from the target: in it, near it, elsewhere in its clause, before or after the clause. */
export const GROUPS = 6;
const INSIDE = 0;
const BEFORE = 1;
const AFTER = 2;
const SAME_CLAUSE = 3;
const CLAUSES_BEFORE = 4;
const CLAUSES_AFTER = 5;
/** How many words on each side are near. */
const NEAR = 3;

/** Calls `visit` for every word of the target's sentence with its group. */
function visitGroups(reading: Reading, target: Target, visit: (token: number, group: number) => void) {
  const { tokens, segments } = reading;
  const { from, to } = tokensOf(reading, target);
  const sentence = segments.sentences.find((candidate) => from < candidate.to) ?? { from: 0, to: tokens.count };
  const clause = segments.clauses.find((candidate) => from < candidate.to) ?? sentence;
  const count = (first: number, end: number): number => {
    let words = 0;
    for (let at = first; at < end; at++) if (tokens.kind[at] !== MARK) words++;
    return words;
  };
  for (let at = sentence.from; at < sentence.to; at++) {
    if (tokens.kind[at] === MARK) continue;
    if (at >= from && at < to) visit(at, INSIDE);
    else if (at < clause.from) visit(at, CLAUSES_BEFORE);
    else if (at >= Math.max(to, clause.to)) visit(at, CLAUSES_AFTER);
    else if (at < from) visit(at, count(at, from) <= NEAR ? BEFORE : SAME_CLAUSE);
    else visit(at, count(to, at + 1) <= NEAR ? AFTER : SAME_CLAUSE);
  }
}

/** The factor for the words of a group. */
export const groupFactor = (words: number): number => 1 / Math.sqrt(Math.max(1, words));

/** The row of each word and its group, for words that have one. */
type GroupedWord = { row: number; group: number; negated: boolean };

export function groupedWords(reading: Reading, target: Target, rowOf: (hash: number) => number): GroupedWord[] {
  const words: GroupedWord[] = [];
  visitGroups(reading, target, (token, group) => {
    const row = rowOf(i32At(reading.tokens.hash, token));
    if (row >= 0) words.push({ row, group, negated: reading.segments.negated[token] === 1 });
  });
  return words;
}
