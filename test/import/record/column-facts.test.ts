import { expect, test } from "bun:test";
import { createFacts, FIT, fitOf, mayBeAnother, noteValue } from "../../../src/import/record/column-facts.ts";
import type { FieldName } from "../../../src/import/record/find-columns.ts";

function factsOf(field: FieldName, values: readonly unknown[]) {
  const facts = createFacts("column", field, 1);
  for (const value of values) noteValue(facts, value);
  return facts;
}
const times = (count: number, value: string) => Array<string>(count).fill(value);

test("ratings fit if they are whole stars on their own scale; the others say what the column may be", () => {
  const values = ["5", "4/5", "8/10", "80/100", "1 star", "7/10", "0", "6", "4.5", "good", "", null];
  expect(factsOf("rating", values)).toMatchObject({ filled: 10, fitting: 5, plain: 4, decimals: 1, constant: false });
  const above = (...given: string[]) => factsOf("rating", given).above;
  expect(above("5", "6", "10", "7/10")).toEqual({ ten: 2, hundred: 0, example: "6" });
  expect(above("11", "100", "10")).toEqual({ ten: 1, hundred: 2, example: "11" });
  expect(above("101", "5")).toEqual({ ten: 0, hundred: 0, example: null });
  expect(above("80%", "12.5 %")).toEqual({ ten: 0, hundred: 2, example: "80%" });
});

test("dates fit if they are read; others count from an unknown day or are answers", () => {
  const values = ["2026-01-05", "3 weeks ago", "yes", "No", "0", "soon", true];
  expect(factsOf("date", values)).toMatchObject({ filled: 7, fitting: 1, relative: 1, answers: 4 });
  for (const field of ["updated_at", "reply_date"] as const)
    expect(factsOf(field, values)).toMatchObject({ fitting: 1, relative: 1 });
});

test.each([
  ["author", ["Ann Lee", "李"], ["123", "x".repeat(201), "2026-01-05"]],
  ["author", ["x".repeat(200)], ["***"]],
  ["text", ["ok", "👍", "é"], ["5", "a", "!?"]],
  ["reply", ["ok"], ["👍", "a"]],
  ["source_url", ["https://a.example", "//a.example", "www.a.example"], ["a.example", "see https://a.example"]],
  ["title", ["5", "!"], []],
  // JSON in a cell is opened later.
  ["rating", ['{"value":5}', { value: 5 }], [[5]]],
] as const)("which values the %s can have", (field, fitting, others) => {
  for (const value of fitting) expect([value, factsOf(field, [value]).fitting]).toEqual([value, 1]);
  for (const value of others) expect([value, factsOf(field, [value]).fitting]).toEqual([value, 0]);
});

test("a column is empty, wrong, constant, mostly right or clean", () => {
  const fit = (field: FieldName, ...values: string[]) => fitOf(factsOf(field, values));
  expect(fit("rating", "", " ")).toBe(FIT.empty);
  expect(fit("rating", ...times(8, "5"), "x", "4")).toBe(FIT.mostly);
  expect(fit("rating", ...times(7, "5"), "x", "4")).toBe(FIT.wrong);
  expect(fit("rating", ...times(5, "5"))).toBe(FIT.clean);
  expect(fit("rating", ...times(6, "5"))).toBe(FIT.constant);
  expect(fit("author", "Ann", "Ann")).toBe(FIT.clean);
  expect(fit("author", "Ann", "Ann", "Ann")).toBe(FIT.constant);
  expect(fit("author", "Ann", "Ann", "Bo", "Bo")).toBe(FIT.clean);
  expect([FIT.empty, FIT.wrong, FIT.constant, FIT.mostly, FIT.clean]).toEqual([0, 1, 2, 3, 4]);
});

test("ratings that do not fit may be on another scale, and dates may be in an unknown style", () => {
  const may = (field: FieldName, ...values: string[]) => mayBeAnother(factsOf(field, values));
  expect(may("rating", "9", "7")).toBe(true);
  expect(may("rating", "90", "70")).toBe(true);
  expect(may("rating", "good", "bad")).toBe(false);
  expect(may("rating", "9.5", "7")).toBe(false);
  expect(may("rating", "9.5", "7", "8")).toBe(true);
  expect(may("rating", ...times(5, "9"))).toBe(true);
  expect(may("rating", ...times(6, "9"))).toBe(false);
  expect(may("date", "soon", "later")).toBe(true);
  expect(may("date", ...times(3, "soon"))).toBe(false);
  expect(may("date", ...times(3, "3 weeks ago"))).toBe(true);
  expect(may("author", "5", "6")).toBe(false);
});
