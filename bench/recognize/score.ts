import { hashName } from "../../src/import/prepare/identity.ts";
import { compareCopies } from "../../src/import/recognize/same-review.ts";
import { parseSketch } from "../../src/import/recognize/sketch.ts";
import { createSketcher } from "../../src/import/recognize/sketcher.ts";
import { minimizeName } from "../../src/privacy/people/minimize-name.ts";
import type { Pair, Side } from "./pairs.ts";

export type Tally = { same: boolean; pairs: number; wrong: Pair[] };

/** For each kind of pair, how many were judged right. */
export function scorePairs(pairs: readonly Pair[]): Map<string, Tally> {
  const key = "the key of the bench";
  const sketch = createSketcher(key);
  const copyOf = ({ name, text, translation, day, source }: Side) => {
    const minimized = minimizeName(name, "first_initial");
    const isFull = name.replace(/\W/g, "").length > minimized.replace(/\W/g, "").length;
    const words = { text, translation };
    const person = isFull ? hashName(key, name) : null;
    return {
      ...{ source, day },
      sketch: parseSketch(sketch({ given: words, stored: words, has_id: true, minimized, person, row: null })),
    };
  };
  const tallies = new Map<string, Tally>();
  for (const pair of pairs) {
    const tally = tallies.get(pair.kind) ?? { same: pair.same, pairs: 0, wrong: [] };
    tallies.set(pair.kind, tally);
    tally.pairs += 1;
    const judged = compareCopies(copyOf(pair.one), copyOf(pair.other)) === "same";
    if (judged !== pair.same) tally.wrong.push(pair);
  }
  return tallies;
}

/** The share of wrong judgments about pairs that are the same review, or about those that are not. */
export function shareWrong(tallies: ReadonlyMap<string, Tally>, same: boolean): number {
  const of = [...tallies.values()].filter((tally) => tally.same === same);
  const sum = (count: (tally: Tally) => number) => of.reduce((total, tally) => total + count(tally), 0);
  return sum(({ wrong }) => wrong.length) / sum(({ pairs }) => pairs);
}
