import { expect, test } from "bun:test";
import { minimizeName } from "../../../src/privacy/people/minimize-name.ts";

test.each([
  ["Mr. and Mrs. Dale Peterson", "Dale P."],
  ["Mr and Mrs Peterson", "P."],
  ["Tom & Linda Carver", "Tom & Linda C."],
  ["Tom and Linda Carver", "Tom and Linda C."],
  ["María y José Pérez", "María y José P."],
  ["Hans und Inge Müller", "Hans und Inge M."],
  ["José Ortega y Gasset", "José O."],
  ["The Petersons", "P."],
  ["Smith and Jones LLC", "Smith and Jones LLC"],
])("of two people, %p shows given names and one initial: %p", (name, shown) => {
  expect(minimizeName(name, "first_initial")).toBe(shown);
});

test.each([
  ["Dana Fox, Realtor at Century 21", "Dana F."],
  ["Dana Fox | Keller Williams", "Dana F."],
  ["Dana Fox - State Farm", "Dana F."],
  ["Dana Fox, CPA", "Dana F."],
  ["Dana Fox / Keller Williams", "Dana F."],
  ["Dana Fox/Realtor", "Dana F."],
  ["Dana Fox from Austin", "Dana F."],
  ["Sanchez, Maria", "Maria S."],
  ["Anna-Lee Fox", "Anna-Lee F."],
])("a profession, a company or a place after a name goes: %p", (name, shown) => {
  expect(minimizeName(name, "first_initial")).toBe(shown);
});

test.each([
  ["Josh Hartman's mom", "Josh's mom", "J.'s mom"],
  ["Josh’s mom", "Josh’s mom", "J.’s mom"],
  ["Mom of Josh Hartman", "Mom of Josh", "Mom of J."],
  ["mamá de Josh Hartman", "mamá de Josh", "mamá de J."],
])("whose relative somebody is shows no surname: %p", (name, shown, initials) => {
  expect(minimizeName(name, "first_initial")).toBe(shown);
  expect(minimizeName(name, "initials")).toBe(initials);
});

test.each([
  "Deleted User",
  "deleted account",
  "[deleted]",
  "Former User",
  "Local Guide",
  "Usuario eliminado",
  "mom of 3",
])("the placeholder %p is nobody", (name) => {
  expect(minimizeName(name, "first_initial")).toBe("Anonymous");
});

test.each([
  ["Nguyễn Thị Mai", "Mai N."],
  ["Mai Thi Nguyen", "Mai N."],
  ["Trần Văn Hùng", "Hùng T."],
])("a Vietnamese surname comes first unless the last word is a surer one: %p", (name, shown) => {
  expect(minimizeName(name, "first_initial")).toBe(shown);
});
