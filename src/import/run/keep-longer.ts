import type { StoredReview } from "../../store/reviews/reviews.ts";
import type { Prepared } from "../prepare/prepare-review.ts";
import { compareWords } from "../recognize/same-review.ts";
import { parseSketch } from "../recognize/sketch.ts";

/** What depends on the words. */
const OF_WORDS = [
  "title",
  "text",
  "language",
  "translation_text",
  "translation_language",
  "mentions",
  "redactions",
  "match_key",
  "sketch",
  "doubtful",
] as const satisfies readonly (keyof StoredReview)[];

/**
 * A copy that was cut does not shorten the stored review. `keep`: it was recognized by its words alone, so it does not
 * change them either, unless its source says that it is newer or it has more of them.
 */
export function keepLonger(incoming: Prepared, stored: StoredReview, keep: boolean): Prepared {
  const { row } = incoming;
  if (row.text === stored.text || row.sketch === null || stored.sketch === null) return incoming;
  const given = parseSketch(row.sketch);
  const overlap = compareWords(given, parseSketch(stored.sketch));
  const shortened = overlap?.how === "part" && overlap.shorter === "one";
  const longer = overlap?.how === "part" && overlap.shorter === "other";
  const newer = incoming.updated_known && Date.parse(row.updated_at) > Date.parse(stored.updated_at);
  if (!(shortened && (given.cut || keep)) && !(keep && !longer && !newer)) return incoming;
  return { ...incoming, unknown: [...incoming.unknown, ...OF_WORDS] };
}
