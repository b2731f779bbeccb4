import { expect, test } from "bun:test";
import { analyze } from "../../../src/insights/engine/analyze.ts";
import { engine } from "../clinic.ts";

const TEXT = "The staff was kind and the therapist explained everything.";
/** The engine, if features that its weights do not know had this row. */
function withRow(row: number) {
  const known = engine.weights.feature;
  const feature = (key: number) => (known(key) < 0 ? row : known(key));
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
