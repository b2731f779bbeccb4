import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { readSyncOwner } from "../../src/store/sync/sync-sources.ts";
import { describeRun, isDead, newOwner } from "../../src/sync/run-source.ts";
import { leftBehind, newSqliteStore } from "../databases.ts";
import { endOf } from "../end-of.ts";
import { openReceiver, type Receiver } from "../websub/receiver.ts";
import { csv, place } from "./files.ts";
import { ORIGIN, playOrigin } from "./origin.ts";
import { certificate, entry, openWorld, storedEntries, type WorldOptions } from "./world.ts";

let server: Receiver;
beforeAll(async () => {
  server = await openReceiver(certificate);
});
afterAll(() => server.close());
beforeEach(() => server.reset());

const ten = Array.from({ length: 10 }, (_, at) => entry(at));
const open = async (more: Partial<WorldOptions> = {}) =>
  openWorld({ database: await newSqliteStore(), ports: [server.port], ...more });
const serve = () => server.onGet((response) => void response.end(JSON.stringify(ten)));
const url = (path: string) => `https://localhost:${server.port}${path}`;

test("a fault of the program is thrown on and noted, in a dry run not even noted, and nobody has to wait for it", async () => {
  await using world = await open();
  await world.addFolder("desk");
  await world.store.query("DROP TABLE sync_file");
  const before = await world.source("desk");
  expect(await endOf(world.run("desk", { dry_run: true }))).toThrow("no such table: sync_file");
  expect(await world.source("desk")).toEqual({ ...before, last_try: "2026-05-01T12:00:00.000Z" });
  expect(await endOf(world.run("desk"))).toThrow("no such table: sync_file");
  expect(await world.source("desk")).toMatchObject({
    state: "late",
    failures: 1,
    next_run: "2026-05-01T12:01:00.000Z",
    fault_code: "database",
    fault_text: "the run ended unexpectedly: the log says why",
  });
  expect(await readSyncOwner(world.store, "desk")).toBeNull();
});

test("a file that is gone when its turn comes is a fault, and the others are read", async () => {
  let gone = "";
  await using world = await open({ beforeCommit: () => rmSync(gone, { force: true }) });
  const folder = await world.addFolder("desk");
  place(folder, "a.csv", csv(ten.slice(0, 5)));
  gone = place(folder, "b.csv", csv(ten.slice(5)));
  const run = await world.run("desk");
  expect(run.fault).toEqual({ code: "file_failed", text: `${gone} cannot be read by this user (ENOENT)` });
  expect(run.notes).toEqual([]);
  expect(await world.source("desk")).toMatchObject({ fault_code: "file_failed", fault_text: run.fault?.text });
  expect((await storedEntries(world.store)).length).toBe(5);
});

test("the address of an origin is known even while it has no review", async () => {
  await using world = await open();
  playOrigin(server).reviews = [];
  await world.addUrl("mirror", url("/reviews.json"), { verified_by: null });
  expect(await world.run("mirror")).toMatchObject({ outcome: "unchanged", fault: null });
  expect((await world.source("mirror")).mirror_of).toBe(ORIGIN);
});

test("deleted words leave the files with the next run of a mirror, and of no other source", async () => {
  await using world = await open();
  playOrigin(server);
  await world.addUrl("mirror", url("/reviews.json"), { verified_by: null });
  await world.addUrl("site", url("/export.json"));
  const due = async () => (await world.store.query("SELECT since FROM purge_due")).length;
  await world.store.query("INSERT INTO purge_due (id, since) VALUES (1, '2026-05-01T00:00:00Z')");
  await world.run("mirror", { dry_run: true });
  await world.run("site");
  expect(await due()).toBe(1);
  await world.run("mirror");
  expect(await due()).toBe(0);
});

test("a run leaves nothing among the temporary files, whatever it finds there", async () => {
  await using world = await open();
  await world.addUrl("site", url("/export.json"));
  serve();
  const left = await leftBehind(async () => {
    const other = join(tmpdir(), "candor-other-run");
    mkdirSync(other);
    utimesSync(other, new Date(0), new Date(0));
    symlinkSync(join(tmpdir(), "nowhere"), join(tmpdir(), "candor-sync-link"));
    expect((await world.run("site")).outcome).toBe("imported");
  });
  expect(left).toEqual(["candor-other-run", "candor-sync-link"]);
});

test("a log line counts all imports of a run, and says why it failed", async () => {
  await using world = await open();
  const folder = await world.addFolder("desk", { complete: true });
  place(folder, "a.csv", csv(ten), "2026-04-20T10:00:00Z");
  await world.run("desk");
  place(folder, "a.csv", csv(ten.slice(1)), "2026-04-21T10:00:00Z");
  place(folder, "b.csv", csv([...ten.slice(1, 9), entry(9, "Other words."), entry(20)]), "2026-04-22T10:00:00Z");
  writeFileSync(join(folder, "c.csv"), "nothing,here\n1,2\n");
  const run = await world.run("desk");
  expect(describeRun(run)).toEqual({
    source: "desk",
    outcome: "imported",
    added: 1,
    updated: 1,
    removed: 1,
    fault: "file_failed",
    reason: run.fault?.text ?? "",
  });
  expect(describeRun(await world.run("desk"))).toEqual({
    source: "desk",
    outcome: "unchanged",
    added: 0,
    updated: 0,
    removed: 0,
  });
});

test("by hand, a run waits for that of another process", async () => {
  await using world = await open();
  await world.addUrl("site", url("/export.json"));
  serve();
  const until = new Date(world.clock.ms + 1000).toISOString();
  await world.store.query("UPDATE sync_source SET claimed_by = 'another one', claimed_until = $1", [until]);
  expect((await world.run("site")).outcome).toBe("imported");
  expect(world.waits).toEqual([250, 250, 250, 250]);
});

test("a source that is paused is not read", async () => {
  await using world = await open();
  await world.addUrl("site", url("/export.json"));
  await world.store.query("UPDATE sync_source SET state = 'off'");
  const nothing = { name: "site", imports: [], notes: [], fault: null };
  expect(await world.run("site")).toEqual({ ...nothing, outcome: "off" });
  expect(await world.run("site", { by_hand: false })).toEqual({ ...nothing, outcome: "busy" });
  expect(server.gets()).toEqual([]);
});

test("a run that is stopped is no failure: the next start repeats it", async () => {
  const stopping = new AbortController();
  await using world = await open({ stopping: stopping.signal });
  await world.addUrl("site", url("/export.json"));
  const before = await world.source("site");
  server.onGet(() => stopping.abort());
  expect(await world.run("site")).toMatchObject({ outcome: "late", fault: { text: "the process was stopped" } });
  expect(await world.source("site")).toEqual({ ...before, last_try: "2026-05-01T12:00:00.000Z" });
});

test("a run that finds nothing new saves nothing either if another process took its source over", async () => {
  await using world = await open();
  await world.addUrl("site", url("/export.json"));
  serve();
  await world.run("site");
  const before = await world.source("site");
  world.advance(60);
  server.onGet(async (response) => {
    await world.store.query("UPDATE sync_source SET claimed_by = 'another one'");
    response.end(JSON.stringify(ten));
  });
  expect(await world.run("site")).toMatchObject({ outcome: "busy", fault: null });
  expect(await world.source("site")).toEqual({ ...before, last_try: "2026-05-01T12:01:00.000Z" });
});

test("a claim is dead only if its process was one of this machine and is gone", () => {
  const gone = Bun.spawnSync(["true"]).pid;
  expect(isDead(newOwner())).toBe(false);
  expect(isDead(`${hostname()} ${gone} x`)).toBe(true);
  expect(isDead(`${hostname()} 1 x`)).toBe(false);
  expect(isDead(`${hostname()}-2 ${gone} x`)).toBe(false);
});
