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
    "c53b145cd93650e7",
  ]);
  expect(digest(engine)).toBe("4960319e19204e6d4d5891ab1cc360de4470401dce296296a186b6f78248596c");
});

test("the analyses by the rules of another taxonomy are those of this engine version", () => {
  expect(digest(createEngine({ ...RESTAURANT, id: "ruled" }, engine.weights))).toBe(
    "283a410c9c2d558ca0082170139272d784e04f145dca8311c2e9c0d8a64c7161",
  );
});

test("the analyses by the net for another trade are those of this engine version", () => {
  const trade = createEngine(RESTAURANT, engine.weights);
  expect(trade.model_sha256.slice(0, 16)).toBe("071d248294e557bd");
  expect(digest(trade)).toBe("ccd258c099d72791efa1ba62bd7f297a6a5ec6c2f49de66724df98db17917c8b");
});
