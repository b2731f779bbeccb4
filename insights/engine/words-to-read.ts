import type { Analysis } from "../../src/model/analysis.ts";
import type { ReadLanguage } from "./reading/tokens.ts";

/** The words of a review, as they are stored. */
export type Written = {
  text: string | null;
  language: string | null;
  /** A translation that came with the review. */
  translation: { text: string; language: string | null } | null;
};

/** What the engine reads of a review. */
export type WordsToRead = { text: string; language: string | null; translated: boolean };

const READ: ReadonlySet<string> = new Set<ReadLanguage>(["en", "es"]);
const isReadable = (tag: string | null): boolean => tag !== null && READ.has(primaryTag(tag));

/** Gives pt for pt-BR. */
export function primaryTag(tag: string): string {
  const end = tag.indexOf("-");
  return (end === -1 ? tag : tag.slice(0, end)).toLowerCase();
}

/**
 * The text, or its translation if only that is in a language that the engine reads. The offsets of the analysis are
 * then those of the translation, so nothing of it is quoted as words of the review. Null without a text.
 */
export function wordsToRead({ text, language, translation }: Written): WordsToRead | null {
  if (text === null) return null;
  const useful = translation !== null && (translation.language === null || isReadable(translation.language));
  if (!useful || isReadable(language)) return { text, language, translated: false };
  return { ...translation, translated: true };
}

/** Whether the engine could analyze a review: it reads the language of the words, and that is the stated one. */
export function isAnalyzed(review: Written, analysis: Analysis | undefined): analysis is Analysis {
  const words = wordsToRead(review);
  if (words === null || analysis === undefined || analysis.language === "other") return false;
  return words.language === null || primaryTag(words.language) === analysis.language;
}
