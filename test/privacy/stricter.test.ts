import { expect, test } from "bun:test";
import { AS_PUBLISHED, BY_DEFAULT, isStricter, type Privacy } from "../../src/privacy/stricter.ts";

const OPEN: Privacy = { names: "first_initial", avatars: true, redact: false };

test.each([
  [{ names: "initials" }, true],
  [{ names: "anonymous" }, true],
  [{ names: "full" }, false],
  [{ avatars: false }, true],
  [{ redact: true }, true],
  [{ names: "full", avatars: false }, true],
  [{ names: "full", redact: true }, true],
  [{}, false],
] as const)("each member alone makes a privacy stricter: %j is %p", (changes, stricter) => {
  expect(isStricter(OPEN, { ...OPEN, ...changes })).toBe(stricter);
});

test("what shows more is not stricter, and the default is stricter than what was published", () => {
  expect(isStricter({ ...OPEN, avatars: false, redact: true }, OPEN)).toBe(false);
  expect([isStricter(AS_PUBLISHED, BY_DEFAULT), isStricter(BY_DEFAULT, AS_PUBLISHED)]).toEqual([true, false]);
});
