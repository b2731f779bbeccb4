import { expect, test } from "bun:test";
import { toPlainText } from "../../engine/reading/plain-text.ts";

const UNITS = Array.from({ length: 0x10000 }, (_, unit) => unit);
const plain = (unit: number): string => toPlainText(String.fromCharCode(unit)).text;

/** First and last of each run of numbers, in hexadecimal. */
function runsOf(units: number[]): string[] {
  const starts = units.filter((unit, at) => unit - 1 !== units[at - 1]);
  const ends = units.filter((unit, at) => unit + 1 !== units[at + 1]);
  return starts.map((start, at) => [start, ends[at] ?? 0].map((unit) => unit.toString(16)).join("-"));
}

test("invisible characters are left out: controls, soft hyphens, marks of direction, combining accents", () => {
  expect(runsOf(UNITS.filter((unit) => plain(unit) === ""))).toEqual([
    ...["0-8", "b-c", "e-1f", "7f-7f", "ad-ad", "300-36f", "200b-200f", "202a-202e", "2060-2069", "fe00-fe0f"],
    "feff-feff",
  ]);
});

test("quotes, hyphens, stops and spaces of every kind become plain ones", () => {
  const from = (to: string) => UNITS.filter((unit) => plain(unit) === to).map((unit) => unit.toString(16));
  expect([from("'"), from('"'), from("-"), from("."), from(" ")]).toEqual([
    ["27", "60", "b4", "2bc", "2018", "2019", "201b", "ff07"],
    ["22", "ab", "bb", "201c", "201d", "ff02"],
    ["2d", "2010", "2011", "ff0d"],
    ["2e", "2026", "3002", "ff0e"],
    ["20", "a0", "202f", "3000"],
  ]);
});

test("letters are in lower case and without accents, wide ones as usual ones, and each has its place", () => {
  const { text, offsets } = toPlainText("É\u0301l ＡＢ～ Ñǜ İ Я 😀");
  expect(text).toBe("el ab~ nu I я 😀"); // İ has two units in lower case, so it stays a capital
  expect([...(offsets ?? [])]).toEqual([0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17]);
  expect(["！", "～", "\uff00", "\uff5f"].map((wide) => toPlainText(wide).text)).toEqual([
    "!",
    "~",
    "\uff00",
    "\uff5f",
  ]);
  expect(toPlainText("Plain\tTEXT, 1 2.")).toEqual({ text: "plain\ttext, 1 2.", offsets: null });
});
