import type { FacetCounts, FacetName } from "../model/explorer.ts";
import type { SearchFilters } from "../model/search.ts";
import { dateOfDay, dayNumber } from "../model/time.ts";
import { i32At, u8At, u32At } from "../model/typed-array.ts";
import { allowedStars, columnTest, dateWindow, filterLists, passesTest } from "./filters.ts";
import { resolveName } from "./names.ts";
import type { Position, Postings, ReviewIndex } from "./review-index.ts";
import type { Turns } from "./turns.ts";

/** One bit for each facet whose filter a review fails, and one for all other filters. */
const FAILS = { rating: 1, technician: 2, service: 4, year: 8, source: 16, others: 32 } as const;

function failBut(fails: Uint8Array, list: Postings, bit: number): void {
  const passes = new Uint8Array(fails.length);
  for (let i = 0; i < list.length; i++) passes[u32At(list, i)] = 1;
  for (let i = 0; i < fails.length; i++) if (passes[i] === 0) fails[i] = u8At(fails, i) | bit;
}

const LIST_FACETS: { [name: string]: number } = {
  mentions_technician: FAILS.technician,
  mentions_service: FAILS.service,
  source: FAILS.source,
};

/** The facet that each review fails. `text`: see `facetCounts`. */
function* failuresOf(index: ReviewIndex, filters: SearchFilters, text: Postings | null): Turns<Uint8Array> {
  const fails = new Uint8Array(index.count);
  const stars = allowedStars(filters);
  const test = columnTest(index, filters);
  for (let i = 0; i < fails.length; i++) {
    if (!stars[u8At(index.rating, i)]) fails[i] = FAILS.rating;
    if (test && !passesTest(index, test, i)) fails[i] = u8At(fails, i) | FAILS.others;
  }
  const [from, to] = dateWindow(index, filters);
  for (let i = 0; i < from; i++) fails[i] = u8At(fails, i) | FAILS.year;
  for (let i = to; i < fails.length; i++) fails[i] = u8At(fails, i) | FAILS.year;
  for (const [name, list] of filterLists(index, filters)) {
    yield;
    failBut(fails, list, LIST_FACETS[name] ?? FAILS.others);
  }
  if (text) failBut(fails, text, FAILS.others);
  return fails;
}

/** Days decrease with the position, so each year is one run of positions. */
function yearsOf(index: ReviewIndex): { value: string; from: Position; to: Position }[] {
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

type Chosen = { [K in "rating" | "technician" | "service" | "source"]: string | undefined };

function chosenIn(index: ReviewIndex, filters: SearchFilters): Chosen {
  const { mentions_technician, mentions_service, rating, source } = filters;
  const idOf = (name: string | undefined, names: ReadonlyMap<string, string>) =>
    name === undefined ? undefined : resolveName(names, name);
  return {
    rating: rating?.toString(),
    technician: idOf(mentions_technician, index.technician_names),
    service: idOf(mentions_service, index.service_names),
    source,
  };
}

/** One pass over the lists, whatever the filters. `text` is what `findText` gave for them. */
export function* facetCounts(index: ReviewIndex, filters: SearchFilters, text: Postings | null): Turns<FacetCounts> {
  const chosen = chosenIn(index, filters);
  const fails = Object.keys(filters).length === 0 ? null : yield* failuresOf(index, filters, text);
  function* listed(facet: keyof Chosen, lists: Iterable<[string, Postings]>): Turns<FacetCounts[FacetName]> {
    const others = ~FAILS[facet];
    const counts: FacetCounts[FacetName] = [];
    for (const [value, list] of lists) {
      yield;
      let count = fails ? 0 : list.length;
      if (fails) for (let i = 0; i < list.length; i++) if ((u8At(fails, u32At(list, i)) & others) === 0) count++;
      counts.push({ value, count, chosen: value === chosen[facet] });
    }
    return counts;
  }
  const byRating = index.by_rating.map((list, i): [string, Postings] => [String(i + 1), list]).reverse();
  return {
    rating: yield* listed("rating", byRating),
    technician: yield* listed("technician", index.by_technician),
    service: yield* listed("service", index.by_service),
    year: yearsOf(index).map(({ value, from, to }) => {
      let count = fails ? 0 : to - from;
      if (fails) for (let i = from; i < to; i++) if ((u8At(fails, i) & ~FAILS.year) === 0) count++;
      return { value, count, chosen: filters.since === `${value}-01-01` && filters.until === `${value}-12-31` };
    }),
    source: yield* listed("source", index.by_source),
  };
}
