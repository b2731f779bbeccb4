import type { SearchFilters } from "../model/search.ts";
import type { Position, ReviewIndex } from "./review-index.ts";
import { searchInTurns } from "./search/search.ts";
import type { Turns } from "./turns.ts";

export type WordsFirst = {
  matched: number;
  /** How many of them have no text. */
  silent: number;
  positions: Position[];
};

/** The reviews that the filters match, and the first `limit`: the newest with a text, then the newest without one. */
export function* wordsFirst(index: ReviewIndex, filters: SearchFilters, limit: number): Turns<WordsFirst> {
  const search = (wanted: SearchFilters) => searchInTurns(index, { filters: wanted, limit, cursor: null });
  const all = yield* search(filters);
  const { matched, positions } = all ?? { matched: 0, positions: [] };
  if (filters.has_text !== undefined) return { matched, silent: 0, positions };
  const found = yield* search({ ...filters, has_text: true });
  const spoken = found?.positions ?? [];
  const others = spoken.length < limit ? (yield* search({ ...filters, has_text: false }))?.positions : [];
  const silent = matched - (found?.matched ?? 0);
  return { matched, silent, positions: [...spoken, ...(others ?? [])].slice(0, limit) };
}
