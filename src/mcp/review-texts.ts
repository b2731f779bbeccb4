import type { Review } from "../model/review.ts";
import { bytesAt, reviewAt } from "../snapshot/review-at.ts";
import type { Position, ReviewIndex } from "../snapshot/review-index.ts";
import { cleanJson } from "./clean.ts";

/** A piece of an answer in both its forms: as JSON, and inside the text block's string. */
export type Piece = { json: Uint8Array; escaped: Uint8Array };

export const pieceOf = (json: string): Piece => ({
  json: Buffer.from(json),
  escaped: Buffer.from(JSON.stringify(json).slice(1, -1)),
});

const sizeOf = ({ json, escaped }: Piece): number => json.length + escaped.length;

/** Pieces of the reviews asked for lately: making one costs ten times what copying it does (measured). */
const caches = new WeakMap<ReviewIndex, Map<Position, Piece>>();
const CACHED_REVIEWS = 2048;

function makePiece(index: ReviewIndex, position: Position): Piece {
  const bytes = bytesAt(index, position);
  const json = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
  const clean = cleanJson(json);
  const piece = pieceOf(clean);
  return clean === json ? { json: bytes, escaped: piece.escaped } : piece;
}

/** One review, fit for an agent. */
function reviewPiece(index: ReviewIndex, position: Position): Piece {
  let cache = caches.get(index);
  if (!cache) {
    cache = new Map();
    caches.set(index, cache);
  }
  const known = cache.get(position);
  if (known) return known;
  const piece = makePiece(index, position);
  const [oldest] = cache.size < CACHED_REVIEWS ? [] : cache.keys();
  if (oldest !== undefined) cache.delete(oldest);
  cache.set(position, piece);
  return piece;
}

const CUTS = [8000, 4000, 2000, 1000, 400] as const;

/** A review too long for an answer, its texts cut with a mark: never silently. */
function cutReview(index: ReviewIndex, position: Position, room: number): Piece {
  const review: Review = reviewAt(index, position);
  let piece: Piece = pieceOf("null");
  for (const max of CUTS) {
    const cut = <T extends string | null>(text: T): T | string =>
      text !== null && text.length > max ? `${text.slice(0, max).toWellFormed()} […]` : text;
    const json = cleanJson(
      JSON.stringify({
        ...review,
        title: cut(review.title),
        text: cut(review.text),
        translation: review.translation && { ...review.translation, text: cut(review.translation.text) },
        owner_reply: review.owner_reply && { ...review.owner_reply, text: cut(review.owner_reply.text) },
        cut: `texts longer than ${max} characters end at […]; the whole review is at ${review.url}`,
      }),
    );
    piece = pieceOf(json);
    if (sizeOf(piece) <= room) break;
  }
  return piece;
}

/** As many of the reviews, in order, as the room allows; at least one. */
export function fitReviews(index: ReviewIndex, positions: Position[], room: number): Piece[] {
  const pieces: Piece[] = [];
  let left = room;
  for (const position of positions) {
    const piece = reviewPiece(index, position);
    const size = sizeOf(piece) + 2; // and a comma in both copies
    if (size > left) {
      if (pieces.length === 0) pieces.push(cutReview(index, position, room));
      break;
    }
    left -= size;
    pieces.push(piece);
  }
  return pieces;
}
