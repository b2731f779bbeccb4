import { expect, test } from "bun:test";
import { analyze } from "../../../../src/insights/engine/analyze.ts";
import { openTokenColumns, tokenize, tokenText } from "../../../../src/insights/engine/reading/tokens.ts";
import { engine } from "../../clinic.ts";

const wordsOf = (text: string) => {
  const tokens = tokenize(text);
  return Array.from({ length: tokens.count }, (_, at) => tokenText(tokens, at));
};
const countWords = (text: string) => analyze(engine, text).sentences.map(({ words }) => words);

test("one-on-one, 1-on-1 and face-to-face are one word each", () => {
  expect(wordsOf("One-on-one care")).toEqual(["one-on-one", "care"]);
  expect(wordsOf("1-on-1 care")).toEqual(["1-on-1", "care"]);
  expect(wordsOf("a heart-to-heart talk")).toEqual(["a", "heart-to-heart", "talk"]);
  expect(countWords("One-on-one care. 1-on-1 care. Face-to-face care.")).toEqual([2, 2, 2]);
});

test("other hyphens separate words", () => {
  expect(wordsOf("two-on-one care")).toEqual(["two", "-", "on", "-", "one", "care"]);
  expect(wordsOf("one-by-one")).toEqual(["one", "-", "by", "-", "one"]);
  // Only words of up to five letters are joined.
  expect(wordsOf("person-to-person")).toEqual(["person", "-", "to", "-", "person"]);
  expect(countWords("Two-on-one care. A person-to-person talk.")).toEqual([4, 5]);
});

test("one-on-one is a phrase of the review and a sign of care, written with hyphens, digits or spaces", () => {
  const aspectsOf = (text: string) => analyze(engine, text).aspects.map(({ aspect, score }) => [aspect, score > 0]);
  for (const text of ["One-on-one care.", "1-on-1 care.", "one on one care."]) {
    expect(aspectsOf(text)).toEqual([["care", true]]);
  }
  expect(analyze(engine, "One-on-one care.").phrases).toEqual([
    { key: "one on one care", aspect: null, start: 0, end: 15, sentence: 0 },
    { key: "one-on-one", aspect: "care", start: 0, end: 10, sentence: 0 },
  ]);
});

test("n't is the word not, also without the apostrophe", () => {
  expect(wordsOf("can't won't wasn't didnt it's")).toEqual([
    "ca",
    "n't",
    "wo",
    "n't",
    "was",
    "n't",
    "didnt",
    "it",
    "'s",
  ]);
  const [can, not] = tokenize("can not").hash;
  expect([...tokenize("can't").hash]).toEqual([can ?? 0, not ?? 0]);
  expect([...tokenize("didnt").hash]).toEqual([not ?? 0]);
});

test("ordinals are words, amounts and times are numbers, and runs of marks are one token", () => {
  expect(wordsOf("3rd visit at 3:40 cost $1,200.50... wow?!")).toEqual([
    "3rd",
    "visit",
    "at",
    "3:40",
    "cost",
    "$",
    "1,200.50",
    "...",
    "wow",
    "?!",
  ]);
  expect([...tokenize("3rd 3").kind]).toEqual([0, 1]);
});

test("accents, curly quotes and invisible characters do not matter, and offsets are those of the original", () => {
  const tokens = tokenize("Caf\u00e9\u200b \u201cstaff\u2019s\u201d");
  expect(tokens.plain).toBe('cafe "staff\'s"');
  expect([...tokens.start]).toEqual([0, 6, 7, 12, 14]);
  expect([...tokens.end]).toEqual([4, 7, 12, 14, 15]);
  expect([...tokens.gap]).toEqual([0, 1, 0, 0, 0]);
  expect(wordsOf("mas\u00adsage \u2011 \uff21")).toEqual(["massage", "-", "a"]);
});

test("the scratch changes nothing, whether the text fits in it or not", () => {
  const text = "The pain is gone.\nGreat staff!";
  const scratch = openTokenColumns(text.length);
  tokenize("x".repeat(20), "en", scratch);
  expect(tokenize(text, "en", scratch)).toEqual(tokenize(text));
  expect(tokenize(text, "en", openTokenColumns(text.length - 1))).toEqual(tokenize(text));
});
