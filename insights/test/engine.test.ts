import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { analyze } from "../engine/analyze.ts";
import { createEngine, engineKey } from "../engine/engine.ts";
import { NET_SHA256, readNet } from "../engine/net/net-weights.ts";
import { readTradeNet, TRADE_ASPECTS, TRADES_SHA256 } from "../engine/net/trade-nets.ts";
import { PHYSICAL_THERAPY, TAXONOMIES } from "../engine/taxonomies/taxonomies.ts";
import { checkFiles, parseWeights, readWeights, sha256Of } from "../engine/weights.ts";

const ENGINE = join(import.meta.dir, "../engine");
const bytesOf = (name: string) => readFileSync(join(ENGINE, name));

test("the hashes of the committed weights and net are those of their files", () => {
  expect(sha256Of(bytesOf("weights.bin"))).toBe(readWeights().sha256);
  expect(sha256Of(bytesOf("net/net.bin"), bytesOf("net/kernel.wasm"))).toBe(NET_SHA256);
});

test("a file of another version, or a damaged one, is refused with what to do", () => {
  const bytes = bytesOf("weights.bin");
  const { sha256 } = readWeights();
  checkFiles("weights.bin", sha256, bytes);
  const damaged = Uint8Array.from(bytes);
  damaged[bytes.length >> 1] = (damaged[bytes.length >> 1] ?? 0) ^ 1;
  for (const other of [damaged, bytes.subarray(1), bytes.subarray(0, bytes.length - 1)])
    expect(() => checkFiles("weights.bin", sha256, other)).toThrow("not as in this version of Candor. Install Candor");
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
  const engine = createEngine(undefined, parseWeights(bytes.subarray(0, 1 << 14), "", whole));
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
  const engine = createEngine(undefined, watched);
  expect(engine.model_sha256).toHaveLength(64);
  expect(engine.weights.header.figures.test_items).toBeGreaterThan(0);
  expect([...asked].sort()).toEqual(["clause_width", "header", "sha256"]);
  expect(analyze(engine, "The staff was friendly.").sentiment.label).toBe("positive");
  expect(asked.has("word_weights")).toBe(true);
});

test("the weights are used for the taxonomy that they were trained with, and for no other", () => {
  const weights = readWeights();
  const isTrained = (changed: Partial<typeof PHYSICAL_THERAPY>) =>
    createEngine({ ...PHYSICAL_THERAPY, ...changed }, weights).trained;
  expect(isTrained({ label: "Another label" })).toBe(true);
  expect(isTrained({ id: "another" })).toBe(false);
  expect(isTrained({ aspects: PHYSICAL_THERAPY.aspects.slice(1) })).toBe(false);
});

test("the key of an engine has its version and the first 16 digits of the hashes of its model and taxonomy", () => {
  const engine = createEngine();
  const model_sha256 = "0123456789abcdef".repeat(4);
  const taxonomy = { ...engine.taxonomy, sha256: "fedcba9876543210".repeat(4) };
  expect(engineKey({ ...engine, version: "1.2.3", model_sha256, taxonomy })).toBe(
    "1.2.3:0123456789abcdef:fedcba9876543210",
  );
});

test("the committed net for other trades is checked, and knows the aspects of each of their taxonomies", () => {
  expect(sha256Of(bytesOf("net/trades.bin"))).toBe(TRADES_SHA256);
  const { "physical-therapy": _, general, ...trades } = TAXONOMIES;
  const known = Object.fromEntries(
    Object.entries(trades).map(([name, { aspects }]) => [name, aspects.map(({ id }) => id).join()]),
  );
  expect(Object.fromEntries(TRADE_ASPECTS())).toEqual(known);
  expect(() => readTradeNet("general")).toThrow("trades.bin has no net for general");
  expect(createEngine(general).learned).toBe(false);
});

test("a trade's net is used for its taxonomy only, and its hash is part of the model's", () => {
  const weights = readWeights();
  const hotel = createEngine(TAXONOMIES.hotel, weights);
  expect([hotel.trained, hotel.learned, hotel.net_aspects]).toEqual([false, true, 9]);
  for (const changed of [{ id: "inn" }, { aspects: TAXONOMIES.hotel.aspects.slice(1) }]) {
    const other = createEngine({ ...TAXONOMIES.hotel, ...changed }, weights);
    expect(other.learned).toBe(false);
    expect(other.model_sha256).not.toBe(hotel.model_sha256);
    expect(other.model_sha256).toBe(createEngine(undefined, weights).model_sha256);
  }
});
