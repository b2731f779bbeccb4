import { expect, test } from "bun:test";
import { counted, editDistance, editDistanceWithin, suggest } from "../src/spelling.ts";

const COMMANDS = ["serve", "import", "status", "settings", "subscriptions"];

test.each([
  ["imprt", "import"], // a letter is missing
  ["importt", "import"], // a letter too many
  ["imbort", "import"], // another letter
  ["ipmort", "import"], // two letters swapped: two edits in six letters
  ["sevre", "serve"], // one typing error, although it is two edits in five letters
  ["serv", "serve"],
  ["subscritoins", "subscriptions"],
  ["import", "import"],
])("%s suggests %s", (word, expected) => {
  expect(suggest(word, COMMANDS)).toBe(expected);
});

test.each([["xyzzy"], [""], ["ervse"], ["sta"]])("nothing is close enough to %p", (word) => {
  expect(suggest(word, COMMANDS)).toBe("");
});

test("one edit is allowed in a short word, and the closest candidate wins over an earlier one", () => {
  expect(suggest("a", ["ab"])).toBe("ab");
  expect(suggest("anna", ["hanna", "anna"])).toBe("anna");
  expect(suggest("anything", [])).toBe("");
});

test("a count takes the singular for one and the plural for everything else", () => {
  expect([counted(0, "row"), counted(1, "row"), counted(2, "row")]).toEqual(["0 rows", "1 row", "2 rows"]);
  expect(counted(2, "reply", "replies")).toBe("2 replies");
});

test("the distance within a bound is the whole distance, or null if that is larger", () => {
  const words = ["", "a", "knee", "kene", "knees", "ankle", "shoulder", "shuolders", "physio"];
  const pairs = words.flatMap((a) => words.map((b) => [a, b] as const));
  for (const most of [0, 1, 2, 3, 9]) {
    const wanted = pairs.map(([a, b]) => (editDistance(a, b) <= most ? editDistance(a, b) : null));
    expect(pairs.map(([a, b]) => editDistanceWithin(a, b, most))).toEqual(wanted);
  }
  expect(editDistance("knee", "ankle")).toBe(3);
  expect(editDistance("", "knee")).toBe(4);
});
