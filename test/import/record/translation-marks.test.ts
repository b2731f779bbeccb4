import { expect, test } from "bun:test";
import { removeTranslationMarks, splitTranslation } from "../../../src/import/record/translation-marks.ts";

test.each([
  ["(Translated by Google) Good pool.\n\n(Original)\nBuena alberca.", "Buena alberca.", "Good pool."],
  ["(Translated by Google) Good pool. (Original) Buena alberca.", "Buena alberca.", "Good pool."],
  ["Buena alberca.\n\n(Translated by Google)\nGood pool.", "Buena alberca.", "Good pool."],
  ["(Translated by Google) Good pool.\n\n(Original)\nBuena al", "Buena al", "Good pool."],
  ["(Translated by Google) Good po", "Good po", null],
  ["(Translated by Google) Good pool.\n\n(Original)\n", "Good pool.", null],
  ["(Traducido por Google) Buena.\n\n(Texto original)\nGood.", "Good.", "Buena."],
  ["Not (Original) at all.", "Not (Original) at all.", null],
])("%j is split into the text and its translation", (given, text, translation) => {
  expect(splitTranslation(given)).toEqual({ text, translation });
});

test("the marks are removed from the text and from the reply", () => {
  const review = { place: { file: "a", row: 1 }, author: null, rating: 5, date: "2025-01-01", text: "Bien." };
  const reply = { text: "(Translated by Google) Thanks! (Original) ¡Gracias!", date: null };
  expect(removeTranslationMarks({ ...review, reply }, "en").reply?.text).toBe("¡Gracias!");
  const cut = removeTranslationMarks({ ...review, text: "(Translated by Google) Good." }, "en");
  expect(cut).toEqual({ ...review, text: "Good." });
});
