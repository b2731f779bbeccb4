import { expect, test } from "bun:test";
import { cut, isLonger } from "../../../src/model/basics/cut.ts";

test("an error repeats at most 100 characters of a request", () => {
  expect(cut("a".repeat(100))).toBe("a".repeat(100));
  expect(cut("a".repeat(101))).toBe("a".repeat(100));
});

test("a pair of surrogates is not cut in two", () => {
  expect(cut("ab😀", 3)).toBe("ab");
  expect(cut("ab😀c", 4)).toBe("ab😀");
  // U+E000, the first code unit after the surrogates, and U+D7FF, the last before them, are whole.
  expect([cut("ab\ue000c", 3), cut("ab\ud7ffc", 3)]).toEqual(["ab\ue000", "ab\ud7ff"]);
  expect([cut("ab\ud800\udc00", 3), cut("ab\udbff\udfff", 3)]).toEqual(["ab", "ab"]);
});

test("a length is counted in code points", () => {
  expect([isLonger("abc", 3), isLonger("abcd", 3)]).toEqual([false, true]);
  expect([isLonger("😀😀😀", 3), isLonger("😀😀😀a", 3), isLonger("a".repeat(7), 3)]).toEqual([false, true, true]);
});
