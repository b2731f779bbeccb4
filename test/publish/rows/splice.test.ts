import { describe, expect, test } from "bun:test";
import type { ReviewRow } from "../../../src/model/review-row.ts";
import { orderRows } from "../../../src/publish/rows/ordered-rows.ts";
import { renderRows } from "../../../src/publish/rows/rendered-rows.ts";
import { layOutReviews, newChunks } from "../../../src/publish/rows/reviews-body.ts";
import {
  createSplice,
  type Splice,
  spliceColumns,
  splicedBytes,
  splicedChunks,
} from "../../../src/publish/rows/splice-rows.ts";
import { countIndexedWords, spliceTexts, spliceWords } from "../../../src/publish/rows/splice-texts.ts";
import { bytesAt } from "../../../src/snapshot/review-at.ts";
import type { ReviewIndex } from "../../../src/snapshot/review-index.ts";
import { parseTextQuery } from "../../../src/snapshot/search/text-index.ts";
import { exactMatches, foldedAt, matchText } from "../../../src/snapshot/search/text-search.ts";
import { finish } from "../../../src/snapshot/turns.ts";
import { indexOf } from "../../build.ts";
import { reviewRow } from "../../rows.ts";

async function* page(rows: readonly ReviewRow[]) {
  yield [...rows];
}

const [FIRST, LAST] = [reviewRow(1, { source: "direct", text: "alpha beta" }), reviewRow(9, { text: "omega beta" })];
const ROWS = [
  FIRST,
  reviewRow(2, { date: "2024-01-05", rating: 2, text: "gamma" }),
  reviewRow(3, { date: "2024-01-05", rating: 3, text: null, language: "es" }),
  reviewRow(4, { date: "2024-01-05", source: "yelp", text: "delta beta" }),
  LAST,
];

type Change = { came: ReviewRow[]; gone?: ReviewRow[] };

async function spliced(before: ReviewIndex, { came, gone = [] }: Change): Promise<Splice> {
  const ids = [...came, ...gone].map(({ id }) => id);
  return createSplice(before, orderRows(await renderRows(page(came), "http://localhost:8080")), ids);
}

const after = (rows: readonly ReviewRow[], { came, gone = [] }: Change): ReviewRow[] => {
  const changed = new Set([...came, ...gone].map(({ id }) => id));
  return [...rows.filter(({ id }) => !changed.has(id)), ...came].sort((a, b) => (a.id < b.id ? -1 : 1));
};

/** Everything about an index that comes from its rows, as plain values. */
function contentsOf(index: ReviewIndex) {
  const columns = [
    "by_id",
    "hash",
    "ids",
    "day",
    "published_ms",
    "updated_ms",
    "changed_ms",
    "rating",
    "flags",
  ] as const;
  const lists = ["by_technician", "by_service", "by_source", "by_verification", "by_language"] as const;
  return {
    columns: columns.map((name) => [name, ...index[name]]),
    ratings: index.by_rating.map((list) => [...list]),
    lists: lists.map((name) => Array.from(index[name], ([key, list]) => [key, ...list])),
    json: Array.from({ length: index.count }, (_, position) => Buffer.from(bytesAt(index, position)).toString()),
    texts: Array.from({ length: index.count }, (_, position) => foldedAt(index.text, position).toString()),
    words: [...countIndexedWords(index)].sort(),
  };
}

/** The index after a change, and its words. */
function follow(before: ReviewIndex, splice: Splice) {
  const columns = spliceColumns(splice);
  const frame = { before: Buffer.from("["), after: Buffer.from("]") };
  const body = layOutReviews({ ...columns, bytes: splicedBytes(splice) }, frame, newChunks);
  const index: ReviewIndex = { ...before, ...columns, ...body, text: spliceTexts(splice) };
  return { index, words: [...spliceWords(countIndexedWords(before), splice)].sort() };
}

const edited = (row: ReviewRow, changes: Partial<ReviewRow>): ReviewRow => ({ ...row, revision: 2, ...changes });
const CHANGES: [what: string, change: Change][] = [
  ["nothing changes", { came: [] }],
  ["a review is added before all", { came: [reviewRow(20, { source: "facebook", text: "new beta" })] }],
  ["a review is added after all", { came: [reviewRow(0, { text: "oldest" })] }],
  ["reviews are added between two of a day", { came: [reviewRow(35, { date: "2024-01-05" }), reviewRow(36)] }],
  ["a review is edited in its place", { came: [edited(FIRST, { text: "alpha", rating: 1 })] }],
  ["a review moves to another date", { came: [edited(LAST, { date: "2023-01-01", language: "pt" })] }],
  ["the first, the last and one between go", { came: [], gone: [FIRST, LAST, reviewRow(3)] }],
  ["all go", { came: [], gone: ROWS }],
  ["what goes is not known", { came: [], gone: [reviewRow(77)] }],
  ["some come and some go", { came: [reviewRow(21), edited(FIRST, { source: "yelp" })], gone: [reviewRow(4)] }],
];

const before = await indexOf(page(ROWS));

describe.each(CHANGES)("when %s", (_, change) => {
  test("the index is that of a full build, and so is the one after the next change", async () => {
    const once = follow(before, await spliced(before, change));
    const rows = after(ROWS, change);
    const fresh = await indexOf(page(rows));
    expect(contentsOf(once.index)).toEqual(contentsOf(fresh));
    expect(once.words).toEqual([...countIndexedWords(fresh)].sort());
    const next = { came: [reviewRow(30, { text: "next" }), reviewRow(2, { text: "again" })], gone: [FIRST] };
    const twice = follow(once.index, await spliced(once.index, next));
    expect(contentsOf(twice.index)).toEqual(contentsOf(await indexOf(page(after(rows, next)))));
  });
});

describe.each(CHANGES)("after that %s", (_, change) => {
  test("texts are found where a plain scan finds them", async () => {
    const { index } = follow(before, await spliced(before, change));
    const { text, count } = index;
    const texts = Array.from({ length: count }, (_, position) => foldedAt(text, position).toString());
    const scanned = (query: string, positions: Iterable<number>) =>
      [...positions].filter((position) => texts[position]?.includes(query));
    const all = [...texts.keys()];
    for (const word of ["a", "et", "bet", "beta", "gamma", "new", "oldest", "review number", "zzz"]) {
      const query = parseTextQuery(text.base, word);
      for (let from = 0; from <= count; from++) {
        for (let to = from; to <= count; to++) {
          const found = [...finish(matchText(text, query, null, [from, to]))];
          expect({ word, from, to, found }).toEqual({ word, from, to, found: scanned(word, all.slice(from, to)) });
        }
      }
      for (const among of [all.filter((at) => at % 2 === 0), all.slice(1), []]) {
        expect([...finish(matchText(text, query, Uint32Array.from(among), [0, count]))]).toEqual(scanned(word, among));
      }
      const exact = finish(exactMatches(text, query));
      if (!exact) continue;
      expect([word, exact.matched, exact.page(0, 99)]).toEqual([word, scanned(word, all).length, scanned(word, all)]);
      expect(exact.page(1, 2)).toEqual(scanned(word, all.slice(1)).slice(0, 2));
    }
  });
});

test("a chunk is shared if its reviews are the same ones, and the last of all before and after", async () => {
  const json = ["[", "012", "34", "567", "]"].map((text) => new TextEncoder().encode(text));
  const chunked = { ...before, count: 8, chunk_first: Uint32Array.of(0, 3, 5), json };
  const splice = await spliced(before, { came: [] });
  const chunkAt = (origins: number[], first: number, end: number) => {
    const chunkOf = splicedChunks({ ...splice, before: chunked, origins: Int32Array.from(origins) });
    return new TextDecoder().decode(chunkOf(first, end, () => new TextEncoder().encode("new")));
  };
  const same = [0, 1, 2, 3, 4, 5, 6, 7];
  expect([chunkAt(same, 0, 3), chunkAt(same, 3, 5), chunkAt(same, 5, 8)]).toEqual(["012", "34", "567"]);
  // One came before them, one between them, one is gone from the end, one came after the last.
  expect(chunkAt([-1, ...same], 1, 4)).toBe("012");
  expect(chunkAt([-1, ...same], 0, 4)).toBe("new");
  expect(chunkAt([0, -1, 1, 2, 3, 4], 0, 4)).toBe("new");
  expect(chunkAt([0, -1, 2, 3, 4, 5, 6, 7], 0, 3)).toBe("new");
  expect(chunkAt([1, 2, 3, 4], 0, 2)).toBe("new");
  expect(chunkAt([0, 1, 2, 3, 4], 3, 5)).toBe("new");
  expect(chunkAt([...same, -1], 5, 8)).toBe("new");
  expect(chunkAt([5, 6, 7], 0, 3)).toBe("567");
});
