import { f64At } from "../model/basics/typed-array.ts";
import type { ReviewIndex } from "./review-index.ts";
import { updatedSinceMs } from "./search/filters.ts";

/** JSON of every tombstone that was committed at or after `updated_since`, newest date first. */
export function deletedSince(index: ReviewIndex, updated_since: string): string {
  const from = updatedSinceMs(index, updated_since);
  const { count, json, json_start, changed_ms } = index.tombstones;
  const entries: string[] = [];
  for (let i = 0; i < count; i++) {
    if (f64At(changed_ms, i) < from) continue;
    const bytes = json.subarray(f64At(json_start, i), f64At(json_start, i + 1) - 1);
    entries.push(Buffer.from(bytes).toString("utf8"));
  }
  return `[${entries.join(",")}]`;
}
