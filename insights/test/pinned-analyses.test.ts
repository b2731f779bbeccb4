import { expect, test } from "bun:test";
import { analyze } from "../engine/analyze.ts";
import { createEngine, type Engine } from "../engine/engine.ts";
import { RESTAURANT } from "../engine/taxonomies/taxonomies.ts";
import { readCorpus } from "../train/corpus.ts";
import { demoTexts } from "./demo-texts.ts";
import { engine } from "./loaded-engine.ts";

const texts = [...demoTexts, ...(await readCorpus({ splits: ["test"] })).map(({ text }) => text)];

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
    "1.17.0",
    "8e7398f8761eecc9",
    "25ba130cffadfa80",
  ]);
  expect(digest(engine)).toBe("2cd4ce4aa21e487b80f6b00f1dd550f213516b44dd5684d9d5bbb80c1d55a176");
});

test("the analyses by the rules of another taxonomy are those of this engine version", () => {
  expect(digest(createEngine(RESTAURANT, engine.weights))).toBe(
    "fb7d28298dcfe5d93321a6457bb325463d8a924aba854fab8621cc7a923ac5e3",
  );
});
