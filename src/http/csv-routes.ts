import { contentHash } from "../model/basics/content-hash.ts";
import { createRecent } from "../model/basics/recent.ts";
import { PATHS } from "../render/links.ts";
import { CSV_TYPE, JSON_TYPE } from "../render/media-types.ts";
import { renderCsvHeader, renderCsvRow } from "../render/reviews-csv.ts";
import { reviewAt } from "../snapshot/review-at.ts";
import type { Position } from "../snapshot/review-index.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { inTurns, type Turns } from "../snapshot/turns.ts";
import { parseQuality, weightOf } from "./accept-encoding.ts";
import { respondLong, respondParts } from "./respond.ts";

const encoder = new TextEncoder();

function rowsOf({ reviews, demonstration }: Snapshot, positions: readonly Position[]): string {
  return positions.map((position) => renderCsvRow(reviewAt(reviews, position), demonstration)).join("");
}

/** A table of these reviews. */
export const csvOf = (snapshot: Snapshot, positions: readonly Position[]): Uint8Array<ArrayBuffer> =>
  encoder.encode(renderCsvHeader(snapshot.demonstration) + rowsOf(snapshot, positions));

/** Rows that are rendered at once. It takes 5 ms (measured). */
const BLOCK = 250;
/** More reviews are rendered while they are sent. */
const MOST_AT_ONCE = 5000;

/** Rendered rows, because a spreadsheet that is linked to the file asks again. The key is the ETag and the first row. */
const kept = createRecent<string, Uint8Array<ArrayBuffer>>({ entries: 4096, weight: 32 << 20 }, ({ length }) => length);

function block(snapshot: Snapshot, hash: string, from: Position): Uint8Array<ArrayBuffer> {
  const key = `${hash} ${from}`;
  const known = kept.get(key);
  if (known) return known;
  const length = Math.min(BLOCK, snapshot.reviews.count - from);
  const positions = Array.from({ length }, (_, i) => from + i);
  const made = from === 0 ? csvOf(snapshot, positions) : encoder.encode(rowsOf(snapshot, positions));
  kept.set(key, made);
  return made;
}

const hashOf = ({ documents }: Snapshot): string => contentHash(CSV_TYPE, documents.get(PATHS.reviews)?.hash ?? "");

/** The whole table. Without reviews, it is the header. */
export function* csvBlocks(snapshot: Snapshot): Iterable<Uint8Array<ArrayBuffer>> {
  const hash = hashOf(snapshot);
  for (let from = 0; from === 0 || from < snapshot.reviews.count; from += BLOCK) yield block(snapshot, hash, from);
}

function* allBlocks(snapshot: Snapshot): Turns<Uint8Array<ArrayBuffer>[]> {
  const blocks: Uint8Array<ArrayBuffer>[] = [];
  for (const block of csvBlocks(snapshot)) {
    blocks.push(block);
    yield;
  }
  return blocks;
}

/** All reviews as a table. */
export function serveCsv(request: Request, snapshot: Snapshot): Response | Promise<Response> {
  const head = { content_type: CSV_TYPE, hash: hashOf(snapshot), changed_ms: Date.parse(snapshot.changed_at) };
  if (snapshot.reviews.count > MOST_AT_ONCE) {
    return respondLong(request, { ...head, parts: csvBlocks(snapshot) });
  }
  const found = inTurns(allBlocks(snapshot));
  const respond = (parts: Uint8Array[]) => respondParts(request, { ...head, parts });
  return found instanceof Promise ? found.then(respond) : respond(found);
}

/** True if a client names text/csv and prefers it to JSON (contract §1). */
export function wantsCsv(accept: string | null): boolean {
  if (accept === null || !/text\/csv/i.test(accept)) return false;
  const weights = parseQuality(accept);
  return (weights.get("text/csv") ?? 0) > weightOf(weights, JSON_TYPE);
}
