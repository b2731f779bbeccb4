import { expect, test } from "bun:test";
import { createUnreadText } from "../../../src/import/record/unread-text.ts";

function unread(values: readonly unknown[], header = "Notes") {
  const columns = createUnreadText();
  for (const value of values) columns.note(header, value);
  return columns;
}
const looksLikeText = (...values: string[]): boolean => {
  try {
    unread(values).check("a.csv");
    return false;
  } catch (error) {
    expect(String(error)).toContain("column Notes looks like it");
    return true;
  }
};
const capitals = (length: number) => `${"A".repeat(length - 5)} ABCD`;

test.each([
  ["He was kind", true],
  ["Ann Lee", false],
  ["ANN LEE", false],
  [capitals(60), true],
  [capitals(59), false],
  ["A".repeat(60), false],
  ["https://a.example/a b c and more", false],
  ["とても良い感じ", true],
  ["とても良い", false],
  ["خدمة ممتازة جدا هنا", true],
  ["خدمة ممتازة جدا", false],
])("whether %j looks like the text of a review: %p", (value, expected) => {
  expect(looksLikeText(value)).toBe(expected);
});

test("a column looks like the texts if a third of its values do and not all are equal", () => {
  expect(looksLikeText("He was kind", "Ann", "Bo")).toBe(true);
  expect(looksLikeText("He was kind", "Ann", "Bo", "Cy")).toBe(false);
  expect(looksLikeText("He was kind", "He was kind")).toBe(false);
  expect(looksLikeText("", " ")).toBe(false);
  expect(looksLikeText(...Array<string>(200).fill("Ann"), "He was kind")).toBe(false);
});

test("a column with values is listed with its whole name, unless it is the author's or asks for consent", () => {
  const none = new Set<string>();
  expect(unread(["x"], "c".repeat(150)).headers(undefined, none)).toEqual(["c".repeat(150)]);
  expect([unread([""]).headers(undefined, none), unread(["x"]).headers("Notes", none)]).toEqual([[], []]);
  expect(unread(["x"]).headers(undefined, new Set(["Notes"]))).toEqual([]);
});

test("a column with first names is found if it has any; other names of persons stop the file", () => {
  expect(unread(["Ann"], "First Name").firstName()).toBe("First Name");
  expect([unread([""], "First Name").firstName(), unread(["x"]).firstName()]).toEqual([undefined, undefined]);
  expect(() => unread(["Ann Lee"], "Guest").checkNames("a.csv")).toThrow(
    "a.csv has no column that is known to be the author, but column Guest looks like a person's name",
  );
  unread([""], "Guest").checkNames("a.csv");
  unread(["Ann Lee"]).checkNames("a.csv");
});
