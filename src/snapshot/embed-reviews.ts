import { u8At } from "../model/basics/typed-array.ts";
import type { SearchFilters } from "../model/search.ts";
import { FLAGS, type Position, type ReviewIndex } from "./review-index.ts";
import { searchInTurns } from "./search/search.ts";
import type { Turns } from "./turns.ts";

/**
 * The newest reviews that match. If none of them has a text, one with a text is added, because the widget quotes a
 * text.
 */
export function* newestToShow(
  index: ReviewIndex,
  filters: SearchFilters,
  limit: number,
): Turns<{ matched: number; positions: Position[] }> {
  const newest = yield* searchInTurns(index, { filters, limit, cursor: null });
  const { matched, positions } = newest ?? { matched: 0, positions: [] };
  if (positions.some((position) => (u8At(index.flags, position) & FLAGS.has_text) !== 0)) return { matched, positions };
  const spoken = yield* searchInTurns(index, { filters: { ...filters, has_text: true }, limit: 1, cursor: null });
  return { matched, positions: [...positions, ...(spoken?.positions ?? [])] };
}
