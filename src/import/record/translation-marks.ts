import type { Candidate } from "./candidate.ts";

/** Google's marks, in the languages its exports have them in. */
const TRANSLATED = String.raw`\((?:Translated by Google|Traducido por Google|Traduit par Google|Übersetzt von Google)\)`;
const ORIGINAL = String.raw`\((?:Original|Texto original|Avis d['’]origine|Original text)\)`;
const BEFORE = new RegExp(
  String.raw`^\s*${TRANSLATED}\s*(?<translation>[\s\S]*?)(?:\s*${ORIGINAL}\s*(?<original>[\s\S]*))?$`,
  "iu",
);
const AFTER = new RegExp(String.raw`^(?<original>[\s\S]*?)\s*${TRANSLATED}\s*(?<translation>[\s\S]*)$`, "iu");
const MARK = /\((?:translated|traducido|traduit|übersetzt) /iu;

/**
 * Takes Google's envelope off a text: "(Translated by Google) …\n\n(Original)\n…", on one line, cut off, or with the
 * original first. Of one cut off before the original the translation is all there is, and stays as the text.
 */
export function splitTranslation(text: string): { text: string; translation: string | null } {
  if (!MARK.test(text)) return { text, translation: null };
  const groups = (BEFORE.exec(text) ?? AFTER.exec(text))?.groups;
  const original = groups?.original?.trim();
  const translation = groups?.translation?.trim();
  if (!original) return { text: translation ?? text, translation: null };
  return { text: original, translation: translation || null };
}

/** Every format may carry the envelope, in reviews and in replies. */
export function openEnvelopes(candidate: Candidate, language: string | null): Candidate {
  const inText = candidate.text !== null && MARK.test(candidate.text);
  const inReply = candidate.reply && MARK.test(candidate.reply.text);
  if (!inText && !inReply) return candidate;
  const opened = { ...candidate };
  if (inText && candidate.text !== null) {
    const { text, translation } = splitTranslation(candidate.text);
    opened.text = text;
    if (translation !== null) opened.translation = { text: translation, language };
  }
  if (candidate.reply) opened.reply = { ...candidate.reply, text: splitTranslation(candidate.reply.text).text };
  return opened;
}
