import { readFileSync } from "node:fs";
import REVIEWS from "../../examples/demo-clinic/reviews.ndjson" with { type: "file" };

let ids: ReadonlySet<string> | null = null;

/**
 * The ids of the demonstration's reviews. No real review has one of them, because an id is a hash. If the demonstration
 * gets other reviews, the ids that were shipped before have to stay here.
 */
export function inventedIds(): ReadonlySet<string> {
  ids ??= new Set(
    Array.from(readFileSync(REVIEWS, "utf8").matchAll(/^\{"id":"([0-9A-Z]{26})"/gm), ([, id = ""]) => id),
  );
  return ids;
}
