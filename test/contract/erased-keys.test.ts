import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { eraseReviews } from "../../src/import/run/erase-reviews.ts";
import { importFiles } from "../../src/import/run/import-files.ts";
import { DEFAULT_OPTIONS, type ImportOptions } from "../../src/import/run/run.ts";
import { openStore } from "../../src/store/connection/open-store.ts";
import { hashOldMatches } from "../../src/store/reviews/review-keys.ts";
import type { Store } from "../../src/store/store.ts";
import { DATABASES, newFolder } from "../databases.ts";

const LONG =
  "They explained every step of the plan, and after ten weeks I could climb the stairs without a rail again.";

describe.each(DATABASES)("what an erased review was known under in $dialect", ({ newDatabase }) => {
  let store: Store;
  let clock = 0;
  const deps = () => ({ store, now: () => new Date(clock), newRun: () => crypto.randomUUID() });
  const load = (text: string, options: Partial<ImportOptions> = {}, head = "id,name,rating,date,review") => {
    clock += 40 * 86_400_000; // what an import replaced is forgotten after 30 days
    const path = join(newFolder(), "reviews.csv");
    writeFileSync(path, `${head}\n${text}\n`);
    return importFiles(deps(), [path], { ...DEFAULT_OPTIONS, verified_by: "operator", yes: true, ...options });
  };
  const eraseAll = async () => {
    const rows = await store.query<{ id: string }>("SELECT id FROM review WHERE held_reason IS NULL");
    return eraseReviews(
      deps(),
      rows.map(({ id }) => id),
      "erased_on_request",
    );
  };
  beforeEach(async () => {
    store = await openStore(await newDatabase());
    clock = Date.parse("2026-05-01T12:00:00Z");
  });
  afterEach(() => store.close());

  test("other words that came under an erased id stay out under another source, too", async () => {
    const words = (visit: number) => `Visit ${visit}: climbing stairs is easy again after ten weeks of it.`;
    await load(`r1,Ann Bee,5,2026-01-01,${words(1)}`);
    await eraseAll();
    const later = `r1,Ann Bee,5,2026-01-01,${words(7)}`;
    expect((await load(later)).kept_out).toBe(1);
    expect(await load(later, { source: "yelp" })).toMatchObject({ kept_out: 1, added: 0 });
  });

  test("a second id at the source, under which an export had replaced a scrape, is remembered", async () => {
    await load("scraped-1,Ann Bee,5,2026-01-01,Good place.", { source: "google", format: "csv" });
    const api = { reviews: [review("api-1", "Good place.", "2026-01-01")], totalReviewCount: 1 };
    const path = join(newFolder(), "reviews.json");
    writeFileSync(path, JSON.stringify(api));
    const takeOver = () =>
      importFiles(deps(), [path], {
        ...DEFAULT_OPTIONS,
        complete: true,
        exported_at: "2026-06-01T00:00:00Z",
        yes: true,
      });
    expect(await takeOver()).toMatchObject({ added: 0, rejected: 0 });
    expect(await store.query("SELECT id FROM review")).toHaveLength(1);
    expect(await eraseAll()).toBe(1);
    // The same ids with other words: only the ids can tell.
    writeFileSync(
      path,
      JSON.stringify({ reviews: [review("api-1", "Something else entirely.", "2026-02-01")], totalReviewCount: 1 }),
    );
    expect(await takeOver()).toMatchObject({ added: 0, kept_out: 1 });
    expect(await load("scraped-1,Ann Bee,5,2026-03-01,Other.", { source: "google" })).toMatchObject({ kept_out: 1 });
  });

  test("an id that a scrape gave to a review of an export is remembered, although the review keeps its own", async () => {
    const path = join(newFolder(), "reviews.json");
    writeFileSync(
      path,
      JSON.stringify({ reviews: [review("api-1", "Good place.", "2026-01-01")], totalReviewCount: 1 }),
    );
    await importFiles(deps(), [path], { ...DEFAULT_OPTIONS, yes: true });
    expect(await load("scraped-2,Ann Bee,5,2026-01-01,Good place.", { source: "google" })).toMatchObject({ added: 0 });
    expect(await store.query("SELECT id FROM review")).toHaveLength(1);
    expect(await eraseAll()).toBe(1);
    const other = "scraped-2,Ann Bee,4,2026-03-01,Something else entirely.";
    expect(await load(other, { source: "google" })).toMatchObject({ added: 0, kept_out: 1 });
  });

  test("a corrected review stays away under every date and rating it had, although nothing of them is stored", async () => {
    await load(",Ann Bee,5,2026-01-01,Good place.");
    await load(",Ann Bee,4,2026-01-01,Good place.");
    await load(",Ann Bee,4,2026-01-09,Good place.");
    expect(await store.query("SELECT id FROM review")).toHaveLength(1);
    expect(await store.query("SELECT id FROM former_review WHERE run = 1")).toEqual([]);
    expect(await eraseAll()).toBe(1);
    for (const row of [
      ",Ann Bee,5,2026-01-01,Good place.",
      ",Ann Bee,4,2026-01-01,Good place.",
      ",Ann Bee,4,2026-01-09,Good place.",
    ])
      expect(await load(row)).toMatchObject({ added: 0, kept_out: 1 });
    expect(await load(",Bo Cy,5,2026-01-01,Good place.")).toMatchObject({ added: 1 });
  });

  test.each([
    ["the first name alone", ",Ann,5,2026-01-01,"],
    ["initials", ",A. B.,5,2026-01-03,"],
    ["no name", ",,5,2026-03-03,"],
    ["the short name and another id", "77,Ann B.,2,2026-04-04,"],
  ])("long words do not come back with %s", async (_, start) => {
    await load(`1,Ann Bee,5,2026-01-01,"${LONG}"`);
    expect(await eraseAll()).toBe(1);
    expect(await load(`${start}"${LONG}"`, { source: "yelp" })).toMatchObject({ added: 0, kept_out: 1 });
    expect(await load(`9,Cy Dee,5,2026-01-01,"${LONG}"`, { source: "yelp" })).toMatchObject({ added: 1 });
  });

  test("a held copy of words from before an edit is erased with the review, and released if the review disappears", async () => {
    const google = { source: "google", location: "here", complete: true, exported_at: "2026-09-01T00:00:00Z" } as const;
    const others = Array.from({ length: 3 }, (_, at) => `o${at},Pat Moss,5,2026-01-0${at + 1},Filler ${at}`).join("\n");
    await load(`1,Ann Bee,5,2026-01-01,"${LONG}"\n${others}`, google);
    await load(`y,Ann Bee,5,2026-01-02,"${LONG}"`, { source: "yelp" });
    await load(`1,Ann Bee,5,2026-01-01,New words.\n${others}`, google);
    const states = () => store.query("SELECT source, state FROM review WHERE author = 'Ann B.' ORDER BY source");
    expect(await states()).toEqual([
      { source: "google", state: "published" },
      { source: "yelp", state: "held" },
    ]);
    await load(others, { ...google, exported_at: "2026-10-01T00:00:00Z" });
    expect(await states()).toEqual([{ source: "yelp", state: "published" }]);
    await load(`1,Ann Bee,5,2026-01-01,New words.\n${others}`, { ...google, exported_at: "2026-11-01T00:00:00Z" });
    await store.query("UPDATE review SET state = 'held', held_reason = 'duplicate' WHERE source = 'yelp'");
    const [ann] = await store.query<{ id: string }>("SELECT id FROM review WHERE text = 'New words.'");
    expect(await eraseReviews(deps(), [ann?.id ?? ""], "erased_on_request")).toBe(2);
    expect(await states()).toEqual([]);
  });

  test("only keyed hashes are stored: without the key of the store nobody can check a guess", async () => {
    await load(`1,Ann Bee,5,2026-01-01,"${LONG}"`);
    const [before] = await store.query<{ match_key: string }>("SELECT match_key FROM review");
    await eraseAll();
    const keys = await store.query<{ key: string }>("SELECT key FROM erased_key");
    expect(keys.length).toBeGreaterThan(5);
    expect(keys.map(({ key }) => key)).not.toContain(before?.match_key);
    expect(await store.query("SELECT * FROM erased_match")).toEqual([]);
    expect(await store.query("SELECT * FROM review_key")).toEqual([]);
  });

  test("hashes of an earlier version, which had no key, still keep the review out", async () => {
    await load("1,Ann Bee,5,2026-01-01,Good place.");
    const [row] = await store.query<{ match_key: string }>("SELECT match_key FROM review");
    await store.query("DELETE FROM review");
    await store.query("INSERT INTO erased_match (source, match_key) VALUES ('other', $1)", [row?.match_key ?? ""]);
    await hashOldMatches(store);
    expect(await store.query("SELECT * FROM erased_match")).toEqual([]);
    await store.query(
      "INSERT INTO tombstone VALUES ('x', '2026-01-01', '2026-01-01T00:00:00Z', 'legal', '2026-01-01T00:00:00Z')",
    );
    expect(await load(",Ann Bee,5,2026-01-01,Good place.")).toMatchObject({ added: 0, kept_out: 1 });
  });
});

const review = (reviewId: string, comment: string, day: string) => ({
  name: `accounts/1/locations/2/reviews/${reviewId}`,
  reviewId,
  reviewer: { displayName: "Ann Bee" },
  starRating: "FIVE",
  comment,
  createTime: `${day}T20:00:00Z`,
  updateTime: `${day}T20:00:00Z`,
});
