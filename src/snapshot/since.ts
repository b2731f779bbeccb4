import { createHash } from "node:crypto";
import { dateOfDay, dayNumber, renderTime } from "../model/time.ts";
import { f64At, i32At } from "../model/typed-array.ts";
import { HASH_BYTES, type Move, type ReviewIndex, type TombstoneIndex } from "./review-index.ts";

export type Since = {
  /** Depends only on what is shown: a change to an older review does not change it. */
  hash: string;
  changed_ms: number;
  returned: number;
  /** The body, in pieces: two of them are slices of prepared buffers. */
  parts: Uint8Array[];
};

/** How many entries, newest first, have a day of at least `day`. */
function countSince(days: Int32Array, count: number, day: number): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (i32At(days, middle) >= day) low = middle + 1;
    else high = middle;
  }
  return low;
}

function prefix(index: ReviewIndex | TombstoneIndex, count: number) {
  if (count === 0) return { hash: new Uint8Array(HASH_BYTES), updated_ms: 0, changed_ms: 0, json: new Uint8Array(0) };
  return {
    hash: index.prefix_hash.subarray((count - 1) * HASH_BYTES, count * HASH_BYTES),
    updated_ms: f64At(index.prefix_updated_ms, count - 1),
    changed_ms: f64At(index.prefix_changed_ms, count - 1),
    json: index.json.subarray(index.json_start[0], f64At(index.json_start, count) - 1),
  };
}

const encoder = new TextEncoder();
const DELETED = encoder.encode('],"deleted":[');
const MOVED = encoder.encode('],"moved":');
const AFTER = encoder.encode("}");

const moveEntry = ({ id, from_day, to_day, changed_ms }: Move) => ({
  id,
  from_date: dateOfDay(from_day),
  to_date: dateOfDay(to_day),
  moved_at: renderTime(changed_ms),
});

/**
 * Reviews on or after `date`, tombstones of reviews on or after it, and reviews that an edit moved from there to before it.
 * The body begins with the members of `mark`.
 */
export function since(index: ReviewIndex, date: string, mark: { demonstration?: true } = {}): Since {
  const day = dayNumber(date);
  const returned = countSince(index.day, index.count, day);
  const reviews = prefix(index, returned);
  const deleted = prefix(index.tombstones, countSince(index.tombstones.day, index.tombstones.count, day));
  const updated_ms = Math.max(reviews.updated_ms, deleted.updated_ms);
  const left = index.tombstones.moved.filter((move) => move.from_day >= day && move.to_day < day);
  const moved = encoder.encode(JSON.stringify(left.map(moveEntry)));
  const changed_ms = left.reduce(
    (latest, move) => Math.max(latest, move.changed_ms),
    Math.max(reviews.changed_ms, deleted.changed_ms),
  );
  const updated_at = updated_ms === 0 ? null : renderTime(updated_ms);
  const head = JSON.stringify({ ...mark, since: date, updated_at, returned });
  return {
    hash: createHash("sha256")
      .update(JSON.stringify(mark))
      .update(date)
      .update(reviews.hash)
      .update(deleted.hash)
      .update(moved)
      .digest("base64url")
      .slice(0, 22),
    changed_ms,
    returned,
    parts: [
      encoder.encode(`${head.slice(0, -1)},"reviews":[`),
      reviews.json,
      DELETED,
      deleted.json,
      MOVED,
      moved,
      AFTER,
    ],
  };
}
