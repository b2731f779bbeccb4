import { createRecent, type Recent } from "../../model/basics/recent.ts";
import { dateOfDay } from "../../model/basics/time.ts";
import { i32At, u8At } from "../../model/basics/typed-array.ts";
import type { Review } from "../../model/review.ts";
import { bytesAt, idAt, reviewAt } from "../../snapshot/review-at.ts";
import type { Position, ReviewIndex } from "../../snapshot/review-index.ts";
import { cleanJson } from "./clean-json.ts";
import { type ReviewForm, shortReview } from "./short-review.ts";

/** A review in both forms that an answer needs: as JSON, and escaped for the string of the text block. */
export type Piece = { link: string; json: Uint8Array; escaped: Uint8Array };

/**
 * A content block that links to a review. It does not use the title or author, because clients show names as the
 * server's own words.
 */
export const linkAt = (index: ReviewIndex, position: Position): string =>
  `{"type":"resource_link","uri":"reviews://review/${idAt(index, position)}",` +
  `"name":"${u8At(index.rating, position)}-star review of ${dateOfDay(i32At(index.day, position))}","mimeType":"application/json"}`;

const pieceOf = (link: string, json: string): Piece => ({
  link,
  json: Buffer.from(json),
  escaped: Buffer.from(JSON.stringify(json).slice(1, -1)),
});

const sizeOf = ({ json, escaped }: Piece): number => json.length + escaped.length;

type Pieces = Recent<Position, Piece>;
/** Recently used pieces: making one costs ten times as much as copying it (measured). */
const caches = new WeakMap<ReviewIndex, Record<ReviewForm, Pieces>>();
const CACHED_REVIEWS = 2048;
const createPieces = (): Pieces => createRecent({ entries: CACHED_REVIEWS });

function makePiece(index: ReviewIndex, position: Position, form: ReviewForm): Piece {
  if (form !== "whole") {
    const short = shortReview(reviewAt(index, position), form === "replies");
    return pieceOf(linkAt(index, position), cleanJson(JSON.stringify(short)));
  }
  const bytes = bytesAt(index, position);
  const json = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
  const clean = cleanJson(json);
  const piece = pieceOf(linkAt(index, position), clean);
  return clean === json ? { ...piece, json: bytes } : piece;
}

function reviewPiece(index: ReviewIndex, position: Position, form: ReviewForm): Piece {
  let cache = caches.get(index);
  if (!cache) {
    cache = { short: createPieces(), replies: createPieces(), whole: createPieces() };
    caches.set(index, cache);
  }
  const known = cache[form].get(position);
  if (known) return known;
  const piece = makePiece(index, position, form);
  cache[form].set(position, piece);
  return piece;
}

/** The most bytes that the extra member takes, in both copies together. */
const MEMBER_BYTES = 100;
const CUTS = [8000, 4000, 2000, 1000, 400] as const;

/** Cuts the texts of a review that is too long for an answer, and marks the review as cut. */
function cutReview(index: ReviewIndex, position: Position, form: ReviewForm, room: number): Piece {
  const review: Review = reviewAt(index, position);
  const link = linkAt(index, position);
  let piece: Piece = pieceOf(link, "null");
  for (const max of CUTS) {
    const cut = <T extends string | null>(text: T): T | string =>
      text !== null && text.length > max ? `${text.slice(0, max).toWellFormed()} […]` : text;
    const whole = {
      ...review,
      title: cut(review.title),
      text: cut(review.text),
      translation: review.translation && { ...review.translation, text: cut(review.translation.text) },
      owner_reply: review.owner_reply && { ...review.owner_reply, text: cut(review.owner_reply.text) },
    };
    const shown = form === "whole" ? whole : shortReview(whole, form === "replies");
    const note = `texts longer than ${max} characters are cut at […]; the whole review is at ${review.url}`;
    const json = cleanJson(JSON.stringify({ ...shown, cut: note }));
    piece = pieceOf(link, json);
    if (sizeOf(piece) <= room) break;
  }
  return piece;
}

/** Adds a member as the first of the review. */
function withMember(piece: Piece, member: object): Piece {
  const first = pieceOf(piece.link, `${JSON.stringify(member).slice(0, -1)},`);
  return {
    link: piece.link,
    json: Buffer.concat([first.json, piece.json.subarray(1)]),
    escaped: Buffer.concat([first.escaped, piece.escaped.subarray(1)]),
  };
}

/** The form of the reviews of an answer. `memberOf` returns an extra first member for each. */
export type Shown = { form: ReviewForm; memberOf?: (position: Position) => object };

/** As many reviews, in order, as fit in `room` bytes, but at least one. */
export function fitReviews(
  index: ReviewIndex,
  positions: Position[],
  room: number,
  { form, memberOf }: Shown = { form: "short" },
): Piece[] {
  const pieces: Piece[] = [];
  const marked = (piece: Piece, position: Position) => (memberOf ? withMember(piece, memberOf(position)) : piece);
  let left = room;
  for (const position of positions) {
    const piece = marked(reviewPiece(index, position, form), position);
    const size = sizeOf(piece) + 2; // plus a comma in both copies
    if (size > left) {
      if (pieces.length === 0) pieces.push(marked(cutReview(index, position, form, room - MEMBER_BYTES), position));
      break;
    }
    left -= size;
    pieces.push(piece);
  }
  return pieces;
}
