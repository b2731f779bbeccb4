import { Database } from "bun:sqlite";
import { afterEach, expect, test } from "bun:test";
import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createLog } from "../../src/log.ts";
import { startRefresh } from "../../src/publish/refresh.ts";
import { createCurrent } from "../../src/snapshot/current.ts";
import { openStore } from "../../src/store/connection/open-store.ts";
import type { Store } from "../../src/store/store.ts";
import { newFolder } from "../databases.ts";
import { endOf } from "../end-of.ts";
import { until } from "../faults/serving.ts";
import { bumpDataset, insertRows, reviewRow } from "../rows.ts";

const stores: Store[] = [];
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
});

/** A store with one review, and the file to copy it from. */
async function storedReview(folder: string): Promise<{ store: Store; file: string }> {
  const file = join(folder, "first.db");
  const store = await openStore(`sqlite:${file}`);
  await insertRows(store, [reviewRow(1)]);
  await bumpDataset(store);
  await store.close();
  const again = await openStore(`sqlite:${file}`);
  stores.push(again);
  return { store: again, file };
}

/** The builder reads `database`, which need not be the store that is asked for the version. */
function refreshOptions(store: Store, database: string) {
  const lines: string[] = [];
  const stopping = new AbortController();
  const current = createCurrent();
  const swaps: number[] = [];
  const failures: number[] = [];
  return {
    lines,
    current,
    swaps,
    failures,
    stop: () => stopping.abort(),
    options: {
      store,
      current,
      database_url: `sqlite:${database}`,
      base_url: "http://localhost:8080",
      kind: "business" as const,
      log: createLog("warn", (line) => void lines.push(line)),
      stopping: stopping.signal,
      swapped: (build_ms: number) => void swaps.push(build_ms),
      failed: () => void failures.push(performance.now()),
    },
  };
}

test("a fault at the first build that may pass is reported once, and the build is tried again until it succeeds", async () => {
  const folder = newFolder();
  const { store, file } = await storedReview(folder);
  const database = join(folder, "second.db");
  copyFileSync(file, database);
  const other = new Database(database);
  other.run("PRAGMA locking_mode = EXCLUSIVE");
  other.run("BEGIN EXCLUSIVE"); // another process reads and writes alone
  const { options, current, lines, swaps, stop } = refreshOptions(store, database);
  const refresh = await startRefresh(options);
  expect(current.get()).toBeNull();
  await Bun.sleep(5500); // one more try: each waits 5 s for the lock
  expect(lines.map((line) => JSON.parse(line).event)).toEqual(["snapshot_failed"]);
  expect(swaps).toEqual([]);
  other.close();
  await until(() => current.get() !== null);
  expect(current.get()?.reviews.count).toBe(1);
  expect(swaps).toHaveLength(1);
  stop();
  await refresh.ended;
});

test("a fault at the first build that cannot pass stops the start with a message for the operator", async () => {
  const folder = newFolder();
  const { store } = await storedReview(folder);
  const database = join(folder, "second.db");
  writeFileSync(database, "this is not a database, and waiting will not make it one ".repeat(50));
  const { options, current } = refreshOptions(store, database);
  expect(await endOf(startRefresh(options))).toThrow(/: the database is damaged: restore the last backup$/);
  expect(current.get()).toBeNull();
});

test("a later build that fails leaves the served snapshot in place, whatever the fault", async () => {
  const folder = newFolder();
  const { store, file } = await storedReview(folder);
  const database = join(folder, "second.db");
  copyFileSync(file, database);
  const { options, current, lines, stop } = refreshOptions(store, database);
  const refresh = await startRefresh(options);
  const served = current.get();
  expect(served?.reviews.count).toBe(1);
  writeFileSync(database, "overwritten ".repeat(500));
  await bumpDataset(store);
  await until(() => lines.length > 0);
  expect(JSON.parse(lines[0] ?? "").event).toBe("snapshot_failed");
  expect(current.get()).toBe(served);
  stop();
  await refresh.ended;
});

test("another history is served with a warning; a newer schema is reported and not built again and again until it goes", async () => {
  const { store, file } = await storedReview(newFolder());
  const { options, current, lines, swaps, failures, stop } = refreshOptions(store, file);
  const refresh = await startRefresh(options);
  await store.query("UPDATE dataset SET commit_id = 'another'");
  await until(() => swaps.length === 2);
  await store.query("INSERT INTO schema_migration (version, migrated_at) VALUES (999, '2026-01-01T00:00:00Z')");
  await bumpDataset(store);
  await until(() => current.outdated() !== null);
  expect(current.outdated()).toMatch(/^the database is from a newer Candor/);
  await Bun.sleep(1200); // two more looks at the version
  const waits = failures.slice(1).map((at, i) => at - (failures[i] ?? 0));
  expect([failures.length > 0, waits.filter((ms) => ms < 5000)]).toEqual([true, []]);
  await store.query("DELETE FROM schema_migration WHERE version = 999");
  await bumpDataset(store);
  await until(() => swaps.length === 3);
  expect([current.outdated(), current.get()?.dataset_version]).toEqual([null, 3]);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { event: "database_restored", dataset_version: 1, served: 1 },
    { event: "snapshot_failed" },
  ]);
  stop();
  await refresh.ended;
});
