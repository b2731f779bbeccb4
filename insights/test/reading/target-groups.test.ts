import { expect, test } from "bun:test";
import { hashWord } from "../../engine/reading/hash.ts";
import { readReviewText } from "../../engine/reading/reading.ts";
import { GROUPS, groupedWords, groupFactor } from "../../engine/reading/target-groups.ts";
import { engine } from "../loaded-engine.ts";

const TEXT =
  "Hello. We sat down but the really very worn, out menu page here, was not too long though we ate soup. So good.";
/** By word: its number. A word that is not listed has no row. */
const WORDS =
  "we sat down but the really very worn out menu page here was not too long though soup so good hello ,".split(" ");

const rowOf = (hash: number) => WORDS.findIndex((word) => hashWord(word) === hash);

/** The known words of each group; an exclamation mark is before a negated one. */
function groupsOf(text: string, target: string, start = text.indexOf(target)) {
  const groups: string[][] = Array.from({ length: GROUPS }, () => []);
  for (const { row, group, negated } of groupedWords(
    readReviewText(engine, text),
    { start, end: start + target.length },
    rowOf,
  ))
    groups[group]?.push(`${negated ? "!" : ""}${WORDS[row]}`);
  return groups.map((words) => words.join(" "));
}

test("the words of a sentence are in the target, up to three words before or after it, or further away", () => {
  expect(groupsOf(TEXT, "menu page")).toEqual([
    "menu page",
    "very worn out",
    "here was not",
    "but the really !too !long",
    "we sat down",
    "though we soup",
  ]);
});

test("a target at the start of a clause or a sentence is in that one", () => {
  expect(groupsOf(TEXT, "though").slice(0, 4)).toEqual(["though", "", "we soup", ""]);
  expect(groupsOf(TEXT, "So")).toEqual(["so", "", "good", "", "", ""]);
  expect(groupsOf(TEXT, "We")).toEqual([
    "we",
    "",
    "sat down",
    "",
    "",
    "but the really very worn out menu page here was not !too !long though we soup",
  ]);
});

test("what follows a target of two clauses is after both", () => {
  expect(groupsOf(TEXT, "too long though we").slice(3)).toEqual([
    "but the really very worn out menu page",
    "we sat down",
    "soup",
  ]);
});

test("a target after the text has all of its words before it", () => {
  expect(groupsOf("hello so very good here.", "", 99)).toEqual(["", "very good here", "", "hello so", "", ""]);
  expect(groupedWords(readReviewText(engine, ""), { start: 0, end: 1 }, rowOf)).toEqual([]);
});

test("the factor of a group falls with the root of its words", () => {
  expect([0, 1, 2, 4, 9].map(groupFactor)).toEqual([1, 1, 1 / Math.sqrt(2), 0.5, 1 / 3]);
});
