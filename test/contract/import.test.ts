import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { eraseReviews } from "../../src/import/run/erase-reviews.ts";
import { importFiles } from "../../src/import/run/import-files.ts";
import { DEFAULT_OPTIONS, type ImportHooks, type ImportOptions } from "../../src/import/run/run.ts";
import { saveBusiness } from "../../src/import/run/save-business.ts";
import { profile } from "../../src/model/business.ts";
import { openStore } from "../../src/store/connection/open-store.ts";
import { bumpDataset, readDataset } from "../../src/store/dataset/dataset.ts";
import { insertStaged } from "../../src/store/imports/staging.ts";
import { readReviews } from "../../src/store/reviews/reviews.ts";
import { readTombstones } from "../../src/store/reviews/tombstones.ts";
import type { Store } from "../../src/store/store.ts";
import { DATABASES, newFolder } from "../databases.ts";
import { endOf } from "../end-of.ts";

const ID_1 = "7Q2M4D9ZK1VXB3H8RTCNE5WYA6";
const ID_2 = "0000000000000000000000000B";
const FIRST = { id: ID_1, rating: 5, date: "2026-03-14", author: "Maria Sanchez", text: "Priya fixed my knee." };
const CLINIC = profile.parse({
  name: "Clinic",
  time_zone: "America/Los_Angeles",
  technicians: [{ id: "priya-raman", name: "Priya Raman" }],
});

describe.each(DATABASES)("importing into $dialect", ({ dialect, newDatabase }) => {
  let url: string;
  let store: Store;
  let runs = 0;
  let clock: number;
  const deps = (to = store) => ({ store: to, now: () => new Date(clock), newRun: () => `run-${++runs}` });
  const write = (value: unknown): string => {
    const path = join(newFolder(), "reviews.json");
    writeFileSync(path, JSON.stringify(value));
    return path;
  };
  const load = (value: unknown, options: Partial<ImportOptions> = {}) =>
    importFiles(deps(), [write(value)], { ...DEFAULT_OPTIONS, ...options });
  const review = (id: string) => readReviews(store, [id]).then((rows) => rows[0]);

  beforeEach(async () => {
    clock = Date.parse("2026-05-01T12:00:00Z");
    url = await newDatabase();
    store = await openStore(url);
  });
  afterEach(() => store.close());

  test("a review without a verification is stored, held as unverified and counted", async () => {
    const report = await load([FIRST]);
    expect(report).toMatchObject({ read: 1, added: 1, rejected: 0, held: { unverified: 1 }, version: 1 });
    expect(await review(ID_1)).toMatchObject({
      author: "Maria S.",
      state: "held",
      published_at: "2026-03-14T00:00:00Z",
    });
  });

  test("importing the same file again changes nothing, not even the version", async () => {
    await load([FIRST]);
    expect(await load([FIRST])).toMatchObject({ read: 1, added: 0, updated: 0, unchanged: 1, version: null });
    expect(await readDataset(store)).toMatchObject({ version: 1 });
  });

  test("the same file with a verification publishes a held review", async () => {
    await load([FIRST]);
    const report = await load([FIRST], { verified_by: "visit_record" });
    expect(report).toMatchObject({ updated: 1, held: { unverified: 0 }, version: 2 });
    expect(await review(ID_1)).toMatchObject({ state: "published", verified_at: "2026-05-01T12:00:00Z" });
  });

  test("a profile finds its technicians in stored reviews and changes no other review", async () => {
    await load([FIRST]);
    await load([{ id: ID_2, rating: 1, date: "2026-04-01", text: "Too late, twice." }]);
    clock += 60_000;
    expect(await saveBusiness(deps(), CLINIC)).toEqual({
      changed: true,
      reviews: 2,
      mentions_changed: 1,
      mentions: [],
      privacy_changed: 0,
      privacy_looser: false,
      zone_changed: true,
      version: 3,
    });
    const mentions = { technicians: [{ id: "priya-raman", name: "Priya Raman" }], services: [], service_areas: [] };
    expect(await review(ID_1)).toMatchObject({
      mentions: JSON.stringify(mentions),
      changed_at: "2026-05-01T12:01:00Z",
    });
    expect(await review(ID_2)).toMatchObject({ changed_at: "2026-05-01T12:00:01Z" });
    expect(await saveBusiness(deps(), CLINIC)).toMatchObject({ changed: false, version: null });
    await store.query("UPDATE review SET mentions = '{}' WHERE id = $1", [ID_2]);
    expect(await saveBusiness(deps(), CLINIC)).toMatchObject({ changed: true, mentions_changed: 1, version: 4 });
  });

  test("an edit keeps the id, raises the revision and keeps the old words privately", async () => {
    await load([FIRST]);
    clock += 60_000;
    const report = await load([{ ...FIRST, rating: 4, text: "Priya fixed my knee. It came back." }]);
    expect(report).toMatchObject({ updated: 1, version: 2 });
    expect(await review(ID_1)).toMatchObject({ revision: 2, rating: 4, updated_at: "2026-05-01T12:01:00Z" });
    expect(
      await store.query("SELECT revision, rating, text FROM review_revision WHERE review_id = $1", [ID_1]),
    ).toEqual([{ revision: 1, rating: 5, text: "Priya fixed my knee." }]);
  });

  test("a date that moves back is remembered with the time at which it moved, until it moves forward again", async () => {
    await load([FIRST]);
    clock += 60_000;
    await load([{ ...FIRST, date: "2026-03-10" }]);
    expect(await review(ID_1)).toMatchObject({
      date: "2026-03-10",
      moved_from: "2026-03-14",
      moved_at: "2026-05-01T12:01:00Z",
      changed_at: "2026-05-01T12:01:00Z",
    });
    clock += 60_000;
    await load([{ ...FIRST, date: "2026-03-01" }]);
    expect(await review(ID_1)).toMatchObject({ moved_from: "2026-03-14", moved_at: "2026-05-01T12:02:00Z" });
    await load([{ ...FIRST, date: "2026-03-13" }]);
    expect(await review(ID_1)).toMatchObject({ moved_from: "2026-03-14" });
    await load([{ ...FIRST, date: "2026-03-14" }]);
    expect(await review(ID_1)).toMatchObject({ date: "2026-03-14", moved_from: null, moved_at: null });
  });

  test("bad rows are rejected with their reason while the others are imported", async () => {
    const reasons: string[] = [];
    const report = await importFiles(
      deps(),
      [
        write([
          { id: "short", rating: 9, date: "2026-02-30" },
          { ...FIRST, id: ID_2, rating: 2, date: "2027-01-01" },
          FIRST,
        ]),
      ],
      { ...DEFAULT_OPTIONS, format: "candor" },
      { rejected: ({ place, reason }) => reasons.push(`${place.row}: ${reason}`) },
    );
    expect(report).toMatchObject({ read: 3, rejected: 2, added: 1, version: 1 });
    expect(reasons[0]).toContain("id: must be 26 characters");
    expect(reasons[0]).toContain("rating: Too big: expected number to be <=5");
    expect(reasons[0]).toContain("date: must be a real calendar date, YYYY-MM-DD");
    expect(reasons[1]).toBe("2: date 2027-01-01 is in the future");
  });

  test("nothing is imported if every row is rejected", async () => {
    const bad = { ...FIRST, date: "2027-01-01" };
    expect(await load([bad, bad])).toMatchObject({ read: 2, rejected: 2, version: null });
  });

  test("a dry run reports the same and changes nothing", async () => {
    await load([FIRST]);
    const before = await review(ID_1);
    const report = await load([{ ...FIRST, rating: 3 }], { dry_run: true });
    expect(report).toMatchObject({ updated: 1, dry_run: true, version: null });
    expect(await review(ID_1)).toEqual(before);
    expect(await store.query("SELECT * FROM staging")).toEqual([]);
  });

  test("an older version of a review does not replace a newer one", async () => {
    const row = { ...FIRST, revision: 3, updated_at: "2026-04-30T00:00:00Z", text: "Third." };
    await load([row]);
    expect(await load([{ ...row, revision: 2, text: "Second." }])).toMatchObject({ unchanged: 1, version: null });
    expect(await review(ID_1)).toMatchObject({ text: "Third.", revision: 3 });
    expect(await load([{ ...row, revision: 4, text: "Fourth." }])).toMatchObject({ updated: 1 });
  });

  test("a row that says how but not when it was verified keeps the first time", async () => {
    const row = { ...FIRST, revision: 1, verification: { method: "visit_record" } };
    await load([row]);
    clock += 60_000;
    expect(await load([row])).toMatchObject({ unchanged: 1, version: null });
    expect(await review(ID_1)).toMatchObject({ verified_at: "2026-05-01T12:00:00Z" });
  });

  /** A store that lets another process make a change just before each of its transactions. */
  const disturbed = (change: (other: Store) => Promise<unknown>): Store => ({
    ...store,
    transaction: async (work) => {
      const other = await openStore(url);
      await change(other);
      await other.close();
      return store.transaction(work);
    },
  });

  test("a change by another process between the comparison and the commit makes the import compare again", async () => {
    await load([FIRST]);
    const others = ["Edited elsewhere."];
    let restarts = 0;
    const hooks: ImportHooks = { restarted: () => (restarts += 1) };
    const busy = disturbed(async (other) => {
      const text = others.pop();
      if (text) await importFiles(deps(other), [write([{ ...FIRST, text }])], DEFAULT_OPTIONS);
    });
    const path = write([{ ...FIRST, text: "Edited here." }]);
    const report = await importFiles(deps(busy), [path], DEFAULT_OPTIONS, hooks);
    expect(restarts).toBe(1);
    expect(report).toMatchObject({ read: 1, updated: 1, version: 3 });
    expect(await review(ID_1)).toMatchObject({ text: "Edited here.", revision: 3 });
    const history = "SELECT revision, text FROM review_revision WHERE review_id = $1 ORDER BY revision";
    expect(await store.query(history, [ID_1])).toEqual([
      { revision: 1, text: "Priya fixed my knee." },
      { revision: 2, text: "Edited elsewhere." },
    ]);
  });

  test("a change by another process makes saving a profile look for mentions again", async () => {
    await load([FIRST]);
    const others = [{ ...FIRST, id: ID_2, text: "Priya again." }];
    const busy = disturbed(async (other) => {
      const row = others.pop();
      if (row) await importFiles(deps(other), [write([row])], DEFAULT_OPTIONS);
    });
    expect(await saveBusiness(deps(busy), CLINIC)).toMatchObject({ reviews: 2, mentions_changed: 2, version: 3 });
  });

  test("an import and a profile give up after five attempts if the data keeps changing", async () => {
    let changes = 0;
    const busy = disturbed(async (other) => {
      changes += 1;
      await other.transaction((tx) => bumpDataset(tx, other.dialect, "2026-05-01T00:00:00Z"));
    });
    expect(await endOf(importFiles(deps(busy), [write([FIRST])], DEFAULT_OPTIONS))).toThrow(
      "the data kept changing during the import: run the import again",
    );
    expect(changes).toBe(5);
    expect(await review(ID_1)).toBeUndefined();
    expect(await endOf(saveBusiness(deps(busy), CLINIC))).toThrow("the data kept changing: run candor business again");
    expect(changes).toBe(10);
  });

  // SQLite stages in a temporary table, which ends with its process.
  test.skipIf(dialect === "SQLite")(
    "rows of a run that died are removed by a later import, those of a live run stay",
    async () => {
      await load([FIRST]);
      const row = await review(ID_1);
      if (!row) throw new Error("no review to stage");
      const again: string[] = [];
      await insertStaged(store, "dead", [row], { staged_at: "2026-05-01T11:54:59Z", again });
      await insertStaged(store, "alive", [row], { staged_at: "2026-05-01T11:55:00Z", again });
      await load([{ ...FIRST, text: "Another edit." }]);
      expect(await store.query("SELECT run FROM staging")).toEqual([{ run: "alive" }]);
    },
  );

  test("an erased review leaves no words, and no import restores it", async () => {
    await load([FIRST]);
    await load([{ ...FIRST, text: "Priya fixed my knee twice." }]);
    clock += 60_000;
    expect(await eraseReviews(deps(), [ID_1], "erased_on_request")).toBe(1);
    expect(await review(ID_1)).toBeUndefined();
    expect(await store.query("SELECT * FROM review_revision WHERE review_id = $1", [ID_1])).toEqual([]);
    expect(await readTombstones(store, [ID_1])).toEqual([
      { id: ID_1, date: "2026-03-14", deleted_at: "2026-05-01T12:01:00Z", reason: "erased_on_request" },
    ]);
    expect(await load([FIRST])).toMatchObject({ added: 0, kept_out: 1, held: { unverified: 0 }, version: null });
  });
});
