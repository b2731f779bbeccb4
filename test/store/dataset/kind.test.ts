import { expect, test } from "bun:test";
import { openStore } from "../../../src/store/connection/open-store.ts";
import { readDataset } from "../../../src/store/dataset/dataset.ts";
import { hasInventedStars, hasInventedWords, inventedIds } from "../../../src/store/dataset/invented-reviews.ts";
import { decideKind, markDemonstration, readInventedRemoved, readKind } from "../../../src/store/dataset/kind.ts";
import { newSqliteStore } from "../../databases.ts";
import { endOf } from "../../end-of.ts";
import { insertRows, reviewRow } from "../../rows.ts";

const NOW = new Date("2026-03-01T00:00:00Z");
const MIXED = "an earlier version had mixed the demonstration with your data:";
const [first = "", second = ""] = inventedIds();
const PROFILE_TOO = "and the made-up profile: set yours with candor business FILE, then import your files again";

/** A store of an earlier version, which has no kind. */
async function decide(
  rows: Parameters<typeof insertRows>[1],
  profile: object | null,
  wanted: "business" | "demonstration",
) {
  const store = await openStore(await newSqliteStore());
  await store.query("DELETE FROM store_kind");
  await insertRows(store, rows);
  if (profile)
    await store.query("INSERT INTO business (id, profile, changed_at) VALUES (1, $1, $2)", [
      JSON.stringify(profile),
      "2026-01-01T00:00:00Z",
    ]);
  const line = await store.transaction((tx) => decideKind(tx, "sqlite", { wanted, now: NOW }));
  const again = await store.transaction((tx) => decideKind(tx, "sqlite", { wanted, now: NOW }));
  const [left] = await store.query<{ profile: string }>("SELECT profile FROM business");
  const found = {
    line,
    kind: await readKind(store),
    removed: (await readInventedRemoved(store)).count,
    reviews: (await store.query("SELECT id FROM review")).length,
    tombstones: (await store.query("SELECT id FROM tombstone")).length,
    profile: left ? JSON.parse(left.profile) : null,
  };
  await store.close();
  expect(again).toBeNull();
  return found;
}

const nothing = { line: null, removed: 0, reviews: 0, tombstones: 0, profile: null };

test.each(["business", "demonstration"] as const)("an empty store becomes the %s that is wanted", async (wanted) => {
  expect(await decide([], null, wanted)).toEqual({ ...nothing, kind: wanted });
});

test("a store with reviews or a profile of its own is a business's, whatever is wanted", async () => {
  expect(await decide([reviewRow(1)], null, "demonstration")).toEqual({ ...nothing, kind: "business", reviews: 1 });
  const profile = { name: "Tern", demonstration: false };
  expect(await decide([], profile, "demonstration")).toEqual({ ...nothing, kind: "business", profile });
});

test("a store in which everything is made up is a demonstration, and its profile loses the old mark", async () => {
  const marked = { name: "Tern", demonstration: true };
  expect(await decide([reviewRow(1, { id: first })], marked, "business")).toEqual({
    ...nothing,
    kind: "demonstration",
    reviews: 1,
    profile: { name: "Tern" },
  });
  const by_source_id = reviewRow(1, { source_id: second });
  expect(await decide([by_source_id], null, "business")).toMatchObject({ kind: "demonstration", reviews: 1 });
});

test("what is made up leaves a store that also holds something real, with a tombstone if it was public", async () => {
  const [real, shown, held] = [reviewRow(1), reviewRow(2, { id: first }), reviewRow(3, { id: second, state: "held" })];
  expect(await decide([real, shown], null, "business")).toEqual({
    ...nothing,
    line: `${MIXED} 1 made-up review was removed`,
    kind: "business",
    removed: 1,
    reviews: 1,
    tombstones: 1,
  });
  const marked = { name: "Tern", demonstration: true };
  expect(await decide([real, shown, held], marked, "demonstration")).toEqual({
    ...nothing,
    line: `${MIXED} 2 made-up reviews were removed, ${PROFILE_TOO}`,
    kind: "business",
    removed: 2,
    reviews: 1,
    tombstones: 1,
  });
});

test("three reviews with made-up words are copies, and bare ratings beside them, too; two are a coincidence", async () => {
  const copies = [
    reviewRow(1, { date: "2026-08-03", text: "quick. easy. knee good." }),
    reviewRow(2, { date: "2026-07-25", text: "Saturday pool = bliss" }),
    reviewRow(3, { date: "2026-05-20", text: "Competent. I wouldn't say inspired." }),
  ];
  const others = [reviewRow(4, { date: "2026-10-30", author: "Omar B.", text: null }), reviewRow(5)];
  expect(await decide([...copies, ...others], null, "business")).toMatchObject({ removed: 4, reviews: 1 });
  expect(await decide([...copies.slice(1), ...others], null, "business")).toMatchObject({ removed: 0, reviews: 4 });
});

test("made-up words are recognized, short ones and bare ratings only with their date", () => {
  const short = { date: "2026-08-03", text: "Quick, easy: knee good!" };
  expect(hasInventedWords(short)).toBe(true);
  expect(hasInventedWords({ ...short, date: "2026-08-04" })).toBe(false);
  expect(hasInventedWords({ ...short, text: null })).toBe(false);
  const bare = { date: "2026-10-30", rating: 5, author: "Omar B.", text: null };
  expect(hasInventedStars(bare)).toBe(true);
  for (const changes of [{ rating: 4 }, { author: "Omar C." }, { date: "2026-10-31" }, { text: "Good." }])
    expect(hasInventedStars({ ...bare, ...changes })).toBe(false);
});

test("only an unused store becomes a demonstration later, and servers notice", async () => {
  const store = await openStore(await newSqliteStore());
  const before = (await readDataset(store)).version;
  await markDemonstration(store, () => NOW);
  expect([await readKind(store), (await readDataset(store)).version]).toEqual(["demonstration", before + 1]);
  await store.close();
  const own = await openStore(await newSqliteStore());
  await insertRows(own, [reviewRow(1)]);
  expect(await endOf(markDemonstration(own, () => NOW))).toThrow(
    "the database holds a business's own data: the demonstration needs a database of its own",
  );
  expect(await readKind(own)).toBe("business");
  await own.close();
});

test("a store without a kind is a fault", async () => {
  const store = await openStore(await newSqliteStore());
  await store.query("DELETE FROM store_kind");
  expect(await endOf(readKind(store))).toThrow("the store has no kind: its table store_kind is empty");
  await store.close();
});
