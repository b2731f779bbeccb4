import { ANONYMOUS } from "../../privacy/people/minimize-name.ts";
import type { StoredReview } from "../../store/reviews/reviews.ts";
import { idFromShortName } from "./identity.ts";

/**
 * Gives an id to each bare rating: a review without an id, a name and a text. Two of them on the same day look the
 * same, yet each counts in the average. The id depends on the day, the rating and the number among equal ones, so the
 * next import of the file gives the same ids.
 */
export function createBareRatingIds(): (row: StoredReview) => void {
  const counts = new Map<string, number>();
  return (row) => {
    const bare = row.source_id === null && row.match_key === null && row.format !== "candor";
    if (!bare) return;
    const key = `${row.source} ${row.date} ${row.rating}`;
    const nth = (counts.get(key) ?? 0) + 1;
    counts.set(key, nth);
    row.id = idFromShortName(row.source, ANONYMOUS, row.date, `${row.rating} ${nth}`);
  };
}
