import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { eraseReviews } from "../../src/import/run/erase-reviews.ts";
import { importFiles } from "../../src/import/run/import-files.ts";
import { DEFAULT_OPTIONS, type ImportOptions } from "../../src/import/run/run.ts";
import { openStore } from "../../src/store/connection/open-store.ts";
import { readDataset } from "../../src/store/dataset/dataset.ts";
import type { Store } from "../../src/store/store.ts";
import { DATABASES, newFolder } from "../databases.ts";
import { endOf } from "../end-of.ts";
import { buildZip } from "../zip.ts";

const WORDS = "Obi got me running again after a year of limping around.";
const google = (
  r: string,
  comment: string | null,
  updateTime = "2025-03-05T10:00:00Z",
  displayName = "Wanda Ferro",
) => ({
  name: `accounts/1/locations/2/reviews/${r}`,
  reviewer: { displayName },
  starRating: "FIVE",
  ...(comment === null ? {} : { comment }),
  createTime: "2025-03-05T10:00:00Z",
  updateTime,
});
const scraped = (changes: object = {}) => ({
  title: "Harborline",
  reviewId: "ChZ-1",
  name: "Wanda Ferro",
  stars: 5,
  text: WORDS,
  publishedAtDate: "2025-03-05T10:00:01.000Z",
  reviewUrl: "https://maps.example/1",
  ...changes,
});

describe.each(DATABASES)("finding the same review again in $dialect", ({ newDatabase }) => {
  let store: Store;
  let clock: number;
  let runs = 0;
  const deps = () => ({ store, now: () => new Date(clock), newRun: () => `run-${++runs}` });
  const load = (name: string, data: unknown, options: Partial<ImportOptions> = {}) => {
    const path = join(newFolder(), name);
    writeFileSync(path, data instanceof Uint8Array ? data : typeof data === "string" ? data : JSON.stringify(data));
    return importFiles(deps(), [path], { ...DEFAULT_OPTIONS, ...options });
  };
  const takeout = (...reviews: object[]) =>
    buildZip([
      { name: "Takeout/Google Business Profile/account-1/location-2/reviews.json", data: JSON.stringify({ reviews }) },
    ]);
  type Row = { id: string; source: string; text: string | null; format: string; source_url: string | null };
  const rows = async () => [
    ...(await store.query<Row>("SELECT id, source, text, format, source_url FROM review ORDER BY date, id")),
  ];

  beforeEach(async () => {
    clock = Date.parse("2026-05-01T12:00:00Z");
    store = await openStore(await newDatabase());
  });
  afterEach(() => store.close());

  test("a scrape and a Takeout of one source are one review, whichever is imported first", async () => {
    expect(await load("scrape.json", [scraped()])).toMatchObject({ added: 1 });
    expect(await load("takeout.zip", takeout(google("a", WORDS)))).toMatchObject({ added: 0, updated: 0, version: 2 });
    expect(await load("scrape.json", [scraped()])).toMatchObject({ added: 0, updated: 0, version: null });
    // Edited at the source since then: still the one review that the export took over.
    const edited = `${WORDS} Edit: and jumping.`;
    const report = await load("takeout.zip", takeout(google("a", edited, "2025-03-07T10:00:00Z")));
    expect(report).toMatchObject({ added: 0, updated: 1 });
    await load("takeout.zip", takeout(google("a", WORDS, "2025-03-08T10:00:00Z")));
    expect(await rows()).toMatchObject([
      { source: "google", format: "google-takeout", source_url: "https://maps.example/1" },
    ]);
  });

  test("a scrape and a Takeout may date one review a day apart, but not two", async () => {
    await load("takeout.zip", takeout(google("a", WORDS)));
    const dated = (day: string) => [scraped({ publishedAtDate: `2025-03-${day}T10:00:00.000Z` })];
    expect(await load("scrape.json", dated("06"), { dry_run: true })).toMatchObject({ added: 0 });
    expect(await load("scrape.json", dated("04"), { dry_run: true })).toMatchObject({ added: 0 });
    expect(await load("scrape.json", dated("07"), { dry_run: true })).toMatchObject({ added: 1 });
  });

  test("a rating without text is the same review only if the stars are the same", async () => {
    await load("takeout.zip", takeout(google("a", null)));
    const stars = (rating: number) => [scraped({ text: null, stars: rating })];
    expect(await load("scrape.json", stars(5), { dry_run: true })).toMatchObject({ added: 0 });
    expect(await load("scrape.json", stars(4), { dry_run: true })).toMatchObject({ added: 1 });
    // With text the words decide: the stars were edited.
    await load("words.zip", takeout(google("b", WORDS)));
    expect(await load("scrape.json", [scraped({ stars: 4 })], { dry_run: true })).toMatchObject({ added: 0 });
  });

  test("two ids in one format are two reviews, whatever their words", async () => {
    const rows = [scraped(), scraped({ reviewId: "ChZ-2" })];
    expect(await load("scrape.json", rows)).toMatchObject({ added: 2 });
  });

  const yelp = (...lines: string[]) =>
    `Review ID,Reviewer,Rating,Review,Review Date,Review URL\n${lines.map((line) => `${line},\n`).join("")}`;

  test("the same words by the same author at another source within seven days are held as a duplicate", async () => {
    await load("takeout.zip", takeout(google("a", WORDS)));
    const shouted = yelp(`y1,Wanda F.,5,"${WORDS.toUpperCase()}",2025-03-08`);
    expect(await load("yelp.csv", shouted, { dry_run: true })).toMatchObject({ added: 1, held: { duplicate: 1 } });
    const posted = (day: string) => load("yelp.csv", yelp(`y1,Wanda F.,5,"${WORDS}",${day}`), { dry_run: true });
    expect(await posted("2025-03-12")).toMatchObject({ added: 1, held: { duplicate: 1 } });
    expect(await posted("2025-02-26")).toMatchObject({ added: 1, held: { duplicate: 1 } });
    expect(await posted("2025-03-13")).toMatchObject({ added: 1, held: { duplicate: 0 } });
    expect(await posted("2025-02-25")).toMatchObject({ added: 1, held: { duplicate: 0 } });
    const other = yelp(`y2,Ulf K.,5,"${WORDS}",2025-03-08`);
    expect(await load("yelp.csv", other, { dry_run: true })).toMatchObject({ added: 1, held: { duplicate: 0 } });
  });

  test("a review without text or by an anonymous author is never a duplicate", async () => {
    await load("takeout.zip", takeout(google("a", null), google("b", WORDS, "2025-03-05T10:00:00Z", "A Google User")));
    const table = yelp("y1,Wanda F.,5,,2025-03-05", `y2,Anonymous,5,"${WORDS}",2025-03-05`);
    expect(await load("yelp.csv", table)).toMatchObject({ added: 2, held: { duplicate: 0 } });
  });

  test("two rows of one file with one id are one review: the newest update wins, and importing again changes nothing", async () => {
    const pages = [google("b", "Second.", "2025-03-06T10:00:00Z"), google("b", "First.", "2025-03-05T10:00:00Z")];
    const api = (reviews: object[]) => load("api.json", { reviews, totalReviewCount: 2 });
    expect(await api(pages)).toMatchObject({ added: 1, unchanged: 1 });
    expect(await rows()).toMatchObject([{ text: "Second." }]);
    expect(await api(pages.toReversed())).toMatchObject({ version: null });
    const third = google("b", "Third.", "2025-03-07T10:00:00Z");
    expect(await api([pages[0] ?? {}, third])).toMatchObject({ updated: 0, unchanged: 2, version: 2 });
    expect(await rows()).toMatchObject([{ text: "Third." }]);
  });

  test("a review without an id at the source is found again by author, date and the start of its text", async () => {
    const row = { stars: 4, name: "Ida Root", created_at: "2025-04-01", text: `${WORDS} And then some more of it.` };
    expect(await load("own.json", [row])).toMatchObject({ added: 1 });
    expect(await load("own.json", [{ ...row, text: `${row.text} Edit: still running.` }])).toMatchObject({
      added: 0,
      updated: 1,
    });
  });

  test("ratings without an id, a name or text are all kept, and found again", async () => {
    const table = "rating,date\n5,2025-02-01\n5,2025-02-01\n1,2025-02-01\n5,2025-02-02\n";
    expect(await load("stars.csv", table)).toMatchObject({ added: 4, unchanged: 0 });
    expect(await load("stars.csv", table)).toMatchObject({ added: 0, unchanged: 4, version: null });
    const newer = table.replace("5,2025-02-01", "3,2025-02-01\n5,2025-02-01");
    expect(await load("stars.csv", newer)).toMatchObject({ added: 1, updated: 0, unchanged: 4 });
  });

  test("a complete export deletes the reviews it no longer has, and restores one that returns", async () => {
    const many = Array.from({ length: 30 }, (_, at) =>
      google(`m${at}`, `Visit ${at} was good for my knee and my mood.`),
    );
    await load("takeout.zip", takeout(google("a", WORDS), ...many), { yes: true });
    clock += 60_000;
    const newest = google("new", "The newest of all.", "2025-04-05T10:00:00Z");
    const report = await load("takeout.zip", takeout(google("a", WORDS), ...many.slice(1), newest));
    expect(report).toMatchObject({ added: 1, removed: 1 });
    const [gone] = await store.query<{ id: string; reason: string }>("SELECT id, reason FROM tombstone");
    expect(gone?.reason).toBe("removed_at_source");
    const back = await load("takeout.zip", takeout(google("a", WORDS), ...many, newest));
    expect(back).toMatchObject({ added: 1, removed: 0 });
    expect(await store.query("SELECT id FROM tombstone")).toEqual([]);
  });

  test("deleting more than a tenth of a listing needs --yes; a loose file never deletes", async () => {
    const many = Array.from({ length: 20 }, (_, at) =>
      google(`m${at}`, `Visit ${at} was good for my knee and my mood.`, `2025-03-05T10:00:${at + 10}Z`),
    );
    await load("takeout.zip", takeout(...many));
    expect(await load("takeout.zip", takeout(...many.slice(2)), { dry_run: true })).toMatchObject({ removed: 2 });
    expect(await endOf(load("takeout.zip", takeout(...many.slice(3))))).toThrow(
      "3 of 20 stored reviews are missing from this export and would be deleted; nothing was changed. If they were really deleted at the source, run again with --yes",
    );
    expect(await rows()).toHaveLength(20);
    expect(await load("reviews.json", { reviews: many.slice(3) })).toMatchObject({ removed: 0 });
    expect(await load("takeout.zip", takeout(...many.slice(3)), { dry_run: true })).toMatchObject({
      removed: 3,
      version: null,
    });
    expect(await load("takeout.zip", takeout(...many.slice(3)), { yes: true })).toMatchObject({ removed: 3 });
    expect(await load("takeout.zip", takeout(...many.slice(4)))).toMatchObject({ removed: 1 });
  });

  test("a complete export deletes no review that is newer than the export", async () => {
    const old = google("a", WORDS, "2025-03-05T10:00:00Z");
    const newer = google("b", "The newest of all.", "2025-04-05T10:00:00Z");
    await load("takeout.zip", takeout(old, newer));
    expect(await load("takeout.zip", takeout(old), { yes: true })).toMatchObject({ removed: 0 });
    expect(await load("takeout.zip", takeout(newer), { yes: true })).toMatchObject({ removed: 1 });
  });

  test("a held review that was deleted at the source leaves no tombstone", async () => {
    const table = (...ids: string[]) =>
      `id,name,rating,review,date\n${ids.map((id) => `${id},Ann,5,Fine ${id}.,2025-01-0${id}\n`).join("")}`;
    await load("own.csv", table("1", "2"), { complete: true, exported_at: "2026-05-01T12:00:00Z" });
    expect(
      await load("own.csv", table("2"), { complete: true, exported_at: "2026-05-01T12:00:00Z", yes: true }),
    ).toMatchObject({ removed: 1 });
    expect(await rows()).toHaveLength(1);
    expect(await store.query("SELECT id FROM tombstone")).toEqual([]);
  });

  test("a complete table does not delete the review of a rejected row", async () => {
    const table = (rating: string) =>
      `Review ID,Source,Reviewer Name,Rating,Review,Review Date\nk1,Yelp,Kim,${rating},Fine.,2025-01-01\nk2,Yelp,Lee,4,Good.,2025-06-01\n`;
    const complete = {
      complete: true,
      exported_at: "2026-05-01T12:00:00Z",
      yes: true,
      verified_by: "operator",
    } as const;
    expect(await load("birdeye.csv", table("5"), complete)).toMatchObject({ added: 2 });
    expect(await load("birdeye.csv", table("9"), complete)).toMatchObject({ rejected: 1, removed: 0, version: null });
  });

  test("a file of several listings changes nothing until one is chosen", async () => {
    const before = await readDataset(store);
    const pages = ["8", "9"].map((location) => ({
      ...google("l", null),
      name: `accounts/1/locations/${location}/reviews/l`,
    }));
    expect(await endOf(load("api.json", { reviews: pages, totalReviewCount: 2 }))).toThrow(
      "api.json contains several listings: choose one with --location: 8 (1 review), 9 (1 review)",
    );
    expect(await readDataset(store)).toEqual(before);
    expect(await load("api.json", { reviews: pages, totalReviewCount: 2 }, { location: "9" })).toMatchObject({
      read: 1,
      added: 1,
      files: [{ format: "google-api", location: "locations/9", rows: 1 }],
    });
  });

  test("an erased review is not imported under another id of its source", async () => {
    const row = google("z", "Erase me, please, every single word of it.", "2025-03-05T10:00:00Z", "Zoe Quist");
    await load("api.json", { reviews: [row], totalReviewCount: 1 });
    const [stored] = (await rows()).filter(({ text }) => text?.startsWith("Erase me"));
    await eraseReviews(deps(), [stored?.id ?? ""], "erased_on_request");
    expect(await load("api.json", { reviews: [row], totalReviewCount: 1 })).toMatchObject({ kept_out: 1, added: 0 });
    const copy = scraped({ reviewId: "ChZ-9", name: "Zoe Quist", text: "Erase me, please, every single word of it." });
    expect(await load("scrape.json", [copy])).toMatchObject({ kept_out: 1, added: 0 });
  });
});
