import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { ImportOptions } from "../../src/import/run/run.ts";
import type { Store } from "../../src/store/store.ts";
import { DATABASES } from "../databases.ts";
import { openImports } from "./imports.ts";

const COUNT = 12;
const TEXTS = ["pool", "desk", "knee", "shoulder", "parking", "booking", "bill", "massage", "waiting", "exercise"];
const textOf = (at: number) => `The ${TEXTS[at % 10]} part of visit ${at} was better than what my friends had told me.`;

describe.each(DATABASES)("reading a file again with other options in $dialect", ({ newDatabase }) => {
  const imports = openImports("id,name,rating,date,review,note");
  let store: Store;
  beforeEach(async () => {
    store = await imports.open(await newDatabase());
  });
  afterEach(() => store.close());

  const lines = (withId: boolean) =>
    Array.from({ length: COUNT }, (_, at) => {
      const id = withId ? `r${at}` : "";
      return `${id},Person ${"abcdefghijkl"[at]} Smith,${1 + (at % 5)},2026-01-${10 + at},"${textOf(at)}",Note ${at}`;
    });
  const FIRST: Partial<ImportOptions> = { verified_by: null };
  const YELP: Partial<ImportOptions> = { source: "yelp", verified_by: "platform_account" };
  const states = () =>
    store.query<{ source: string; state: string; held_reason: string | null; count: number }>(
      `SELECT source, state, held_reason, verification_method AS by, CAST(count(*) AS INTEGER) AS count
       FROM review GROUP BY source, state, held_reason, verification_method ORDER BY source`,
    );
  const published = [{ source: "yelp", state: "published", held_reason: null, by: "platform_account", count: COUNT }];

  test.each([true, false])("another source replaces the first reading, held or not (ids: %p)", async (withId) => {
    await imports.load(lines(withId), FIRST);
    expect(await imports.load(lines(withId), YELP)).toMatchObject({ added: 0, updated: COUNT, held: { duplicate: 0 } });
    expect(await states()).toEqual(published as never);
    expect(await imports.load(lines(withId), YELP)).toMatchObject({ added: 0, updated: 0, unchanged: COUNT });
    await imports.undo(1);
    expect(await states()).toEqual(published as never);
    expect(await imports.load(lines(withId), YELP)).toMatchObject({ added: 0, updated: 0, unchanged: COUNT });
    await imports.undo(2);
    expect(await states()).toEqual([]);
    await imports.load(lines(withId), YELP);
    expect(await states()).toEqual(published as never);
  });

  const seen = (line: string) => line.replace(/Note/, "Seen");
  const cut = (line: string) => line.replace(/than what .*\."/, 'than wh…"');
  test.each([
    ["another column", true, seen],
    ["words that were cut", true, cut],
    ["another column, without ids", false, seen],
    ["words that were cut, without ids", false, cut],
  ])("a file whose rows changed nothing, because of %s, is corrected like the first one", async (_, withId, change) => {
    await imports.load(lines(withId), FIRST);
    expect(await imports.load(lines(withId).map(change), FIRST)).toMatchObject({ added: 0, updated: 0 });
    expect(await imports.load(lines(withId).map(change), FIRST)).toMatchObject({ unchanged: COUNT, version: null });
    expect(await imports.load(lines(withId).map(change), YELP)).toMatchObject({ added: 0, held: { duplicate: 0 } });
    expect(await states()).toEqual(published as never);
  });

  test("taken back, the second reading leaves the first as it was", async () => {
    await imports.load(lines(true), FIRST);
    const before = await states();
    await imports.load(lines(true), YELP);
    await imports.undo(2);
    expect(await states()).toEqual(before);
    await imports.load(lines(true), YELP);
    expect(await states()).toEqual(published as never);
  });

  test("a published first reading is replaced, too, with its verification, scale and column", async () => {
    await imports.load(lines(false), { verified_by: "invitation" });
    const wrong = { map: { text: "note" } } as const;
    await imports.load(lines(false), { ...wrong, verified_by: "visit_record", source: "google" });
    expect(await store.query("SELECT text, verification_method AS by FROM review ORDER BY date LIMIT 1")).toEqual([
      { text: "Note 0", by: "visit_record" },
    ]);
    await imports.load(lines(false), YELP);
    expect(await states()).toEqual(published as never);
    expect(await store.query("SELECT text, rating FROM review ORDER BY date LIMIT 2")).toEqual([
      { text: textOf(0), rating: 1 },
      { text: textOf(1), rating: 2 },
    ]);
  });

  test("what is known by another source already does not count: the rest of the file is corrected, too", async () => {
    const all = lines(true);
    await imports.load(all.slice(0, 9), YELP);
    await imports.load(all.slice(9), FIRST);
    expect(await imports.load(all, YELP)).toMatchObject({ added: 0, updated: 3, held: { duplicate: 0 } });
    expect(await states()).toEqual(published as never);
  });

  test("a row that was cut does not shorten a review", async () => {
    await imports.load(lines(true), FIRST);
    const cut = lines(true).map((line) => line.replace(/ than what.*"/, '…"').replace("Note", "Remark"));
    await imports.load(cut, { verified_by: "operator" });
    await imports.load(cut, YELP);
    expect(await states()).toEqual(published as never);
    const short = await store.query("SELECT id FROM review WHERE text NOT LIKE '%had told me.'");
    expect(short).toEqual([]);
  });

  test("the scale corrects the stars", async () => {
    const even = lines(false).filter((_, at) => at % 5 === 1 || at % 5 === 3);
    const stars = () => store.query("SELECT DISTINCT rating FROM review ORDER BY rating");
    await imports.load(even, { scale: 10 });
    expect(await stars()).toEqual([{ rating: 1 }, { rating: 2 }]);
    expect(await imports.load(even, { scale: 5 })).toMatchObject({ added: 0, updated: 5 });
    expect(await stars()).toEqual([{ rating: 2 }, { rating: 4 }]);
    await imports.undo(1);
    expect(await stars()).toEqual([{ rating: 2 }, { rating: 4 }]);
  });
});
