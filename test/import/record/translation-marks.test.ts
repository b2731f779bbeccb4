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
  expect(removeTranslationMarks({ ...review, reply }).reply?.text).toBe("¡Gracias!");
  const cut = removeTranslationMarks({ ...review, text: "(Translated by Google) Good." });
  expect(cut).toEqual({ ...review, text: "Good." });
});

test.each([
  ["Translated by Google", "Original"],
  ["Traducido por Google", "Original"],
  ["Traduit par Google", "Avis d'origine"],
  ["Übersetzt von Google", "Original"],
  ["Traduzione di Google", "Originale"],
  ["Traduzido pelo Google", "Original"],
  ["Traduzido pela Google", "Original"],
  ["Vertaald door Google", "Origineel"],
  ["Przetłumaczone przez Google", "Oryginał"],
  ["Översatt av Google", "Ursprunglig"],
  ["Oversat af Google", "Oprindelig"],
  ["Oversatt av Google", "Opprinnelig"],
  ["Googlen kääntämä", "Alkuperäinen"],
  ["Přeloženo Googlem", "Originál"],
  ["Preložené Googlom", "Pôvodné"],
  ["A Google fordítása", "Eredeti"],
  ["Tradus de Google", "Original"],
  ["Google tarafından çevrildi", "Orijinal"],
  ["Μετάφραση από την Google", "Πρωτότυπο"],
  ["Переведено Google", "Оригинал"],
  ["Перекладено Google", "Оригінал"],
  ["Преведено от Google", "Оригинал"],
  ["Google による翻訳", "原文"],
  ["由 Google 提供翻译", "原文"],
  ["由 Google 提供翻譯", "原始評論"],
  ["Google 번역 제공", "원문"],
  ["ترجمة Google", "النص الأصلي"],
  ["תורגם על ידי Google", "מקור"],
  ["Google द्वारा अनुवादित", "मूल"],
  ["แปลโดย Google", "ต้นฉบับ"],
  ["Do Google dịch", "Bản gốc"],
  ["Diterjemahkan oleh Google", "Asli"],
])("the marks (%s) and (%s) are removed", (translated, original) => {
  const expected = { text: "B b.", translation: "A a." };
  expect(splitTranslation(`(${translated}) A a.\n\n(${original})\nB b.`)).toEqual(expected);
  expect(splitTranslation(`B b.\n\n（${translated}）\nA a.`)).toEqual(expected);
});

test.each([
  ["(Translated by Google) Good pool.\n\n(Original)\nBuena alberca.", "en"],
  ["(Traduzione di Google) Buona piscina.\n\n(Originale)\nGood pool.", "it"],
  ["(Traduzido pelo Google) Boa piscina.\n\n(Original)\nGood pool.", "pt"],
  ["(Oversatt av Google) Bra basseng.\n\n(Opprinnelig)\nGood pool.", "no"],
  ["Good pool.\n\n(由 Google 提供翻譯)\n好的游泳池。", "zh"],
  ["(Преведено от Google) Добър басейн.\n\n(Оригинал)\nGood pool.", null],
])("the language of the translation is the language of its mark: %j", (text, language) => {
  const review = { place: { file: "a", row: 1 }, author: null, rating: 5, date: "2025-01-01", text };
  expect(removeTranslationMarks(review).translation?.language).toBe(language);
});

test("words about Google are not marks", () => {
  const text = "I found them (on Google Maps) and the report was translated (original in Spanish).";
  expect(splitTranslation(text)).toEqual({ text, translation: null });
});
