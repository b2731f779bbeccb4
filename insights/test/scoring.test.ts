import { expect, test } from "bun:test";
import { analyze } from "../engine/analyze.ts";
import { createEngine } from "../engine/engine.ts";
import { readReviewText } from "../engine/reading/reading.ts";
import type { ManyRows } from "../engine/rows.ts";
import { scoreClauses } from "../engine/scoring.ts";
import { RESTAURANT } from "../engine/taxonomies/taxonomies.ts";
import { engine } from "./loaded-engine.ts";
import { manyOf, rowsOf, withNumbers } from "./made-up-numbers.ts";

const TEXT = "The staff was kind and the therapist explained everything.";
/** The engine, if features that its weights do not know had this row. */
function withRow(row: number) {
  const feature: ManyRows = (keys, count, rows) => {
    engine.weights.feature(keys, count, rows);
    for (let at = 0; at < count; at++) if (rows[at] === -1) rows[at] = row;
  };
  return { ...engine, weights: { ...engine.weights, feature } };
}

test("rows up to the last of the own features have own weights; the next one has shared weights only", () => {
  const { own_weights, own_width, header } = engine.weights;
  expect(own_weights.length).toBe(header.own_features * own_width);
  for (const row of [header.own_features - 1, header.own_features]) {
    const { aspects } = analyze(withRow(row), TEXT);
    expect(aspects.map(({ aspect }) => aspect)).toContain("care");
  }
});

test("a clause has the biases and the weights of its words, half of the opposite for negated ones", () => {
  const { outputs } = engine.weights;
  const word_weights = Int16Array.from({ length: 2 * outputs }, (_, at) => at);
  const bias = Array.from({ length: outputs }, (_, output) => output / 10);
  const by = withNumbers({ weights: { word: rowsOf("nice", "good"), word_weights }, header: { bias } });
  const scored = scoreClauses(by, readReviewText(by, "Hm. The good desk. Not good."));
  const marginsOf = (factor: number) =>
    bias.slice(0, scored.outputs).map((base, output) => factor * (outputs + output) + base);
  expect([...scored.margins]).toEqual([...marginsOf(0), ...marginsOf(1), ...marginsOf(-0.5)]);
  expect([...scored.word_row]).toEqual([-1, -1, -1, 1, -1, -1, -1, 1, -1]);
});

test("without training for the taxonomy, features have shared weights only", () => {
  const { own_width } = engine.weights;
  const weights = {
    feature: manyOf(() => 0),
    own_weights: new Int16Array(own_width).fill(1000),
    shared_weights: new Int16Array(4),
  };
  const by = withNumbers({ weights }, createEngine(RESTAURANT, engine.weights));
  const { margins, outputs } = scoreClauses(by, readReviewText(by, "Good."));
  expect([...margins]).toEqual(by.weights.header.bias.slice(0, outputs));
});
