import { expect, test } from "bun:test";
import fc from "fast-check";
import { minimizeName } from "../../src/privacy/names.ts";
import { SEED } from "../seed.ts";

test.each([
  ["Maria Sanchez", "Maria S."],
  ["Maria del Carmen Sánchez López", "Maria L."],
  ["Maria S.", "Maria S."],
  ["Maria", "Maria"],
  ["Dr. Maria Sanchez, PhD", "Maria S."],
  ["Sanchez, Maria", "Maria S."],
  ["Maria Sanchez, PhD", "Maria S."],
  ["maria.sanchez88@example.com", "maria s."],
  ["Åsa Öberg", "Åsa Ö."],
  ["李 小龙", "李 小."],
  ["A Google user", "Anonymous"],
  ["12345", "Anonymous"],
  ["", "Anonymous"],
  ["!n/a", "Anonymous"],
  ["* NA *", "Anonymous"],
  ["Ana ßeta", "Ana S."],
  ["Bob 😀", "Bob"],
  ['Robert "Bob" Fox', "Robert F."],
])("%s is shown as %s", (name, shown) => {
  expect(minimizeName(name, "first_initial").toLowerCase()).toBe(shown.toLowerCase());
});

test("each of the four modes shows its part of a name", () => {
  expect(minimizeName("Maria Sanchez", "full")).toBe("Maria Sanchez");
  expect(minimizeName("Maria Sanchez", "initials")).toBe("M. S.");
  expect(minimizeName("Maria Sanchez", "anonymous")).toBe("Anonymous");
  expect(minimizeName(null, "full")).toBe("Anonymous");
});

test("a minimized name stays as it is", () => {
  for (const name of ["Maria S.", "M. S.", "Maria", "Anonymous", "Jean-Luc P."]) {
    expect(minimizeName(minimizeName(name, "first_initial"), "first_initial")).toBe(name);
  }
});

test("minimizing twice is minimizing once, whatever the name", () => {
  const names = fc.oneof(fc.string({ maxLength: 12 }), fc.string({ unit: "grapheme", maxLength: 12 }));
  fc.assert(
    fc.property(names, (name) => {
      const once = minimizeName(name, "first_initial");
      expect(minimizeName(once, "first_initial")).toBe(once);
    }),
    { seed: SEED, numRuns: 2000 },
  );
});
