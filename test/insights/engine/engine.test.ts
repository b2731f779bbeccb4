import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { analyze } from "../../../src/insights/engine/analyze.ts";
import { openEngine } from "../../../src/insights/engine/engine.ts";
import { NET_SHA256, readNet } from "../../../src/insights/engine/net/net-weights.ts";
import { parseWeights, readWeights, sha256Of } from "../../../src/insights/engine/weights.ts";

const ENGINE = join(import.meta.dir, "../../../src/insights/engine");
const bytesOf = (name: string) => readFileSync(join(ENGINE, name));

test("the hashes of the committed weights and net are those of their files", () => {
  expect(sha256Of(bytesOf("weights.bin"))).toBe(readWeights().sha256);
  expect(sha256Of(bytesOf("net/net.bin"), bytesOf("net/kernel.wasm"))).toBe(NET_SHA256);
});

test("the committed net was trained with the aspects of the committed weights", () => {
  expect(readNet().header.aspects).toEqual(readWeights().header.aspects);
});

test("the tables of the weights are read for the first text, and once", () => {
  const bytes = bytesOf("weights.bin");
  let reads = 0;
  const whole = () => {
    reads += 1;
    return bytes;
  };
  const engine = openEngine(undefined, parseWeights(bytes.subarray(0, 1 << 14), "", whole));
  expect(engine.trained).toBe(true);
  expect(reads).toBe(0);
  for (const text of ["The staff was friendly.", "They were late."]) analyze(engine, text);
  expect(reads).toBe(1);
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
