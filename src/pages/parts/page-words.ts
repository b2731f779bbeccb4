import { type FormerKind, isFormer, type Site } from "./site.ts";
import { english, type Words } from "./words/english.ts";
import { createFormat, type Format } from "./words/locale-format.ts";
import { spanish } from "./words/spanish.ts";

export type PageWords = Words & { format: Format };

/** Creating the formats of a locale takes about a millisecond, so it is done once. */
const kept = new Map<string, PageWords>();

/** Every visible word of a page, in its language. */
export function wordsOf({ locale = "en-US" }: Site): PageWords {
  const known = kept.get(locale);
  if (known) return known;
  const format = createFormat(locale);
  const words = { ...(locale.startsWith("es") ? spanish(format) : english(format)), format };
  kept.set(locale, words);
  return words;
}

/** A name, with the word for who left and what is no longer offered. */
export const shownName = (site: Site, kind: FormerKind, { id, name }: { id: string; name: string }): string =>
  isFormer(site, kind, id) ? wordsOf(site).common.former(name) : name;

/** The beginning of a text, cut at a space if possible and never inside a character. */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text;
  const head = text.slice(0, max);
  const space = head.lastIndexOf(" ");
  const cut = space > max / 2 ? head.slice(0, space) : head.replace(/[\ud800-\udbff]$/, "");
  return `${cut.trimEnd()}…`;
}
