import type { Review } from "../model/review.ts";
import { f64At, i32At, itemAt, u32At } from "../model/typed-array.ts";
import { HASH_BYTES, ID_BYTES, type Position, type ReviewIndex } from "./review-index.ts";

export const idAt = (index: ReviewIndex, position: Position): string =>
  Buffer.from(index.ids.buffer, index.ids.byteOffset + position * ID_BYTES, ID_BYTES).toString("latin1");

/** One review's JSON. */
export const bytesAt = (index: ReviewIndex, position: Position): Uint8Array<ArrayBuffer> =>
  index.json.subarray(index.json_start[position], f64At(index.json_start, position + 1) - 1);

export const hashAt = (index: ReviewIndex, position: Position): Uint8Array =>
  index.hash.subarray(position * HASH_BYTES, (position + 1) * HASH_BYTES);

export const reviewAt = (index: ReviewIndex, position: Position): Review =>
  JSON.parse(Buffer.from(bytesAt(index, position)).toString("utf8"));

export function positionOf(index: ReviewIndex, id: string): Position | null {
  let [low, high] = [0, index.count - 1];
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const position = u32At(index.by_id, middle);
    const found = idAt(index, position);
    if (found === id) return position;
    if (found < id) low = middle + 1;
    else high = middle - 1;
  }
  return null;
}

export type SortKey = { day: number; published_ms: number; id: string };

/** Negative when the review comes before the key in the order (newest first), 0 when it is the key. */
export function compareToKey(index: ReviewIndex, position: Position, key: SortKey): number {
  const order = key.day - i32At(index.day, position) || key.published_ms - f64At(index.published_ms, position);
  if (order !== 0) return order;
  const id = idAt(index, position);
  return id > key.id ? -1 : id < key.id ? 1 : 0;
}

/** Reviews at ascending positions, with commas between them, as slices of the one buffer. */
export function* runsOf(index: ReviewIndex, positions: Position[]): Iterable<Uint8Array> {
  for (let i = 0; i < positions.length; ) {
    const first = itemAt(positions, i);
    let last = first;
    while (positions[++i] === last + 1) last++;
    const end = f64At(index.json_start, last + 1) - (i === positions.length ? 1 : 0);
    yield index.json.subarray(index.json_start[first], end);
  }
}
