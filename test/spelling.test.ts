import { expect, test } from "bun:test";
import { counted, suggest } from "../src/spelling.ts";

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
