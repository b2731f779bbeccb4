import { contentHash } from "../model/basics/content-hash.ts";
import { createRecent, type Recent } from "../model/basics/recent.ts";
import { dateOfDay, dayNumber, renderTime } from "../model/basics/time.ts";
import { f64At, i32At } from "../model/basics/typed-array.ts";
import { sliceBody } from "./body.ts";
import type { Move, ReviewIndex } from "./review-index.ts";
import { newestOf, prefixHash, type RunningValues } from "./running-values.ts";

export type Since = {
  /** Depends only on what is shown, so a change to an older review does not change it. */
  hash: string;
  changed_ms: number;
  returned: number;
  /** The body in pieces. Most of them are slices of prepared buffers. */
  parts: Uint8Array[];
};

/** How many entries (newest first) have a day of at least `day`. */
function countSince(days: Int32Array, count: number, day: number): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (i32At(days, middle) >= day) low = middle + 1;
    else high = middle;
  }
  return low;
}

const prefix = (values: RunningValues, count: number) => ({
  hash: prefixHash(values, count),
  ...newestOf(values, count),
});

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

type Mark = { demonstration?: true };

/**
 * Clients ask repeatedly, mostly for the same few dates. An answer has views of prepared bytes and takes about 1 KB.
 */
const KEPT_DATES = 1024;
const kept = new WeakMap<ReviewIndex, Recent<string, Since>>();

/**
 * Reviews dated `date` or later, tombstones of such reviews, and reviews that an edit moved from there to an earlier
 * date. The body begins with the members of `mark`, which are the same for all answers of an index.
 */
export function reviewsSince(index: ReviewIndex, date: string, mark: Mark = {}): Since {
  let answers = kept.get(index);
  if (!answers) {
    answers = createRecent({ entries: KEPT_DATES });
    kept.set(index, answers);
  }
  const known = answers.get(date);
  if (known) return known;
  const answer = buildSince(index, date, mark);
  answers.set(date, answer);
  return answer;
}

function buildSince(index: ReviewIndex, date: string, mark: Mark): Since {
  const day = dayNumber(date);
  const returned = countSince(index.day, index.count, day);
  const reviews = prefix(index, returned);
  const { tombstones, json, json_start } = index;
  const gone = countSince(tombstones.day, tombstones.count, day);
  const deleted = prefix(tombstones, gone);
  const updated_ms = Math.max(reviews.updated_ms, deleted.updated_ms);
  const left = tombstones.moved.filter((move) => move.from_day >= day && move.to_day < day);
  const moved = encoder.encode(JSON.stringify(left.map(moveEntry)));
  const changed_ms = left.reduce(
    (latest, move) => Math.max(latest, move.changed_ms),
    Math.max(reviews.changed_ms, deleted.changed_ms),
  );
  const updated_at = updated_ms === 0 ? null : renderTime(updated_ms);
  const head = JSON.stringify({ ...mark, since: date, updated_at, returned });
  return {
    hash: contentHash(JSON.stringify(mark), date, reviews.hash, deleted.hash, moved),
    changed_ms,
    returned,
    parts: [
      encoder.encode(`${head.slice(0, -1)},"reviews":[`),
      ...(returned === 0
        ? []
        : sliceBody(json, index.json_piece, f64At(json_start, 0), f64At(json_start, returned) - 1)),
      DELETED,
      ...(gone === 0 ? [] : [tombstones.json.subarray(0, f64At(tombstones.json_start, gone) - 1)]),
      MOVED,
      moved,
      AFTER,
    ],
  };
}
