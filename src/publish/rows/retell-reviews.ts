import { edenGC } from "bun:jsc";
import { compareText } from "../../model/basics/compare-text.ts";
import { itemAt, u32At } from "../../model/basics/typed-array.ts";
import type { ShownRow } from "../../model/review-row.ts";
import { idAt } from "../../snapshot/review-at.ts";
import { ID_BYTES, type Move, type Position, type Postings, type ReviewIndex } from "../../snapshot/review-index.ts";
import { HASH_BYTES } from "../../snapshot/running-values.ts";
import { foldedAt } from "../../snapshot/search/text-search.ts";
import { sharedBytes, sharedFloats } from "../shared-memory.ts";
import { type Column, createColumn } from "./arena.ts";
import { byRating, type OrderedRows, orderRows, type RowColumns } from "./ordered-rows.ts";
import { inOnePage, renderRows } from "./rendered-rows.ts";
import { bufferOf, type ChunkOf, chunkFrom, type ReviewBytes, writeReviews } from "./reviews-body.ts";
import { textAt } from "./vocabulary.ts";

/*
 * Renders the same reviews again, in the same order and with the same texts: a new profile changes what they mention.
 * They are read chunk by chunk in the order of /reviews.json, so nothing is in memory twice but that document, and the
 * index of texts is shared. A full build took 1.9 times the memory that serves (measured).
 */

/** About so many reviews are read in one query. */
const PAGE = 1000;
/** After so many pages, their garbage is collected. */
const COLLECT_PAGES = 4;

const LISTS = [
  "by_technician",
  "by_service",
  "by_service_area",
  "by_source",
  "by_verification",
  "by_language",
] as const;
type Lists = Record<(typeof LISTS)[number], Map<string, Column>>;

export type Retold = RowColumns & { bytes: ReviewBytes; moved: Move[]; chunkOf: ChunkOf };

/** Whole chunks with about a thousand reviews each: the positions where they begin, and the end. */
function* pagesOf({ chunk_first, count }: ReviewIndex): Generator<[first: Position, end: Position]> {
  let first = 0;
  for (let chunk = 1; chunk <= chunk_first.length; chunk++) {
    const end = chunk < chunk_first.length ? u32At(chunk_first, chunk) : count;
    if (end - first < PAGE && end < count) continue;
    yield [first, end];
    first = end;
  }
}

const isEqual = (a: ArrayBufferView, b: ArrayBufferView): boolean => Buffer.compare(viewOf(a), viewOf(b)) === 0;
const viewOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView) => new Uint8Array(buffer, byteOffset, byteLength);

/** True if these are the reviews of `before` from a position on, with the same dates and texts. */
function isSameOrder(before: ReviewIndex, came: OrderedRows, first: Position, end: Position): boolean {
  if (came.count !== end - first) return false;
  if (!isEqual(came.ids, before.ids.subarray(first * ID_BYTES, end * ID_BYTES))) return false;
  if (!isEqual(came.day, before.day.subarray(first, end))) return false;
  if (!isEqual(came.published_ms, before.published_ms.subarray(first, end))) return false;
  for (let place = 0; place < came.count; place++)
    if (!isEqual(textAt(came.texts, place), foldedAt(before.text, first + place))) return false;
  return true;
}

/** The chunks from a position on. Those that did not change are shared with the previous version. */
function* chunksOf(before: ReviewIndex, { bytes }: OrderedRows, first: Position, end: Position): Generator<Uint8Array> {
  const { chunk_first, count, json } = before;
  for (let chunk = chunkFrom(before, first), at = first; at < end; chunk++) {
    const next = chunk + 1 < chunk_first.length ? u32At(chunk_first, chunk + 1) : count;
    let length = next === count ? -1 : 0; // no comma after the last review
    for (let place = at - first; place < next - first; place++) length += bytes.lengthAt(place) + 1;
    const made = sharedBytes(length);
    writeReviews(bytes, [at - first, next - first, count - first], bufferOf(made), 0);
    const known = itemAt(json, chunk + 1);
    yield isEqual(made, known) ? known : made;
    at = next;
  }
}

const sortedLists = (lists: ReadonlyMap<string, Column>): Map<string, Postings> =>
  new Map(
    Array.from(lists, ([key, list]): [string, Postings] => [key, Uint32Array.from(list.values())]).sort(([a], [b]) =>
      compareText(a, b),
    ),
  );

/** What is made of the pages, one after another. */
function createRetelling(before: ReviewIndex) {
  const { count } = before;
  const columns = {
    hash: sharedBytes(count * HASH_BYTES),
    updated_ms: sharedFloats(count),
    changed_ms: sharedFloats(count),
    rating: sharedBytes(count),
    flags: sharedBytes(count),
  };
  const lengths = new Uint32Array(count);
  const chunks: Uint8Array[] = [];
  const moved: Move[] = [];
  const lists: Lists = {
    by_technician: new Map(),
    by_service: new Map(),
    by_service_area: new Map(),
    by_source: new Map(),
    by_verification: new Map(),
    by_language: new Map(),
  };

  function add(came: OrderedRows, first: Position, end: Position): void {
    chunks.push(...chunksOf(before, came, first, end));
    for (let place = 0; place < came.count; place++) lengths[first + place] = came.bytes.lengthAt(place);
    columns.hash.set(came.hash, first * HASH_BYTES);
    for (const name of ["updated_ms", "changed_ms", "rating", "flags"] as const) columns[name].set(came[name], first);
    for (const name of LISTS)
      for (const [key, positions] of came[name]) {
        const list = lists[name].get(key) ?? createColumn();
        for (const position of positions) list.push(first + position);
        lists[name].set(key, list);
      }
    moved.push(...came.moved);
    came.bytes.release();
  }

  const result = (): Retold => ({
    count,
    ids: before.ids,
    by_id: before.by_id,
    day: before.day,
    published_ms: before.published_ms,
    ...columns,
    by_rating: byRating(columns.rating),
    by_technician: sortedLists(lists.by_technician),
    by_service: sortedLists(lists.by_service),
    by_service_area: sortedLists(lists.by_service_area),
    by_source: sortedLists(lists.by_source),
    by_verification: sortedLists(lists.by_verification),
    by_language: sortedLists(lists.by_language),
    moved,
    bytes: {
      lengthAt: (position) => u32At(lengths, position),
      copyTo: () => {
        throw new Error("every chunk is made already");
      },
      release: () => {},
    },
    chunkOf: (first) => itemAt(chunks, chunkFrom(before, first)),
  });

  return { add, result };
}

/** Null if a review is another, or has another place or text, and if there are too few for chunks. */
export async function retellReviews(
  before: ReviewIndex,
  rowsOf: (ids: readonly string[]) => Promise<ShownRow[]>,
  base_url: string,
): Promise<Retold | null> {
  if (before.chunk_first.length === 0) return null;
  const retelling = createRetelling(before);
  let read = 0;
  for (const [first, end] of pagesOf(before)) {
    const rows = await rowsOf(Array.from({ length: end - first }, (_, place) => idAt(before, first + place)));
    const came = orderRows(await renderRows(inOnePage(rows), base_url));
    if (!isSameOrder(before, came, first, end)) return null;
    retelling.add(came, first, end);
    if (++read % COLLECT_PAGES === 0) edenGC();
  }
  return retelling.result();
}
