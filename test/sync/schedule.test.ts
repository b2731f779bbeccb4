import { afterEach, beforeEach, expect, test } from "bun:test";
import { createLog } from "../../src/log.ts";
import { openStore } from "../../src/store/connection/open-store.ts";
import type { Store } from "../../src/store/store.ts";
import { addSyncSource } from "../../src/store/sync/sync-sources.ts";
import { startSchedule } from "../../src/sync/schedule.ts";
import { DATABASES } from "../databases.ts";

const NOW = Date.parse("2026-05-01T12:00:00Z");

let store: Store;
beforeEach(async () => {
  store = await openStore((await DATABASES[0]?.newDatabase()) ?? "");
  for (const [name, next_run] of [
    ["due", "2026-05-01T12:00:00.000Z"],
    ["early", "2026-05-01T11:00:00.000Z"],
    ["later", "2026-05-01T12:00:00.001Z"],
  ] as const)
    await addSyncSource(store, { name, kind: "folder", config: "{}", config_hash: "", next_run });
});
afterEach(() => store.close());

/** A schedule with its own clock. `looks(n)` resolves when it looks for due sources for the n-th time. */
function open(run: () => Promise<void>, clock = async () => NOW) {
  const started: string[] = [];
  const logged: string[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  let looked = 0;
  const schedule = startSchedule({
    store,
    poll_ms: 50,
    clock: async () => {
      looked += 1;
      for (const { count, resolve } of waiting) if (looked >= count) resolve();
      return clock();
    },
    log: createLog("debug", (line) => void logged.push(JSON.parse(line).event)),
    run: (name) => {
      started.push(name);
      return run();
    },
  });
  const looks = (count: number) => new Promise<void>((resolve) => waiting.push({ count, resolve }));
  return { schedule, started, logged, looks };
}

test("starts what is due, the oldest first, once at a time, and stops when all have ended", async () => {
  const held = Promise.withResolvers<void>();
  const began = performance.now();
  const { schedule, started, logged, looks } = open(() => held.promise);
  await looks(3);
  expect(performance.now() - began).toBeGreaterThan(90);
  expect(started).toEqual(["early", "due"]);
  let stopped = false;
  const stop = schedule.stop().then(() => {
    stopped = true;
  });
  await Bun.sleep(20);
  expect(stopped).toBe(false);
  held.resolve();
  await stop;
  expect(logged).toEqual([]);
});

test("a source that ended and is still due is started again", async () => {
  const { schedule, started, looks } = open(async () => {});
  await looks(3);
  await schedule.stop();
  expect(started.slice(0, 4)).toEqual(["early", "due", "early", "due"]);
});

test("what fails at the same time is logged once", async () => {
  const away = async (): Promise<never> => {
    throw new Error("away");
  };
  const runs = open(away);
  const database = open(async () => {}, away);
  await Promise.all([runs.looks(2), database.looks(3)]);
  await Promise.all([runs.schedule.stop(), database.schedule.stop()]);
  expect([runs.started.slice(0, 2), runs.logged[0], runs.logged.length < runs.started.length]).toEqual([
    ["early", "due"],
    "sync_failed",
    true,
  ]);
  expect([database.started, database.logged]).toEqual([[], ["sync_failed"]]);
});
