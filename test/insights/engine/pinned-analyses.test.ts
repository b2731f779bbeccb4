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
  expect(texts.length).toBe(1837);
  expect([engine.version, engine.model_sha256.slice(0, 16), engine.taxonomy.sha256.slice(0, 16)]).toEqual([
    "1.10.0",
    "61850e3f8be72561",
    "127cf39c96fcd3fc",
  ]);
  expect(digest(engine)).toBe("f61400a07ab630aeb9e30a7fc27b0be81e46b05ecc00ad11997a5076378b7eea");
});

test("the analyses by the rules of another taxonomy are those of this engine version", () => {
  expect(digest(openEngine(RESTAURANT, engine.weights))).toBe(
    "e40ca2fab1834f0b576197d311fab2553748ab6a11587908adcf2d4e3bc7a97c",
  );
});
