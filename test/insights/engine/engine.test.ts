import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { analyze } from "../../../src/insights/engine/analyze.ts";
import { openEngine } from "../../../src/insights/engine/engine.ts";
import { parseNet, readNet } from "../../../src/insights/engine/net/net-weights.ts";
import { parseWeights, readWeights } from "../../../src/insights/engine/weights.ts";

const ENGINE = join(import.meta.dir, "../../../src/insights/engine");
const bytesOf = (name: string) => readFileSync(join(ENGINE, name));

test("the hashes of the committed weights and net are those of their files", () => {
  expect(parseWeights(bytesOf("weights.bin")).sha256).toBe(readWeights().sha256);
  expect(parseNet(bytesOf("net/net.bin"), bytesOf("net/kernel.wasm")).sha256).toBe(readNet().sha256);
});

test("an engine that reads no text unpacks no weights, and says which model it has", () => {
  const asked = new Set<string | symbol>();
  const watched = new Proxy(readWeights(), {
    get(weights, name) {
      asked.add(name);
      return Reflect.get(weights, name);
    },
  });
  const engine = openEngine(undefined, watched);
  expect(engine.model_sha256).toHaveLength(64);
  expect(engine.weights.header.figures.test_items).toBeGreaterThan(0);
  expect([...asked].sort()).toEqual(["clause_width", "header", "sha256"]);
  expect(analyze(engine, "The staff was friendly.").sentiment.label).toBe("positive");
  expect(asked.has("word_weights")).toBe(true);
});
