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
    "1.14.0",
    "a3ad6b621cd9ce71",
    "127cf39c96fcd3fc",
  ]);
  expect(digest(engine)).toBe("fb6b007d794074ff3aadac17de07e810c7b37b2cb660b6f22770fe487ad76ec8");
});

test("the analyses by the rules of another taxonomy are those of this engine version", () => {
  expect(digest(openEngine(RESTAURANT, engine.weights))).toBe(
    "12f1fc976cbf7aa70aa3156c4628d8e21e0cb789c9c8f9aefe0eda2510cb3268",
  );
});
