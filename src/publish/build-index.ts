import type { Profile } from "../model/business.ts";
import { f64At, itemAt, u8At, u32At } from "../model/typed-array.ts";
import { buildNames } from "../snapshot/names.ts";
import { ID_BYTES, NO_THEMES, type Postings, type ReviewIndex, type TombstoneIndex } from "../snapshot/review-index.ts";
import { buildTextIndex } from "../snapshot/text-index.ts";
import { type Arena, openColumn } from "./arena.ts";
import { compareText } from "./compare-text.ts";
import type { RenderedRows, RowLists } from "./rendered-rows.ts";
import { buildRunningValues } from "./running-values.ts";
import { buildVocabulary } from "./vocabulary.ts";

const COMMA = 0x2c;

/** The order of all reviews: date, published_at, id, all descending. `order[position]` is a row number. */
function orderOf({ ids, day, published_ms }: RenderedRows): Uint32Array<ArrayBuffer> {
  const days = day.values();
  const published = published_ms.values();
  return Uint32Array.from(ids.keys()).sort(
    (a, b) =>
      f64At(days, b) - f64At(days, a) ||
      f64At(published, b) - f64At(published, a) ||
      compareText(itemAt(ids, b), itemAt(ids, a)),
  );
}

function inOrder(values: Float64Array, order: Uint32Array): Float64Array<ArrayBuffer> {
  const ordered = new Float64Array(order.length);
  for (let position = 0; position < order.length; position++) {
    ordered[position] = f64At(values, u32At(order, position));
  }
  return ordered;
}

/** Calls `copy` with where each piece of an arena begins and ends, in order of position, then frees the arena. */
function eachPiece(
  arena: Arena,
  starts: Float64Array,
  order: Uint32Array,
  copy: (source: Buffer, from: number, to: number, position: number) => void,
): void {
  // Buffer.copy takes offsets, where set() would need a view of each piece.
  const source = Buffer.from(arena.buffer());
  for (let position = 0; position < order.length; position++) {
    const row = u32At(order, position);
    copy(source, f64At(starts, row), row + 1 < starts.length ? f64At(starts, row + 1) : arena.length, position);
  }
  arena.release();
}

/** /reviews.json, whole: the reviews in order, a comma between two, inside their frame. */
function layOutJson({ json, json_start }: RenderedRows, order: Uint32Array, frame: Frame) {
  const commas = Math.max(0, order.length - 1);
  const bytes = new Uint8Array(frame.before.length + json.length + commas + frame.after.length);
  const start = new Float64Array(order.length + 1);
  const target = Buffer.from(bytes.buffer);
  bytes.set(frame.before);
  let at = frame.before.length;
  start[0] = at;
  eachPiece(json, json_start.values(), order, (source, from, to, position) => {
    at += source.copy(target, at, from, to);
    if (position < commas) bytes[at] = COMMA;
    at += 1;
    start[position + 1] = at;
  });
  bytes.set(frame.after, bytes.length - frame.after.length);
  return { bytes, start };
}

/** The folded texts in order, each with its end byte. */
function layOutTexts({ texts, text_start }: RenderedRows, order: Uint32Array) {
  const bytes = new Uint8Array(texts.length);
  const start = new Float64Array(order.length + 1);
  const target = Buffer.from(bytes.buffer);
  let at = 0;
  eachPiece(texts, text_start.values(), order, (source, from, to, position) => {
    at += source.copy(target, at, from, to);
    start[position + 1] = at;
  });
  return { bytes, start };
}

/** The same lists as ascending positions. The keys are sorted, so that the order of the rows does not matter. */
function postingsOf(lists: RowLists, position_of: Uint32Array): Map<string, Postings> {
  const entries = Array.from(lists, ([key, list]): [string, Postings] => [
    key,
    Uint32Array.from(list.values(), (row) => u32At(position_of, row)).sort(),
  ]);
  return new Map(entries.sort(([a], [b]) => compareText(a, b)));
}

function byRating(rating: Uint8Array): Postings[] {
  return [1, 2, 3, 4, 5].map((value) => {
    const list = openColumn();
    for (let position = 0; position < rating.length; position++)
      if (u8At(rating, position) === value) list.push(position);
    return Uint32Array.from(list.values());
  });
}

function idBytes(ids: readonly string[], order: Uint32Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(order.length * ID_BYTES);
  const target = Buffer.from(bytes.buffer);
  for (let i = 0; i < order.length; i++) target.write(itemAt(ids, u32At(order, i)), i * ID_BYTES, "latin1");
  return bytes;
}

function positionsById(ids: readonly string[], order: Uint32Array): Uint32Array<ArrayBuffer> {
  const idOf = (position: number) => itemAt(ids, u32At(order, position));
  return Uint32Array.from(order.keys()).sort((a, b) => compareText(idOf(a), idOf(b)));
}

const labelsOf = (entries: readonly { id: string; name: string }[]): Map<string, string> =>
  new Map(entries.map(({ id, name }) => [id, name]));

function profileNames(profile: Profile | null) {
  const { technicians, services, service_areas } = profile ?? { technicians: [], services: [], service_areas: [] };
  return {
    technician_names: buildNames(technicians),
    service_names: buildNames(services),
    technician_labels: labelsOf(technicians),
    service_labels: labelsOf(services),
    service_area_labels: labelsOf(service_areas),
    time_zone: profile?.time_zone ?? "UTC",
  };
}

/** What /reviews.json says before and after its reviews. */
export type Frame = { before: Uint8Array; after: Uint8Array };

/** Puts the rendered reviews in order, inside their frame, and builds every list over them. Frees `rendered`. */
export function buildReviewIndex(input: {
  rendered: RenderedRows;
  frame: Frame;
  tombstones: TombstoneIndex;
  profile: Profile | null;
}): ReviewIndex {
  const { rendered, frame, tombstones, profile } = input;
  const { ids } = rendered;
  const order = orderOf(rendered);
  const position_of = new Uint32Array(order.length);
  for (let position = 0; position < order.length; position++) position_of[u32At(order, position)] = position;
  const json = layOutJson(rendered, order, frame);
  const texts = layOutTexts(rendered, order);
  const rating = Uint8Array.from(inOrder(rendered.rating.values(), order));
  const changed_ms = inOrder(rendered.changed_ms.values(), order);
  return {
    count: order.length,
    json: json.bytes,
    json_start: json.start,
    day: Int32Array.from(inOrder(rendered.day.values(), order)),
    published_ms: inOrder(rendered.published_ms.values(), order),
    rating,
    by_rating: byRating(rating),
    by_technician: postingsOf(rendered.technicians, position_of),
    by_service: postingsOf(rendered.services, position_of),
    by_source: postingsOf(rendered.sources, position_of),
    by_service_area: postingsOf(rendered.service_areas, position_of),
    by_verification: postingsOf(rendered.verifications, position_of),
    by_language: postingsOf(rendered.languages, position_of),
    flags: Uint8Array.from(inOrder(rendered.flags.values(), order)),
    ...NO_THEMES,
    ...profileNames(profile),
    vocabulary: buildVocabulary(texts.bytes, texts.start),
    ids: idBytes(ids, order),
    by_id: positionsById(ids, order),
    changed_ms,
    ...buildRunningValues(json, inOrder(rendered.updated_ms.values(), order), changed_ms),
    tombstones,
    text: buildTextIndex(texts.bytes, texts.start),
  };
}
