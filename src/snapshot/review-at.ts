import { f64At, i32At, itemAt, u8At, u32At } from "../model/basics/typed-array.ts";
import type { Review } from "../model/review.ts";
import { sliceBody } from "./body.ts";
import { ID_BYTES, type Position, type ReviewIndex } from "./review-index.ts";
import { HASH_BYTES } from "./running-values.ts";

export const idAt = ({ ids }: Pick<ReviewIndex, "ids">, position: Position): string =>
  Buffer.from(ids.buffer, ids.byteOffset + position * ID_BYTES, ID_BYTES).toString("latin1");

/** The JSON of one review. */
export function bytesAt({ json, json_piece, json_start }: ReviewIndex, position: Position): Uint8Array {
  const [bytes] = sliceBody(json, json_piece, f64At(json_start, position), f64At(json_start, position + 1) - 1);
  return bytes ?? new Uint8Array(0); // a review is never empty, and never in two pieces
}

export const hashAt = (index: ReviewIndex, position: Position): Uint8Array =>
  index.hash.subarray(position * HASH_BYTES, (position + 1) * HASH_BYTES);

/**
 * The hashes of several reviews, joined. A hasher needs a third of the time for one call with all of them (measured).
 */
export function hashesAt({ hash }: ReviewIndex, positions: readonly Position[]): Uint8Array {
  const all = new Uint8Array(positions.length * HASH_BYTES);
  let at = 0;
  for (const position of positions) {
    for (let i = 0; i < HASH_BYTES; i++) all[at++] = u8At(hash, position * HASH_BYTES + i);
  }
  return all;
}

export const reviewAt = (index: ReviewIndex, position: Position): Review =>
  JSON.parse(Buffer.from(bytesAt(index, position)).toString("utf8"));

/** The columns that are needed to find a review. */
type Ids = Pick<ReviewIndex, "count" | "ids" | "by_id">;

/** Compares like strings but makes no string of the id at a position. Nearly all ids differ in their first bytes. */
function compareId({ ids }: Ids, position: Position, id: string): number {
  const start = position * ID_BYTES;
  for (let i = 0; i < ID_BYTES && i < id.length; i++) {
    const order = u8At(ids, start + i) - id.charCodeAt(i);
    if (order !== 0) return order;
  }
  return ID_BYTES - id.length;
}

/** How many reviews have a smaller id. */
export function rankOf(index: Ids, id: string): number {
  let [low, high] = [0, index.count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareId(index, u32At(index.by_id, middle), id) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function positionOf(index: Ids, id: string): Position | null {
  const rank = rankOf(index, id);
  if (rank === index.count) return null;
  const position = u32At(index.by_id, rank);
  return compareId(index, position, id) === 0 ? position : null;
}

/** The ids of the previous and next review in the order, newest first. Null at the ends. */
export const neighborsAt = (index: ReviewIndex, position: Position) => ({
  newer: position > 0 ? idAt(index, position - 1) : null,
  older: position + 1 < index.count ? idAt(index, position + 1) : null,
});

export type SortKey = { day: number; published_ms: number; id: string };

/** Negative if the review comes before the key in the order (newest first), 0 if it is the key. */
export function compareToKey(index: ReviewIndex, position: Position, key: SortKey): number {
  const order = key.day - i32At(index.day, position) || key.published_ms - f64At(index.published_ms, position);
  return order !== 0 ? order : -compareId(index, position, key.id);
}

/** Reviews at ascending positions, with commas between them, as slices of the prepared bytes. */
export function* runsOf(index: ReviewIndex, positions: Position[]): Iterable<Uint8Array> {
  const { json, json_piece, json_start } = index;
  for (let i = 0; i < positions.length; ) {
    const first = itemAt(positions, i);
    let last = first;
    while (positions[++i] === last + 1) last++;
    const end = f64At(json_start, last + 1) - (i === positions.length ? 1 : 0);
    yield* sliceBody(json, json_piece, f64At(json_start, first), end);
  }
}
