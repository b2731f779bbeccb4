import type { Candidate } from "./candidate.ts";

/** The marks that Google puts around translations, in the languages that its exports use. */
const TRANSLATED = String.raw`\((?:Translated by Google|Traducido por Google|Traduit par Google|Übersetzt von Google)\)`;
const ORIGINAL = String.raw`\((?:Original|Texto original|Avis d['’]origine|Original text)\)`;
const BEFORE = new RegExp(
  String.raw`^\s*${TRANSLATED}\s*(?<translation>[\s\S]*?)(?:${ORIGINAL}\s*(?<original>[\s\S]*))?$`,
  "iu",
);
const AFTER = new RegExp(String.raw`^(?<original>[\s\S]*?)${TRANSLATED}\s*(?<translation>[\s\S]*)$`, "iu");
const MARK = /\((?:translated|traducido|traduit|übersetzt) /iu;

/**
 * Separates a text from its translation by Google: "(Translated by Google) …\n\n(Original)\n…", also on one line, cut off,
 * or with the original first. If it was cut off before the original, the translation is all there is and becomes the text.
 */
export function splitTranslation(text: string): { text: string; translation: string | null } {
  if (!MARK.test(text)) return { text, translation: null };
  const groups = (BEFORE.exec(text) ?? AFTER.exec(text))?.groups;
  const original = groups?.original?.trim();
  const translation = groups?.translation?.trim();
  if (!original) return { text: translation ?? text, translation: null };
  return { text: original, translation: translation || null };
}

/** Removes the marks from the text of a review and from its reply; every format may have them. */
export function removeTranslationMarks(candidate: Candidate, language: string | null): Candidate {
  const inText = candidate.text !== null && MARK.test(candidate.text);
  const inReply = candidate.reply && MARK.test(candidate.reply.text);
  if (!inText && !inReply) return candidate;
  const cleaned = { ...candidate };
  if (inText && candidate.text !== null) {
    const { text, translation } = splitTranslation(candidate.text);
    cleaned.text = text;
    if (translation !== null) cleaned.translation = { text: translation, language };
  }
  if (candidate.reply) cleaned.reply = { ...candidate.reply, text: splitTranslation(candidate.reply.text).text };
  return cleaned;
}
