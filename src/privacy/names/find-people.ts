import { readFileSync } from "node:fs";
import { i32At } from "../../model/basics/typed-array.ts";
import type { Folded } from "../fold.ts";
import {
  featuresOf,
  findCandidates,
  isCivil,
  type NameCandidate,
  type ReadWords,
  readWords,
} from "./name-candidates.ts";
import { type NameModel, parseNameModel, scoreOf } from "./name-model.ts";
import file from "./names.bin" with { type: "file" };

/**
 * A passage that may name a person. Above the upper bound it is hidden; between the bounds it is hidden and the owner is
 * asked; below the lower bound it stays. Measured on lines that were held out (bench/privacy.ts): above the upper bound,
 * 190 of 193 passages name a person, and 16 of 23 between the bounds. 24 is a likelihood of e to 1.
 */
const LOWER_BOUND = 4;
export const UPPER_BOUND = 48;

/** `civil`: a surname after a title such as "Mrs.", which may be that of staff. */
export type Person = { start: number; end: number; score: number; civil: boolean };

let model: NameModel | undefined;
/** The file is read when the first text needs it. */
const readModel = (): NameModel => {
  model ??= parseNameModel(new Uint8Array(readFileSync(file)));
  return model;
};

type Scored = NameCandidate & { score: number };

const overlap = (a: NameCandidate, b: NameCandidate): boolean => a.first <= b.last && b.first <= a.last;

/** The most likely first; none overlaps a more likely one. */
function chooseBest(scored: Scored[]): Scored[] {
  const chosen: Scored[] = [];
  for (const one of scored.sort((a, b) => b.score - a.score || a.first - b.first))
    if (!chosen.some((other) => overlap(one, other))) chosen.push(one);
  return chosen;
}

function scoreAll(known: NameModel, read: ReadWords): Scored[] {
  const scored: Scored[] = [];
  for (const candidate of findCandidates(read)) {
    const score = scoreOf(known, featuresOf(read, candidate));
    if (score >= LOWER_BOUND) scored.push({ ...candidate, score });
  }
  return scored;
}

/** Names of people, by how the words look and by what is around them. */
export function findPeople(folded: Folded): Person[] {
  const known = readModel();
  const read = readWords(known, folded);
  const scored = scoreAll(known, read);
  return (scored.length > 1 ? chooseBest(scored) : scored).map(({ score, ...one }) => {
    const { start, end } = read.tokens;
    return { start: i32At(start, one.first), end: i32At(end, one.last), score, civil: isCivil(read, one) };
  });
}
