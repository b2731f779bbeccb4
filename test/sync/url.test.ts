import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, utimesSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { readDataset } from "../../src/store/dataset/dataset.ts";
import { readSyncOwner } from "../../src/store/sync/sync-sources.ts";
import { DATABASES } from "../databases.ts";
import { openReceiver, type Receiver, status } from "../websub/receiver.ts";
import { byId, certificate, type Entry, entry, openWorld, storedEntries, type World } from "./world.ts";

let server: Receiver;
beforeAll(async () => {
  server = await openReceiver(certificate);
});
afterAll(() => {
  server.close();
});
beforeEach(() => {
  server.reset();
});

const json = (entries: readonly Entry[]): string => JSON.stringify(entries);
const serve = (entries: readonly Entry[], headers: Record<string, string> = {}) =>
  server.onGet((response) => void response.writeHead(200, headers).end(json(entries)));
const url = (path = "/reviews-export.json") => `https://localhost:${server.port}${path}`;
const ten = Array.from({ length: 10 }, (_, at) => entry(at));
const twenty = Array.from({ length: 20 }, (_, at) => entry(at));

describe.each(DATABASES)("a URL source on $dialect", ({ newDatabase }) => {
  const open = async (more: Partial<Parameters<typeof openWorld>[0]> = {}): Promise<World> =>
    openWorld({ database: await newDatabase(), ports: [server.port], ...more });

  test("brings reviews, and a second run changes nothing and makes no new version", async () => {
    await using world = await open();
    serve(ten);
    await world.addUrl("site", url());
    const first = await world.run("site");
    expect([first.outcome, first.imports[0]?.report.added]).toEqual(["imported", 10]);
    expect(await storedEntries(world.store)).toEqual(byId(ten));
    const before = await readDataset(world.store);
    expect((await world.run("site")).outcome).toBe("unchanged");
    expect(await readDataset(world.store)).toEqual(before);
  });

  test("removes what a killed run left an hour ago, and nothing that may be in use", async () => {
    await using world = await open();
    serve(ten);
    await world.addUrl("site", url());
    const [old, fresh] = ["10:59:59", "11:00:00"].map((time) => {
      const folder = mkdtempSync(join(tmpdir(), "candor-sync-"));
      utimesSync(folder, new Date(0), new Date(`2026-05-01T${time}Z`));
      return folder;
    });
    await world.run("site");
    expect([old, fresh].map((folder) => existsSync(folder ?? ""))).toEqual([false, true]);
  });

  test("asks conditionally, and takes 304 for unchanged", async () => {
    await using world = await open();
    const modified = "Fri, 01 May 2026 10:00:00 GMT";
    server.onGet((response, { headers }) => {
      if (headers["if-none-match"] === '"one"') response.writeHead(304).end();
      else response.writeHead(200, { ETag: '"one"', "Last-Modified": modified }).end(json(ten));
    });
    await world.addUrl("site", url());
    await world.run("site");
    expect((await world.run("site")).outcome).toBe("unchanged");
    expect(server.gets()[1]?.headers).toMatchObject({
      "if-none-match": '"one"',
      "if-modified-since": modified,
      "user-agent": "candor-sync/1.0.0",
      accept: "application/json",
    });
    // Once a day the whole content is read, whatever the server says.
    world.advance(86_400);
    await world.run("site");
    expect(server.gets()[2]?.headers["if-none-match"]).toBeUndefined();
  });

  test("removes nothing if it is not complete", async () => {
    await using world = await open();
    await world.addUrl("site", url());
    serve(twenty);
    await world.run("site");
    serve(ten);
    world.advance(90_000);
    await world.run("site");
    world.advance(90_000);
    expect((await world.run("site", { yes: true })).outcome).toBe("unchanged");
    expect((await storedEntries(world.store)).length).toBe(20);
  });

  test("removes a review that is missing from two complete reads that are far enough apart", async () => {
    await using world = await open();
    await world.addUrl("site", url(), { complete: true });
    serve(twenty);
    await world.run("site");
    serve(twenty.slice(1));
    expect((await world.run("site")).outcome).toBe("unchanged");
    world.advance(43_199);
    await world.run("site");
    expect((await storedEntries(world.store)).length).toBe(20);
    world.advance(1);
    const removed = await world.run("site");
    expect([removed.outcome, removed.imports[0]?.report.removed]).toEqual(["imported", 1]);
    expect(removed.imports[0]?.report.files).toMatchObject([{ file: url(), format: "sync", rows: 0 }]);
    expect(await storedEntries(world.store)).toEqual(byId(twenty.slice(1)));
    expect(await world.store.query("SELECT reason FROM tombstone")).toEqual([{ reason: "removed_at_source" }]);
  });

  test("a review that comes back in between starts to count anew", async () => {
    await using world = await open();
    await world.addUrl("site", url(), { complete: true });
    for (const entries of [twenty, twenty.slice(1), twenty, twenty.slice(1)]) {
      serve(entries);
      await world.run("site");
      world.advance(40_000);
    }
    expect((await storedEntries(world.store)).length).toBe(20);
  });

  test("removes only reviews that it brought", async () => {
    await using world = await open();
    await world.addUrl("first", url("/first"), { complete: true });
    await world.addUrl("second", url("/second"), { complete: true });
    server.onGet((response, { target }) => void response.end(json(target === "/first" ? ten : twenty.slice(5))));
    await world.run("first");
    await world.run("second");
    server.onGet((response, { target }) => void response.end(json(target === "/first" ? [entry(0)] : twenty.slice(5))));
    await world.run("first", { yes: true });
    // 1 to 4 are gone; 5 to 9 are also at the second source.
    expect(await storedEntries(world.store)).toEqual(byId([entry(0), ...twenty.slice(5)]));
  });

  test.each([
    ["more than a tenth", 10, 2],
    ["more than 20", 300, 21],
    ["all", 1, 1],
  ])("asks before it removes %s of its reviews, and --yes removes at once", async (_, count, missing) => {
    await using world = await open();
    const all = Array.from({ length: count }, (_, at) => entry(at));
    const left = [...all.slice(missing).slice(1), entry(0, "An edit that goes in.")];
    await world.addUrl("site", url(), { complete: true });
    serve(all);
    await world.run("site");
    const kept = count === 1 ? [entry(1000)] : left;
    serve(kept);
    const asked = await world.run("site");
    expect([asked.outcome, asked.fault?.code]).toEqual(["needs_decision", "mass_removal"]);
    expect(asked.fault?.text).toContain("candor sync site --yes");
    expect((await world.source("site")).state).toBe("needs_decision");
    world.advance(90_000);
    expect((await world.run("site")).outcome).toBe("needs_decision");
    const stored = await storedEntries(world.store);
    expect(stored.length).toBe(count === 1 ? 2 : count);
    if (count > 1) expect(stored.find(({ id }) => id === "r-0")?.text).toBe("An edit that goes in.");
    expect((await world.run("site", { yes: true })).outcome).toBe("imported");
    expect(await storedEntries(world.store)).toEqual(byId(kept));
    expect((await world.source("site")).state).toBe("ready");
  });

  test("a row that is rejected protects its review, and one that nobody can tell protects all", async () => {
    await using world = await open();
    await world.addUrl("site", url(), { complete: true });
    serve(twenty);
    await world.run("site");
    const bad = { ...entry(0), date: "yesterday" };
    server.onGet((response) => void response.end(JSON.stringify([bad, ...twenty.slice(1)])));
    const known = await world.run("site", { yes: true });
    expect([known.imports[0]?.report.rejected, (await storedEntries(world.store)).length]).toEqual([1, 20]);
    const { id: _, ...unknown } = bad;
    server.onGet((response) => void response.end(JSON.stringify([unknown, ...twenty.slice(2)])));
    const told = await world.run("site", { yes: true });
    expect(told.notes[0]).toContain("does not say which review it is");
    expect((await storedEntries(world.store)).length).toBe(20);
    const { last_complete } = await world.source("site");
    world.advance(10);
    serve(twenty.slice(2));
    await world.run("site", { yes: true });
    expect((await storedEntries(world.store)).length).toBe(18);
    expect((await world.source("site")).last_complete).not.toBe(last_complete);
  });

  test("a run whose source another process took over stores nothing", async () => {
    let steal = async () => {};
    await using world = await open({ beforeCommit: () => void steal() });
    await world.addUrl("site", url(), { complete: true });
    serve(ten);
    steal = async () => void (await world.store.query("UPDATE sync_source SET claimed_by = 'another one'"));
    expect(await world.run("site")).toMatchObject({ outcome: "busy", fault: null });
    expect(await storedEntries(world.store)).toEqual([]);
    expect(await world.source("site")).toMatchObject({ content_hash: null, last_success: null });
  });

  test("a source that a killed process held is read at once, and one that another holds is busy", async () => {
    await using world = await open();
    await world.addUrl("site", url());
    serve(ten);
    const hold = (pid: number) =>
      world.store.query("UPDATE sync_source SET claimed_by = $1, claimed_until = '2099-01-01T00:00:00.000Z'", [
        `${hostname()} ${pid} run`,
      ]);
    await hold(process.ppid);
    expect((await world.run("site", { by_hand: false })).outcome).toBe("busy");
    const gone = Bun.spawn(["true"]);
    await gone.exited;
    await hold(gone.pid);
    expect((await world.run("site")).outcome).toBe("imported");
    expect(world.waits).toEqual([]);
  });

  test("a fault in a dry run is told, and nothing of it is kept", async () => {
    await using world = await open();
    await world.addUrl("site", url());
    server.onGet(status(404));
    expect(await world.run("site", { dry_run: true })).toMatchObject({ outcome: "late", fault: { code: "not_found" } });
    expect(await world.source("site")).toMatchObject({ state: "ready", failures: 0, fault_code: null });
    // Nobody has to wait for the end of a claim.
    expect(await readSyncOwner(world.store, "site")).toBeNull();
  });

  test("an edit back to older words reaches the store, whatever its time says", async () => {
    await using world = await open();
    await world.addUrl("site", url(), { complete: true });
    const edited = (text: string, updated_at: string) =>
      server.onGet((response) => void response.end(JSON.stringify([{ ...entry(1, text), updated_at }])));
    edited("These are the newer words.", "2026-04-20T10:00:00Z");
    await world.run("site");
    edited("These are the older words.", "2026-04-10T10:00:00Z");
    await world.run("site");
    expect(await world.store.query("SELECT text FROM review")).toEqual([{ text: "These are the older words." }]);
  });
});
