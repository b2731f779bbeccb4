import { expect, test } from "bun:test";
import { compareText } from "../../../src/model/basics/compare-text.ts";

test("texts are ordered by their UTF-16 units", () => {
  expect([compareText("a", "b"), compareText("b", "a"), compareText("a", "a")]).toEqual([-1, 1, 0]);
  expect(["é", "z", "Z", "\u{1f600}", "\uff5e", ""].sort(compareText)).toEqual([
    "",
    "Z",
    "z",
    "é",
    "\u{1f600}",
    "\uff5e",
  ]);
});
