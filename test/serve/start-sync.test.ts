import { expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Log } from "../../src/log.ts";
import { startSync } from "../../src/serve/start-sync.ts";
import { parseSettings } from "../../src/settings.ts";
import { openStore } from "../../src/store/connection/open-store.ts";
import { addSyncSource, readSyncOwner, readSyncSource } from "../../src/store/sync/sync-sources.ts";
import { hashConfig, type SyncConfig } from "../../src/sync/config.ts";
import { newFolder, newSqliteStore } from "../databases.ts";
import { until } from "../faults/serving.ts";

const HEAD = "id,rating,date,author,text\n";
const ROWS = ["1,5,2026-01-02,Ann Bee,Good care and kind people.\n", "2,4,2026-01-03,Cy Dee,On time and clean.\n"];

/** A server's schedule on a store with one folder that is due, and what it logs. */
async function serveFolder(env: Record<string, string> = {}) {
  const url = await newSqliteStore();
  const store = await openStore(url);
  const path = join(newFolder(), "inbox");
  mkdirSync(path);
  writeFileSync(join(path, "desk.csv"), `${HEAD}${ROWS.join("")}`);
  const source: SyncConfig = {
    kind: "folder",
    config: { path, format: null, verified_by: "operator", complete: true },
  };
  const config = { config: JSON.stringify(source.config), config_hash: hashConfig(source) };
  await addSyncSource(store, { name: "desk", kind: "folder", ...config, next_run: "2026-01-01T00:00:00.000Z" });
  const lines: [level: string, event: string, fields: Record<string, unknown> | undefined][] = [];
  const at =
    (level: string) =>
    (event: string, fields?: Record<string, unknown>): void =>
      void lines.push([level, event, fields]);
  const log: Log = { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
  const settings = parseSettings({ DATABASE_URL: url, SYNC_FOLDER_SECONDS: "10", ...env });
  const sync = startSync({ store, settings, secrets: {}, log, now: () => new Date() });
  /** By its schedule the source is due again. */
  const again = () => store.query("UPDATE sync_source SET next_run = '2026-01-01T00:00:00.000Z'");
  return { store, path, lines, sync, again };
}

test("a server reads a source that is due, in a thread, and logs how each run ended", async () => {
  const { store, path, lines, sync, again } = await serveFolder();
  const none = { source: "desk", added: 0, updated: 0, removed: 0 };
  await until(() => lines.length === 1);
  await again();
  await until(() => lines.length === 2);
  writeFileSync(join(path, "desk.csv"), `${HEAD}${ROWS[0]}`);
  await again();
  await until(() => lines.length === 3);
  await again();
  await until(() => lines.length === 4);
  await sync.stop();
  await Bun.sleep(100); // the end of its thread is no fault
  const [first, second, third, fourth, ...more] = lines;
  expect(first).toEqual(["debug", "sync", { ...none, outcome: "unchanged" }]);
  expect(second).toEqual(["info", "sync", { ...none, outcome: "imported", added: 2 }]);
  expect(third).toEqual(["debug", "sync", { ...none, outcome: "unchanged" }]);
  expect(fourth).toMatchObject(["warn", "sync", { outcome: "needs_decision", fault: "mass_removal" }]);
  expect(more).toEqual([]);
  expect([await readSyncOwner(store, "desk"), (await store.query("SELECT id FROM review")).length]).toEqual([null, 2]);
  await store.close();
});

test("a run that fails is logged, and so is the next one", async () => {
  const { store, lines, sync, again } = await serveFolder();
  await until(() => lines.length === 1);
  await store.query("DROP TABLE sync_file");
  for (const runs of [2, 3]) {
    await again();
    await until(() => lines.length === runs);
  }
  await sync.stop();
  const failed = ["error", "sync_failed", { source: "desk", error: expect.stringContaining("no such table") }];
  expect(lines.slice(1)).toMatchObject([failed, failed]);
  await store.close();
});

test.each([{ SYNC: "off" }, { ROLE: "web", BASE_URL: "https://reviews.example.net" }])(
  "a server with %p reads no source",
  async (env) => {
    const { store, lines, sync } = await serveFolder(env);
    await Bun.sleep(50);
    await sync.stop();
    expect([lines, (await readSyncSource(store, "desk"))?.last_try]).toEqual([[], null]);
    await store.close();
  },
);
