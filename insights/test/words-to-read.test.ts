import { expect, test } from "bun:test";
import type { Analysis } from "../../src/model/analysis.ts";
import { isAnalyzed, primaryTag, wordsToRead } from "../engine/words-to-read.ts";

const written = (language: string | null, translation: { text: string; language: string | null } | null = null) => ({
  text: "words",
  language,
  translation,
});
const translated = (language: string | null) => ({ text: "translated", language });

test("the translation is read if it is in a language that is read, and the text is not", () => {
  const isTranslated = (from: string | null, to: string | null) =>
    wordsToRead(written(from, translated(to)))?.translated;
  expect(["en", null, "fr"].map((to) => isTranslated("de", to))).toEqual([true, true, false]);
  expect(["en", "es-MX", "EN-us", null, "eng"].map((from) => isTranslated(from, "en"))).toEqual([
    ...[false, false, false],
    ...[true, true],
  ]);
  expect(wordsToRead(written("de", translated("es")))).toEqual({
    text: "translated",
    language: "es",
    translated: true,
  });
  expect(wordsToRead(written("de"))).toEqual({ text: "words", language: "de", translated: false });
  expect(wordsToRead({ ...written("de", translated("en")), text: null })).toBeNull();
  expect(["es-MX", "EN", ""].map(primaryTag)).toEqual(["es", "en", ""]);
});

test("a review is analyzed if its words are in the stated language, and in one that is read", () => {
  const analysis = (language: Analysis["language"]): Analysis => ({
    language,
    sentiment: { label: "neutral", score: 0 },
    ...{ aspects: [], certainty: [], sentences: [], problems: [], marks: [], phrases: [] },
  });
  expect(isAnalyzed(written(null), analysis("en"))).toBe(true);
  expect(isAnalyzed(written("es-MX"), analysis("es"))).toBe(true);
  expect(isAnalyzed(written("fr", translated("en")), analysis("en"))).toBe(true);
  expect(isAnalyzed(written("es"), analysis("en"))).toBe(false);
  expect(isAnalyzed(written(null), analysis("other"))).toBe(false);
  expect(isAnalyzed(written(null), undefined)).toBe(false);
  expect(isAnalyzed({ ...written(null), text: null }, analysis("en"))).toBe(false);
});
