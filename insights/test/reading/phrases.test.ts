import { expect, test } from "bun:test";
import { findAspectPhrases, findPhrases } from "../../engine/reading/phrases.ts";
import { readReviewText } from "../../engine/reading/reading.ts";
import { compileTaxonomy } from "../../engine/reading/taxonomy.ts";

const letters = "abcdefghijklmnopqrstuvwxyz";
/** Made-up words of three letters. */
const MANY = Array.from({ length: 41 }, (_, at) => `q${letters[Math.floor(at / 26)]}${letters[at % 26]}`);

const rules = {
  taxonomy: compileTaxonomy({
    id: "shop",
    label: "Shop",
    noun: "shop",
    aspects: [
      { id: "desk", label: "Desk", words: "desk", phrases: ["very kind desk people", "very kind desk people here"] },
      { id: "many", label: "Many", words: `desk ${MANY.join(" ")}` },
    ],
  }),
  clusters: () => 0,
};
const phrasesOf = (text: string) => findPhrases(readReviewText(rules, text)).map(({ key }) => key);

test("two or three words are a phrase if the first and the last mean something", () => {
  expect(phrasesOf("Front desk staff")).toEqual(["front desk", "front desk staff", "desk staff"]);
  expect(phrasesOf("range of motion")).toEqual(["range of motion"]);
  expect(phrasesOf("range for motion")).toEqual([]);
  expect(phrasesOf("range of the motion")).toEqual([]);
  expect(phrasesOf("the desk was front")).toEqual([]);
  expect(phrasesOf("front; desk, front 5 desk")).toEqual([]);
});

test("a word at its edge has 3 to 24 letters", () => {
  const [short, long] = [2, 24].map((length) => "x".repeat(length));
  expect(phrasesOf(`${short} desk`)).toEqual([]);
  expect(phrasesOf(`${short}x desk`)).toEqual([`${short}x desk`]);
  expect(phrasesOf(`${long} desk`)).toEqual([`${long} desk`]);
  expect(phrasesOf(`${long}x desk`)).toEqual([]);
});

test("a phrase is told once, where it is first, with its sentence", () => {
  expect(findPhrases(readReviewText(rules, "Ok. The front desk. My front desk."))).toEqual([
    { key: "front desk", aspect: null, start: 8, end: 18, sentence: 1 },
  ]);
});

test("a text has at most 40 phrases of each kind", () => {
  const reading = readReviewText(rules, MANY.join(" "));
  expect(findPhrases(reading)).toHaveLength(40);
  expect(findAspectPhrases(reading, rules.taxonomy.taxonomy)).toHaveLength(40);
});

test("the words of an aspect are a phrase of it, up to four of them", () => {
  const found = findAspectPhrases(
    readReviewText(rules, "Ok. The desk. Very kind desk people here. Desk."),
    rules.taxonomy.taxonomy,
  );
  expect(found).toEqual([
    { key: "desk", aspect: "desk", sentence: 1, start: 8, end: 12 },
    { key: "desk", aspect: "many", sentence: 1, start: 8, end: 12 },
    { key: "very kind desk people", aspect: "desk", sentence: 2, start: 14, end: 35 },
  ]);
});
