import { expect, test } from "bun:test";
import { analyze } from "../engine/analyze.ts";
import { engineKey } from "../engine/engine.ts";
import { analysisKey, analyzeCached, type FreshAnalysis, MOST_ANALYZED } from "../engine/kept-analyses.ts";
import { engine } from "./loaded-engine.ts";

const sha256 = (text: string) => new Bun.CryptoHasher("sha256").update(text).digest("hex");
const review = { id: "r1", text: "The staff was kind.", language: "en" };

test("the key of an analysis has the first 32 digits of the hash of language and text, then the engine's key", () => {
  expect(analysisKey(engine, "Hi.", "en")).toBe(`${sha256("en\nHi.").slice(0, 32)}:${engineKey(engine)}`);
  expect(analysisKey(engine, "Hi.", null)).toBe(`${sha256("\nHi.").slice(0, 32)}:${engineKey(engine)}`);
});

test("an analysis with the same key is used as it is stored; otherwise the text is analyzed and the result is fresh", () => {
  const stored = { ...analyze(engine, "Rude."), phrases: [] };
  const key = analysisKey(engine, review.text, review.language);
  const fresh: FreshAnalysis[] = [];
  expect(analyzeCached(engine, review, { key, body: JSON.stringify(stored) }, fresh)).toEqual(stored);
  expect(fresh).toEqual([]);
  const analysis = analyze(engine, review.text, "en");
  expect(analyzeCached(engine, review, { key: `${key}x`, body: "{}" }, fresh)).toEqual(analysis);
  expect(analyzeCached(engine, review, undefined, fresh)).toEqual(analysis);
  const kept = { review_id: "r1", key, body: JSON.stringify(analysis) };
  expect(fresh).toEqual([kept, kept]);
});

test("insights come from at most 20,000 reviews", () => {
  expect(MOST_ANALYZED).toBe(20_000);
});
