import { plainOf } from "../../snapshot/meaning/lexicon.ts";
import { nearIds, readPhrase } from "../../snapshot/meaning/read-phrase.ts";
import type { ReviewIndex } from "../../snapshot/review-index.ts";
import { namedElse, type ReadWord, understoodAs, unknownName } from "./find-name.ts";
import type { Aspect } from "./short-insights.ts";

/**
 * How well an aspect completes the typed text: 0 (best) by its id, 1 by its label, 2 by another word, null not at all.
 */
function completionRank({ wordings }: ReviewIndex, aspect: Aspect, typed: string): number | null {
  const { id, label, top_phrases } = aspect;
  const starts = (text: string) => text.split(" ").some((word) => word.startsWith(typed));
  if (plainOf(id).startsWith(typed) || id.startsWith(typed)) return 0;
  if (starts(plainOf(label))) return 1;
  // An aspect of a taxonomy without words to ask with has only the phrases that its reviewers use.
  const asked = wordings.get(`aspect ${id}`)?.asked ?? [];
  const others = (asked.length > 0 ? asked : top_phrases).map(plainOf);
  // "waiting" is a form of wait.
  const words = typed.split(" ");
  return others.some((text) => starts(text) || words.some((word) => text.length > 3 && word.startsWith(text)))
    ? 2
    : null;
}

/** Ids of the aspects that the typed letters can mean. "wai" is the beginning of "wait", which means punctuality. */
export function completeAspect(index: ReviewIndex, aspects: readonly Aspect[], given: string): string[] {
  const typed = plainOf(given);
  return aspects
    .map((aspect) => ({ id: aspect.id, rank: typed === "" ? 0 : completionRank(index, aspect, typed) }))
    .flatMap(({ id, rank }) => (rank === null ? [] : [{ id, rank }]))
    .sort((a, b) => a.rank - b.rank)
    .map(({ id }) => id);
}

export const aspectList = (aspects: readonly Aspect[]): string =>
  aspects.map(({ id, label }) => `${id} (${label})`).join(", ") || "none";

/** An aspect of the business's trade that no review mentions. */
const unmentioned = (id: string, label: string): Aspect => ({
  id,
  label,
  mention_count: 0,
  positive_count: 0,
  neutral_count: 0,
  mixed_count: 0,
  negative_count: 0,
  positive_pct: null,
  score: null,
  ci95: null,
  enough: false,
  average_rating_when_mentioned: null,
  trend: null,
  top_phrases: [],
  example_review_ids: [],
  quotes: [],
});

/** The aspect that a phrase means, or a fault if it means none of these, or several equally well. */
export function findAspect(
  index: ReviewIndex,
  aspects: readonly Aspect[],
  given: string,
): { aspect: Aspect; understood?: ReadWord } | { fault: string } {
  const reading = readPhrase(index, "aspect", given);
  if (!reading) {
    const fault = unknownName("aspect", given, nearIds(index, "aspect", given), aspectList(aspects));
    return { fault: `${fault}${namedElse(index, "aspect", given)}. For any other word use search_reviews with query` };
  }
  const { id, label } = reading;
  const aspect = aspects.find((one) => one.id === id) ?? unmentioned(id, label);
  const note = `is part of the aspect ${id} (${label}): these numbers are for the whole aspect. For the word alone, use search_reviews with query`;
  return { aspect, ...understoodAs(given, reading, note) };
}
