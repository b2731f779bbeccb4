import { expect, test } from "bun:test";
import { splitTranslation } from "../../../src/import/record/translation-marks.ts";

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
