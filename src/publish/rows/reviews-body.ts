import { f64At, u8At, u32At } from "../../model/basics/typed-array.ts";
import { type Body, pieceStarts } from "../../snapshot/body.ts";
import { idAt, positionOf } from "../../snapshot/review-at.ts";
import { ID_BYTES, type ReviewIndex } from "../../snapshot/review-index.ts";
import { lowerBound } from "../../snapshot/search/text-index.ts";
import { sharedBytes, sharedFloats } from "../shared-memory.ts";

const COMMA = 0x2c;
/** A document below this size has only one piece. */
const CHUNKED_BYTES = 1 << 20;
/** On average, a chunk has this many reviews: about 100 KB. */
const CHUNK_REVIEWS = 128;

/** The parts of /reviews.json before and after its reviews. */
export type Frame = { before: Uint8Array; after: Uint8Array };

/** The JSON of reviews, by position. */
export type ReviewBytes = {
  lengthAt(position: number): number;
  copyTo(target: Buffer, at: number, position: number): void;
  /** Called after the last review was copied. */
  release(): void;
};

export type ReviewsBody = Pick<ReviewIndex, "json" | "json_piece" | "json_start" | "chunk_first">;

/**
 * Returns the chunk of these reviews. If the previous version has the same chunk, it is shared, so that it is in memory
 * and compressed only once.
 */
export type ChunkOf = (first: number, end: number, make: () => Uint8Array) => Uint8Array;

export const newChunks: ChunkOf = (_first, _end, make) => make();

/**
 * True if the review begins a chunk, which depends only on its id. A change therefore moves only the borders of its own
 * chunk, and the borders are the same on every server, whatever was imported before.
 */
export function beginsChunk(ids: Uint8Array, position: number): boolean {
  let hash = 0x811c9dc5;
  for (let i = position * ID_BYTES; i < (position + 1) * ID_BYTES; i++)
    hash = Math.imul(hash ^ u8At(ids, i), 0x01000193);
  // The low bits of this hash (FNV-1a) depend only on the low bits of the id, so the high bits are mixed in.
  return ((hash ^ (hash >>> 15)) >>> 0) % CHUNK_REVIEWS === 0;
}

/** Writes reviews with a comma after each, except after the last review of the document. */
export function writeReviews(
  bytes: ReviewBytes,
  [first, end, count]: [first: number, end: number, count: number],
  target: Buffer,
  at: number,
): void {
  for (let position = first; position < end; position++) {
    bytes.copyTo(target, at, position);
    at += bytes.lengthAt(position);
    if (position + 1 < count) target[at++] = COMMA;
  }
}

function startsOf(bytes: ReviewBytes, count: number, before: number): Float64Array {
  const start = sharedFloats(count + 1);
  let at = before;
  start[0] = at;
  for (let position = 0; position < count; position++) {
    at += bytes.lengthAt(position) + 1;
    start[position + 1] = at;
  }
  return start;
}

function chunkFirsts(ids: Uint8Array, count: number): Uint32Array {
  const first: number[] = [];
  for (let position = 0; position < count; position++) {
    if (position === 0 || beginsChunk(ids, position)) first.push(position);
  }
  return Uint32Array.from(first);
}

export const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);

/** The number of the chunk that begins with this review, or -1. */
export function chunkFrom({ chunk_first }: Pick<ReviewIndex, "chunk_first">, position: number): number {
  const chunk = lowerBound(chunk_first, position);
  return chunk_first[chunk] === position ? chunk : -1;
}

/** Shares the chunk of the previous version that begins with the same review, if all of its bytes are the same. */
export function equalChunks(before: ReviewIndex, ids: Uint8Array): ChunkOf {
  return (first, _, make) => {
    const made = make();
    const position = positionOf(before, idAt({ ids }, first));
    const chunk = position === null ? -1 : chunkFrom(before, position);
    const known = chunk < 0 ? undefined : before.json[chunk + 1];
    return known && Buffer.compare(known, made) === 0 ? known : made;
  };
}

/** Puts the reviews into their frame: in one piece, or above 1 MB in chunks that the next version can share. */
export function layOutReviews(
  { count, ids, bytes }: { count: number; ids: Uint8Array; bytes: ReviewBytes },
  frame: Frame,
  chunkOf: ChunkOf,
): ReviewsBody {
  const json_start = startsOf(bytes, count, frame.before.length);
  // The first byte after the last review belongs to the frame.
  const end = f64At(json_start, count) - (count > 0 ? 1 : 0);
  const length = end + frame.after.length;
  if (length < CHUNKED_BYTES) {
    const whole = sharedBytes(length);
    whole.set(frame.before);
    writeReviews(bytes, [0, count, count], bufferOf(whole), frame.before.length);
    whole.set(frame.after, end);
    const json: Body = [whole];
    return { json, json_piece: pieceStarts(json), json_start, chunk_first: new Uint32Array(0) };
  }
  const chunk_first = chunkFirsts(ids, count);
  const chunks = Array.from(chunk_first, (first, i) => {
    const after = i + 1 < chunk_first.length ? u32At(chunk_first, i + 1) : count;
    return chunkOf(first, after, () => {
      const chunk = sharedBytes(f64At(json_start, after) - f64At(json_start, first) - (after === count ? 1 : 0));
      writeReviews(bytes, [first, after, count], bufferOf(chunk), 0);
      return chunk;
    });
  });
  const json: Body = [frame.before, ...chunks, frame.after];
  return { json, json_piece: pieceStarts(json), json_start, chunk_first };
}
