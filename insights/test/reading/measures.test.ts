import { expect, test } from "bun:test";
import { findMeasures, sizeClass, type Unit } from "../../engine/reading/measures.ts";
import { tokenize } from "../../engine/reading/tokens.ts";

const measuresOf = (text: string) => findMeasures(tokenize(text)).map(({ value, unit }) => [value, unit]);

test("a number, in digits or words, with a unit after it is a measure", () => {
  expect(measuresOf("waited 45 minutes")).toEqual([[45, "minute"]]);
  expect(measuresOf("twenty-five minutes or thirty five days")).toEqual([
    [25, "minute"],
    [35, "day"],
  ]);
  expect(measuresOf("half an hour, then a couple of weeks")).toEqual([
    [0.5, "hour"],
    [2, "week"],
  ]);
  expect(measuresOf("$1,200.50 for six visits")).toEqual([
    [1200.5, "money"],
    [6, "visit"],
  ]);
  expect(measuresOf("ten people were there")).toEqual([]);
});

test("every word for a number has its value, in English and in Spanish", () => {
  const valuesOf = (words: string[], unit: string, language: "en" | "es") =>
    words.map((word) => findMeasures(tokenize(`${word} ${unit}`, language))[0]?.value ?? null);
  const upTo = (most: number) => Array.from({ length: most + 1 }, (_, value) => value);
  const english =
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen";
  expect(valuesOf(english.split(" "), "visits", "en")).toEqual(upTo(19));
  expect(valuesOf("twenty thirty forty fifty sixty seventy eighty ninety".split(" "), "visits", "en")).toEqual([
    20, 30, 40, 50, 60, 70, 80, 90,
  ]);
  expect(valuesOf("a an couple few several half dozen hundred".split(" "), "hours", "en")).toEqual([
    1, 1, 2, 3, 4, 0.5, 12, 100,
  ]);
  const spanish =
    "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince " +
    "dieciséis diecisiete dieciocho diecinueve veinte";
  expect(valuesOf(spanish.split(" "), "semanas", "es")).toEqual(upTo(20));
  expect(valuesOf("treinta cuarenta cincuenta sesenta setenta ochenta noventa".split(" "), "semanas", "es")).toEqual([
    30, 40, 50, 60, 70, 80, 90,
  ]);
  expect(valuesOf("un una par media medio docena cien ciento".split(" "), "semanas", "es")).toEqual([
    1, 1, 2, 0.5, 0.5, 12, 100, 100,
  ]);
});

test("only tens from twenty to ninety take a digit after them", () => {
  expect(measuresOf("ninety nine days")).toEqual([[99, "day"]]);
  expect(measuresOf("a hundred five days")).toEqual([[5, "day"]]);
  expect(measuresOf("nineteen five days")).toEqual([[5, "day"]]);
  expect(measuresOf("twenty twelve days")).toEqual([[12, "day"]]);
  expect(measuresOf("twenty a day")).toEqual([[20, "day"]]);
  expect(measuresOf("twenty one days, twenty zero days")).toEqual([
    [21, "day"],
    [0, "day"],
  ]);
  expect(measuresOf("she is twenty")).toEqual([]);
});

test("up to two words may be between a number and its unit, and a number that is too long counts as 0", () => {
  expect(measuresOf("half a full hour")).toEqual([[0.5, "hour"]]);
  expect(measuresOf("half of a full hour")).toEqual([[1, "hour"]]);
  expect(measuresOf(`${"9".repeat(400)} days`)).toEqual([[0, "day"]]);
});

test("a currency before a number in digits is part of the measure", () => {
  expect(findMeasures(tokenize("a $5 tip"))).toEqual([{ from: 1, to: 3, value: 5, unit: "money" }]);
  expect(measuresOf("5 minutes, $ five")).toEqual([[5, "minute"]]);
});

test("the size of a measure is the number of steps of its unit that it reaches", () => {
  const steps: Record<Unit, number[]> = {
    minute: [6, 11, 16, 26, 41],
    hour: [1, 2, 4],
    day: [2, 4, 8],
    week: [2, 4, 7, 13],
    month: [2, 4, 8],
    year: [2, 6],
    money: [31, 101, 301],
    visit: [2, 5, 11],
    percent: [50, 90],
    mile: [2, 11],
    clock: [],
  };
  const sizeOf = (unit: Unit, value: number) => sizeClass({ from: 0, to: 1, unit, value });
  for (const unit of Object.keys(steps) as Unit[]) {
    // Object.keys widens the keys of a Record.
    expect(sizeOf(unit, 0)).toBe(0);
    for (const [index, step] of steps[unit].entries()) {
      expect([unit, sizeOf(unit, step - 0.5), sizeOf(unit, step)]).toEqual([unit, index, index + 1]);
    }
  }
});
