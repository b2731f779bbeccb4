import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { eraseReviews } from "../../src/commands/erase.ts";
import { importFiles } from "../../src/import/run/import.ts";
import { DEFAULT_OPTIONS, type ImportOptions } from "../../src/import/run/run.ts";
import { saveBusiness } from "../../src/import/run/save-business.ts";
import { profile } from "../../src/model/business.ts";
import { bumpDataset, readDataset } from "../../src/store/dataset.ts";
import { openStore } from "../../src/store/open.ts";
import { readReviews } from "../../src/store/reviews.ts";
import { insertStaged } from "../../src/store/staging.ts";
import type { Store } from "../../src/store/store.ts";
import { readTombstones } from "../../src/store/tombstones.ts";
import { DATABASES, newFolder } from "../databases.ts";

const ID_1 = "7Q2M4D9ZK1VXB3H8RTCNE5WYA6";
const ID_2 = "0000000000000000000000000B";
const CLINIC = profile.parse({
  name: "Clinic",
  time_zone: "America/Los_Angeles",
  technicians: [{ id: "priya-raman", name: "Priya Raman" }],
});

describe.each(DATABASES)("importing into $dialect", ({ dialect, newDatabase }) => {
  let store: Store;
  let runs = 0;
  let clock = Date.parse("2026-05-01T12:00:00Z");
  const folder = newFolder();
  const deps = () => ({
    store,
    now: () => new Date(clock),
    newRun: () => `run-${++runs}`,
  });
  const write = (value: unknown): string => {
    const path = join(folder, "reviews.json");
    writeFileSync(path, typeof value === "string" ? value : JSON.stringify(value));
    return path;
  };
  const load = (value: unknown, options: Partial<ImportOptions> = {}) =>
    importFiles(deps(), [write(value)], { ...DEFAULT_OPTIONS, ...options });
  const review = (id: string) => readReviews(store, [id]).then((rows) => rows[0]);

  beforeAll(async () => {
    store = await openStore(await newDatabase());
  }, 60_000);
  afterAll(() => store.close());

  const first = { id: ID_1, rating: 5, date: "2026-03-14", author: "Maria Sanchez", text: "Priya fixed my knee." };

  test("a review without a verification is stored, held as unverified and counted", async () => {
    const report = await load([first]);
    expect(report).toMatchObject({ read: 1, added: 1, rejected: 0, held: { unverified: 1 }, version: 1 });
    expect(await review(ID_1)).toMatchObject({
      author: "Maria S.",
      state: "held",
      published_at: "2026-03-14T00:00:00Z",
    });
  });

  test("the same file again changes nothing, not even the version", async () => {
    expect(await load([first])).toMatchObject({ read: 1, added: 0, updated: 0, unchanged: 1, version: null });
    expect(await readDataset(store)).toMatchObject({ version: 1 });
  });

  test("the same file with a verification publishes what was held", async () => {
    const report = await load([first], { verified_by: "visit_record" });
    expect(report).toMatchObject({ updated: 1, held: { unverified: 0 }, version: 2 });
    expect(await review(ID_1)).toMatchObject({ state: "published", verified_at: "2026-05-01T12:00:00Z" });
  });

  test("a profile finds its technicians in stored reviews and touches no other review", async () => {
    await load([{ id: ID_2, rating: 1, date: "2026-04-01", text: "Too late, twice." }], { verified_by: "operator" });
    clock += 60_000;
    expect(await saveBusiness(deps(), CLINIC)).toEqual({
      changed: true,
      reviews: 2,
      mentions_changed: 1,
      zone_changed: true,
      version: 4,
    });
    const mentions = { technicians: [{ id: "priya-raman", name: "Priya Raman" }], services: [], service_areas: [] };
    expect(await review(ID_1)).toMatchObject({
      mentions: JSON.stringify(mentions),
      changed_at: "2026-05-01T12:01:00Z",
    });
    expect(await review(ID_2)).toMatchObject({ changed_at: "2026-05-01T12:00:02Z" });
    expect(await saveBusiness(deps(), CLINIC)).toMatchObject({ changed: false, version: null });
  });

  test("an edit keeps the id, raises the revision and keeps the old words privately", async () => {
    clock += 60_000;
    const report = await load([{ ...first, rating: 4, text: "Priya fixed my knee. It came back." }]);
    expect(report).toMatchObject({ updated: 1, version: 5 });
    expect(await review(ID_1)).toMatchObject({ revision: 2, rating: 4, updated_at: "2026-05-01T12:02:00Z" });
    expect(
      await store.query("SELECT revision, rating, text FROM review_revision WHERE review_id = $1", [ID_1]),
    ).toEqual([{ revision: 1, rating: 5, text: "Priya fixed my knee." }]);
  });

  test("a date that moves back is remembered with the time at which it moved", async () => {
    clock += 60_000;
    await load([{ ...first, rating: 4, date: "2026-03-01", text: "Priya fixed my knee. It came back." }]);
    expect(await review(ID_1)).toMatchObject({
      date: "2026-03-01",
      moved_from: "2026-03-14",
      moved_at: "2026-05-01T12:03:00Z",
      changed_at: "2026-05-01T12:03:00Z",
    });
  });

  test("bad rows are rejected with their reason while the others go in", async () => {
    const reasons: string[] = [];
    const report = await importFiles(
      deps(),
      [
        write([
          { id: "short", rating: 9, date: "2026-02-30" },
          { ...first, id: ID_2, rating: 2, date: "2027-01-01" },
        ]),
      ],
      { ...DEFAULT_OPTIONS, format: "candor" },
      { rejected: ({ place, reason }) => reasons.push(`${place.row}: ${reason}`) },
    );
    expect(report).toMatchObject({ read: 2, rejected: 2, version: null });
    expect(reasons[0]).toContain("id: must be 26 characters");
    expect(reasons[0]).toContain("rating: Too big: expected number to be <=5");
    expect(reasons[0]).toContain("date: must be a real calendar date, YYYY-MM-DD");
    expect(reasons[1]).toBe("2: date 2027-01-01 lies in the future");
  });

  test("a dry run shows the same and changes nothing", async () => {
    const before = await review(ID_2);
    const report = await load([{ id: ID_2, rating: 3, date: "2026-04-01" }], { dry_run: true });
    expect(report).toMatchObject({ updated: 1, dry_run: true, version: null });
    expect(await review(ID_2)).toEqual(before);
    expect(await store.query("SELECT * FROM staging")).toEqual([]);
  });

  test("an older picture of a review does not replace the newer one", async () => {
    const row = {
      id: ID_2,
      rating: 1,
      date: "2026-04-01",
      revision: 3,
      updated_at: "2026-04-30T00:00:00Z",
      text: "Third.",
    };
    expect(await load([row])).toMatchObject({ updated: 1 });
    expect(await load([{ ...row, revision: 2, text: "Second." }])).toMatchObject({ unchanged: 1, version: null });
    expect(await review(ID_2)).toMatchObject({ text: "Third.", revision: 3 });
  });

  test("a row that says how but not when it was verified keeps the first time", async () => {
    const row = {
      id: "0000000000000000000000000C",
      rating: 5,
      date: "2026-04-02",
      revision: 1,
      verification: { method: "visit_record" },
    };
    await load([row]);
    clock += 60_000;
    expect(await load([row])).toMatchObject({ unchanged: 1, version: null });
  });

  test("a change by another process between comparing and applying is compared again", async () => {
    let disturbed = false;
    const report = await importFiles(deps(), [write([{ ...first, text: "Another edit." }])], DEFAULT_OPTIONS, {
      progress: () => {
        if (disturbed) return;
        disturbed = true;
        void store.transaction((tx) => bumpDataset(tx, store.dialect, "2026-05-01T00:00:00Z"));
      },
    });
    expect(disturbed).toBe(true);
    expect(report).toMatchObject({ read: 1, updated: 1 });
    expect(await review(ID_1)).toMatchObject({ text: "Another edit.", revision: 3 });
  });

  // SQLite stages in a temporary table, which ends with its process.
  test.skipIf(dialect === "SQLite")(
    "rows of a run that died are removed by a later import, those of a live one stay",
    async () => {
      const row = await review(ID_2);
      if (!row) throw new Error("no review to stage");
      const again: string[] = [];
      await insertStaged(store, "dead", [row], { staged_at: "2026-05-01T11:00:00Z", again });
      await insertStaged(store, "alive", [row], { staged_at: "2026-05-01T12:02:59Z", again });
      await load([{ ...first, text: "Another edit." }]);
      expect(await store.query("SELECT run FROM staging")).toEqual([{ run: "alive" }]);
    },
  );

  test("an erased review leaves no words, and no import brings it back", async () => {
    clock += 60_000;
    expect(await eraseReviews(deps(), [ID_1], "erased_on_request")).toBe(1);
    expect(await review(ID_1)).toBeUndefined();
    expect(await store.query("SELECT * FROM review_revision WHERE review_id = $1", [ID_1])).toEqual([]);
    expect(await readTombstones(store, [ID_1])).toEqual([
      { id: ID_1, date: "2026-03-14", deleted_at: "2026-05-01T12:05:00Z", reason: "erased_on_request" },
    ]);
    expect(await load([first])).toMatchObject({ added: 0, kept_out: 1, version: null });
  });
});
