import { ANONYMOUS } from "../../privacy/names.ts";
import type { StoredReview } from "../../store/reviews.ts";
import { idFromContent } from "./identity.ts";

/**
 * Stars without an id, a name or a word: nothing tells two of one day apart, yet each counts in the average. The nth of
 * a file with that day and rating is the nth the next time, too.
 */
export function openNameless(): (row: StoredReview) => void {
  const met = new Map<string, number>();
  return (row) => {
    const nameless = row.source_id === null && row.match_key === null && row.format !== "candor";
    if (!nameless) return;
    const key = `${row.source} ${row.date} ${row.rating}`;
    const nth = (met.get(key) ?? 0) + 1;
    met.set(key, nth);
    row.id = idFromContent(row.source, ANONYMOUS, row.date, `${row.rating} ${nth}`);
  };
}
