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
    "1.20.0",
    "8e7398f8761eecc9",
    "709ac7a23b008ff7",
  ]);
  expect(digest(engine)).toBe("c065e7e3327616de87111bde9215e6368ad52b7b2f5a716b22e9fd06ffafa931");
});

test("the analyses by the rules of another taxonomy are those of this engine version", () => {
  expect(digest(createEngine({ ...RESTAURANT, id: "ruled" }, engine.weights))).toBe(
    "5babb6d599799c5831c51fcad1230fe7ec7451ac6a3a539846fbcb1210e20b70",
  );
});

test("the analyses by the net for another trade are those of this engine version", () => {
  const trade = createEngine(RESTAURANT, engine.weights);
  expect(trade.model_sha256.slice(0, 16)).toBe("071d248294e557bd");
  expect(digest(trade)).toBe("46490d6efd207af170315bf5fefad28ad2f45bf9915cd4d8396d09c0d6df3693");
});
