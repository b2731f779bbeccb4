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
    "1.19.0",
    "8e7398f8761eecc9",
    "25ba130cffadfa80",
  ]);
  expect(digest(engine)).toBe("009026bbf2dac62bfb9157f0878b2749cd2a1dad8b6f1bb03298f812e6ca5cf1");
});

test("the analyses by the rules of another taxonomy are those of this engine version", () => {
  expect(digest(createEngine({ ...RESTAURANT, id: "ruled" }, engine.weights))).toBe(
    "2e954cf2e5a0b934240e2fae56cbf2e9c0b61f9d9b1f0cd23b22d70124be6387",
  );
});

test("the analyses by the net for another trade are those of this engine version", () => {
  const trade = createEngine(RESTAURANT, engine.weights);
  expect(trade.model_sha256.slice(0, 16)).toBe("071d248294e557bd");
  expect(digest(trade)).toBe("ffc97e83a0b7676fc0e7cd271f34cfd0b445cfa34f967f78535e9fbbf6625e18");
});
