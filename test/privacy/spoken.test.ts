import { expect, test } from "bun:test";
import { findSpokenNumbers } from "../../src/privacy/spoken.ts";

const found = (lower: string) => findSpokenNumbers({ lower, text: lower, at: (index) => index });
const digitsIn = (lower: string) => found(lower).map(({ digits }) => digits);

test.each([
  ["five oh three", "503"],
  ["five - oh - three", "503"],
  ["call: five oh three", "503"],
  ["five five five", "555"],
  ["nine nine eight", "998"],
  ["double five triple seven one", "557771"],
  ["doble cinco, dreifach sieben, uno, dos", "5577712"],
  ["double twelve two three", "1223"],
  ["trente-neuf zéro deux", "3902"],
  ["treinta y cinco uno dos", "3512"],
  ["veinte y cinco uno dos", "2512"],
  ["treinta y uno dos cinco", "3125"],
  ["thirty five one two", "30512"],
  ["thirty-oh one two", "30012"],
  ["trente-dix un deux", "301012"],
  ["quatre-vingt-dix-neuf un deux", "9912"],
  ["quatre-vingt-quinze un deux", "9512"],
  ["dix-neuf un deux", "1912"],
  ["soixante-douze un deux", "7212"],
  ["soixante-vingt un deux", "602012"],
  ["trente-douze un deux", "301212"],
  ["seiscientos doce tres nueve", "61239"],
  ["seiscientos treinta y cinco tres nueve", "63539"],
  ["seiscentos e doze três nove", "61239"],
  ["seiscientos, doce tres nueve", "6001239"],
  ["doscientos seiscientos tres nueve", "2006039"],
  ["nine hundred one five", "90015"],
])("%p is the number %p", (words, digits) => {
  expect(digitsIn(words)).toEqual([digits]);
});

test("two words are a number only with digits, nine in all, and without a comma", () => {
  expect(digitsIn("five oh 3355012")).toEqual(["503355012"]);
  expect(["five oh 335501", "five, oh 3355012", "five 33550122", "five oh"].flatMap(digitsIn)).toEqual([]);
});

test("words that are apart, or between other words, are no number", () => {
  expect(["five....oh three", "five and oh three", "twelve hundred one five"].flatMap(digitsIn)).toEqual([]);
});

test("who counts says no number: up, down, in sets, or again from the first", () => {
  const counted = [
    "one two three four",
    "ten nine eight",
    "one two three one two three",
    "zero one zero one",
    "nine eight seven",
  ];
  const sets = ["fifteen twelve ten", "ten ten twelve", "ten nine nine", "twenty twelve ten nine eight seven"];
  expect([...counted, ...sets].flatMap(digitsIn)).toEqual([]);
  expect(["two three four two three", "thirty twenty twelve ten nine eight six"].flatMap(digitsIn)).toEqual([
    "23423",
    "30201210986",
  ]);
});

test("a number is found where it is, and several in one text", () => {
  expect(found("call five oh three now or one nine two")).toEqual([
    { start: 5, end: 18, digits: "503" },
    { start: 26, end: 38, digits: "192" },
  ]);
});
