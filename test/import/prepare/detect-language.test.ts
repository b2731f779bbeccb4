import { beforeAll, describe, expect, test } from "bun:test";
import { createLanguageDetector } from "../../../src/import/prepare/detect-language.ts";

const ENGLISH = { own: "en", not: null };
const languages = createLanguageDetector();
beforeAll(() => languages.loadLibrary());

test.each([
  ["Great", "en"],
  ["Muy bien", "es"],
  ["Excelente", null],
  ["👍👍", null],
  ["Ben & Obi: <3", null],
  ["Thanks Mia", "en"],
  ["El trato fue muy bueno y la doctora me explicó todo.", "es"],
  ["Une équipe formidable et à l'écoute.", "fr"],
  ["Sehr nettes Personal, tolle Praxis, gerne wieder", "de"],
  ["Отличная клиника, очень помогли с коленом", "ru"],
  ["とても親切なスタッフでした。また来ます。ありがとう。", "ja"],
  ["Bike, bands, ice, bye. Felt like a conveyor belt.", "en"],
])("the language of %j is %s", (text, language) => {
  expect(languages.detect(text, ENGLISH)).toBe(language);
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
  ["Спасибо!", "ru"],
  ["Дуже добре", "uk"],
  ["Много добре", "bg"],
  ["Отлично", null],
  ["Отлично, благодаря", "bg"],
  ["Дуже много", null],
  ["ممتاز", "ar"],
  ["خیلی خوب", "fa"],
  ["बहुत अच्छा", "hi"],
  ["धन्यवाद", null],
  ["ძალიან კარგი", "ka"],
  ["Շատ լավ", "hy"],
  ["খুব ভালো", "bn"],
])("another script is never called English: %j is %p", (text, language) => {
  expect(createLanguageDetector().detect(text, ENGLISH)).toBe(language);
});

test("a script that several languages share is the language of the business, if it uses the script", () => {
  const detectFor = (text: string, own: string) => createLanguageDetector().detect(text, { own, not: null });
  expect(detectFor("Рекомендую", "bg")).toBe("bg");
  expect(detectFor("最高", "ja")).toBe("ja");
  expect(detectFor("Great стaff", "en")).toBe("en");
  expect(detectFor("٤٥", "ar")).toBeNull();
});

test("a word that several languages share is the language of the business, if that is one of them", () => {
  const detectFor = (text: string, own: string) => languages.detect(text, { own, not: null });
  expect(["en", "es", "pt", "de"].map((own) => detectFor("Excelente", own))).toEqual([null, "es", "pt", null]);
  expect(["en", "fr", "es"].map((own) => detectFor("Excellent", own))).toEqual(["en", "fr", null]);
  expect(["es", "de"].map((own) => detectFor("Great staff", own))).toEqual(["en", "en"]);
});

test("a text does not have the language of its translation", () => {
  const detect = (text: string, not: string | null) => languages.detect(text, { own: "en", not });
  expect(detect("Excellent", null)).toBe("en");
  expect(detect("Excellent", "en")).toBe("fr");
  expect(detect("El trato fue muy bueno y la doctora me explicó todo.", "es")).not.toBe("es");
  expect(createLanguageDetector().needsLibrary("The staff was very good to my knee.", ENGLISH)).toBe(false);
  expect(createLanguageDetector().needsLibrary("The staff was very good to my knee.", { own: "en", not: "en" })).toBe(
    true,
  );
});

test("only a text of 20 characters or more that neither script nor function words decide needs the library", async () => {
  const unloaded = createLanguageDetector();
  expect(unloaded.needsLibrary("El trato fue muy bueno y la doctora me explicó todo.", ENGLISH)).toBe(false);
  // "con" and "una" are Spanish and Italian.
  expect(unloaded.needsLibrary("con una mesa azul grande", ENGLISH)).toBe(true);
  expect(unloaded.needsLibrary("Кабинет на Садовой, ", ENGLISH)).toBe(true);
  expect(unloaded.needsLibrary("Кабинет на Садовой", ENGLISH)).toBe(false);
  expect(unloaded.needsLibrary("とても親切なスタッフでした。また来ます。ありがとう。", ENGLISH)).toBe(false);
  expect(unloaded.detect("Кабинет на Садовой, дом два, рядом с парком", ENGLISH)).toBeNull();
  await unloaded.loadLibrary();
  expect(unloaded.needsLibrary("Кабинет на Садовой, дом два, рядом с парком", ENGLISH)).toBe(false);
  expect(unloaded.detect("Кабинет на Садовой, дом два, рядом с парком", ENGLISH)).toBe("ru");
});

describe("function words decide without the library", () => {
  const unloaded = createLanguageDetector();
  /** "library" if the words do not decide. */
  const decide = (text: string) => (unloaded.needsLibrary(text, ENGLISH) ? "library" : unloaded.detect(text, ENGLISH));
  /** The second words end at this place in the text. */
  const padded = (first: string, second: string, end: number) => first.padEnd(end - second.length) + second;

  test.each([
    ["The staff were kind and patient", "en"],
    ["Los masajes son caros pero buenos", "es"],
    ["Les soins sont chers mais utiles", "fr"],
    ["Der Arzt ist nett und geduldig", "de"],
    ["Os exames são caros mas uteis", "pt"],
    ["Il dottore è bravo e gli voglio bene", "it"],
    ["Het team is zeer aardig voor mij", "nl"],
    // A word that counts as two is enough alone; another one is not.
    ["been Karolina Wozniak Zielinska", "en"],
    ["were Karolina Wozniak Zielinska", "library"],
  ])("%j is %s", (text, language) => {
    expect(decide(text)).toBe(language);
  });

  test("by two words of one language, or by three and more than twice as many as of any other", () => {
    expect(decide("doctora amable, puntual, muy seria")).toBe("library");
    expect(unloaded.detect("doctora amable, puntual, muy seria", ENGLISH)).toBe("es");
    expect(decide("doctora amable, fue puntual, muy seria")).toBe("es");
    expect(decide("muy los, molto xxxxxxxxxxxxxxx")).toBe("library");
    expect(decide("muy los las, molto xxxxxxxxxxxxxxx")).toBe("es");
    expect(decide("muy los las fue, molto gli xxxxxxxxxxxxxxx")).toBe("library");
    expect(decide("muy los las fue hay, molto gli xxxxxxxxxxxxxxx")).toBe("es");
  });

  test("by four words in the first 60 characters, whatever follows, else by the first 120", () => {
    const spanish = " el los las muy con para una por mi pero";
    expect(decide(`And the of${spanish}`)).toBe("es");
    expect(decide(`${padded("And the of", "were", 60)}${spanish}`)).toBe("en");
    expect(decide(`${padded("And the of", "were", 61)}${spanish}`)).toBe("es");
    expect(decide(padded("Muy", "las", 120))).toBe("es");
    expect(decide(padded("Muy", "las", 121))).toBe("library");
  });

  test("and so does the language of the business, if the text looks like it", () => {
    expect(decide("Unfriendly front desk.")).toBe("en");
  });

  test("in Latin letters if half of the letters are", () => {
    expect([decide("Good друг"), decide("Goo друг")]).toEqual(["en", null]);
  });
});
