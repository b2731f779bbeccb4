import { afterEach, beforeEach, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { idFromShortName } from "../../../src/import/prepare/identity.ts";
import { importFiles } from "../../../src/import/run/import-files.ts";
import { DEFAULT_OPTIONS, type ImportOptions } from "../../../src/import/run/run.ts";
import { openStore } from "../../../src/store/connection/open-store.ts";
import type { Store } from "../../../src/store/store.ts";
import { newFolder, newSqliteDatabase } from "../../databases.ts";
import { endOf } from "../../end-of.ts";
import { buildZip } from "../../zip.ts";

const WORDS = "Obi got me running again after a year of limping around.";
const TAKEOUT = "Takeout/Google Business Profile/account-1/location-2/reviews.json";
const CANDOR_ID = "7Q2M4D9ZK1VXB3H8RTCNE5WYA6";

let store: Store;
let folder: string;
beforeEach(async () => {
  store = await openStore(newSqliteDatabase());
  folder = newFolder();
});
afterEach(() => store.close());

function write(name: string, data: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, data instanceof Uint8Array || typeof data === "string" ? data : JSON.stringify(data));
  return path;
}
const load = (paths: string[], options: Partial<ImportOptions> = {}) =>
  importFiles({ store, now: () => new Date("2026-05-01T12:00:00Z"), newRun: () => "run" }, paths, {
    ...DEFAULT_OPTIONS,
    ...options,
  });
const google = (comment: string, updateTime = "2025-03-05T10:00:00Z") => ({
  name: "accounts/1/locations/2/reviews/a",
  reviewer: { displayName: "Wanda Ferro" },
  starRating: "FIVE",
  comment,
  createTime: "2025-03-05T10:00:00Z",
  updateTime,
});
const takeout = (...reviews: object[]) =>
  write(`takeout-${reviews.length}.zip`, buildZip([{ name: TAKEOUT, data: JSON.stringify({ reviews }) }]));
/** Birdeye tables name the source of each row. */
const table = (...rows: string[]) =>
  write("birdeye.csv", `Review ID,Source,Reviewer Name,Rating,Review,Review Date\n${rows.join("\n")}\n`);
const held = () =>
  store.query<{ source: string; held_reason: string | null }>(
    "SELECT source, held_reason FROM review ORDER BY date, source",
  );

test("a document of Candor keeps its own reviews: none is merged with or held for a review with the same words", async () => {
  await load([takeout(google(WORDS))]);
  const given = { id: CANDOR_ID, rating: 5, date: "2025-03-05", author: "Wanda F.", text: WORDS };
  const verified = { verified_by: "operator" } as const;
  const copy = write("google.json", [{ ...given, source: "google" }]);
  expect(await load([copy], { ...verified, dry_run: true })).toMatchObject({ added: 1, held: { duplicate: 0 } });
  const other = write("yelp.json", [{ ...given, source: "yelp" }]);
  expect(await load([other], { ...verified, dry_run: true })).toMatchObject({ added: 1, held: { duplicate: 0 } });
});

test("rows of one file are compared with each other, and with the earlier files of the run", async () => {
  const rows = [`g1,Google,Wanda F.,5,"${WORDS}",2025-03-05`, `y1,Yelp,Wanda F.,5,"${WORDS}",2025-03-06`];
  const verified = { verified_by: "operator", dry_run: true } as const;
  expect(await load([table(...rows)], verified)).toMatchObject({ added: 2, held: { duplicate: 1 } });
  const second = table(rows[1] ?? "");
  expect(await load([takeout(google(WORDS)), second], verified)).toMatchObject({ added: 2, held: { duplicate: 1 } });
});

test("a held duplicate does not make a third review a duplicate", async () => {
  const verified = { verified_by: "operator" } as const;
  await load([table(`g1,Google,Wanda F.,5,"${WORDS}",2025-03-05`)], verified);
  await load([table(`y1,Yelp,Wanda F.,5,"${WORDS}",2025-03-10`)], verified);
  await load([table(`f1,Facebook,Wanda F.,5,"${WORDS}",2025-03-15`)], verified);
  expect(await held()).toEqual([
    { source: "google", held_reason: null },
    { source: "yelp", held_reason: "duplicate" },
    { source: "facebook", held_reason: null },
  ]);
});

test("an unverified review is held as unverified, also if it is a duplicate", async () => {
  await load([takeout(google(WORDS))]);
  expect(await load([table(`y1,Yelp,Wanda F.,5,"${WORDS}",2025-03-06`)])).toMatchObject({
    held: { unverified: 1, consent: 0, duplicate: 0 },
  });
});

test("a published review is not held when an edit makes it a duplicate", async () => {
  const verified = { verified_by: "operator" } as const;
  await load([takeout(google(WORDS))]);
  await load([table("y1,Yelp,Wanda F.,5,Other words.,2025-03-06")], verified);
  const edited = await load([table(`y1,Yelp,Wanda F.,5,"${WORDS}",2025-03-06`)], verified);
  expect(edited).toMatchObject({ updated: 1, held: { duplicate: 0 } });
});

test("a later file of a run replaces a staged review with its newer update", async () => {
  const api = (name: string, review: object) => write(name, { reviews: [review], totalReviewCount: 1 });
  const first = api("first.json", google("First."));
  const second = api("second.json", google("Second.", "2025-03-06T10:00:00Z"));
  expect(await load([first, second])).toMatchObject({ read: 2, added: 1, unchanged: 1, version: 1 });
  expect(await store.query("SELECT text, revision FROM review")).toEqual([{ text: "Second.", revision: 1 }]);
  // Of two with the same time the first counts.
  const [third, fourth] = ["Third.", "Fourth."].map((text) => api(text, google(text, "2025-03-07T10:00:00Z")));
  expect(await load([third ?? "", fourth ?? ""])).toMatchObject({ read: 2, updated: 1, unchanged: 1 });
  expect(await store.query("SELECT text FROM review")).toEqual([{ text: "Third." }]);
});

test("a later import has the words of a review if they are the same, and not if its own are older", async () => {
  const own = (id: number, updated: string) =>
    `${id},Ann Bee ${id},5,2025-03-05,2025-${updated}T10:00:00Z,Words of ${updated}.`;
  const file = (...rows: string[]) => write("own.csv", `id,name,rating,date,updated,review\n${rows.join("\n")}\n`);
  const verified = { verified_by: "operator" } as const;
  await load([file(own(1, "04-02"), own(2, "04-02"))], verified);
  await load([file(own(1, "04-02"), own(2, "04-01"), own(3, "04-02"))], verified);
  const sightings = "SELECT source_id, same FROM sighting JOIN review ON id = review_id ORDER BY source_id";
  expect(await store.query(sightings)).toEqual([
    { source_id: "1", same: 1 },
    { source_id: "2", same: 0 },
  ]);
});

test("a removed review that returns is itself again, and corrects no similar one", async () => {
  const complete = { complete: true, exported_at: "2026-04-30T12:00:00Z", yes: true, verified_by: "operator" } as const;
  const [first, second] = [`5,2025-03-04,Ann Lee,${WORDS}`, `5,2025-03-14,Ann Lee,${WORDS}`];
  const file = (...rows: string[]) => write("own.csv", `rating,date,name,review\n${rows.join("\n")}\n`);
  await load([file(first, second)], complete);
  expect(await load([file(second)], complete)).toMatchObject({ removed: 1 });
  expect(await load([file(first)], { verified_by: "operator" })).toMatchObject({ added: 1, updated: 0 });
});

test("a review is found by its words although another one with its short name was erased", async () => {
  await load([takeout(google(WORDS))]);
  const id = idFromShortName("google", "Wanda F.", "2025-03-05", WORDS);
  await store.query("INSERT INTO tombstone (id, date, deleted_at, reason, changed_at) VALUES ($1, $2, $3, $4, $3)", [
    id,
    "2025-03-05",
    "2026-05-01T12:00:00Z",
    "erased_on_request",
  ]);
  const row = write("own.csv", `rating,date,name,review\n5,2025-03-05,Wanda Ferro,${WORDS}\n`);
  expect(await load([row], { source: "google" })).toMatchObject({ added: 0, kept_out: 0, unchanged: 1 });
});

test("two people with one short name and the same words are two reviews; a short name alone may be either", async () => {
  await load([takeout(google(WORDS))]);
  const own = (name: string) => write("own.csv", `rating,date,name,review\n5,2025-03-06,${name},${WORDS}\n`);
  const loaded = async (name: string) => {
    const { added, unchanged } = await load([own(name)], { source: "google", dry_run: true });
    return { added, unchanged };
  };
  expect(await loaded("Wanda Finch")).toEqual({ added: 1, unchanged: 0 });
  expect([await loaded("Wanda Ferro"), await loaded("Wanda F.")]).toEqual([
    { added: 0, unchanged: 1 },
    { added: 0, unchanged: 1 },
  ]);
});

test("of several reviews with the same words any may be the copy of one at another source", async () => {
  const verified = { verified_by: "operator" } as const;
  const at = (id: string, date: string) => `${id},Google,Wanda F.,5,"${WORDS}",${date}`;
  await load([table(at("g1", "2025-01-05"), at("g2", "2025-03-05"))], verified);
  const yelp = (date: string) => load([table(`y1,Yelp,Wanda F.,5,"${WORDS}",${date}`)], { ...verified, dry_run: true });
  expect([(await yelp("2025-01-12")).held, (await yelp("2025-03-12")).held, (await yelp("2025-03-13")).held]).toEqual(
    [1, 1, 0].map((duplicate) => ({ unverified: 0, consent: 0, duplicate, legal: 0 })),
  );
});

test("a refused run reports no deletions", async () => {
  const complete = { complete: true, exported_at: "2026-05-01T12:00:00Z", yes: true, verified_by: "operator" } as const;
  await load([table("g1,Google,Ann,5,Fine.,2025-03-05", "g2,Google,Ben,5,Good.,2025-03-06")], complete);
  const bad = table("g2,Google,Ben,4,Good.,2025-03-06", ",Google,Cy,9,Bad.,2025-03-07");
  expect(await load([bad], { ...complete, strict: true })).toMatchObject({ rejected: 1, removed: 0, version: null });
  expect(await load([bad], { ...complete, dry_run: true })).toMatchObject({ rejected: 1, removed: 1 });
});

test("a complete export may be empty, any other file may not", async () => {
  const empty = write("takeout.zip", buildZip([{ name: TAKEOUT, data: "[]" }]));
  const none = { read: 0, added: 0, added_held: 0, updated: 0, unchanged: 0, removed: 0, rejected: 0, repeated: 0 };
  expect(await load([empty])).toEqual({
    ...none,
    ...{ kept_out: 0, asked: 0, left_alone: 0 },
    ...{ held: { unverified: 0, consent: 0, duplicate: 0, legal: 0 }, replies_held: 0, preview: [], dry_run: false },
    ...{ run: null, version: null },
    files: [expect.objectContaining({ format: "google-takeout", location: "locations/2", rows: 0, mapping: null })],
    warnings: [expect.stringContaining("there is no business profile yet")],
  });
  expect(await endOf(load([write("own.csv", "rating,date\n")]))).toThrow("own.csv has no rows: export it again");
});

test("--source names the source of rows that do not name one", async () => {
  const verified = { verified_by: "operator", source: "yelp" } as const;
  await load([write("own.csv", "id,rating,date\n1,5,2025-03-05\n")], verified);
  await load([table("g1,Google,Ann,5,Fine.,2025-03-06")], verified);
  expect((await held()).map(({ source }) => source)).toEqual(["yelp", "google"]);
});
