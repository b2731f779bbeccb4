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
  expect(texts.length).toBe(1837);
  expect([engine.version, engine.weights.sha256.slice(0, 16), engine.taxonomy.sha256.slice(0, 16)]).toEqual([
    "1.4.0",
    "2840f11515d5affb",
    "25e8102c024a2ba2",
  ]);
  expect(digest(engine)).toBe("cdaaf6fa274ecbe037d95029f44042e6237421cc329ebdab1409384ec179b4e6");
});

test("the analyses by the rules of another taxonomy are those of this engine version", () => {
  expect(digest(openEngine(restaurant, engine.weights))).toBe(
    "d7a1536e20a78d45c3e84a793712274f49a9ab9813ad41a286b56574b7e63897",
  );
});
