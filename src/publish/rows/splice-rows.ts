import { compareText } from "../../model/basics/compare-text.ts";
import { f64At, i32At, itemAt, u32At } from "../../model/basics/typed-array.ts";
import { bytesAt, compareToKey, idAt, positionOf, rankOf } from "../../snapshot/review-at.ts";
import { GONE, ID_BYTES, type Position, type Postings, type ReviewIndex } from "../../snapshot/review-index.ts";
import { HASH_BYTES } from "../../snapshot/running-values.ts";
import { mergePostings } from "../../snapshot/search/text-search.ts";
import { sharedBytes, sharedDays, sharedFloats, sharedPositions } from "../shared-memory.ts";
import type { OrderedRows, RowColumns } from "./ordered-rows.ts";
import { type ChunkOf, chunkFrom, type ReviewBytes } from "./reviews-body.ts";

/*
 * Replaces some reviews of a snapshot. Everything that did not change is copied in runs or shared. The JSON and the
 * texts of unchanged reviews are never read.
 */

/** The origin of each review: its old position, or for a new review -1 minus its number among the new ones. */
type Origins = Int32Array;

/** Reviews that were neighbors before and still are. */
type Run = { old: boolean; from: number; to: number; at: Position };

export type Splice = {
  before: ReviewIndex;
  came: OrderedRows;
  origins: Origins;
  /** The new position of each old review, or GONE if it was replaced or removed. */
  position_of: Uint32Array;
  runs: readonly Run[];
};

/** The first position after the new review. */
function placeOf(before: ReviewIndex, came: OrderedRows, place: number): Position {
  const id = idAt(came, place);
  const key = { day: i32At(came.day, place), published_ms: f64At(came.published_ms, place), id };
  let [low, high] = [0, before.count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareToKey(before, middle, key) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function originsOf(before: ReviewIndex, came: OrderedRows, gone: ReadonlySet<Position>): Origins {
  const origins = new Int32Array(before.count - gone.size + came.count);
  let [at, position] = [0, 0];
  for (let place = 0; place <= came.count; place++) {
    const end = place < came.count ? placeOf(before, came, place) : before.count;
    for (; position < end; position++) if (!gone.has(position)) origins[at++] = position;
    if (place < came.count) origins[at++] = -1 - place;
  }
  return origins;
}

function runsOf(origins: Origins): Run[] {
  const runs: Run[] = [];
  for (let at = 0; at < origins.length; ) {
    const origin = i32At(origins, at);
    const step = origin < 0 ? -1 : 1;
    let length = 1;
    while (at + length < origins.length && origins[at + length] === origin + step * length) length++;
    const from = origin < 0 ? -1 - origin : origin;
    runs.push({ old: origin >= 0, from, to: from + length, at });
    at += length;
  }
  return runs;
}

/** `gone` are the ids of all reviews that changed or were removed. `came` has those that are published now. */
export function createSplice(before: ReviewIndex, came: OrderedRows, gone: Iterable<string>): Splice {
  const replaced = new Set<Position>();
  for (const id of gone) {
    const position = positionOf(before, id);
    if (position !== null) replaced.add(position);
  }
  const origins = originsOf(before, came, replaced);
  const position_of = new Uint32Array(before.count).fill(GONE);
  for (let position = 0; position < origins.length; position++) {
    const origin = i32At(origins, position);
    if (origin >= 0) position_of[origin] = position;
  }
  return { before, came, origins, position_of, runs: runsOf(origins) };
}

type Elements = Uint8Array | Int32Array | Float64Array;

/** Copies `width` elements per review into `target`. */
function copyRuns<T extends Elements>(runs: readonly Run[], before: T, came: T, target: T, width = 1): T {
  for (const { old, from, to, at } of runs) {
    target.set((old ? before : came).subarray(from * width, to * width), at * width);
  }
  return target;
}

/** The new positions of the reviews in a list. */
function movedList(list: Postings, position_of: Uint32Array): Postings {
  const moved = new Uint32Array(list.length);
  let count = 0;
  for (let i = 0; i < list.length; i++) {
    const position = u32At(position_of, u32At(list, i));
    if (position !== GONE) moved[count++] = position;
  }
  return moved.subarray(0, count);
}

/** The positions of the new reviews. */
function placesOf({ came, origins }: Splice): Uint32Array {
  const places = new Uint32Array(came.count);
  for (let position = 0; position < origins.length; position++) {
    const origin = i32At(origins, position);
    if (origin < 0) places[-1 - origin] = position;
  }
  return places;
}

type ListName = {
  [K in keyof RowColumns]: RowColumns[K] extends ReadonlyMap<string, Postings> ? K : never;
}[keyof RowColumns];

function createLists(splice: Splice) {
  const places = placesOf(splice);
  const { before, came, position_of } = splice;
  const splicedList = (old: Postings, more: Postings): Postings =>
    mergePostings(
      movedList(old, position_of),
      more.map((place) => u32At(places, place)),
    );
  const none = new Uint32Array(0);
  return {
    splicedList,
    /** A value that no review has any more gets no list. The keys have the same order as in a full build. */
    splicedLists(name: ListName): Map<string, Postings> {
      const keys = [...new Set([...before[name].keys(), ...came[name].keys()])].sort(compareText);
      const lists = keys.map((key): [string, Postings] => [
        key,
        splicedList(before[name].get(key) ?? none, came[name].get(key) ?? none),
      ]);
      return new Map(lists.filter(([, { length }]) => length > 0));
    },
    byId(): Uint32Array {
      const by_id = sharedPositions(splice.origins.length);
      let [at, next] = [0, 0];
      for (let i = 0; i <= came.count; i++) {
        const place = i < came.count ? u32At(came.by_id, i) : null;
        const end = place === null ? before.count : rankOf(before, idAt(came, place));
        for (; next < end; next++) {
          const position = u32At(position_of, u32At(before.by_id, next));
          if (position !== GONE) by_id[at++] = position;
        }
        if (place !== null) by_id[at++] = u32At(places, place);
      }
      return by_id;
    },
  };
}

export function spliceColumns(splice: Splice): RowColumns {
  const { before, came, origins, runs } = splice;
  const count = origins.length;
  const { splicedList, splicedLists, byId } = createLists(splice);
  const timesOf = (name: "published_ms" | "updated_ms" | "changed_ms") =>
    copyRuns(runs, before[name], came[name], sharedFloats(count));
  return {
    count,
    ids: copyRuns(runs, before.ids, came.ids, sharedBytes(count * ID_BYTES), ID_BYTES),
    by_id: byId(),
    hash: copyRuns(runs, before.hash, came.hash, sharedBytes(count * HASH_BYTES), HASH_BYTES),
    day: copyRuns(runs, before.day, came.day, sharedDays(count)),
    published_ms: timesOf("published_ms"),
    updated_ms: timesOf("updated_ms"),
    changed_ms: timesOf("changed_ms"),
    rating: copyRuns(runs, before.rating, came.rating, sharedBytes(count)),
    flags: copyRuns(runs, before.flags, came.flags, sharedBytes(count)),
    by_rating: before.by_rating.map((list, i) => splicedList(list, itemAt(came.by_rating, i))),
    by_technician: splicedLists("by_technician"),
    by_service: splicedLists("by_service"),
    by_service_area: splicedLists("by_service_area"),
    by_source: splicedLists("by_source"),
    by_verification: splicedLists("by_verification"),
    by_language: splicedLists("by_language"),
  };
}

export function splicedBytes({ before, came, origins }: Splice): ReviewBytes {
  const { json_start } = before;
  return {
    lengthAt(position) {
      const origin = i32At(origins, position);
      if (origin < 0) return came.bytes.lengthAt(-1 - origin);
      return f64At(json_start, origin + 1) - f64At(json_start, origin) - 1;
    },
    copyTo(target, at, position) {
      const origin = i32At(origins, position);
      if (origin < 0) came.bytes.copyTo(target, at, -1 - origin);
      else target.set(bytesAt(before, origin), at);
    },
    release: came.bytes.release,
  };
}

/** A chunk is shared if its reviews are the same, and if the presence of a comma after the last one did not change. */
export function splicedChunks({ before, origins }: Splice): ChunkOf {
  const { chunk_first, count } = before;
  const knownChunk = (first: number, end: number): Uint8Array | null => {
    const origin = i32At(origins, first);
    const chunk = chunkFrom(before, origin);
    if (chunk < 0) return null;
    const old_end = chunk + 1 < chunk_first.length ? u32At(chunk_first, chunk + 1) : count;
    if (old_end - origin !== end - first || (old_end === count) !== (end === origins.length)) return null;
    for (let i = 1; i < end - first; i++) if (i32At(origins, first + i) !== origin + i) return null;
    return before.json[chunk + 1] ?? null;
  };
  return (first, end, make) => knownChunk(first, end) ?? make();
}
