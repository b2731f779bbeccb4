import { describe, expect, test } from "bun:test";
import type { ReviewRow } from "../../src/model/review-row.ts";
import { orderRows } from "../../src/publish/rows/ordered-rows.ts";
import { renderRows } from "../../src/publish/rows/rendered-rows.ts";
import { beginsChunk } from "../../src/publish/rows/reviews-body.ts";
import { createSplice } from "../../src/publish/rows/splice-rows.ts";
import { spliceWords } from "../../src/publish/rows/splice-texts.ts";
import { createSnapshots, isWorn } from "../../src/publish/snapshots.ts";
import { wholeBody } from "../../src/snapshot/body.ts";
import type { ReviewIndex } from "../../src/snapshot/review-index.ts";
import { search } from "../../src/snapshot/search/search.ts";
import { reviewsSince } from "../../src/snapshot/since.ts";
import type { Snapshot } from "../../src/snapshot/snapshot.ts";
import { indexOf, NO_INSIGHTS } from "../build.ts";
import { FAST } from "../length.ts";
import { reviewRow, testProfile } from "../rows.ts";
import { SEED } from "../seed.ts";
import { openRows } from "./rows-in-memory.ts";

const QUERIES = ["a", "kn", "ar", "knee", "rude kind", "療", "facade", "'quoted'", "zzz", "ok"];
const STAGES = {
  base_url: "https://reviews.example",
  readInsights: async () => NO_INSIGHTS,
  renderDocuments: () => [],
};

/** All that queries read, without how it is held in memory. */
function contentsOf(index: ReviewIndex) {
  const { text: _, json, json_piece, hash, ...rest } = index;
  return { ...rest, json: Bun.hash(wholeBody(json)), pieces: [...json_piece], hash: Bun.hash(hash) };
}

const foundIn = (index: ReviewIndex) =>
  QUERIES.flatMap((query) =>
    [{}, { rating: 5 }, { since: "2024-05-01" }, { until: "2024-03-01", source: "yelp" as const }].flatMap((more) =>
      [3, 100].map((limit) => search(index, { filters: { query, ...more }, limit, cursor: null })),
    ),
  );

const documentsOf = ({ documents }: Snapshot) =>
  Array.from(documents, ([path, { bodies, ...rest }]) => ({
    path,
    ...rest,
    bodies: Object.entries(bodies).map(([encoding, body]) => [encoding, Bun.hash(wholeBody(body ?? []))]),
  }));

describe.each([
  ["in one piece", 60, 12],
  ["in chunks", 3000, 10],
])("reviews %s", (_, count, steps) => {
  test.skipIf(FAST)("that changed give the snapshot that a full build gives", async () => {
    const data = openRows(SEED, count);
    const next = createSnapshots();
    await next(data.source(), STAGES, data.changesSince);
    for (let step = 0; step < steps; step++) {
      data.change(1 + ((step * 7) % 20));
      const grown = (await next(data.source(), STAGES, data.changesSince)).snapshot;
      const fresh = (await createSnapshots()(data.source(), STAGES, null)).snapshot;
      expect(grown.reviews.text.delta).not.toBeNull();
      expect(grown.reviews.chunk_first.length > 3).toBe(count > 1000);
      expect({ seed: SEED, step, ...contentsOf(grown.reviews) }).toEqual({
        seed: SEED,
        step,
        ...contentsOf(fresh.reviews),
      });
      expect(foundIn(grown.reviews)).toEqual(foundIn(fresh.reviews));
      expect(documentsOf(grown)).toEqual(documentsOf(fresh));
      for (const date of ["2000-01-01", "2024-04-05", "2025-01-02"]) {
        const [grown_since, fresh_since] = [reviewsSince(grown.reviews, date), reviewsSince(fresh.reviews, date)];
        expect(wholeBody(grown_since.parts)).toEqual(wholeBody(fresh_since.parts));
        expect({ ...grown_since, parts: null }).toEqual({ ...fresh_since, parts: null });
      }
    }
  });
});

describe("where more reviews changed than are spliced", () => {
  const openMany = async () => {
    const data = openRows(SEED, 3000);
    const next = createSnapshots();
    await next(data.source(), STAGES, data.changesSince);
    data.change(20);
    const before = (await next(data.source(), STAGES, data.changesSince)).snapshot.reviews;
    return { data, next, before };
  };
  const mention = (id: string) => JSON.stringify({ technicians: [{ id, name: id }], services: [], service_areas: [] });

  test("those with the same texts and dates keep their order and the index of texts, and give what a full build gives", async () => {
    const { data, next, before } = await openMany();
    data.changeAll(({ rating }) => (rating > 2 ? { mentions: mention("ana"), rating: 6 - rating } : {}));
    const { snapshot } = await next(data.source(), STAGES, data.changesSince);
    const fresh = (await createSnapshots()(data.source(), STAGES, null)).snapshot;
    expect(snapshot.reviews.text).toEqual(before.text);
    expect(snapshot.reviews.text.delta).not.toBeNull();
    expect(snapshot.reviews.by_technician.get("ana")?.length).toBeGreaterThan(1000);
    expect({ seed: SEED, ...contentsOf(snapshot.reviews) }).toEqual({ seed: SEED, ...contentsOf(fresh.reviews) });
    expect(foundIn(snapshot.reviews)).toEqual(foundIn(fresh.reviews));
    expect(documentsOf(snapshot)).toEqual(documentsOf(fresh));
  });

  test.each<[string, (row: ReviewRow) => Partial<ReviewRow>]>([
    ["a text", () => ({ text: "Other words." })],
    ["a date", () => ({ date: "2025-02-03" })],
    ["a time", () => ({ published_at: "2024-02-03T00:00:00Z" })],
    ["its place among those that are public", () => ({ state: "held", held_reason: "unverified" })],
  ])("everything is built anew if one of them has another one: %s", async (_, change) => {
    const { data, next } = await openMany();
    const { id } = data.one();
    data.changeAll((row) => ({ mentions: mention("ben"), ...(row.id === id ? change(row) : {}) }));
    const { snapshot } = await next(data.source(), STAGES, data.changesSince);
    const fresh = (await createSnapshots()(data.source(), STAGES, null)).snapshot;
    expect(snapshot.reviews.text.delta).toBeNull();
    expect(contentsOf(snapshot.reviews)).toEqual(contentsOf(fresh.reviews));
  });
});

test("a change of one review in a large document leaves all chunks but one as they are", async () => {
  const data = openRows(1, 3000);
  const next = createSnapshots();
  const before = (await next(data.source(), STAGES, data.changesSince)).snapshot;
  data.change(0);
  const row = data.one();
  data.rows.set(row.id, { ...row, rating: row.rating === 5 ? 4 : 5, changed_at: "2026-06-01T00:01:00Z" });
  const after = (await next(data.source(), STAGES, data.changesSince)).snapshot;
  const [old, now] = [new Set(before.reviews.json), after.reviews.json];
  expect(now.length).toBeGreaterThan(10);
  expect(now.filter((piece) => !old.has(piece))).toHaveLength(3); // the chunk, and the frame before and after
  const zstd = (snapshot: Snapshot) => snapshot.documents.get("/reviews.json")?.bodies.zstd ?? [];
  const known = new Set(zstd(before));
  expect(zstd(after).filter((piece) => !known.has(piece))).toHaveLength(3);
});

test.skipIf(FAST)(
  "a review after the last one of a large document, and its removal, change the comma before it",
  async () => {
    const data = openRows(1, 3000);
    const next = createSnapshots();
    await next(data.source(), STAGES, data.changesSince);
    const grown = async () => {
      const text = Buffer.from(wholeBody((await next(data.source(), STAGES, data.changesSince)).snapshot.reviews.json));
      const fresh = await createSnapshots()(data.source(), STAGES, null);
      expect(text.equals(wholeBody(fresh.snapshot.reviews.json))).toBe(true);
      return JSON.parse(text.toString()).reviews.at(-1).date;
    };
    const ids = Array.from({ length: 2000 }, (_, number) => `X${String(number).padStart(25, "0")}`);
    const border = ids.filter((id) => beginsChunk(new TextEncoder().encode(id), 0));
    expect(border.length).toBeGreaterThan(5); // one in 128
    expect(border.length).toBeLessThan(40);
    // Once the last chunk grows, and once another one follows it.
    for (const id of [ids.find((other) => !border.includes(other)) ?? "", border[0] ?? ""]) {
      data.change(0);
      data.rows.set(id, reviewRow(1, { id, date: "2001-01-01", changed_at: data.source().committed_at }));
      expect(await grown()).toBe("2001-01-01");
      data.change(0);
      data.rows.set(id, reviewRow(1, { id, state: "held", changed_at: data.source().committed_at }));
      expect(await grown()).not.toBe("2001-01-01");
    }
  },
);

test.skipIf(FAST)(
  "the words of texts that leave the newest 20,000 are taken out, and those that come back are counted",
  async () => {
    const rowOf = (number: number) => reviewRow(number, { text: `word${number}`, date: "2024-01-01" });
    const page = (rows: ReviewRow[]) =>
      (async function* () {
        yield rows;
      })();
    const rows = Array.from({ length: 20_010 }, (_, number) => rowOf(number));
    const before = await indexOf(page(rows));
    const wordsOf = (index: ReviewIndex) => index.vocabulary.split("\n").sort();
    const counts = new Map(before.vocabulary.split("\n").map((word) => [word, 1]));
    // Reviews of one day are ordered by id: those with the smallest numbers are the oldest.
    expect([counts.has("word9"), counts.has("word10")]).toEqual([false, true]);
    const came = Array.from({ length: 5 }, (_, i) => rowOf(30_000 + i));
    const gone = rows.slice(15_000, 15_008).map(({ id }) => id);
    const splice = createSplice(before, orderRows(await renderRows(page(came), "http://localhost:8080")), gone);
    const left = [...rows.filter(({ id }) => !gone.includes(id)), ...came];
    expect([...spliceWords(counts, splice).keys()].sort()).toEqual(wordsOf(await indexOf(page(left))));
  },
);

test("a new profile is no reason to read the reviews again: those whose mentions it changes are among the changed rows", async () => {
  const data = openRows(1, 40);
  const next = createSnapshots();
  await next(data.source(), STAGES, data.changesSince);
  data.change(3);
  const source = { ...data.source(), profile: testProfile({ name: "Harbor Two", technicians: [] }) };
  const { reviews, documents } = (await next(source, STAGES, data.changesSince)).snapshot;
  const fresh = (await createSnapshots()(source, STAGES, null)).snapshot;
  expect(reviews.text.delta).not.toBeNull();
  expect(contentsOf(reviews)).toEqual(contentsOf(fresh.reviews));
  expect(documents.get("/reviews.json")?.hash).toBe(fresh.documents.get("/reviews.json")?.hash ?? "");
});

describe("everything is built anew", () => {
  const openChanged = async (count = 40) => {
    const data = openRows(1, count);
    const next = createSnapshots();
    await next(data.source(), STAGES, data.changesSince);
    data.change(3);
    return { data, next };
  };

  test("when the rows of the store are more or fewer than those that are known", async () => {
    const { data, next } = await openChanged();
    const changesSince = async (commit: { committed_at: string }) => {
      const changes = await data.changesSince(commit);
      return { ...changes, published: changes.published + 1 };
    };
    expect((await next(data.source(), STAGES, changesSince)).snapshot.reviews.text.delta).toBeNull();
  });

  test("when the history is another one", async () => {
    const { data, next } = await openChanged();
    expect((await next(data.source(), STAGES, async () => null)).snapshot.reviews.text.delta).toBeNull();
  });

  test("when more than 256 texts of few reviews changed since", async () => {
    const { data, next } = await openChanged(600);
    let built = await next(data.source(), STAGES, data.changesSince);
    let steps = 0;
    for (; !isWorn(built) && steps < 100; steps++) {
      data.change(20);
      built = await next(data.source(), STAGES, data.changesSince);
    }
    expect(steps).toBeGreaterThan(5);
    expect(steps).toBeLessThan(30);
    data.change(1);
    expect((await next(data.source(), STAGES, data.changesSince)).snapshot.reviews.text.delta).toBeNull();
  });
});
