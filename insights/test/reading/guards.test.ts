import { expect, test } from "bun:test";
import { findGuards } from "../../engine/reading/guards.ts";
import { segment } from "../../engine/reading/segments.ts";
import { type ReadLanguage, tokenize } from "../../engine/reading/tokens.ts";

const guardsOf = (text: string, language: ReadLanguage = "en") => {
  const tokens = tokenize(text, language);
  const { conditional, deducts } = findGuards(tokens, segment(tokens));
  return { conditional: [...conditional], deducts: [...deducts] };
};
const isConditional = (text: string, language?: ReadLanguage) => guardsOf(text, language).conditional;
const deducts = (text: string, language?: ReadLanguage) => guardsOf(text, language).deducts;

test("a sentence is conditional if it begins with if, after words that lead to it", () => {
  expect(isConditional("If they ran on time, fine. They ran. Ask if they run.")).toEqual([1, 0, 0]);
  expect(isConditional("And even if they ran. (But if not.) So what if?")).toEqual([1, 1, 0]);
  expect(isConditional("But. If so, fine.")).toEqual([0, 1]);
  expect(isConditional("But")).toEqual([0]);
  expect(isConditional("Si llegan tarde. Y si no. No si.", "es")).toEqual([1, 1, 0]);
});

test.each([
  "Docked them a star.",
  "Minus one for the wait.",
  "I took off one star.",
  "I took two stars off.",
  "They lost a point.",
  "Taking a few points off.",
  "Minus a little.",
  "I knocked a star off for parking.",
  "One star off.",
  "Holding back a star.",
  "The missing star is for the wait.",
  "What keeps it from five stars is the wait.",
  "The wait keeps it from 5.",
  "The wait kept it from perfect.",
  "Parking keeps them from perfection.",
  "Just short of 5 stars.",
])("%p says why a star is missing", (text) => {
  expect(deducts(text)).toEqual([1]);
});

test("in Spanish too, and other sentences of the text do not say it", () => {
  expect(deducts("Le quito una estrella. Una estrella menos. Bajo dos estrellas.", "es")).toEqual([1, 1, 1]);
  expect(deducts("Five stars. Minus one for the wait. Great.")).toEqual([0, 1, 0]);
  expect(deducts("Docked a boat. There was no star.")).toEqual([0, 0]);
});
