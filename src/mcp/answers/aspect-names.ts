import { foldForSearch } from "../../model/basics/search-folding.ts";
import { parseWordLists } from "../../model/basics/word-lists.ts";
import words from "./aspect-names.words.txt" with { type: "text" };
import { nearest, type Understood, understoodAs, unknownName } from "./find-name.ts";
import type { Aspect } from "./short-insights.ts";

const plain = (words: string): string =>
  foldForSearch(words)
    .replace(/[_\W]+/gu, " ")
    .trim();

/**
 * Other words for the aspects of the default taxonomy. The aspects of a custom taxonomy are found only by id and label.
 */
const OTHER_WORDS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(
    parseWordLists("aspect-names.words.txt", words, [
      ...["care", "expertise", "results", "communication", "front_desk"],
      ...["scheduling", "punctuality", "facility", "billing"],
    ]),
  ),
);

const otherWords = (id: string): readonly string[] => OTHER_WORDS.get(id) ?? [];

/**
 * How well words match an aspect: 3 by id or label, 2 by another word, 1 by the first letters of a word, 0 not at all.
 */
function fitOf({ id, label }: Aspect, wanted: string): number {
  if (plain(id) === wanted || plain(label) === wanted) return 3;
  const words = wanted.split(" ").filter((word) => word.length > 2);
  const others = otherWords(id);
  if (words.some((word) => others.includes(word))) return 2;
  const known = `${plain(id)} ${plain(label)}`.split(" ").filter((word) => word.length > 3);
  return words.some((word) => known.some((one) => one.slice(0, 4) === word.slice(0, 4))) ? 1 : 0;
}

/**
 * How well an aspect completes the typed text: 0 (best) by its id, 1 by its label, 2 by another word, null not at all.
 */
function completionRank(aspect: Aspect, typed: string): number | null {
  const { id, label, top_phrases } = aspect;
  const starts = (text: string) => text.split(" ").some((word) => word.startsWith(typed));
  if (plain(id).startsWith(typed) || id.startsWith(typed)) return 0;
  if (plain(label).startsWith(typed) || starts(plain(label))) return 1;
  // For an aspect of a custom taxonomy, the only other words are the phrases that its reviewers use.
  const others = OTHER_WORDS.get(id) ?? top_phrases.map(plain);
  // "waiting" is a form of wait, and "on time" has the word time.
  const words = typed.split(" ");
  return others.some((text) => starts(text) || words.some((word) => text.length > 3 && word.startsWith(text)))
    ? 2
    : null;
}

/** Ids of the aspects that the typed letters can mean. "wai" is the beginning of "wait", which means punctuality. */
export function completeAspect(aspects: readonly Aspect[], given: string): string[] {
  const typed = plain(given);
  return aspects
    .map((aspect) => ({ id: aspect.id, rank: typed === "" ? 0 : completionRank(aspect, typed) }))
    .flatMap(({ id, rank }) => (rank === null ? [] : [{ id, rank }]))
    .sort((a, b) => a.rank - b.rank)
    .map(({ id }) => id);
}

export const aspectList = (aspects: readonly Aspect[]): string =>
  aspects.map(({ id, label }) => `${id} (${label})`).join(", ");

function spellingsOf(aspects: readonly Aspect[]): Map<string, string> {
  return new Map(
    aspects.flatMap(({ id, label }) => [id, plain(id), plain(label), ...otherWords(id)].map((word) => [word, id])),
  );
}

/** The aspect that matches best. Returns a fault if none matches, or if several match equally well. */
export function findAspect(
  aspects: readonly Aspect[],
  given: string,
): { aspect: Aspect; understood: Understood | null } | { fault: string } {
  const wanted = plain(given);
  const fits = aspects.map((aspect) => ({ aspect, fit: fitOf(aspect, wanted) })).filter(({ fit }) => fit > 0);
  const best_fit = Math.max(...fits.map(({ fit }) => fit));
  const best = fits.filter(({ fit }) => fit === best_fit).map(({ aspect }) => aspect);
  const [aspect, ...others] = best;
  if (aspect === undefined || others.length > 0) {
    const near = aspect ? best.map(({ id }) => id) : nearest(given, spellingsOf(aspects));
    return { fault: unknownName("aspect", given, near, aspectList(aspects)) };
  }
  const { id, label } = aspect;
  const note = `is part of the aspect ${id} (${label}): these numbers are for the whole aspect. For the word alone, use search_reviews with query`;
  return { aspect, understood: best_fit === 3 ? null : understoodAs(given, { id, name: label }, note) };
}
