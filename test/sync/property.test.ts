import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { ServerResponse } from "node:http";
import fc from "fast-check";
import { DATABASES } from "../databases.ts";
import { repeats } from "../length.ts";
import { SEED } from "../seed.ts";
import { openReceiver, type Received, type Receiver } from "../websub/receiver.ts";
import { byId, certificate, type Entry, entry, openWorld, storedEntries } from "./world.ts";

const RUNS = repeats(6, 200);

let server: Receiver;
beforeAll(async () => {
  server = await openReceiver(certificate);
});
afterAll(() => server.close());

/** What the server does with one request. */
const ANSWERS = ["fine", "fine", "fine", "304", "429", "429 later", "500", "cut", "html", "redirect", "404"] as const;
type Step = { changes: { id: number; text: number | null }[]; answer: (typeof ANSWERS)[number]; seconds: number };

const step: fc.Arbitrary<Step> = fc.record({
  changes: fc.array(
    fc.record({ id: fc.integer({ min: 0, max: 30 }), text: fc.option(fc.integer({ min: 0, max: 3 }), { freq: 3 }) }),
    { maxLength: 12 },
  ),
  answer: fc.constantFrom(...ANSWERS),
  seconds: fc.integer({ min: 1, max: 60_000 }),
});

const words = (id: number, text: number) => `Text ${text} of review ${id}, with some more words about the visit.`;

/** A source that changes and answers as the script says. */
function openScript() {
  const entries = new Map<number, Entry>();
  let answer: Step["answer"] = "fine";
  const etag = () => `"${Bun.hash(JSON.stringify([...entries.values()]))}"`;
  const body = () => JSON.stringify(byId(entries.values()));
  const fine = (response: ServerResponse, { headers }: Received) => {
    if (answer === "304" && headers["if-none-match"] === etag()) return void response.writeHead(304).end();
    response.writeHead(200, { ETag: etag() }).end(body());
  };
  const handle = (response: ServerResponse, received: Received) => {
    if (answer === "429") return void response.writeHead(429).end();
    if (answer === "429 later") return void response.writeHead(429, { "Retry-After": "120" }).end();
    if (answer === "500") return void response.writeHead(500).end("fault");
    if (answer === "404") return void response.writeHead(404).end("[]");
    if (answer === "html") return void response.end("<html><title>Maintenance</title></html>");
    if (answer === "redirect" && received.target === "/a")
      return void response.writeHead(307, { Location: `https://other.test:${server.port}/b` }).end();
    if (answer === "cut") {
      response.writeHead(200, { "Content-Length": String(Buffer.byteLength(body())), ETag: etag() });
      response.write(body().slice(0, -5));
      return void setTimeout(() => response.destroy(), 5);
    }
    fine(response, received);
  };
  server.onGet(handle);
  return {
    entries,
    play({ changes, answer: next }: Pick<Step, "changes" | "answer">) {
      answer = next;
      for (const { id, text } of changes) {
        if (text === null) entries.delete(id);
        else entries.set(id, entry(id, words(id, text)));
      }
    },
  };
}

describe.each(DATABASES)("a complete source on $dialect", ({ newDatabase }) => {
  test("after any script, quiet runs make the store equal to the source, and one more changes nothing", async () => {
    const property = fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      const script = openScript();
      const world = await openWorld({ database: await newDatabase(), ports: [server.port] });
      await world.addUrl("site", `https://localhost:${server.port}/a`, { complete: true });
      for (const next of steps) {
        script.play(next);
        const had = (await storedEntries(world.store)).length;
        const run = await world.run("site");
        // Without two reads that are far enough apart, or with too many missing, nothing is removed.
        if (run.outcome === "needs_decision")
          expect((await storedEntries(world.store)).length).toBeGreaterThanOrEqual(had);
        world.advance(next.seconds);
      }
      script.play({ changes: [{ id: 0, text: 0 }], answer: "304" });
      for (let quiet = 0; quiet < 2; quiet += 1) {
        const { outcome } = await world.run("site");
        if (outcome === "needs_decision") await world.run("site", { yes: true });
        world.advance(43_200);
      }
      expect(await storedEntries(world.store)).toEqual(byId(script.entries.values()));
      expect(await world.source("site")).toMatchObject({ state: "ready", failures: 0, fault_code: null });
      const last = await world.run("site");
      expect([last.outcome, last.fault]).toEqual(["unchanged", null]);
      await world.close();
    });
    await fc.assert(property, { numRuns: RUNS, seed: SEED });
  });

  test("1,200 rows arrive, and so do a change and a removal among them", async () => {
    const world = await openWorld({ database: await newDatabase(), ports: [server.port] });
    const rows = new Map(Array.from({ length: 1200 }, (_, id) => [id, entry(id)]));
    server.onGet((response) => void response.end(JSON.stringify(byId(rows.values()))));
    await world.addUrl("site", `https://localhost:${server.port}/a`, { complete: true });
    expect((await world.run("site")).imports[0]?.report.added).toBe(1200);
    rows.set(7, entry(7, "Another text for number seven."));
    rows.delete(8);
    expect((await world.run("site")).imports[0]?.report).toMatchObject({ updated: 1, unchanged: 1198, removed: 0 });
    world.advance(43_200);
    expect((await world.run("site")).imports[0]?.report.removed).toBe(1);
    expect(await storedEntries(world.store)).toEqual(byId(rows.values()));
    await world.close();
  });
});
