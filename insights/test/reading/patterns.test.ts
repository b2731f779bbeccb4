import { expect, test } from "bun:test";
import { FAST } from "../../../test/length.ts";
import { createMatcher, type Match, parsePattern } from "../../engine/reading/patterns.ts";
import { type ReadLanguage, tokenize, tokenText } from "../../engine/reading/tokens.ts";

/** The words that each pattern matches in a text, by the pattern. */
function matchesIn(patterns: string[], text: string, language: ReadLanguage = "en"): [string, string][] {
  const matcher = createMatcher(patterns.map((source) => parsePattern(source, source)));
  const tokens = tokenize(text, language);
  const found: Match<string>[] = [];
  for (let at = 0; at < tokens.count; at++) matcher(tokens, at, tokens.count, found);
  return found.map(({ value, from, to }) => [
    value,
    Array.from({ length: to - from }, (_, i) => tokenText(tokens, from + i)).join(" "),
  ]);
}
const wordsOf = (pattern: string, text: string): string[] => matchesIn([pattern], text).map(([, words]) => words);

test.each([
  ["front desk", "The front desk at the front.", ["front desk"]],
  ["wait .. hours", "wait hours", ["wait hours"]],
  ["wait .. hours", "wait one two three hours", ["wait one two three hours"]],
  ["wait .. hours", "wait one two three four hours", []],
  ["treat* me", "They treated me, treats you, treat me", ["treated me", "treat me"]],
  ["weeks|months", "weeks or months or years", ["weeks", "months"]],
  ["# minute*", "5 minutes, ten minutes, many minutes, 7 hours", ["5 minutes", "ten minutes"]],
  ["$ #", "It was $ 50 or 50 $", ["$ 50"]],
  ["post-op", "my post-op visit", ["post - op"]],
])("the pattern %p finds its words in %p", (pattern, text, words) => {
  expect(wordsOf(pattern, text)).toEqual(words);
});

test("patterns that begin at the same word are found in their order, also when the word comes again", () => {
  expect(matchesIn(["cost*", "costs", "costs more"], "costs more costs")).toEqual([
    ["cost*", "costs"],
    ["costs", "costs"],
    ["costs more", "costs more"],
    ["cost*", "costs"],
    ["costs", "costs"],
  ]);
});

test("a pattern begins with a word, a number or a dollar sign, and an empty one matches nothing", () => {
  expect(wordsOf("- new", "a - new")).toEqual([]);
  expect(matchesIn(["", "desk", ".. desk"], "a desk")).toEqual([["desk", "desk"]]);
});

test.each([
  ["caro*", "Carol"],
  ["# caro*", "5 Carol"],
])("the prefixes of one language do not match texts in the other: %p", (source, text) => {
  const find = (language: ReadLanguage) => {
    const matcher = createMatcher([parsePattern(source, "price", "es", "es")]);
    const tokens = tokenize(text, language);
    const found: Match<string>[] = [];
    matcher(tokens, 0, tokens.count, found);
    return found.length;
  };
  expect([find("en"), find("es")]).toEqual([0, 1]);
});

test("a match ends before its limit", () => {
  const matcher = createMatcher([parsePattern("front desk", "desk")]);
  const tokens = tokenize("front desk", "en");
  const found: Match<string>[] = [];
  matcher(tokens, 0, 1, found);
  expect(found).toEqual([]);
  matcher(tokens, 0, 2, found);
  expect(found).toEqual([{ value: "desk", from: 0, to: 2 }]);
});

test.skipIf(FAST)("a text may have more different words than a matcher remembers", () => {
  const words = Array.from({ length: 140_000 }, (_, at) => `w${at}`);
  expect(matchesIn(["w139999", "w7"], [...words, "w7"].join(" ")).map(([pattern]) => pattern)).toEqual([
    "w7",
    "w139999",
    "w7",
  ]);
});
