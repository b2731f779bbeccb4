import { expect, test } from "bun:test";
import { isSelfContained, standsAlone } from "../../src/insights/standalone.ts";

test("a quote stands alone if it begins a sentence and refers to nothing outside", () => {
  for (const text of [
    "The front desk is a joy.",
    "On time, every time.",
    "Dr. Raman listened, and she explained everything.",
    "My therapist was patient and he never rushed me.",
    "¡Excelente trato!",
    "25 min late, 30 min late.",
  ]) {
    expect([text, standsAlone(text)]).toEqual([text, true]);
  }
});

test("a quote that continues, starts in lower case or begins with an open pronoun does not stand alone", () => {
  for (const text of [
    "But then she gives you her whole attention.",
    "went in walking like a question mark",
    "She listens and adjusts.",
    "It did get better.",
    "That said, the desk is slow.",
    "Oh, and the therapy is good too.",
    "They moved my appointment 4 times.",
    "Loved how he explained things.",
    "Pero la factura es un misterio.",
    "The other two are for the billing office.",
  ]) {
    expect([text, standsAlone(text)]).toEqual([text, false]);
  }
});

test("in the summary, a quote has no open pronoun anywhere", () => {
  expect(isSelfContained("The evaluation was thorough and I understood it.")).toBe(false);
  expect(standsAlone("The evaluation was thorough and I understood it.")).toBe(true);
  expect(isSelfContained("Dr. Raman listened, and she explained everything.")).toBe(true);
});
