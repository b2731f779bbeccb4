import { ASPECT_SENTIMENTS } from "../../model/analysis.ts";
import { dateOfDay, dayNumber } from "../../model/basics/time.ts";
import { i32At, u8At, u32At } from "../../model/basics/typed-array.ts";
import { FACETS, type FacetCounts, type FacetName } from "../../model/facets.ts";
import { VERIFICATION_LEVELS } from "../../model/review-kinds.ts";
import type { SearchFilters } from "../../model/search.ts";
import { resolveName } from "../resolve-name.ts";
import { FLAGS, type Position, type Postings, type ReviewIndex } from "../review-index.ts";
import type { Turns } from "../turns.ts";
import {
  allowedStars,
  columnTest,
  dateWindow,
  filterLists,
  levelPositions,
  NONE,
  type Opined,
  passesTest,
  subjectPositions,
} from "./filters.ts";

/**
 * One bit for each facet whose filter a review fails, one for the sentiment of the whole review, and one for all filters
 * that belong to no facet.
 */
const bitOf = (facet: FacetName | "opinion" | "others"): number =>
  facet === "others" ? 1 : facet === "opinion" ? 2 : 4 << FACETS.indexOf(facet);

const SUBJECT_FACETS: readonly FacetName[] = ["technician", "service", "topic"] satisfies Opined[];
const isSubject = (facet: FacetName): facet is Opined => SUBJECT_FACETS.includes(facet);

/** With a chosen technician, service or topic, a sentiment is that toward it, no longer that of the whole review. */
const ignoredFor = (facet: FacetName): number => ~(bitOf(facet) | (isSubject(facet) ? bitOf("opinion") : 0));

function failBut(fails: Uint32Array, list: Postings, bit: number): void {
  const passes = new Uint8Array(fails.length);
  for (let i = 0; i < list.length; i++) passes[u32At(list, i)] = 1;
  for (let i = 0; i < fails.length; i++) if (passes[i] === 0) fails[i] = u32At(fails, i) | bit;
}

const FLAG_FACETS = ["has_text", "has_reply", "incentivized", "edited"] as const;

/**
 * The facet of each filter that has a list. An aspect and its sentiment are one condition, which both facets ignore for
 * their own counts.
 */
const LIST_FACETS: { [filter: string]: FacetName | "opinion" } = {
  mentions_technician: "technician",
  mentions_service: "service",
  source: "source",
  verification: "verification",
  verification_level: "verification_level",
  language: "language",
  aspect: "aspect",
  topic: "topic",
  condition: "condition",
  sentiment: "opinion",
};

/** The facets that each review fails. For `text`, see `facetCounts`. */
function* failuresOf(index: ReviewIndex, filters: SearchFilters, text: Postings | null): Turns<Uint32Array> {
  const fails = new Uint32Array(index.count);
  const stars = allowedStars(filters);
  const { updated_since } = filters;
  const changed = columnTest(index, updated_since === undefined ? {} : { updated_since });
  const [rating, others, year] = [bitOf("rating"), bitOf("others"), bitOf("year")];
  for (let i = 0; i < fails.length; i++) {
    if (!stars[u8At(index.rating, i)]) fails[i] = rating;
    if (changed && !passesTest(index, changed, i)) fails[i] = u32At(fails, i) | others;
  }
  for (const flag of FLAG_FACETS) {
    const test = filters[flag] === undefined ? null : columnTest(index, { [flag]: filters[flag] });
    if (!test) continue;
    yield;
    const bit = bitOf(flag);
    for (let i = 0; i < fails.length; i++) if (!passesTest(index, test, i)) fails[i] = u32At(fails, i) | bit;
  }
  const [from, to] = dateWindow(index, filters);
  for (let i = 0; i < from; i++) fails[i] = u32At(fails, i) | year;
  for (let i = to; i < fails.length; i++) fails[i] = u32At(fails, i) | year;
  for (const [name, list] of filterLists(index, filters)) {
    yield;
    failBut(fails, list, bitOf(LIST_FACETS[name] ?? "others"));
  }
  if (text) failBut(fails, text, others);
  return fails;
}

/** Days decrease with the position, so each year is one run of positions. */
export function yearsOf(index: ReviewIndex): { value: string; from: Position; to: Position }[] {
  const years: { value: string; from: Position; to: Position }[] = [];
  for (let from = 0; from < index.count; ) {
    const value = dateOfDay(i32At(index.day, from)).slice(0, 4);
    const first = dayNumber(`${value}-01-01`);
    let [low, high] = [from, index.count];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (i32At(index.day, middle) >= first) low = middle + 1;
      else high = middle;
    }
    years.push({ value, from, to: low });
    from = low;
  }
  return years;
}

type Counted = { value: string; count: number };
type ListFacet = Exclude<FacetName, "aspect" | "sentiment" | "year" | (typeof FLAG_FACETS)[number]>;

const subjects = (index: ReviewIndex, kind: Opined, { sentiment }: SearchFilters): [string, Postings][] =>
  Array.from(index[`by_${kind}`].keys(), (id) => [id, subjectPositions(index, kind, id, sentiment)]);

/** The reviews of each value of a facet: the same that the filter with this value finds, with the given sentiment. */
const LISTS: Record<ListFacet, (index: ReviewIndex, filters: SearchFilters) => Iterable<[string, Postings]>> = {
  rating: ({ by_rating }) => by_rating.map((list, i): [string, Postings] => [String(i + 1), list]).reverse(),
  technician: (index, filters) => subjects(index, "technician", filters),
  service: (index, filters) => subjects(index, "service", filters),
  topic: (index, filters) => subjects(index, "topic", filters),
  condition: ({ by_condition }) => by_condition,
  verification_level: (index) => VERIFICATION_LEVELS.map((level) => [level, levelPositions(index, level)]),
  source: ({ by_source }) => by_source,
  // A tag includes longer tags, so pt also finds pt-BR.
  language: (index) =>
    Array.from(index.by_language.keys(), (language) => [
      language,
      filterLists(index, { language }).get("language") ?? NONE,
    ]),
  verification: ({ by_verification }) => by_verification,
};

/** The value that the filters select. */
function chosenIn(
  index: ReviewIndex,
  filters: SearchFilters,
): { [K in ListFacet | "aspect" | "sentiment"]: string | undefined } {
  const idOf = (name: string | undefined, names: ReadonlyMap<string, string>) =>
    name === undefined ? undefined : resolveName(names, name);
  const { language } = filters;
  return {
    rating: filters.rating?.toString(),
    technician: idOf(filters.mentions_technician, index.technician_names),
    service: idOf(filters.mentions_service, index.service_names),
    aspect: idOf(filters.aspect, index.aspect_names),
    sentiment: filters.aspect_sentiment,
    topic: idOf(filters.topic, index.topic_names),
    condition: idOf(filters.condition, index.condition_names),
    verification_level: filters.verification_level,
    source: filters.source,
    language: [...index.by_language.keys()].find((tag) => tag.toLowerCase() === language?.toLowerCase()),
    verification: filters.verification,
  };
}

function countYears(index: ReviewIndex, { since, until }: SearchFilters, fails: Uint32Array | null) {
  const others = ~bitOf("year");
  return yearsOf(index).map(({ value, from, to }) => {
    let count = fails ? 0 : to - from;
    if (fails) for (let i = from; i < to; i++) if ((u32At(fails, i) & others) === 0) count++;
    return { value, count, chosen: since === `${value}-01-01` && until === `${value}-12-31` };
  });
}

function countFlag(
  index: ReviewIndex,
  filters: SearchFilters,
  flag: (typeof FLAG_FACETS)[number],
  fails: Uint32Array | null,
) {
  const others = ~bitOf(flag);
  let [all, set] = [0, 0];
  for (let i = 0; i < index.count; i++) {
    if (fails && (u32At(fails, i) & others) !== 0) continue;
    all++;
    if (u8At(index.flags, i) & FLAGS[flag]) set++;
  }
  const counts = { true: set, false: all - set };
  return (["true", "false"] as const).map((value) => ({
    value,
    count: counts[value],
    chosen: String(filters[flag]) === value,
  }));
}

/** Reviews of each aspect, with the sentiment that the filters select. */
function* countAspects(
  { by_aspect }: ReviewIndex,
  { aspect_sentiment }: SearchFilters,
  fails: Uint32Array | null,
): Turns<Counted[]> {
  const others = ~bitOf("aspect");
  const wanted = aspect_sentiment === undefined ? -1 : ASPECT_SENTIMENTS.indexOf(aspect_sentiment);
  const counts: Counted[] = [];
  for (const [value, { positions, labels }] of by_aspect) {
    yield;
    let count = 0;
    for (let i = 0; i < positions.length; i++) {
      if (wanted >= 0 && labels[i] !== wanted) continue;
      if (!fails || (u32At(fails, u32At(positions, i)) & others) === 0) count++;
    }
    counts.push({ value, count });
  }
  return counts;
}

/** Reviews with each sentiment toward one aspect, or toward any. A review may have several. */
function* countSentiments(index: ReviewIndex, aspect: string | undefined, fails: Uint32Array | null): Turns<Counted[]> {
  const seen = new Uint8Array(index.count);
  for (const [id, { positions, labels }] of index.by_aspect) {
    if (aspect !== undefined && id !== aspect) continue;
    yield;
    for (let i = 0; i < positions.length; i++) {
      const position = u32At(positions, i);
      seen[position] = u8At(seen, position) | (1 << u8At(labels, i));
    }
  }
  yield;
  const others = ~bitOf("aspect");
  // Counts the reviews for each set of sentiments.
  const sets = new Uint32Array(1 << ASPECT_SENTIMENTS.length);
  for (let position = 0; position < seen.length; position++) {
    if (fails && (u32At(fails, position) & others) !== 0) continue;
    const set = u8At(seen, position);
    sets[set] = u32At(sets, set) + 1;
  }
  return ASPECT_SENTIMENTS.map((value, i) => ({
    value,
    count: sets.reduce((sum, count, set) => (set & (1 << i) ? sum + count : sum), 0),
  }));
}

function* countLists(
  index: ReviewIndex,
  filters: SearchFilters,
  facet: ListFacet,
  fails: Uint32Array | null,
): Turns<Counted[]> {
  const others = ignoredFor(facet);
  const counts: Counted[] = [];
  for (const [value, list] of LISTS[facet](index, filters)) {
    yield;
    let count = fails ? 0 : list.length;
    if (fails) for (let i = 0; i < list.length; i++) if ((u32At(fails, u32At(list, i)) & others) === 0) count++;
    counts.push({ value, count });
  }
  return counts;
}

/** The counts without filters are kept with their index, because most visitors see them first. */
const unfiltered = new WeakMap<ReviewIndex, FacetCounts>();

/** How many reviews each choice would find. `text` is the result of `findText` for the filters. */
export function* facetCounts(index: ReviewIndex, filters: SearchFilters, text: Postings | null): Turns<FacetCounts> {
  const whole = Object.keys(filters).length === 0;
  const counts = (whole && unfiltered.get(index)) || (yield* countFacets(index, filters, text));
  if (whole) unfiltered.set(index, counts);
  return counts;
}

/** Needs one pass over the lists for any filters. */
function* countFacets(index: ReviewIndex, filters: SearchFilters, text: Postings | null): Turns<FacetCounts> {
  const chosen = chosenIn(index, filters);
  const fails = Object.keys(filters).length === 0 ? null : yield* failuresOf(index, filters, text);
  const counted: Partial<FacetCounts> = {};
  const add = (facet: keyof typeof chosen, counts: Counted[]) => {
    counted[facet] = counts.map(({ value, count }) => ({ value, count, chosen: value === chosen[facet] }));
  };
  // Object.keys returns string[]
  for (const facet of Object.keys(LISTS) as ListFacet[]) add(facet, yield* countLists(index, filters, facet, fails));
  add("aspect", yield* countAspects(index, filters, fails));
  add("sentiment", yield* countSentiments(index, chosen.aspect, fails));
  for (const flag of FLAG_FACETS) {
    yield;
    counted[flag] = countFlag(index, filters, flag, fails);
  }
  return { ...(counted as FacetCounts), year: countYears(index, filters, fails) }; // every other facet was counted above
}
