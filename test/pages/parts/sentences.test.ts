import { expect, test } from "bun:test";
import fc from "fast-check";
import { firstSentences } from "../../../src/pages/parts/sentences.ts";
import { SEED } from "../../seed.ts";

const shown = (text: string, max: number, language: string | null = "en") => firstSentences(text, max, language);

test("a text that fits is shown whole", () => {
  expect(shown("Great. Really.", 20)).toEqual({ shown: "Great. Really.", whole: true });
  expect(shown("Great. \n", 20)).toEqual({ shown: "Great. \n", whole: true });
});

test("a longer text ends with its last whole sentence that fits", () => {
  const text = "My knee is fine again. Ana took her time! The front desk was slow.";
  expect(shown(text, 45)).toEqual({ shown: "My knee is fine again. Ana took her time!", whole: false });
  expect(shown(text, 40)).toEqual({ shown: "My knee is fine again.", whole: false });
});

test("the first sentence is never cut, even if it is longer than the limit", () => {
  const first = `I came here ${"again and ".repeat(20)}again.`;
  expect(shown(`${first} It helped.`, 100)).toEqual({ shown: first, whole: false });
  expect(shown(first, 100)).toEqual({ shown: first, whole: true });
  expect(shown("! It was longer than that.", 10).shown).toBe("!");
});

test("an abbreviation, an initial and a time do not end a sentence", () => {
  const text = "I saw Dr. Ruiz and Maria S. at 5 p.m. on Monday for my back. They helped.";
  expect(shown(text, 20).shown).toBe("I saw Dr. Ruiz and Maria S. at 5 p.m. on Monday for my back.");
  expect(shown("Maria S. Ruiz was kind. So was Ana.", 25).shown).toBe("Maria S. Ruiz was kind.");
  expect(shown("La Dra. Ruiz me atendió muy bien. Volveré.", 20, "es").shown).toBe("La Dra. Ruiz me atendió muy bien.");
});

test("a line break inside a sentence does not end it, and one after a sentence does", () => {
  expect(shown("They fixed my\nshoulder in a week. Thanks to all.", 20).shown).toBe(
    "They fixed my\nshoulder in a week.",
  );
  expect(shown("So kind! will come again.", 10).shown).toBe("So kind!");
  expect(shown("* * *\nso kind. Thanks.", 10).shown).toBe("* * *\nso kind.");
  expect(shown("Clean rooms\nFriendly people\nGood parking", 15)).toEqual({ shown: "Clean rooms", whole: false });
});

test("languages without spaces or capital letters are read by their own stops", () => {
  expect(shown("とても良かったです。また来ます。駐車場も広いです。", 12, "ja").shown).toBe("とても良かったです。");
  expect(shown("Ήταν καλό; Ναι, πολύ καλό ήταν εδώ.", 12, "el").shown).toBe("Ήταν καλό;");
  expect(shown("¡Excelente! ¿Volvería? Sí, claro.", 22, "es-MX").shown).toBe("¡Excelente! ¿Volvería?");
});

test("only a sentence of more than 800 characters is cut, at a space and never inside a character", () => {
  const words = shown("word ".repeat(400), 280);
  expect(words).toEqual({ shown: "word ".repeat(160).trimEnd(), whole: false });
  const halves = (first: number) => shown(`${"x".repeat(first)} ${"y".repeat(800)}`, 280).shown.length;
  expect([halves(400), halves(401)]).toEqual([800, 401]);
  expect(shown(`a${"😀".repeat(600)}`, 280).shown).toBe(`a${"😀".repeat(399)}`);
});

test("a text of a megabyte without an end costs no more than a short one", () => {
  const best = (text: string) =>
    Math.min(
      ...Array.from({ length: 9 }, () => {
        const started = performance.now();
        expect(shown(text, 280)).toEqual({ shown: "a. ".repeat(266).trimEnd(), whole: false });
        return performance.now() - started;
      }),
    );
  const [short_ms, long_ms] = [best("a. ".repeat(3_500)), best("a. ".repeat(350_000))];
  expect(long_ms).toBeLessThan(10 * short_ms + 5); // a hundred times the text
});

test("whatever the text and its language, what is shown is its beginning, and nothing is lost silently", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme", maxLength: 2000 }),
      fc.option(fc.constantFrom("en", "es-MX", "x", "not a tag", "zh-Hant", ""), { nil: null }),
      (text, language) => {
        const { shown: part, whole } = firstSentences(text, 80, language);
        expect(text.startsWith(part)).toBe(true);
        expect(whole).toBe(text.slice(part.length).trim() === "");
      },
    ),
    { seed: SEED, numRuns: 300 },
  );
});
