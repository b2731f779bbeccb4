import { describe, expect, test } from "bun:test";
import { renderTime } from "../../src/model/basics/time.ts";
import type { ReviewRow } from "../../src/model/review-row.ts";
import type { Changes, SnapshotSource } from "../../src/model/snapshot-source.ts";
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
import { openRandom } from "./changes.ts";

const WORDS = "knee shoulder billing parking rude kind waited helped exercise Ana Ben ‘quoted’ façade 療法 ok".split(
  " ",
);
const QUERIES = ["a", "kn", "ar", "knee", "rude kind", "療", "facade", "'quoted'", "zzz", "ok"];
const STAGES = {
  base_url: "https://reviews.example",
  readInsights: async () => NO_INSIGHTS,
  renderDocuments: () => [],
};

/** A store in memory: rows, and the tombstones of those that were removed. */
function openRows(seed: number, count: number) {
  const random = openRandom(seed);
  const rows = new Map<string, ReviewRow>();
  const tombstones: SnapshotSource["tombstones"] = [];
  let version = 0;
  const now = () => renderTime(Date.UTC(2026, 5, 1, 0, version));
  const words = (most: number) => Array.from({ length: random.below(most) }, () => random.pick(WORDS)).join(" ");
  const made = (number: number): ReviewRow =>
    reviewRow(number, {
      id: String(number * 7919).padStart(26, "0"),
      date: new Date(Date.UTC(2024, 0, 1 + random.below(300))).toISOString().slice(0, 10),
      rating: 1 + random.below(5),
      text: random.below(9) === 0 ? null : words(90),
      language: random.pick(["en", "es", "pt-BR", null]),
      source: random.pick(["google", "yelp", "direct"] as const),
      changed_at: now(),
      ...(random.below(9) === 0 ? { moved_from: "2025-12-01", moved_at: now() } : {}),
    });
  const put = (row: ReviewRow) => rows.set(row.id, row);
  for (let number = 1; number <= count; number++) put(made(number));
  let next = count;
  const one = (): ReviewRow => random.pick([...rows.values()]);
  const KINDS: (() => void)[] = [
    () => put(made(++next)),
    () => put({ ...one(), rating: 1 + random.below(5), text: words(40), revision: 2, changed_at: now() }),
    () => put({ ...one(), date: "2025-01-02", changed_at: now() }),
    () => put({ ...one(), state: "held", held_reason: "unverified", changed_at: now() }),
    () => {
      const { id, date } = one();
      rows.delete(id);
      tombstones.push({ id, date, deleted_at: now(), reason: "removed_at_source", changed_at: now() });
    },
  ];
  const published = () => [...rows.values()].filter(({ state }) => state === "published");
  async function* reviews() {
    yield published().sort((a, b) => (a.id < b.id ? -1 : 1));
  }
  return {
    rows,
    one,
    change(times: number) {
      version += 1;
      for (let i = 0; i < times; i++) random.pick(KINDS)();
    },
    source: (): SnapshotSource => ({
      dataset_version: version,
      commit_id: String(version),
      committed_at: now(),
      demonstration: false,
      profile: testProfile(),
      profile_changed_at: "2026-01-01T00:00:00Z",
      withheld: { unverified: 0, consent: 0, duplicate: 0, legal: 0 },
      withheld_changed_at: null,
      tombstones: [...tombstones],
      reviews,
    }),
    changesSince: async ({ committed_at }: { committed_at: string }): Promise<Changes> => ({
      rows: [...rows.values()].filter(({ changed_at }) => changed_at > committed_at),
      published: published().length,
    }),
  };
}

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
