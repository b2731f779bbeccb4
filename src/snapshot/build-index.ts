import { createHash } from "node:crypto";
import type { Profile } from "../model/business.ts";
import type { Mentions } from "../model/review.ts";
import type { ReviewRow } from "../model/review-row.ts";
import type { StoredTombstone } from "../model/snapshot-source.ts";
import { dayNumber } from "../model/time.ts";
import { publicReview } from "../render/review.ts";
import { openArena, openColumn } from "./arena.ts";
import { fold } from "./fold.ts";
import { HASH_BYTES, type Postings, type ReviewIndex, type TombstoneIndex } from "./review-index.ts";
import { buildTextIndex } from "./text-index.ts";

const COMMA = 0x2c;
const TEXT_END = 0xff;
const MANY = 20_000;

const sha256 = (...parts: (Uint8Array | string)[]): Uint8Array => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** Rows as they come, one page at a time; nothing of a row is kept but its bytes and its columns. */
function openCollector(base_url: string) {
  const json = openArena();
  const texts = openArena();
  const column = () => openColumn();
  const columns = {
    json_start: column(),
    text_start: column(),
    day: column(),
    published_ms: column(),
    updated_ms: column(),
    changed_ms: column(),
    rating: column(),
    with_text: column(),
  };
  const ids: string[] = [];
  const mentioned: Mentions[] = [];
  const sources: string[] = [];
  const moved: TombstoneIndex["moved"] = [];

  const add = (row: ReviewRow) => {
    const review = publicReview(row, base_url);
    columns.json_start.push(json.length);
    json.writeText(JSON.stringify(review));
    columns.text_start.push(texts.length);
    if (row.text !== null) texts.writeText(fold(row.text));
    texts.writeByte(TEXT_END);
    columns.day.push(dayNumber(row.date));
    columns.published_ms.push(Date.parse(row.published_at));
    columns.updated_ms.push(Date.parse(row.updated_at));
    columns.changed_ms.push(Date.parse(row.changed_at));
    columns.rating.push(row.rating);
    columns.with_text.push(row.text === null ? 0 : 1);
    ids.push(row.id);
    mentioned.push(review.mentions);
    sources.push(row.source);
    if (row.moved_from !== null && row.moved_at !== null) {
      moved.push({
        from_day: dayNumber(row.moved_from),
        to_day: dayNumber(row.date),
        changed_ms: Date.parse(row.moved_at),
      });
    }
  };
  return { add, json, texts, columns, ids, mentioned, sources, moved };
}

/** Copies the pieces of an arena in a new order; `separator` stands between two (or after each, for texts). */
function permute(
  arena: ReturnType<typeof openArena>,
  starts: Float64Array,
  order: Uint32Array,
  separator: number | null,
): { bytes: Uint8Array<ArrayBuffer>; start: Float64Array<ArrayBuffer> } {
  const count = order.length;
  const extra = separator === null ? 0 : 1;
  const bytes = new Uint8Array(arena.length + extra * count);
  const start = new Float64Array(count + 1);
  let at = 0;
  for (let i = 0; i < count; i++) {
    const from = order[i] as number;
    const end = from + 1 < count ? (starts[from + 1] as number) : arena.length;
    bytes.set(arena.slice(starts[from] as number, end), at);
    at += end - (starts[from] as number);
    if (separator !== null) bytes[at++] = separator;
    start[i + 1] = at;
  }
  return { bytes, start };
}

/** Running values over the pieces of `json`, newest first: what depends on the first k pieces alone. */
function buildPrefixes(pieces: Uint8Array[], updated_ms: Float64Array, changed_ms: Float64Array) {
  const count = pieces.length;
  const hash = new Uint8Array(count * HASH_BYTES);
  const prefix_hash = new Uint8Array(count * HASH_BYTES);
  const prefix_updated_ms = new Float64Array(count);
  const prefix_changed_ms = new Float64Array(count);
  let [running, updated, changed]: [Uint8Array, number, number] = [new Uint8Array(HASH_BYTES), 0, 0];
  pieces.forEach((piece, i) => {
    const own = sha256(piece).subarray(0, HASH_BYTES);
    running = sha256(running, own).subarray(0, HASH_BYTES);
    updated = Math.max(updated, updated_ms[i] as number);
    changed = Math.max(changed, changed_ms[i] as number);
    hash.set(own, i * HASH_BYTES);
    prefix_hash.set(running, i * HASH_BYTES);
    prefix_updated_ms[i] = updated;
    prefix_changed_ms[i] = changed;
  });
  return { hash, prefix_hash, prefix_updated_ms, prefix_changed_ms };
}

function group<K>(order: Uint32Array, keysOf: (item: number) => K[]): Map<K, Postings> {
  const lists = new Map<K, number[]>();
  order.forEach((item, position) => {
    for (const key of keysOf(item)) {
      const list = lists.get(key);
      if (list) list.push(position);
      else lists.set(key, [position]);
    }
  });
  return new Map(Array.from(lists, ([key, list]) => [key, Uint32Array.from(list)]));
}

function namesOf(entries: { id: string; name: string; aliases: string[] }[]): Map<string, string> {
  const names = new Map<string, string>();
  // An id beats a name, a name beats an alias: earlier entries stay.
  const put = (name: string, id: string) => names.has(fold(name)) || names.set(fold(name), id);
  for (const entry of entries) put(entry.id, entry.id);
  for (const entry of entries) put(entry.name, entry.id);
  for (const entry of entries) for (const alias of entry.aliases) put(alias, entry.id);
  return names;
}

export function buildTombstoneIndex(tombstones: StoredTombstone[], moved: TombstoneIndex["moved"]): TombstoneIndex {
  const ordered = [...tombstones].sort((a, b) => compare(b.date, a.date) || compare(b.id, a.id));
  const json = openArena();
  const json_start = new Float64Array(ordered.length + 1);
  const pieces = ordered.map(({ id, date, deleted_at, reason }, i) => {
    const piece = JSON.stringify({ id, date, deleted_at, reason });
    json.writeText(piece);
    json.writeByte(COMMA);
    json_start[i + 1] = json.length;
    return Buffer.from(piece);
  });
  const { hash: _, ...prefixes } = buildPrefixes(
    pieces,
    Float64Array.from(ordered, (tombstone) => Date.parse(tombstone.deleted_at)),
    Float64Array.from(ordered, (tombstone) => Date.parse(tombstone.changed_at)),
  );
  return {
    count: ordered.length,
    json: json.slice(0, json.length).slice(),
    json_start,
    day: Int32Array.from(ordered, (tombstone) => dayNumber(tombstone.date)),
    ...prefixes,
    ids: new Set(ordered.map((tombstone) => tombstone.id)),
    moved,
  };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export type BuiltIndex = { index: ReviewIndex; review_count: number; rating_counts: number[] };

/** Reads every row once and lays the reviews out in their one order: date, published_at, id, all descending. */
export async function buildReviewIndex(input: {
  rows: AsyncIterable<ReviewRow[]>;
  tombstones: StoredTombstone[];
  profile: Profile | null;
  base_url: string;
}): Promise<BuiltIndex> {
  const collected = openCollector(input.base_url);
  for await (const page of input.rows) for (const row of page) collected.add(row);
  if (collected.ids.length > MANY) Bun.gc(true); // the rows' own garbage, before the copies below double the bytes
  const { columns, ids } = collected;
  const day = columns.day.values();
  const published = columns.published_ms.values();
  const order = Uint32Array.from(ids.keys()).sort(
    (a, b) =>
      (day[b] as number) - (day[a] as number) ||
      (published[b] as number) - (published[a] as number) ||
      compare(ids[b] as string, ids[a] as string),
  );
  const inOrder = (values: Float64Array) => Float64Array.from(order, (item) => values[item] as number);

  const json = permute(collected.json, columns.json_start.values(), order, COMMA);
  const texts = permute(collected.texts, columns.text_start.values(), order, null);
  const pieces = Array.from(order, (_, i) =>
    json.bytes.subarray(json.start[i] as number, (json.start[i + 1] as number) - 1),
  );
  const changed_ms = inOrder(columns.changed_ms.values());

  const stars = columns.rating.values();
  const by_rating = group(order, (item) => [stars[item] as number]);
  const idBytes = new Uint8Array(Buffer.from(Array.from(order, (item) => ids[item]).join(""), "latin1"));
  const mentionIds = (kind: "technicians" | "services") => (item: number) =>
    (collected.mentioned[item] as Mentions)[kind].map(({ id }) => id);

  const index: ReviewIndex = {
    count: order.length,
    json: json.bytes,
    json_start: json.start,
    day: Int32Array.from(inOrder(day)),
    published_ms: inOrder(published),
    rating: Uint8Array.from(inOrder(stars)),
    by_rating: [1, 2, 3, 4, 5].map((value) => by_rating.get(value) ?? new Uint32Array(0)),
    by_technician: group(order, mentionIds("technicians")),
    by_service: group(order, mentionIds("services")),
    by_source: group(order, (item) => [collected.sources[item] as string]),
    technician_names: namesOf(input.profile?.technicians ?? []),
    service_names: namesOf(input.profile?.services ?? []),
    ids: idBytes,
    by_id: Uint32Array.from(order.keys()).sort((a, b) =>
      compare(ids[order[a] as number] as string, ids[order[b] as number] as string),
    ),
    changed_ms,
    ...buildPrefixes(pieces, inOrder(columns.updated_ms.values()), changed_ms),
    tombstones: buildTombstoneIndex(input.tombstones, collected.moved),
    text: buildTextIndex(texts.bytes, texts.start),
  };
  return {
    index,
    review_count: columns.with_text.values().reduce((sum, value) => sum + value, 0),
    rating_counts: index.by_rating.map((list) => list.length),
  };
}
