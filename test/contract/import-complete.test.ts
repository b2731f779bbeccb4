import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { importFiles } from "../../src/import/run/import-files.ts";
import { DEFAULT_OPTIONS, type ImportOptions } from "../../src/import/run/run.ts";
import { undoImport } from "../../src/import/run/undo-import.ts";
import { openStore } from "../../src/store/connection/open-store.ts";
import type { Store } from "../../src/store/store.ts";
import { DATABASES, newFolder } from "../databases.ts";
import { endOf } from "../end-of.ts";
import { buildZip } from "../zip.ts";

const NAME = "Takeout/Google Business Profile/account-1/location-2/reviews.json";
const review = (id: string, day: string) => ({
  name: `accounts/1/locations/2/reviews/${id}`,
  reviewer: { displayName: `Ann ${id}` },
  starRating: "FIVE",
  comment: `Words of ${id}, which nobody else wrote in this way.`,
  createTime: `${day}T10:00:00Z`,
  updateTime: `${day}T10:00:00Z`,
});
const OLD = review("old", "2026-01-01");
const MIDDLE = review("middle", "2026-02-01");
const NEW = review("new", "2026-03-01");

describe.each(DATABASES)("complete exports in $dialect", ({ newDatabase }) => {
  let store: Store;
  let runs = 0;
  let clock_ms = 0;
  const deps = () => ({ store, now: () => new Date(clock_ms), newRun: () => `run-${++runs}` });
  const load = (name: string, data: Uint8Array | string, options: Partial<ImportOptions> = {}) => {
    const path = join(newFolder(), name);
    writeFileSync(path, data);
    return importFiles(deps(), [path], { ...DEFAULT_OPTIONS, yes: true, ...options });
  };
  const takeout = (modified: string, ...reviews: object[]) =>
    load(
      "takeout.zip",
      buildZip([
        { name: "Takeout/archive_browser.html", data: "<html></html>", modified },
        { name: NAME, data: JSON.stringify({ reviews }), modified: "2025-12-01T00:00:00" },
      ]),
    );

  beforeEach(async () => {
    clock_ms = Date.parse("2026-05-01T12:00:00Z");
    store = await openStore(await newDatabase());
  });
  afterEach(() => store.close());

  test("the newest review, deleted at the source, is deleted: the time inside the zip counts", async () => {
    await takeout("2026-03-02T00:00:00", OLD, MIDDLE, NEW);
    expect(await takeout("2026-04-01T00:00:00", OLD, MIDDLE)).toMatchObject({ removed: 1 });
  });

  test("an export and an edit with times in the future are of now: later ones count", async () => {
    const edited = { ...MIDDLE, comment: "Other words than before.", updateTime: "2062-01-01T00:00:00Z" };
    await takeout("2062-03-02T00:00:00", OLD, edited, NEW);
    clock_ms += 3_600_000;
    const corrected = { ...MIDDLE, comment: "And corrected again.", updateTime: "2026-05-01T12:30:00Z" };
    expect(await takeout("2026-05-01T13:00:00", OLD, corrected)).toMatchObject({
      removed: 1,
      updated: 1,
      left_alone: 0,
    });
    expect(await store.query("SELECT updated_at FROM review WHERE updated_at > '2026-05-02'")).toEqual([]);
    const later = { schema_version: 1, reviews: [{ id: "0123456789ABCDEFGHJKMNPQRS", rating: 5, date: "2026-02-01" }] };
    const published = { reviews: later.reviews.map((one) => ({ ...one, published_at: "9999-01-01T00:00:00Z" })) };
    expect(await load("reviews.json", JSON.stringify({ ...later, ...published }), { format: "candor" })).toMatchObject({
      rejected: 1,
    });
  });

  test("a review that is newer than the export stays", async () => {
    await takeout("2026-03-02T00:00:00", OLD, MIDDLE, NEW);
    expect(await takeout("2026-03-02T00:00:00", OLD, MIDDLE)).toMatchObject({ removed: 1 });
    await takeout("2026-03-03T00:00:00", OLD, MIDDLE);
    await load("loose.json", JSON.stringify({ reviews: [NEW] }), { format: "google-takeout" });
    await store.query("DELETE FROM complete_export");
    expect(await takeout("2026-02-15T00:00:00", OLD, MIDDLE)).toMatchObject({ removed: 0 });
  });

  test("an export older than the last complete one deletes nothing, also if the last one changed nothing", async () => {
    await takeout("2026-03-02T00:00:00", OLD, MIDDLE, NEW);
    expect(await takeout("2026-04-01T00:00:00", OLD, MIDDLE, NEW)).toMatchObject({ version: null });
    const report = await takeout("2026-03-15T00:00:00", OLD, MIDDLE);
    expect(report).toMatchObject({ removed: 0 });
    expect(report.warnings.at(-1)).toBe(
      "this complete export is older than the last one of its listing (2026-03-15T00:00:00Z; the last was 2026-04-01T00:00:00Z): 2 rows left alone, nothing was added, changed or deleted",
    );
    expect(await takeout("2026-04-01T00:00:02", OLD, MIDDLE)).toMatchObject({ removed: 1 });
  });

  test("an older export brings nothing back that was removed, and changes nothing that was changed", async () => {
    await takeout("2026-03-02T00:00:00", OLD, MIDDLE, NEW);
    const edited = { ...MIDDLE, comment: "Other words of middle, written later.", updateTime: "2026-03-10T10:00:00Z" };
    await takeout("2026-04-01T00:00:00", OLD, edited);
    const texts = async () =>
      (await store.query<{ text: string }>("SELECT text FROM review ORDER BY text")).map(({ text }) => text);
    const now = await texts();
    expect(now).toEqual([
      "Other words of middle, written later.",
      "Words of old, which nobody else wrote in this way.",
    ]);
    const forged = { ...MIDDLE, comment: "Words that claim to be new.", updateTime: "2026-03-20T10:00:00Z" };
    const report = await takeout("2026-03-31T00:00:00", OLD, forged, NEW, review("never", "2026-01-05"));
    expect(report).toMatchObject({
      read: 4,
      added: 0,
      updated: 0,
      unchanged: 4,
      left_alone: 4,
      removed: 0,
      version: null,
    });
    expect(await texts()).toEqual(now);
    // Another listing is not older.
    const other = { ...review("other", "2026-01-05"), name: "accounts/1/locations/9/reviews/other" };
    const path = NAME.replace("location-2", "location-9");
    const data = JSON.stringify({ reviews: [other] });
    const zip = buildZip([{ name: path, data, modified: "2026-01-10T00:00:00" }]);
    expect(await load("other.zip", zip)).toMatchObject({ added: 1, left_alone: 0 });
  });

  test("taken back, the newer export no longer counts", async () => {
    await takeout("2026-03-02T00:00:00", OLD, MIDDLE, NEW);
    await takeout("2026-04-01T00:00:00", OLD);
    expect(await takeout("2026-03-15T00:00:00", OLD, MIDDLE)).toMatchObject({ left_alone: 2, version: null });
    await undoImport(deps(), null, async () => true);
    expect(await takeout("2026-03-15T00:00:00", OLD, MIDDLE)).toMatchObject({ left_alone: 0, removed: 1 });
  });

  test.each([["the older first"], ["the newer first"]])(
    "of two exports in one command the newer counts: %s",
    async (order) => {
      const write = (name: string, modified: string, ...of: object[]) => {
        const path = join(newFolder(), name);
        writeFileSync(path, buildZip([{ name: NAME, data: JSON.stringify({ reviews: of }), modified }]));
        return path;
      };
      const paths = [
        write("a.zip", "2026-03-02T00:00:00", OLD, MIDDLE, NEW),
        write("b.zip", "2026-04-01T00:00:00", OLD, MIDDLE),
      ];
      const report = await importFiles(
        deps(),
        order === "the older first" ? paths : paths.toReversed(),
        DEFAULT_OPTIONS,
      );
      expect(report).toMatchObject({ added: 2, left_alone: 3, version: 1 });
    },
  );

  test("the parts of one export are one export, although they were made one after another", async () => {
    const folder = newFolder();
    const part = (number: number, modified: string, ...of: object[]) => {
      const path = join(folder, `takeout-20260401T000000Z-00${number}.zip`);
      writeFileSync(
        path,
        buildZip([
          { name: NAME.replace("reviews", `reviews_00${number}`), data: JSON.stringify({ reviews: of }), modified },
        ]),
      );
      return path;
    };
    const paths = [part(1, "2026-04-01T00:00:00", OLD, MIDDLE), part(2, "2026-03-31T23:58:00", NEW)];
    expect(await importFiles(deps(), paths, DEFAULT_OPTIONS)).toMatchObject({ added: 3, left_alone: 0 });
  });

  test("an unpacked folder whose newest review is older than the last export asks when it was made", async () => {
    await takeout("2026-04-01T00:00:00", OLD, MIDDLE);
    const folder = newFolder();
    mkdirSync(dirname(join(folder, NAME)), { recursive: true });
    writeFileSync(join(folder, NAME), JSON.stringify({ reviews: [OLD, MIDDLE, NEW] }));
    const unpacked = (exported_at: string | null) => importFiles(deps(), [folder], { ...DEFAULT_OPTIONS, exported_at });
    expect(await endOf(unpacked(null))).toThrow(
      "does not say when it was exported, and its newest review (2026-03-01T10:00:00Z) is older than the last complete export (2026-04-01T00:00:00Z): say when with --exported-at TIME",
    );
    expect((await store.query("SELECT id FROM review")).length).toBe(2);
    expect(await unpacked("2026-03-05T00:00:00Z")).toMatchObject({ added: 0, left_alone: 3, version: null });
    expect(await unpacked("2026-04-02T00:00:00Z")).toMatchObject({ added: 1, left_alone: 0 });
  });

  test("an unpacked folder does not say when it was made: no review as new as its newest one is deleted", async () => {
    const folder = newFolder();
    const path = join(folder, NAME);
    mkdirSync(dirname(path), { recursive: true });
    const unpacked = (...reviews: object[]) => {
      writeFileSync(path, JSON.stringify({ reviews }));
      return importFiles(deps(), [folder], { ...DEFAULT_OPTIONS, yes: true });
    };
    await unpacked(OLD, MIDDLE, NEW);
    expect(await unpacked(OLD, MIDDLE)).toMatchObject({ removed: 0 });
    expect(await unpacked(OLD, NEW)).toMatchObject({ removed: 1 });
    expect(await store.query("SELECT * FROM complete_export")).toEqual([]);
  });

  test("a loose file with --complete needs --exported-at", async () => {
    const table = (...ids: string[]) =>
      `review_id,rating,date,name\n${ids.map((id) => `${id},5,2026-01-01,Ann ${id}\n`).join("")}`;
    await load("own.csv", table("a", "b"));
    expect(await endOf(load("own.csv", table("a"), { complete: true }))).toThrow(
      "does not say when it was exported: with --complete, use --exported-at 2026-05-01T12:00:00Z",
    );
    const early = { complete: true, exported_at: "2025-12-31T00:00:00Z" };
    expect(await load("own.csv", table("a"), early)).toMatchObject({ removed: 0 });
    const late = { complete: true, exported_at: "2026-01-02T00:00:00Z" };
    expect(await load("own.csv", table("a"), late)).toMatchObject({ removed: 1 });
  });
});
