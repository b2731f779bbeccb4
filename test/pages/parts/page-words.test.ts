import { expect, test } from "bun:test";
import { clip, wordsOf } from "../../../src/pages/parts/page-words.ts";
import { SITE } from "../site.ts";

const inLocale = (locale: string) => wordsOf({ ...SITE, locale }).format;

test("numbers and dates are those of the locale that is given", () => {
  const english = inLocale("en-US");
  expect([english.count(5), english.count(1234567), english.tenth(4.6), english.tenth(5)]).toEqual([
    "5",
    "1,234,567",
    "4.6",
    "5.0",
  ]);
  expect([english.day("2026-03-09"), english.day("2026-01-31T08:00:00Z"), english.month("2025-12")]).toEqual([
    "March 9, 2026",
    "January 31, 2026",
    "December 2025",
  ]);
  const spanish = inLocale("es-US");
  expect([spanish.day("2026-03-09"), spanish.month("2025-12"), spanish.tenth(4.6)]).toEqual([
    "9 de marzo de 2026",
    "diciembre de 2025",
    "4.6",
  ]);
  expect([inLocale("es-ES").tenth(4.6), inLocale("en-GB").day("2026-03-09")]).toEqual(["4,6", "9 March 2026"]);
});

test("a share is whole percent; some is never nothing, and not all is never everything", () => {
  const { share } = inLocale("en-US");
  expect([share(0, 9), share(1, 1000), share(1, 3), share(999, 1000), share(9, 9), share(0, 0)]).toEqual([
    "0%",
    "<1%",
    "33%",
    ">99%",
    "100%",
    "0%",
  ]);
});

test("a language has its name; a tag that is none stays as it is", () => {
  const { language } = inLocale("en-US");
  expect([language("es"), language("pt-BR"), language("abcd"), language('en" onload="x')]).toEqual([
    "Spanish",
    "Brazilian Portuguese",
    "abcd",
    'en" onload="x',
  ]);
});

test("a text is cut at a space if there is one in its second half, and never inside a character", () => {
  expect(clip("one two three", 9)).toBe("one two…");
  expect(clip("a bcdefghijk", 8)).toBe("a bcdefg…");
  expect([clip("abcd efghijk", 8), clip("abcde fghijk", 8)]).toEqual(["abcd efg…", "abcde…"]);
  expect(clip("abcdefghij", 5)).toBe("abcde…");
  expect(clip("ab😀cd", 3)).toBe("ab…");
  expect(clip("short", 5)).toBe("short");
});
