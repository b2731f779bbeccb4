import { readFileSync } from "node:fs";
import { i32At } from "../../model/basics/typed-array.ts";
import type { Folded } from "../fold.ts";
import {
  featuresOf,
  findCandidates,
  hashRow,
  isCivil,
  LONGEST,
  type NameCandidate,
  type ReadWords,
  readWords,
} from "./name-candidates.ts";
import { isKnown, type NameModel, parseNameModel, scoreOf } from "./name-model.ts";
import file from "./names.bin" with { type: "file" };

/**
 * A passage that may name a person. Above the upper bound it is hidden; between the bounds it is hidden and the owner is
 * asked; below the lower bound it stays. Measured on lines that were held out (bench/privacy.ts): above the upper bound,
 * 198 of 200 passages name a person, and 10 of 10 between the bounds. 24 is a likelihood of e to 1.
 */
const LOWER_BOUND = 4;
export const UPPER_BOUND = 48;

/** `civil`: a surname after a title such as "Mrs.", which may be that of staff. */
export type Person = { start: number; end: number; score: number; civil: boolean };

let read_model: NameModel | undefined;
/** The file is read when the first text needs it. */
const readModel = (): NameModel => {
  read_model ??= parseNameModel(new Uint8Array(readFileSync(file)));
  return read_model;
};

/** What everybody knows ("Serena Williams", "Merrill Lynch") stays, unless a name in its place is more likely than this. */
const KNOWN_SCORE = 130;

type Scored = NameCandidate & { score: number; known?: true };

const overlap = (a: NameCandidate, b: NameCandidate): boolean => a.first <= b.last && b.first <= a.last;

/** The most likely first; none overlaps a more likely one. */
function chooseBest(scored: Scored[]): Scored[] {
  const chosen: Scored[] = [];
  for (const one of scored.sort((a, b) => b.score - a.score || a.first - b.first))
    if (!chosen.some((other) => overlap(one, other))) chosen.push(one);
  return chosen;
}

function scoreAll(model: NameModel, read: ReadWords): Scored[] {
  const scored: Scored[] = [];
  for (const candidate of findCandidates(read)) {
    const score = scoreOf(model, featuresOf(read, candidate));
    if (score >= LOWER_BOUND) scored.push({ ...candidate, score });
  }
  return scored;
}

/** The rows of words near a candidate that everybody knows. */
function findKnown(model: NameModel, { tokens }: ReadWords, near: NameCandidate): Scored[] {
  const found: Scored[] = [];
  for (let first = Math.max(0, near.first - LONGEST + 1); first <= near.last; first += 1)
    for (let last = Math.max(first + 1, near.first); last < Math.min(tokens.count, first + LONGEST); last += 1)
      if (isKnown(model, hashRow(tokens, first, last)))
        found.push({ first, last, score: KNOWN_SCORE + last - first, known: true });
  return found;
}

/** Names of people, by how the words look and by what is around them. */
export function findPeople(folded: Folded): Person[] {
  const model = readModel();
  const read = readWords(model, folded);
  const scored = scoreAll(model, read);
  const competing = [...scored, ...scored.flatMap((one) => findKnown(model, read, one))];
  return chooseBest(competing).flatMap(({ score, known, ...one }) => {
    const { start, end } = read.tokens;
    return known
      ? []
      : [{ start: i32At(start, one.first), end: i32At(end, one.last), score, civil: isCivil(read, one) }];
  });
}
