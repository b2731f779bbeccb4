import { f64At, itemAt } from "../model/basics/typed-array.ts";

/** Bytes in pieces. A large document shares its unchanged pieces with its previous version. */
export type Body = readonly Uint8Array[];

export const bodyLength = (body: Body): number => body.reduce((sum, { length }) => sum + length, 0);

/** The whole body as one piece. This is a copy, unless the body has only one piece. */
export function wholeBody(body: Body): Uint8Array {
  const [only] = body;
  return only && body.length === 1 ? only : Buffer.concat(body);
}

/** The start of each piece, and the end of the last one. */
export function pieceStarts(body: Body): Float64Array {
  const start = new Float64Array(body.length + 1);
  let at = 0;
  for (const [i, { length }] of body.entries()) {
    at += length;
    start[i + 1] = at;
  }
  return start;
}

/** The piece that contains the byte at `offset`. `start` is the result of `pieceStarts`. */
function pieceAt(start: Float64Array, offset: number): number {
  let [low, high] = [0, start.length - 2];
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (f64At(start, middle) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The bytes from `from` to before `to`, as views. Pieces that are completely included are returned as they are. */
export function sliceBody(body: Body, start: Float64Array, from: number, to: number): Uint8Array[] {
  const views: Uint8Array[] = [];
  for (let piece = pieceAt(start, from); from < to; piece++) {
    const begin = f64At(start, piece);
    const end = Math.min(to, f64At(start, piece + 1));
    const bytes = itemAt(body, piece);
    // A window may have hundreds of pieces, and all except the last are complete.
    if (end > from) views.push(end - from === bytes.length ? bytes : bytes.subarray(from - begin, end - begin));
    from = Math.max(from, end);
  }
  return views;
}
