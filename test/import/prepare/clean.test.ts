import { expect, test } from "bun:test";
import { cleanLine, cleanText, cleanUrl } from "../../../src/import/prepare/clean.ts";

test("invisible characters are removed from a text; emoji and joining scripts stay whole", () => {
  expect(cleanText(" a\u200bb\u202e\u0007c\r\nd\u{e0041} ")).toBe("abc\nd");
  expect(cleanText("👩‍👩‍👧 ok")).toBe("👩‍👩‍👧 ok");
  expect(cleanText("می‌خواهم")).toBe("می‌خواهم");
  expect(cleanText("x\u200dy")).toBe("xy");
  expect(cleanText("\ud800 \u0000")).toBe("\ufffd");
  expect(cleanText("\u200b")).toBeNull();
});

test("a title is put on one line", () => {
  expect(cleanLine(" Warm\r\n  pool ")).toBe("Warm pool");
});

test("only absolute web links without credentials are kept", () => {
  expect(cleanUrl("https://example.com/a b")).toBe("https://example.com/a%20b");
  expect(cleanUrl("http://example.com/")).toBe("http://example.com/");
  for (const bad of [
    "javascript:alert(1)",
    "/relative",
    "https://me:pw@example.com",
    "https://me@example.com",
    "data:text/html,x",
  ]) {
    expect(cleanUrl(bad)).toBeNull();
  }
  const long = `https://example.com/${"a".repeat(1980)}`;
  expect(cleanUrl(long)).toBe(long);
  expect(cleanUrl(`${long}a`)).toBeNull();
});

test("a text of nothing is none", () => {
  expect(["", " \n ", "\u200b"].map(cleanText)).toEqual([null, null, null]);
});
