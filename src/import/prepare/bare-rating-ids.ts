import { ANONYMOUS } from "../../privacy/people/minimize-name.ts";
import type { StoredReview } from "../../store/reviews/reviews.ts";
import { idFromShortName } from "./identity.ts";

/**
 * Gives an id to each bare rating: a review without an id, a name or text. Nothing distinguishes two of them on one day,
 * yet each counts in the average. The nth of a file with that day and rating is the nth again the next time.
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
