import { describe, expect, test } from "bun:test";
import { openStore } from "../../../src/store/connection/open-store.ts";
import {
  forgetRuns,
  markUndone,
  nextRunNumber,
  readLastRun,
  readLaterRuns,
  readRun,
  readRuns,
  type StoredRun,
  saveRun,
  skipExports,
} from "../../../src/store/imports/import-runs.ts";
import { countKept, findLaterExports } from "../../../src/store/imports/later-imports.ts";
import { saveSyncMembers } from "../../../src/store/sync/sync-reviews.ts";
import { addSyncSource } from "../../../src/store/sync/sync-sources.ts";
import { DATABASES } from "../../databases.ts";
import { insertRows, reviewRow } from "../../rows.ts";

const COUNTS = { read: 1, added: 1, added_held: 0, updated: 0, unchanged: 0, kept_out: 0, rejected: 0, removed: 0 };

const run = (number: number, more: Partial<StoredRun> = {}): StoredRun => ({
  number,
  version: number,
  committed_at: "2026-03-01T00:00:00Z",
  files: [{ file: "a.csv", format: "csv", rows: 1 }],
  counts: COUNTS,
  exports: [],
  undone_at: null,
  forgotten_at: null,
  noted: 1,
  sync_source: null,
  by_owner: 1,
  ...more,
});

const exported = (exported_at: string, before: string | null, format = "csv", location: string | null = null) => ({
  format,
  location,
  exported_at,
  before,
});

describe.each(DATABASES)("the list of imports on $dialect", ({ newDatabase }) => {
  const open = async (...runs: StoredRun[]) => {
    const store = await openStore(await newDatabase());
    for (const one of runs) await saveRun(store, one);
    return Object.assign(store, { [Symbol.asyncDispose]: store.close });
  };

  test("has the newest first; one that was taken back is neither the last nor a later one", async () => {
    await using store = await open();
    expect([await nextRunNumber(store), await readLastRun(store), await readRun(store, 1)]).toEqual([1, null, null]);
    const runs = [run(1, { sync_source: "desk" }), run(2), run(4, { exports: [exported("2026-02-01", null)] })];
    for (const one of runs) await saveRun(store, one);
    expect(await nextRunNumber(store)).toBe(5);
    expect((await readRuns(store, 2)).map(({ number }) => number)).toEqual([4, 2]);
    expect([await readRun(store, 1), await readLastRun(store)]).toEqual([runs[0] ?? null, runs[2] ?? null]);
    expect((await readLaterRuns(store, 1)).map(({ number }) => number)).toEqual([2, 4]);
    await markUndone(store, 4, "2026-03-02T00:00:00Z");
    expect((await readLastRun(store))?.number).toBe(2);
    expect((await readLaterRuns(store, 1)).map(({ number }) => number)).toEqual([2]);
    expect((await readRun(store, 4))?.undone_at).toBe("2026-03-02T00:00:00Z");
  });

  test("forgets after 30 days what taking an import back needs", async () => {
    const now = "2026-03-31T00:00:00Z";
    const old = { committed_at: "2026-02-28T23:59:59Z" };
    await using store = await open(run(1, old), run(2, old), run(3, { committed_at: "2026-03-01T00:00:00Z" }));
    await markUndone(store, 2, "2026-03-01T00:00:00Z");
    for (const number of [1, 2, 3])
      await store.query("INSERT INTO sighting (run, review_id, same) VALUES ($1, 'a', 1)", [number]);
    await forgetRuns(store, now);
    expect(await store.query("SELECT run FROM sighting")).toEqual([{ run: 3 }]);
    const forgotten = async () => (await readRuns(store, 9)).map(({ forgotten_at }) => forgotten_at);
    expect(await forgotten()).toEqual([null, null, now]);
    await forgetRuns(store, "2026-03-31T00:00:01Z");
    expect(await forgotten()).toEqual(["2026-03-31T00:00:01Z", null, now]);
    expect(await store.query("SELECT run FROM sighting")).toEqual([]);
  });

  test("a source keeps what it has of an import, if that says which source it read itself", async () => {
    await using store = await open(run(1));
    await insertRows(store, [reviewRow(1)]);
    await store.query("UPDATE review SET added_by = 1");
    const source = { kind: "folder", config: "{}", config_hash: "", next_run: "2026-05-01T00:00:00.000Z" } as const;
    await addSyncSource(store, { ...source, name: "desk" });
    await saveSyncMembers(store, "desk", [[reviewRow(1).id, ""]]);
    const kept = (more: Partial<StoredRun> = {}) => countKept(store, { ...run(1, more), later_exports: [] });
    const none = { added: 0, updated: 0, removed: 0, held: 0 };
    expect(await kept()).toEqual({ ...none, added: 1 });
    expect(await kept({ sync_source: "other" })).toEqual({ ...none, added: 1 });
    expect(await kept({ sync_source: "desk" })).toEqual(none);
    expect(await kept({ noted: 0 })).toEqual(none);
  });

  test("an export of an import that is taken back is skipped by the one that came after it", async () => {
    const undone = run(1, { exports: [exported("2026-02-02", "2026-02-01"), exported("2026-02-02", null, "google")] });
    const after = [exported("2026-02-03", "2026-02-02"), exported("2026-02-03", "2026-02-02", "csv", "b")];
    const other = [exported("2026-02-03", "2026-02-02", "yelp"), exported("2026-02-03", null)];
    const later = [run(2, { exports: after }), run(3, { exports: other })];
    await using store = await open(undone, ...later);
    await skipExports(store, undone, later);
    expect((await readRun(store, 2))?.exports).toEqual([
      exported("2026-02-03", "2026-02-01"),
      exported("2026-02-03", "2026-02-02", "csv", "b"),
    ]);
    expect((await readRun(store, 3))?.exports).toEqual(other);
  });
});

test("of each listing the first later export counts, unless it was older than the one before", () => {
  const found = findLaterExports([
    run(4, { exports: [exported("2026-02-09", null, "google"), exported("2026-02-09", null, "csv", "b")] }),
    run(3, { exports: [exported("2026-02-05", "2026-02-05"), exported("2026-02-08", null, "google")] }),
    run(2, { exports: [exported("2026-02-03", "2026-02-04")] }),
  ]);
  expect(found).toEqual([
    { run: 3, format: "csv", location: null, exported_at: "2026-02-05" },
    { run: 3, format: "google", location: null, exported_at: "2026-02-08" },
    { run: 4, format: "csv", location: "b", exported_at: "2026-02-09" },
  ]);
});
