import { dateOfDay, dayNumber, renderTime } from "../../model/basics/time.ts";
import { f64At, i32At, u8At } from "../../model/basics/typed-array.ts";
import { CHANGE_KINDS } from "../../model/changes.ts";
import { changeAt } from "../../snapshot/change-entries.ts";
import { positionOf } from "../../snapshot/review-at.ts";
import { updatedSinceMs } from "../../snapshot/search/filters.ts";
import type { View } from "./snapshot-view.ts";

const SHOWN = 50;

type Change = "edited" | "erased" | "moved";
type ChangedReview = { id: string; change: Change; date: string; changed_at: string };
export type ChangedSince = {
  changed: Record<Change, number> & { reviews: ChangedReview[] };
  notes: string[];
};

const ADDED = CHANGE_KINDS.indexOf("added");
const CHANGES = { edited: "edited", moved: "moved", deleted: "erased" } as const;

/**
 * What was committed since midnight of `date` and is no review of these dates: older reviews that were edited or moved,
 * and reviews that are gone. The first import of a review is no change.
 */
export function changedSince({ snapshot, index }: View, date: string): ChangedSince {
  const log = snapshot.changes;
  const from_ms = updatedSinceMs(index, date);
  const day = dayNumber(date);
  const found: ChangedReview[] = [];
  let i = log.count - 1;
  for (; i >= 0 && f64At(log.at_ms, i) >= from_ms; i--) {
    // Nearly all entries are first imports, so most of an entry is read only if it is a change.
    if (u8At(log.newest, i) === 0 || u8At(log.kind, i) === ADDED) continue;
    const { id, kind, at, from_date } = changeAt(log, i);
    if (id === null || kind === "dataset" || kind === "added") continue;
    const position = positionOf(index, id);
    const review_day = position === null ? null : i32At(index.day, position);
    if (review_day !== null && review_day >= day) continue;
    const shown_date = review_day === null ? (from_date ?? date) : dateOfDay(review_day);
    found.push({ id, change: CHANGES[kind], date: shown_date, changed_at: at });
  }
  const count = (change: Change) => found.filter((one) => one.change === change).length;
  // Older changes may have been forgotten, or the log began later.
  const begins_ms = i >= 0 || log.oldest === 0 ? from_ms : Math.max(Date.parse(log.begun_at), from_ms);
  return {
    changed: {
      edited: count("edited"),
      erased: count("erased"),
      moved: count("moved"),
      reviews: found.slice(0, SHOWN),
    },
    notes: [
      ...(found.length > SHOWN
        ? [`changed.reviews has the newest ${SHOWN}: search_reviews with updated_since ${date} finds all`]
        : []),
      ...(begins_ms > from_ms ? [`changes before ${renderTime(begins_ms)} are not known`] : []),
    ],
  };
}
