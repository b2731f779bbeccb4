import type { Profile } from "../model/business.ts";
import type { VerificationMethod } from "../model/review.ts";
import type { ReviewRow } from "../model/review-row.ts";
import type { StoredTombstone } from "../model/snapshot-source.ts";
import { dayNumber } from "../model/time.ts";
import { publicReview } from "../render/review.ts";
import { HASH_BYTES, type Postings, type ReviewIndex, type TombstoneIndex } from "../snapshot/review-index.ts";
import { fold } from "../snapshot/search-folding.ts";
import { buildTextIndex } from "../snapshot/text-index.ts";
import { openArena, openColumn } from "./arena.ts";

const COMMA = 0x2c;
const ID_LENGTH = 26;
const TEXT_END = 0xff;
/** Rows after which the garbage of reading them is collected: it was 300 MB of 560 at 100,000 (measured). */
const COLLECT_ROWS = 20_000;

/** Numbers of reviews, by something they share. */
type Lists = Map<string, ReturnType<typeof openColumn>>;

function addTo(lists: Lists, key: string, item: number): void {
  let list = lists.get(key);
  if (!list) {
    list = openColumn();
    lists.set(key, list);
  }
  list.push(item);
}

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
  const technicians: Lists = new Map();
  const services: Lists = new Map();
  const sources: Lists = new Map();
  const methods = new Map<string, number>();
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
    const item = ids.push(row.id) - 1;
    for (const { id } of review.mentions.technicians) addTo(technicians, id, item);
    for (const { id } of review.mentions.services) addTo(services, id, item);
    addTo(sources, row.source, item);
    const { method } = review.verification;
    methods.set(method, (methods.get(method) ?? 0) + 1);
    if (row.moved_from !== null && row.moved_at !== null) {
      moved.push({
        from_day: dayNumber(row.moved_from),
        to_day: dayNumber(row.date),
        changed_ms: Date.parse(row.moved_at),
      });
    }
  };
  return { add, json, texts, columns, ids, technicians, services, sources, methods, moved };
}

const countsOf = (methods: Map<string, number>): Record<VerificationMethod, number> => ({
  visit_record: methods.get("visit_record") ?? 0,
  invitation: methods.get("invitation") ?? 0,
  platform_account: methods.get("platform_account") ?? 0,
  operator: methods.get("operator") ?? 0,
});

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
  // Buffer.copy takes places, where set() would need a view of each piece.
  const source = Buffer.from(arena.buffer());
  const target = Buffer.from(bytes.buffer);
  let at = 0;
  for (let i = 0; i < count; i++) {
    const from = order[i] as number;
    const end = from + 1 < count ? (starts[from + 1] as number) : arena.length;
    at += source.copy(target, at, starts[from], end);
    if (separator !== null) bytes[at++] = separator;
    start[i + 1] = at;
  }
  arena.release();
  return { bytes, start };
}

/** Running values over the pieces of `json`, newest first: what depends on the first k pieces alone. */
function buildPrefixes(
  json: { bytes: Uint8Array; start: Float64Array },
  updated_ms: Float64Array,
  changed_ms: Float64Array,
) {
  const count = updated_ms.length;
  const hash = new Uint8Array(count * HASH_BYTES);
  const prefix_hash = new Uint8Array(count * HASH_BYTES);
  const prefix_updated_ms = new Float64Array(count);
  const prefix_changed_ms = new Float64Array(count);
  const digest = Buffer.alloc(32);
  const both = Buffer.alloc(2 * HASH_BYTES); // the running hash so far, and the piece's own
  const hashes = Buffer.from(hash.buffer);
  const prefix_hashes = Buffer.from(prefix_hash.buffer);
  let [updated, changed] = [0, 0];
  for (let i = 0; i < count; i++) {
    const piece = json.bytes.subarray(json.start[i] as number, (json.start[i + 1] as number) - 1); // without the comma
    Bun.SHA256.hash(piece, digest);
    digest.copy(both, HASH_BYTES, 0, HASH_BYTES);
    digest.copy(hashes, i * HASH_BYTES, 0, HASH_BYTES);
    Bun.SHA256.hash(both, digest);
    digest.copy(both, 0, 0, HASH_BYTES);
    digest.copy(prefix_hashes, i * HASH_BYTES, 0, HASH_BYTES);
    updated = Math.max(updated, updated_ms[i] as number);
    changed = Math.max(changed, changed_ms[i] as number);
    prefix_updated_ms[i] = updated;
    prefix_changed_ms[i] = changed;
  }
  return { hash, prefix_hash, prefix_updated_ms, prefix_changed_ms };
}

/** The same lists as positions, rising; the keys in order, whichever order the rows came in. */
function postingsOf(lists: Lists, position_of: Uint32Array): Map<string, Postings> {
  const entries = Array.from(lists, ([key, list]): [string, Postings] => [
    key,
    Uint32Array.from(list.values(), (item) => position_of[item] as number).sort(),
  ]);
  return new Map(entries.sort(([a], [b]) => compare(a, b)));
}

function byRating(rating: Uint8Array): Postings[] {
  return [1, 2, 3, 4, 5].map((value) => {
    const list = openColumn();
    for (let position = 0; position < rating.length; position++) if (rating[position] === value) list.push(position);
    return Uint32Array.from(list.values());
  });
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

function buildTombstoneIndex(tombstones: StoredTombstone[], moved: TombstoneIndex["moved"]): TombstoneIndex {
  const ordered = [...tombstones].sort((a, b) => compare(b.date, a.date) || compare(b.id, a.id));
  const json = openArena();
  const json_start = new Float64Array(ordered.length + 1);
  ordered.forEach(({ id, date, deleted_at, reason }, i) => {
    json.writeText(JSON.stringify({ id, date, deleted_at, reason }));
    json.writeByte(COMMA);
    json_start[i + 1] = json.length;
  });
  const bytes = json.slice(0, json.length).slice();
  const { hash: _, ...prefixes } = buildPrefixes(
    { bytes, start: json_start },
    Float64Array.from(ordered, (tombstone) => Date.parse(tombstone.deleted_at)),
    Float64Array.from(ordered, (tombstone) => Date.parse(tombstone.changed_at)),
  );
  return {
    count: ordered.length,
    json: bytes,
    json_start,
    day: Int32Array.from(ordered, (tombstone) => dayNumber(tombstone.date)),
    ...prefixes,
    ids: new Set(ordered.map((tombstone) => tombstone.id)),
    moved,
  };
}

function idBytes(ids: readonly string[], order: Uint32Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(order.length * ID_LENGTH);
  const target = Buffer.from(bytes.buffer);
  for (let i = 0; i < order.length; i++) target.write(ids[order[i] as number] as string, i * ID_LENGTH, "latin1");
  return bytes;
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export type BuiltIndex = {
  index: ReviewIndex;
  review_count: number;
  rating_counts: number[];
  /** Reviews by their verification's method. */
  verified_by: Record<VerificationMethod, number>;
};

/** Reads every row once and lays the reviews out in their one order: date, published_at, id, all descending. */
export async function buildReviewIndex(input: {
  rows: AsyncIterable<ReviewRow[]>;
  tombstones: StoredTombstone[];
  profile: Profile | null;
  base_url: string;
}): Promise<BuiltIndex> {
  const collected = openCollector(input.base_url);
  let read = 0;
  for await (const page of input.rows) {
    for (const row of page) collected.add(row);
    if (Math.floor((read + page.length) / COLLECT_ROWS) > Math.floor(read / COLLECT_ROWS)) Bun.gc(true);
    read += page.length;
  }
  const { columns, ids } = collected;
  const day = columns.day.values();
  const published = columns.published_ms.values();
  const order = Uint32Array.from(ids.keys()).sort(
    (a, b) =>
      (day[b] as number) - (day[a] as number) ||
      (published[b] as number) - (published[a] as number) ||
      compare(ids[b] as string, ids[a] as string),
  );
  const position_of = new Uint32Array(order.length);
  for (let position = 0; position < order.length; position++) position_of[order[position] as number] = position;
  const inOrder = (values: Float64Array) => {
    const ordered = new Float64Array(order.length);
    for (let position = 0; position < order.length; position++) {
      ordered[position] = values[order[position] as number] as number;
    }
    return ordered;
  };

  const json = permute(collected.json, columns.json_start.values(), order, COMMA);
  const texts = permute(collected.texts, columns.text_start.values(), order, null);
  const changed_ms = inOrder(columns.changed_ms.values());
  const rating = Uint8Array.from(inOrder(columns.rating.values()));
  const by_rating = byRating(rating);
  const index: ReviewIndex = {
    count: order.length,
    json: json.bytes,
    json_start: json.start,
    day: Int32Array.from(inOrder(day)),
    published_ms: inOrder(published),
    rating,
    by_rating,
    by_technician: postingsOf(collected.technicians, position_of),
    by_service: postingsOf(collected.services, position_of),
    by_source: postingsOf(collected.sources, position_of),
    by_aspect: new Map(),
    technician_names: namesOf(input.profile?.technicians ?? []),
    service_names: namesOf(input.profile?.services ?? []),
    ids: idBytes(ids, order),
    by_id: Uint32Array.from(order.keys()).sort((a, b) =>
      compare(ids[order[a] as number] as string, ids[order[b] as number] as string),
    ),
    changed_ms,
    ...buildPrefixes(json, inOrder(columns.updated_ms.values()), changed_ms),
    tombstones: buildTombstoneIndex(input.tombstones, collected.moved),
    text: buildTextIndex(texts.bytes, texts.start),
  };
  return {
    index,
    review_count: columns.with_text.values().reduce((sum, value) => sum + value, 0),
    rating_counts: by_rating.map((list) => list.length),
    verified_by: countsOf(collected.methods),
  };
}
