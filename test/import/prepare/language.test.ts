import { beforeAll, expect, test } from "bun:test";
import { openLanguageDetector } from "../../../src/import/prepare/language.ts";

const languages = openLanguageDetector();
beforeAll(() => languages.loadLibrary());

test.each([
  ["Great", "en"],
  ["Muy bien", "en"],
  ["El trato fue muy bueno y la doctora me explicó todo.", "es"],
  ["Une équipe formidable et à l'écoute.", "fr"],
  ["Sehr nettes Personal, tolle Praxis, gerne wieder", "de"],
  ["Отличная клиника, очень помогли с коленом", "ru"],
  ["とても親切なスタッフでした。また来ます。ありがとう。", "ja"],
  ["Bike, bands, ice, bye. Felt like a conveyor belt.", "en"],
])("the language of %j is %s", (text, language) => {
  expect(languages.detect(text, "en")).toBe(language);
});

test.each([
  ["とても良い", "ja"],
  ["很好", "zh"],
  ["좋아요", "ko"],
  ["Πολύ καλό", "el"],
  ["מצוין", "he"],
  ["ดีมาก", "th"],
  ["Дуже гарні лікарі її", "uk"],
  ["Рекомендую", null],
  ["ممتاز", null],
  ["बहुत अच्छा", null],
  ["Отличная клиника, оч", null],
])("another script is never called English: %j is %p", (text, language) => {
  expect(openLanguageDetector().detect(text, "en")).toBe(language);
});

test("a script that several languages share is the language of the business, if it uses the script", () => {
  expect(openLanguageDetector().detect("Рекомендую", "bg")).toBe("bg");
  expect(openLanguageDetector().detect("Great стaff", "en")).toBe("en");
});

test("only a text of 20 characters or more that the function words do not decide needs the library", async () => {
  const unloaded = openLanguageDetector();
  expect(unloaded.needsLibrary("El trato fue muy bueno y la doctora me explicó todo.")).toBe(false);
  // "con" and "una" are Spanish and Italian.
  expect(unloaded.needsLibrary("con una mesa azul grande")).toBe(true);
  expect(unloaded.needsLibrary("Отличная клиника, оч")).toBe(true);
  expect(unloaded.needsLibrary("Отличная клиника, о")).toBe(false);
  expect(unloaded.detect("Отличная клиника, очень помогли с коленом", "en")).toBeNull();
  await unloaded.loadLibrary();
  expect(unloaded.needsLibrary("Отличная клиника, очень помогли с коленом")).toBe(false);
  expect(unloaded.detect("Отличная клиника, очень помогли с коленом", "en")).toBe("ru");
});
