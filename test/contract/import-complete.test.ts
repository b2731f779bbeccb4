import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { importFiles } from "../../src/import/run/import-files.ts";
import { DEFAULT_OPTIONS, type ImportOptions } from "../../src/import/run/run.ts";
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
  const deps = () => ({ store, now: () => new Date("2026-05-01T12:00:00Z"), newRun: () => `run-${++runs}` });
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
    store = await openStore(await newDatabase());
  });
  afterEach(() => store.close());

  test("the newest review, deleted at the source, is deleted: the time inside the zip counts", async () => {
    await takeout("2026-03-02T00:00:00", OLD, MIDDLE, NEW);
    expect(await takeout("2026-04-01T00:00:00", OLD, MIDDLE)).toMatchObject({ removed: 1 });
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
      "this complete export is older than the last one (2026-03-15T00:00:00Z; the last was 2026-04-01T00:00:00Z): nothing was deleted",
    );
    expect(await takeout("2026-04-01T00:00:02", OLD, MIDDLE)).toMatchObject({ removed: 1 });
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
