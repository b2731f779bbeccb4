import { expect, test } from "bun:test";
import { languageOf } from "../../engine/reading/language.ts";
import { tokenize } from "../../engine/reading/tokens.ts";

// Of these words, "the" and "and" are English alone, "muy" and "pero" Spanish alone, "und" and "ist" of others alone;
// "me" is English and Spanish; "xx" is known in no language.
const languageIn = (text: string, stated: string | null = null) => languageOf(tokenize(text), stated);

test("a text with few words has its stated language, or is English", () => {
  expect([null, "en", "en-US", "EN", "es", "es-MX", "fr", "est", "eng"].map((tag) => languageIn("xx xx", tag))).toEqual(
    ["en", "en", "en", "en", "es", "es", "other", "other", "other"],
  );
  expect(languageIn("", "es")).toBe("es");
  expect(languageIn("muy xx xx xx")).toBe("en");
  expect(languageIn("muy 5 6 7 8 xx")).toBe("en");
});

test("five words are enough, and so are two of another language", () => {
  expect(languageIn("muy xx xx xx xx")).toBe("es");
  expect(languageIn("muy pero xx xx")).toBe("es");
  expect(languageIn("und ist xx xx")).toBe("other");
});

test("as many English words as of another language are enough, unless the text is stated to be Spanish", () => {
  expect(["es", null, "en", "fr"].map((tag) => languageIn("the muy xx xx xx", tag))).toEqual(["es", "en", "en", "en"]);
  expect(languageIn("the and muy xx xx", "es")).toBe("en");
  expect(languageIn("the muy pero xx xx")).toBe("es");
});

test("a word that English shares counts for neither", () => {
  expect(languageIn("me me muy xx xx")).toBe("es");
  expect(languageIn("me me und xx xx")).toBe("other");
});

test("Spanish needs more words than the other languages, or as many if it is stated, and none stated instead", () => {
  expect(["es", null, "en", "fr"].map((tag) => languageIn("muy und xx xx xx", tag))).toEqual([
    "es",
    "other",
    "other",
    "other",
  ]);
  expect(["es", null, "en", "fr"].map((tag) => languageIn("muy pero und xx xx", tag))).toEqual([
    "es",
    "es",
    "es",
    "other",
  ]);
  expect(languageIn("muy und ist xx xx", "es")).toBe("other");
});

test("a fifth of English words is enough against languages that are not read", () => {
  expect(languageIn("the und ist xx xx")).toBe("en");
  expect(languageIn("the und ist xx xx xx")).toBe("other");
});

test("a text with more than half of its words in another script is in another language", () => {
  expect(["привет", "привет xx", "привет мир xx", "привет мир xx xx"].map((text) => languageIn(text))).toEqual([
    "other",
    "en",
    "other",
    "en",
  ]);
});

test("Tagalog and Vietnamese are not read, also with an English word", () => {
  const texts = [
    "Magaling ang mga therapist dito at mabait sila",
    "Ang galing ng therapist ko, hindi na masakit ang likod ko",
    "Salamat po sa inyong lahat, sobrang bait ninyo",
    "Rất tốt, nhân viên thân thiện",
  ];
  expect(texts.map((text) => languageIn(text))).toEqual(texts.map(() => "other"));
  expect(languageIn("Salamat po to all of the therapists, they are great")).toBe("en");
});
