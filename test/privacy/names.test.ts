import { expect, test } from "bun:test";
import { minimiseName } from "../../src/privacy/names.ts";

test.each([
  ["Maria Sanchez", "Maria S."],
  ["Maria del Carmen Sánchez López", "Maria L."],
  ["Maria S.", "Maria S."],
  ["Maria", "Maria"],
  ["Dr. Maria Sanchez, PhD", "Maria S."],
  ["Sanchez, Maria", "Maria S."],
  ["maria.sanchez88@example.com", "maria s."],
  ["Åsa Öberg", "Åsa Ö."],
  ["李 小龙", "李 小."],
  ["A Google user", "Anonymous"],
  ["12345", "Anonymous"],
  ["", "Anonymous"],
  ["Bob 😀", "Bob"],
  ['Robert "Bob" Fox', "Robert F."],
])("%s is shown as %s", (name, shown) => {
  expect(minimiseName(name, "first_initial").toLowerCase()).toBe(shown.toLowerCase());
});

test("the four modes", () => {
  expect(minimiseName("Maria Sanchez", "full")).toBe("Maria Sanchez");
  expect(minimiseName("Maria Sanchez", "initials")).toBe("M. S.");
  expect(minimiseName("Maria Sanchez", "anonymous")).toBe("Anonymous");
  expect(minimiseName(null, "full")).toBe("Anonymous");
});

test("a minimised name stays as it is", () => {
  for (const name of ["Maria S.", "M. S.", "Maria", "Anonymous", "Jean-Luc P."]) {
    expect(minimiseName(minimiseName(name, "first_initial"), "first_initial")).toBe(name);
  }
});
