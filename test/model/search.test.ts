import { expect, test } from "bun:test";
import { isLanguageTag } from "../../src/model/search.ts";

test("a language tag has parts of up to 8 characters, and 100 in all", () => {
  const parts = ["en", "pt-BR", "abcdefgh", `a${"-bcdefghi".repeat(11)}`];
  expect(parts.map(isLanguageTag)).toEqual([true, true, true, true]);
  expect(["", "*", "abcdefghi", "en_US", "e1", `ab${"-bcdefghi".repeat(11)}`].map(isLanguageTag)).toEqual(
    Array(6).fill(false),
  );
});
