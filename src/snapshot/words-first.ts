import type { SearchFilters } from "../model/search.ts";
import type { Position, ReviewIndex } from "./review-index.ts";
import { searchInTurns } from "./search/search.ts";
import type { Turns } from "./turns.ts";

/** How many reviews the filters match, and the first `limit`: the newest with a text, then the newest without one. */
export function* wordsFirst(
  index: ReviewIndex,
  filters: SearchFilters,
  limit: number,
): Turns<{ matched: number; positions: Position[] }> {
  const search = (wanted: SearchFilters) => searchInTurns(index, { filters: wanted, limit, cursor: null });
  const all = yield* search(filters);
  const { matched, positions } = all ?? { matched: 0, positions: [] };
  if (filters.has_text !== undefined) return { matched, positions };
  const spoken = (yield* search({ ...filters, has_text: true }))?.positions ?? [];
  const silent = spoken.length < limit ? (yield* search({ ...filters, has_text: false }))?.positions : [];
  return { matched, positions: [...spoken, ...(silent ?? [])].slice(0, limit) };
}
