import { edenGC } from "bun:jsc";
import { dayNumber } from "../../model/basics/time.ts";
import { hasHiddenMark } from "../../model/hidden-mark.ts";
import type { Review } from "../../model/review.ts";
import type { ShownRow } from "../../model/review-row.ts";
import { publicReview } from "../../render/review.ts";
import { FLAGS, type Move } from "../../snapshot/review-index.ts";
import { type Arena, type Column, createColumn, openArena } from "./arena.ts";

/** The end byte of each folded text. No UTF-8 text contains it. */
const TEXT_END = 0xff;
/** Between a text and its title. No query contains it, so no match covers both. */
const TITLE_START = 0xfe;
/**
 * After this many rows, their garbage is collected, which was 300 of 560 MB for 100,000 rows. Only young objects are
 * collected: five full collections took one of eight CPU seconds, most of it in remembered analyses (measured).
 */
const COLLECT_ROWS = 4_000;

/** Row numbers by a value that the rows share. */
export type RowLists = ReadonlyMap<string, Column>;

/** Every published row as bytes and columns, in the order of reading. */
export type RenderedRows = {
  ids: readonly string[];
  /** The JSON of each review, and the start of each. */
  json: Arena;
  json_start: Column;
  /** The folded text of each review, and the start of each. */
  texts: Arena;
  text_start: Column;
  day: Column;
  published_ms: Column;
  updated_ms: Column;
  changed_ms: Column;
  rating: Column;
  technicians: RowLists;
  services: RowLists;
  service_areas: RowLists;
  sources: RowLists;
  verifications: RowLists;
  languages: RowLists;
  /** Bits of FLAGS. */
  flags: Column;
  moved: readonly Move[];
};

function addTo(lists: Map<string, Column>, key: string, row: number): void {
  let list = lists.get(key);
  if (!list) {
    list = createColumn();
    lists.set(key, list);
  }
  list.push(row);
}

const hasWordsHidden = ({ title, text, translation, owner_reply, redactions }: Review): boolean =>
  redactions.length > 0 && [title, text, translation?.text, owner_reply?.text].some(hasHiddenMark);

const flagsOf = (review: Review): number => flagsAlone(review) | (hasWordsHidden(review) ? FLAGS.words_hidden : 0);

const flagsAlone = ({ text, owner_reply, incentivized, revision }: Review): number =>
  (text === null ? 0 : FLAGS.has_text) |
  (owner_reply === null ? 0 : FLAGS.has_reply) |
  (incentivized ? FLAGS.incentivized : 0) |
  (revision > 1 ? FLAGS.edited : 0);

function createCollector(base_url: string) {
  const ids: string[] = [];
  const moved: Move[] = [];
  const lists = {
    technicians: new Map<string, Column>(),
    services: new Map<string, Column>(),
    service_areas: new Map<string, Column>(),
    sources: new Map<string, Column>(),
    verifications: new Map<string, Column>(),
    languages: new Map<string, Column>(),
  };
  const bytes = { json: openArena(), texts: openArena() };
  const columns = {
    json_start: createColumn(),
    text_start: createColumn(),
    day: createColumn(),
    published_ms: createColumn(),
    updated_ms: createColumn(),
    changed_ms: createColumn(),
    rating: createColumn(),
    flags: createColumn(),
  };

  function addLists(number: number, { mentions, source, verification, language }: Review): void {
    for (const kind of ["technicians", "services", "service_areas"] as const) {
      if (mentions[kind].length === 0) continue;
      for (const id of new Set(mentions[kind].map((mentioned) => mentioned.id))) addTo(lists[kind], id, number);
    }
    addTo(lists.sources, source, number);
    addTo(lists.verifications, verification.method, number);
    if (language !== null) addTo(lists.languages, language, number);
  }

  function addMove({ id, moved_from, moved_at, date }: ShownRow): void {
    if (moved_from === null || moved_at === null) return;
    moved.push({ id, from_day: dayNumber(moved_from), to_day: dayNumber(date), changed_ms: Date.parse(moved_at) });
  }

  function add(row: ShownRow): void {
    const review = publicReview(row, base_url);
    columns.json_start.push(bytes.json.length);
    bytes.json.writeText(JSON.stringify(review));
    columns.text_start.push(bytes.texts.length);
    if (row.text !== null) bytes.texts.writeFolded(row.text);
    if (row.title !== null) {
      bytes.texts.writeByte(TITLE_START);
      bytes.texts.writeFolded(row.title);
    }
    bytes.texts.writeByte(TEXT_END);
    columns.day.push(dayNumber(row.date));
    columns.published_ms.push(Date.parse(row.published_at));
    columns.updated_ms.push(Date.parse(row.updated_at));
    columns.changed_ms.push(Date.parse(row.changed_at));
    columns.rating.push(row.rating);
    columns.flags.push(flagsOf(review));
    addLists(ids.push(row.id) - 1, review);
    addMove(row);
  }

  return { add, rows: (): RenderedRows => ({ ids, ...bytes, ...columns, ...lists, moved }) };
}

/** Reads every row once. Only its bytes and columns are kept. */
export async function renderRows(pages: AsyncIterable<ShownRow[]>, base_url: string): Promise<RenderedRows> {
  const collector = createCollector(base_url);
  let read = 0;
  for await (const page of pages) {
    for (const row of page) collector.add(row);
    if (Math.floor((read + page.length) / COLLECT_ROWS) > Math.floor(read / COLLECT_ROWS)) edenGC();
    read += page.length;
  }
  return collector.rows();
}

/** Rows that are read already, for renderRows. */
export async function* inOnePage(rows: ShownRow[]): AsyncIterable<ShownRow[]> {
  yield rows;
}
