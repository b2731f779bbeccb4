import { foldForSearch } from "../../model/search-folding.ts";
import { nearest, type Understood, understoodAs, unknownName } from "./names.ts";
import type { Aspect } from "./short-insights.ts";

const plain = (words: string): string =>
  foldForSearch(words)
    .replace(/[_\W]+/gu, " ")
    .trim();

/** Other words for the aspects of the default taxonomy. A custom taxonomy is found by ids and labels only. */
const OTHER_WORDS: Record<string, string> = {
  care: "staff kindness friendly attention bedside manner",
  expertise: "skill skills knowledge knowledgeable competence",
  results: "outcome outcomes effectiveness improvement healing pain relief",
  communication: "explanation explain follow up callbacks phone messages",
  front_desk: "reception receptionist desk office check in",
  scheduling: "booking appointment appointments availability cancellations hours",
  punctuality: "wait waits late lateness delay delays time times on time",
  facility: "clinic location parking cleanliness clean equipment building gym pool privacy noise",
  billing: "price prices pricing cost costs bill bills money fees charges insurance copay refund value",
};

const otherWords = (id: string): string[] => (Object.hasOwn(OTHER_WORDS, id) ? (OTHER_WORDS[id] ?? "").split(" ") : []);

/** How well words fit an aspect: 3 by id or label, 2 by another word, 1 by the first letters of a word, 0 not at all. */
function fitOf({ id, label }: Aspect, wanted: string): number {
  if (plain(id) === wanted || plain(label) === wanted) return 3;
  const words = wanted.split(" ").filter((word) => word.length > 2);
  const others = otherWords(id);
  if (words.some((word) => others.includes(word))) return 2;
  const known = `${plain(id)} ${plain(label)}`.split(" ").filter((word) => word.length > 3);
  return words.some((word) => known.some((one) => one.slice(0, 4) === word.slice(0, 4))) ? 1 : 0;
}

export const aspectList = (aspects: readonly Aspect[]): string =>
  aspects.map(({ id, label }) => `${id} (${label})`).join(", ");

function spellingsOf(aspects: readonly Aspect[]): Map<string, string> {
  return new Map(
    aspects.flatMap(({ id, label }) => [id, plain(id), plain(label), ...otherWords(id)].map((word) => [word, id])),
  );
}

/** The aspect that fits best. A fault if none fits, or if several fit equally well. */
export function findAspect(
  aspects: readonly Aspect[],
  given: string,
): { aspect: Aspect; understood: Understood | null } | { fault: string } {
  const wanted = plain(given);
  const fits = aspects.map((aspect) => ({ aspect, fit: fitOf(aspect, wanted) }));
  const best_fit = Math.max(0, ...fits.map(({ fit }) => fit));
  const best = best_fit === 0 ? [] : fits.filter(({ fit }) => fit === best_fit).map(({ aspect }) => aspect);
  const [aspect, ...others] = best;
  if (aspect === undefined || others.length > 0) {
    const near = aspect ? best.map(({ id }) => id) : nearest(given, spellingsOf(aspects));
    return { fault: unknownName("aspect", given, near, aspectList(aspects)) };
  }
  const { id, label } = aspect;
  const note = `is part of the aspect ${id} (${label}): these numbers are for the whole aspect. For the word alone, use search_reviews with query`;
  return { aspect, understood: best_fit === 3 ? null : understoodAs(given, { id, name: label }, note) };
}
