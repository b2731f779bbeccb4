import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { detectReviews } from "../../src/import/formats/detect.ts";
import { DEFAULT_OPTIONS } from "../../src/import/run/run.ts";
import { limitRows } from "../../src/sync/run-import.ts";
import { DATABASES, newFolder } from "../databases.ts";
import { endOf } from "../end-of.ts";
import { openReceiver, type Receiver, status } from "../websub/receiver.ts";
import { certificate, type Entry, entry, openWorld, storedEntries, type World } from "./world.ts";

let server: Receiver;
let other: Receiver;
beforeAll(async () => {
  server = await openReceiver(certificate);
  other = await openReceiver(certificate);
});
afterAll(() => {
  server.close();
  other.close();
});
beforeEach(() => {
  server.reset();
  other.reset();
});

const json = (entries: readonly Entry[]): string => JSON.stringify(entries);
const serve = (entries: readonly Entry[], headers: Record<string, string> = {}) =>
  server.onGet((response) => void response.writeHead(200, headers).end(json(entries)));
const url = (path = "/reviews-export.json") => `https://localhost:${server.port}${path}`;
const ten = Array.from({ length: 10 }, (_, at) => entry(at));

describe.each(DATABASES)("the answers of a URL source on $dialect", ({ newDatabase }) => {
  const open = async (more: Partial<Parameters<typeof openWorld>[0]> = {}): Promise<World> =>
    openWorld({ database: await newDatabase(), ports: [server.port, other.port], ...more });

  test.each([404, 410, 401, 403, 400])("a %d is a fault that is not tried again, and removes nothing", async (code) => {
    await using world = await open();
    await world.addUrl("site", url(), { complete: true });
    serve(ten);
    await world.run("site");
    server.reset();
    server.onGet(status(code));
    const run = await world.run("site", { yes: true });
    expect(run.outcome).toBe("late");
    expect(server.gets().length).toBe(1);
    expect((await storedEntries(world.store)).length).toBe(10);
    const { state, failures, next_run } = await world.source("site");
    expect([state, failures, Date.parse(next_run) - world.clock.ms]).toEqual(["late", 1, 900_000]);
  });

  test.each([408, 429, 500, 502, 503, 504])("a %d is tried six times, with growing random waits", async (code) => {
    await using world = await open();
    await world.addUrl("site", url());
    server.onGet(status(code));
    expect((await world.run("site")).outcome).toBe("late");
    expect(server.gets().length).toBe(6);
    expect(world.waits).toEqual([500, 1000, 2000, 4000, 8000]);
  });

  test("Retry-After is waited for, in seconds and as a date, and a long one ends the run until then", async () => {
    await using world = await open();
    await world.addUrl("site", url());
    let tries = 0;
    server.onGet((response) => {
      tries += 1;
      if (tries === 1) return void response.writeHead(429, { "Retry-After": "7" }).end();
      const date = new Date(world.clock.ms + 60_000).toUTCString();
      if (tries === 2) return void response.writeHead(503, { "Retry-After": date }).end();
      response.writeHead(429, { "Retry-After": "3600" }).end();
    });
    const run = await world.run("site");
    expect([run.outcome, run.fault?.code, tries]).toEqual(["late", "busy", 3]);
    expect(world.waits).toEqual([7000, 60_000]);
    const { next_run } = await world.source("site");
    expect(Date.parse(next_run) - world.clock.ms).toBe(3_600_000);
  });

  test("HTML, an empty list and a broken document with 200 are faults, never “no reviews”", async () => {
    await using world = await open();
    await world.addUrl("site", url(), { complete: true });
    serve(ten);
    await world.run("site");
    for (const body of [
      "<html><body>Please log in</body></html>",
      "[]",
      '[{"id":"r-1","rating":',
      "{}",
      '{"error":true}',
    ]) {
      server.onGet((response) => void response.end(body));
      const run = await world.run("site", { yes: true });
      expect([run.outcome, run.fault?.code]).toEqual(["late", "not_recognized"]);
      expect(run.fault?.text).not.toContain("candor-sync-");
    }
    // As another Candor would be read.
    await world.addUrl("mirror", url("/reviews.json"));
    for (const body of ["   ", "[".repeat(600), '{"reviews":[']) {
      server.onGet((response) => void response.end(body));
      const { fault } = await world.run("mirror");
      expect([fault?.code, fault?.text.includes("candor-sync-")]).toEqual(["not_recognized", false]);
    }
    expect((await storedEntries(world.store)).length).toBe(10);
  });

  test("a body that is cut off changes nothing, with and without a length", async () => {
    await using world = await open();
    await world.addUrl("site", url(), { complete: true });
    serve(ten);
    await world.run("site");
    const body = json(ten.slice(0, 5));
    for (const headers of [{ "Content-Length": String(body.length + 10) }, {}]) {
      server.reset();
      server.onGet((response) => {
        response.writeHead(200, headers);
        response.write(body);
        setTimeout(() => response.destroy(), 20);
      });
      const run = await world.run("site", { yes: true });
      expect([run.outcome, run.fault?.code]).toEqual(["late", "cut_off"]);
      expect(server.gets().length).toBe(6);
    }
    expect((await storedEntries(world.store)).length).toBe(10);
  });

  test("follows up to three redirects, and the secret stays with its origin", async () => {
    await using world = await open({ secrets: { KEY: { value: "Bearer canary-4711\n" } } });
    const header = { name: "Authorization", secret: "KEY" };
    await world.addUrl("site", url("/a"), { header });
    server.onGet((response, { target }) => {
      const Location = { "/a": "/b", "/b": "/c", "/c": `https://localhost:${other.port}/d` }[target] ?? "";
      response.writeHead(302, { Location }).end();
    });
    other.onGet((response) => void response.end(json(ten)));
    expect((await world.run("site")).outcome).toBe("imported");
    expect(server.gets().map(({ headers }) => headers.authorization)).toEqual(Array(3).fill("Bearer canary-4711"));
    expect(other.gets().map(({ headers }) => headers.authorization)).toEqual([undefined]);
    await world.addUrl("loop", url("/loop"));
    server.onGet((response) => void response.writeHead(301, { Location: "/loop" }).end());
    expect((await world.run("loop")).fault?.code).toBe("redirect");
    server.onGet((response) => void response.writeHead(301, { Location: `http://localhost:${server.port}/` }).end());
    expect((await world.run("loop")).fault?.code).toBe("redirect");
    server.onGet((response) => void response.writeHead(301, { Location: "https://10.0.0.1/" }).end());
    expect((await world.run("loop")).fault?.code).toBe("redirect");
  });

  test("reads gzip, and refuses what unpacks to too much", async () => {
    await using world = await open();
    await world.addUrl("site", url());
    const packed = gzipSync(json(ten));
    server.onGet((response) => void response.writeHead(200, { "Content-Encoding": "gzip" }).end(packed));
    expect((await world.run("site")).imports[0]?.report.added).toBe(10);
    const bomb = gzipSync(Buffer.alloc(257 * 1024 * 1024, " "), { level: 1 });
    server.onGet((response) => void response.writeHead(200, { "Content-Encoding": "gzip" }).end(bomb));
    expect((await world.run("site")).fault?.code).toBe("too_large");
  });

  test("of rows that are none a thousand are kept, and all are counted", async () => {
    await using world = await open();
    await world.addUrl("site", url());
    const junk = Array.from({ length: 1500 }, (_, at) => ({ ...entry(100 + at), date: "someday" }));
    server.onGet((response) => void response.end(JSON.stringify([...ten, ...junk])));
    const [imported] = (await world.run("site")).imports;
    expect([imported?.report.added, imported?.report.rejected, imported?.rejections.length]).toEqual([10, 1500, 1000]);
  });
});

test("a read ends with the first row that is too many", async () => {
  const path = join(newFolder(), "entries.json");
  writeFileSync(path, json(ten));
  const [reviews] = await detectReviews(path, DEFAULT_OPTIONS);
  if (!reviews) throw new Error("the file has no reviews");
  const count = async (most: number) => {
    let rows = 0;
    for await (const batch of limitRows(reviews, most).rows) rows += batch.length;
    return rows;
  };
  expect(await endOf(count(9))).toThrow("entries.json has more than 9 rows");
});
