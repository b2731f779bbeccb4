import { expect, test } from "bun:test";
import { clip, plural, renderCount, renderDay, renderMonth, renderProof } from "../../../src/pages/parts/words.ts";

test("numbers and dates do not depend on a locale", () => {
  expect([renderCount(5), renderCount(1234), renderCount(1234567)]).toEqual(["5", "1,234", "1,234,567"]);
  expect([renderDay("2026-03-09"), renderMonth("2025-12")]).toEqual(["March 9, 2026", "December 2025"]);
  expect([renderDay("2026-01-31T08:00:00Z"), renderMonth("2026-01")]).toEqual(["January 31, 2026", "January 2026"]);
});

test("one is singular; zero and all others are plural", () => {
  expect([plural(0, "review"), plural(1, "review"), plural(2000, "review")]).toEqual([
    "0 reviews",
    "1 review",
    "2,000 reviews",
  ]);
});

test("a text is cut at a space if there is one in its second half, and never inside a character", () => {
  expect(clip("one two three", 9)).toBe("one two…");
  expect(clip("a bcdefghijk", 8)).toBe("a bcdefg…");
  expect(clip("abcdefghij", 5)).toBe("abcde…");
  expect(clip("ab😀cd", 3)).toBe("ab…");
  expect(clip("short", 5)).toBe("short");
});

test("a proof says how the review was verified and where it was written", () => {
  expect(renderProof("platform_account", "google")).toBe("Verified by Google account");
  expect(renderProof("visit_record", "direct")).toBe("Verified by a visit record (Direct)");
  expect(renderProof("invitation", "yelp")).toBe("Verified by an invitation after a visit (Yelp)");
  expect(renderProof("operator", "google")).toBe("Verified by the business (Google)");
});
