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
    "1.3.0",
    "2840f11515d5affb",
    "abfdb888c05f3c98",
  ]);
  expect(digest(engine)).toBe("4263f930c889504872d4958181111148677427f3a0312d7e1027affac80782e9");
});

test("the analyses by the rules of another taxonomy are those of this engine version", () => {
  expect(digest(openEngine(restaurant, engine.weights))).toBe(
    "749f8b40a9d8d03aec60fd7895bca4c719704af20ac07d97dd9e10c16dc27f61",
  );
});
