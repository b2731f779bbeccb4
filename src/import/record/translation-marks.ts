import { parseWordLists } from "../../model/basics/word-lists.ts";
import type { Candidate } from "./candidate.ts";
import words from "./translation-marks.words.txt" with { type: "text" };

/**
 * The marks that Google puts around translations: parentheses with "Google" and a word for translating, in the language
 * of the interface, which is that of the translation (null if several languages share the word). The exact phrases change,
 * the words do not. Longer words come before their beginnings.
 */
const TRANSLATING: Record<string, string | null> = {
  ...{
    translat: "en",
    traduc: "es",
    tradui: "fr",
    traduï: "ca",
    traduzion: "it",
    tradott: "it",
    traduz: "pt",
    tradus: "ro",
  },
  ...{ übersetz: "de", vertaald: "nl", przetłum: "pl", tłumacz: "pl", översatt: "sv", oversatt: "no", oversat: "da" },
  ...{
    kään: "fi",
    přelo: "cs",
    prelož: "sk",
    preved: null,
    preveo: null,
    prevel: null,
    fordít: "hu",
    çevir: "tr",
    çevr: "tr",
  },
  ...{ tõlk: "et", tulko: "lv", išver: "lt", μετάφρ: "el", μεταφρ: "el", перекл: "uk", перев: "ru", превед: null },
  ...{ 翻訳: "ja", 翻译: "zh", 翻譯: "zh", 번역: "ko", ترجم: "ar", תרג: "he", תורג: "he", अनुवाद: "hi", แปล: "th" },
  ...{ dịch: "vi", terjemah: "id" },
};
const WORDS = Object.keys(TRANSLATING);
const TRANSLATED = `[(（](?=[^()（）]{0,40}Googl)(?=[^()（）]{0,40}(?:${WORDS.join("|")}))[^()（）]{1,50}[)）]`;
const { originals } = parseWordLists("translation-marks.words.txt", words, ["originals"]);
const ORIGINAL = `[(（](?:${originals.join("|")})[)）]`;
const BEFORE = new RegExp(
  String.raw`^\s*${TRANSLATED}\s*(?<translation>[\s\S]*?)(?:${ORIGINAL}\s*(?<original>[\s\S]*))?$`,
  "iu",
);
const AFTER = new RegExp(String.raw`^(?<original>[\s\S]*?)${TRANSLATED}\s*(?<translation>[\s\S]*)$`, "iu");
const MARK = new RegExp(TRANSLATED, "iu");
/** Nearly every text fails this test, which takes a tenth of the time (measured). */
const NAME = /googl/i;
const hasMark = (text: string): boolean => NAME.test(text) && MARK.test(text);

/**
 * Separates a text from its translation by Google: "(Translated by Google) …\n\n(Original)\n…", also on one line, cut off,
 * or with the original first. If it was cut off before the original, the translation is all there is and becomes the text.
 */
export function splitTranslation(text: string): { text: string; translation: string | null } {
  if (!hasMark(text)) return { text, translation: null };
  const groups = (BEFORE.exec(text) ?? AFTER.exec(text))?.groups;
  const original = groups?.original?.trim();
  const translation = groups?.translation?.trim();
  if (!original) return { text: translation ?? text, translation: null };
  return { text: original, translation: translation || null };
}

/** The language of the interface that made the mark. */
function languageOfMark(text: string): string | null {
  const mark = MARK.exec(text)?.[0].toLowerCase() ?? "";
  return TRANSLATING[WORDS.find((word) => mark.includes(word)) ?? ""] ?? null;
}

/** Removes the marks from the text of a review and from its reply; every format may have them. */
export function removeTranslationMarks(candidate: Candidate): Candidate {
  const inText = candidate.text !== null && hasMark(candidate.text);
  const inReply = candidate.reply && hasMark(candidate.reply.text);
  if (!inText && !inReply) return candidate;
  const cleaned = { ...candidate };
  if (inText && candidate.text !== null) {
    const { text, translation } = splitTranslation(candidate.text);
    cleaned.text = text;
    if (translation !== null) cleaned.translation = { text: translation, language: languageOfMark(candidate.text) };
  }
  if (candidate.reply) cleaned.reply = { ...candidate.reply, text: splitTranslation(candidate.reply.text).text };
  return cleaned;
}
