import type { Understood } from "../../model/meaning.ts";
import type { SearchFilters } from "../../model/search.ts";
import type { Dimension } from "../../model/statistics.ts";
import type { Postings, ReviewIndex } from "../review-index.ts";
import { unite } from "../search/filters.ts";
import { keepBegun } from "../search/plain-words.ts";
import { matchFilters } from "../search/search.ts";
import { type Statistics, statisticsInTurns } from "../search/statistics.ts";
import { intersect } from "../search/text-index.ts";
import { LEAST_BEGINNING } from "../search/word-forms.ts";
import type { Turns } from "../turns.ts";
import { contentKey, contentOf, lexiconOf } from "./lexicon.ts";
import type { ReadFilters } from "./read-filters.ts";

/** The contents of phrases for one part of what is asked for. A review says it if it has one of them. */
type Part = readonly (readonly string[])[];

const same_contents = new WeakMap<ReviewIndex["same_phrases"], Part[]>();

function sameContents({ same_phrases }: ReviewIndex): Part[] {
  const known = same_contents.get(same_phrases);
  if (known) return known;
  const parts = same_phrases.map((phrases) => phrases.map((phrase) => contentOf(phrase)));
  same_contents.set(same_phrases, parts);
  return parts;
}

/** "Hip replacement" has two parts, and "frozen shoulder" one. Words that name nothing, such as "pain", are in none. */
function partsOf(index: ReviewIndex, asked: string): Part[] {
  const same = sameContents(index);
  const { common } = lexiconOf(index, "condition");
  const parts: Part[] = [];
  let rest = contentOf(asked);
  while (rest.length > 0) {
    const fits = (content: readonly string[]) => content.length > 0 && content.every((word) => rest.includes(word));
    const fitting = same.flatMap((part) => part.filter(fits).map((content) => ({ part, content })));
    const [longest] = fitting.sort((a, b) => b.content.length - a.content.length);
    if (!longest) break;
    parts.push(longest.part);
    rest = rest.filter((word) => !longest.content.includes(word));
  }
  return [...parts, ...rest.filter((word) => !common.has(word)).map((word): Part => [[word]])];
}

/** Null if the phrase means all of the condition: "shoulder pain" is no narrower than Shoulder. */
function narrowerParts(index: ReviewIndex, id: string, asked: string): Part[] | null {
  const keyOf = (parts: Part[]) =>
    parts
      .map((part) => part.map(contentKey).join())
      .sort()
      .join(";");
  const parts = partsOf(index, asked);
  // "Headache" is the id of Headache and jaw, but it is narrower.
  const names = Array.from(index.condition_names).flatMap(([name, of]) => (of === id && name !== id ? name : []));
  return parts.length === 0 || names.some((name) => keyOf(partsOf(index, name)) === keyOf(parts)) ? null : parts;
}

/** The reviews among these that say a phrase, or another one for the same. */
function* saying(index: ReviewIndex, among: Postings, parts: readonly Part[]): Turns<Postings> {
  let found = among;
  for (const part of parts) {
    const lists: Postings[] = [];
    for (const content of part) {
      let list = found;
      for (const word of content) {
        list = yield* keepBegun(index, intersect(list, yield* matchFilters(index, { query: word })), word);
      }
      lists.push(list);
    }
    found = unite(lists, index.count);
  }
  return found;
}

/**
 * Of the reviews that the filters match: how many say the phrase that was read as a condition. If none does, how many
 * say it with that condition left out. Null if it means all of the condition.
 */
export function* countSaying(
  index: ReviewIndex,
  filters: SearchFilters,
  { id, asked }: Pick<Understood, "id" | "asked">,
): Turns<number | null> {
  const parts = narrowerParts(index, id, asked);
  if (parts === null) return null;
  const { length } = yield* saying(index, yield* matchFilters(index, filters), parts);
  if (length > 0) return length;
  // No other review may say it either. Few letters are too often another word: "MS" and "Ms.".
  const words = contentOf(asked);
  if (words.some((word) => word.length < LEAST_BEGINNING)) return 0;
  const { condition: _, ...others } = filters;
  return (yield* saying(index, yield* matchFilters(index, others), [[words]])).length;
}

/** With the count of what is narrower than the condition it was read as. */
export function* withCounts(
  index: ReviewIndex,
  filters: SearchFilters,
  understood: readonly Understood[],
): Turns<Understood[]> {
  const counted: Understood[] = [];
  for (const one of understood) {
    const matched = one.kind === "condition" ? yield* countSaying(index, filters, one) : null;
    counted.push(matched === null ? one : { ...one, matched });
  }
  return counted;
}

export type ReadStatistics = Statistics & Pick<ReadFilters, "understood">;

/** The statistics of filters that were read from words. */
export function* readStatistics(
  index: ReviewIndex,
  { filters, understood }: ReadFilters,
  group_by: readonly Dimension[],
): Turns<ReadStatistics> {
  const found = yield* statisticsInTurns(index, filters, group_by);
  return { ...found, understood: yield* withCounts(index, filters, understood) };
}
