import { expect, test } from "bun:test";
import { analyze } from "../../../src/insights/engine/analyze.ts";
import { type Engine, openEngine } from "../../../src/insights/engine/engine.ts";
import { RESTAURANT } from "../../../src/insights/engine/taxonomies/taxonomies.ts";
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
  expect(texts.length).toBe(3337);
  expect([engine.version, engine.model_sha256.slice(0, 16), engine.taxonomy.sha256.slice(0, 16)]).toEqual([
    "1.12.0",
    "8d9739bb6772fd0d",
    "127cf39c96fcd3fc",
  ]);
  expect(digest(engine)).toBe("9bc6e44764d54f59c89e96b0cb8024f501df90d8e58c04461cec85144b4d469e");
});

test("the analyses by the rules of another taxonomy are those of this engine version", () => {
  expect(digest(openEngine(RESTAURANT, engine.weights))).toBe(
    "4a5423105d6f6f9f88b2ba06c125abd4f282b0754b34f0b537713c447aa02bd4",
  );
});
