import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { createLanguageDetector } from "../../../src/import/prepare/detect-language.ts";

/** `accept`: languages that share the words. A third is `held_out`: it was not used to write the lists. */
type Labeled = { text: string; language: string | null; accept?: string[]; held_out?: true };

const labeled = readFileSync(new URL("./fixtures/short-language.ndjson", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Labeled);
const isLatin = ({ text }: Labeled) => !/[^\P{L}\p{Script=Latin}]/u.test(text);
const languages = createLanguageDetector();

function measure(rows: readonly Labeled[], own: string) {
  const found = rows.map((row) => ({ ...row, found: languages.detect(row.text, { own, not: null }) }));
  const isRight = (row: (typeof found)[number]) =>
    row.found !== null && (row.found === row.language || row.accept?.includes(row.found) === true);
  const clear = found.filter(({ language }) => language !== null);
  const wrong = found.filter((row) => row.found !== null && !isRight(row));
  const right = clear.filter(isRight);
  return {
    wrong: (wrong.length / rows.length) * 100,
    known: (right.length / clear.length) * 100,
    counts: [right.length, wrong.length],
  };
}

test("of short Latin texts at most 5 % get a wrong language and at least 80 % get one", () => {
  expect(labeled.every(({ text }) => text.length < 20)).toBe(true);
  const held = labeled.filter((row) => isLatin(row) && row.held_out);
  expect(held.length).toBeGreaterThan(150);
  const { wrong, known } = measure(held, "en");
  console.log(`held-out short texts: ${wrong.toFixed(1)} % wrong, ${known.toFixed(1)} % known`);
  expect(wrong).toBeLessThanOrEqual(5);
  expect(known).toBeGreaterThanOrEqual(80);
});

test.each(["es", "fr", "de", "pt", "it", "nl", "pl", "ja"])("the same for a business whose language is %s", (own) => {
  const { wrong, known } = measure(labeled.filter(isLatin), own);
  expect(wrong).toBeLessThanOrEqual(5);
  expect(known).toBeGreaterThanOrEqual(80);
});

test("a text in another script is never called by a language with Latin letters, and hardly ever wrongly", () => {
  const others = labeled.filter((row) => !isLatin(row));
  const found = others.map(({ text }) => languages.detect(text, { own: "en", not: null }));
  expect(found.filter((language) => language !== null && /^(?:en|es|fr|de|pt|it|nl)$/.test(language))).toEqual([]);
  expect(measure(others, "en").wrong).toBeLessThanOrEqual(5);
});

test("these are the counts of right and wrong: a change of the lists or the weights changes them", () => {
  const texts = labeled.filter(isLatin);
  const owns = ["en", "es", "fr", "de", "pt", "it", "nl", "pl", "ja"];
  expect(owns.map((own) => [own, ...measure(texts, own).counts])).toEqual([
    ["en", 426, 1],
    ["es", 423, 1],
    ["fr", 424, 3],
    ["de", 423, 0],
    ["pt", 425, 0],
    ["it", 424, 0],
    ["nl", 422, 0],
    ["pl", 423, 0],
    ["ja", 424, 0],
  ]);
});
