import { u8At } from "../../model/basics/typed-array.ts";
import { ALIKE_SHARE, type Copy, smallestSize } from "./same-review.ts";
import { outlineOf, PIECE_BYTES } from "./sketch.ts";

/**
 * Whether a stored sketch can be like one of these copies. Most are like none, and their bytes tell: they share no whole
 * text with any copy, and fewer pieces than the least share that two alike ones have. Parsing and comparing each of them
 * takes five times as long (measured).
 */
export function createSieve(copies: readonly Copy[]): (sketch: string) => boolean {
  const wholes = new Set(copies.flatMap(({ sketch }) => sketch.wholes));
  const is_piece = new Uint8Array(256 ** PIECE_BYTES);
  for (const { sketch } of copies) for (const piece of sketch.pieces) is_piece[piece] = 1;
  const smallest = Math.min(...copies.map(({ sketch }) => smallestSize(sketch)));
  return (sketch) => {
    const { bytes, pieces_at, wholes: own, words } = outlineOf(sketch);
    if (own.some((whole) => wholes.has(whole))) return true;
    let common = 0;
    for (let at = pieces_at; at < bytes.length; at += PIECE_BYTES)
      common += u8At(is_piece, u8At(bytes, at) | (u8At(bytes, at + 1) << 8));
    const pieces = { length: (bytes.length - pieces_at) / PIECE_BYTES };
    const size = Math.min(smallest, smallestSize({ wholes: own, words, pieces }));
    return common > 0 && common >= ALIKE_SHARE * size;
  };
}
