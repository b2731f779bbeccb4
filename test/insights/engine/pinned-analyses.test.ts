import { expect, test } from "bun:test";
import { analyze } from "../../../src/insights/engine/analyze.ts";
import { type Engine, openEngine } from "../../../src/insights/engine/engine.ts";
import restaurant from "../../../src/insights/engine/taxonomies/restaurant.json" with { type: "json" };
import { readCorpus } from "../../../train/examples.ts";
import { demoReviews, engine } from "../clinic.ts";

const texts = [
  ...demoReviews.flatMap(({ text }) => text ?? []),
  ...readCorpus("corpus").flatMap(({ split, text }) => (split === "test" ? text : [])),
];

function digest(by: Engine): string {
  const hash = new Bun.CryptoHasher("sha256");
  for (const text of texts) hash.update(JSON.stringify(analyze(by, text)));
  return hash.digest("hex");
}

// Stored analyses are kept as long as the engine's version, the weights and the taxonomy are the same. So a change here
// needs a new ENGINE_VERSION, weights or taxonomy; then put the new digest here.
test("the analyses of the demonstration and of the test split are those of this engine version", () => {
  expect(texts.length).toBe(668);
  expect([engine.version, engine.weights.sha256.slice(0, 16), engine.taxonomy.sha256.slice(0, 16)]).toEqual([
    "1.2.0",
    "31ed4448c250dd8b",
    "00d8e34e7abf7b64",
  ]);
  expect(digest(engine)).toBe("3b0049884ed613025e119ef4793b1e1535a42458ef7742adbfc0daaa5a1ef776");
});

test("the analyses by the rules of another taxonomy are those of this engine version", () => {
  expect(digest(openEngine(restaurant, engine.weights))).toBe(
    "a4385f66a2ff3ecdf62b52e8fd72c3cc8b17eacba4e329274173996d4cd55d5e",
  );
});
