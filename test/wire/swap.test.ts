import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openStore } from "../../src/store/connection/open-store.ts";
import type { Store } from "../../src/store/store.ts";
import { newFolder, newSqliteDatabase } from "../databases.ts";
import { LONG } from "../length.ts";
import { bumpDataset, insertRows, reviewRow } from "../rows.ts";
import { runCandor, type ServerProcess, startCandor } from "../server-process.ts";

const TEXT = "The therapist listened, explained each exercise and the pain in my knee was gone after six weeks. ";
/** A tenth has a text of its own; to analyze 10,000 of them would take most of the test. */
const rowsFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, n) =>
    reviewRow(first + n, {
      date: "2025-06-01",
      text: `${n} ${TEXT}`,
      ...(n % 10 === 0 ? {} : { language: "zh" }), // not analyzed
    }),
  );

/** Sends one request after another until stopped; gives how many it sent and the longest that any of them took. */
function watch(server: ServerProcess) {
  let [going, longest, asked] = [true, 0, 0];
  const paths = ["/healthz", "/api/reviews/search?rating=5&limit=1", "/api/reviews/search?query=knee&limit=1"];
  const loop = (async () => {
    while (going) {
      const started = performance.now();
      await (await server.get(paths[asked++ % paths.length] ?? "/healthz")).text();
      longest = Math.max(longest, performance.now() - started);
      await Bun.sleep(1);
    }
  })();
  return async () => {
    going = false;
    await loop;
    return { longest, asked };
  };
}

type Clinic = AsyncDisposable & { store: Store; server: ServerProcess; total: number };

async function openClinic(total: number): Promise<Clinic> {
  const url = newSqliteDatabase();
  const store = await openStore(url);
  await insertRows(store, rowsFrom(0, total));
  await bumpDataset(store);
  const server = await startCandor({ DATABASE_URL: url });
  const close = async () => {
    await store.close();
    await server.stop();
  };
  return { store, server, total, [Symbol.asyncDispose]: close };
}

/** The longest wait at `watched` while `changed` builds and swaps a snapshot with one more review. */
async function longestDuringSwap(watched: ServerProcess, changed: Clinic): Promise<number> {
  const stop = watch(watched);
  changed.total += 1;
  await insertRows(changed.store, rowsFrom(changed.total, 1));
  await bumpDataset(changed.store);
  const shown = (body: string) => body.includes(`"total":${changed.total}`);
  await changed.server.until("/api/reviews/search?limit=1", shown);
  await Bun.sleep(200);
  const { longest, asked } = await stop();
  expect(asked).toBeGreaterThan(50);
  return longest;
}

/** Noise comes and goes, so the best of a few tries counts. */
async function best(tries: number, limit_ms: number, measure: (number: number) => Promise<number>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < tries && least > limit_ms; i += 1) least = Math.min(least, await measure(i));
  return least;
}

test("a swap at 10,000 reviews keeps no request waiting more than 50 ms", async () => {
  await using measured = await openClinic(10_000);
  await using other = await openClinic(10_000);
  const waited = await best(4, 50, async () => {
    // The same swap in another process first: how long requests wait only because a build uses the machine.
    const noise = await longestDuringSwap(measured.server, other);
    return (await longestDuringSwap(measured.server, measured)) - noise;
  });
  expect(waited).toBeLessThan(50);
});

test.skipIf(!LONG)(
  "an import of 100,000 reviews keeps no request waiting more than 300 ms, and is shown within 15 s",
  async () => {
    const url = newSqliteDatabase();
    const server = await startCandor({ DATABASE_URL: url });
    const path = join(newFolder(), "reviews.ndjson");
    const lines = Array.from({ length: 100_000 }, (_, n) =>
      JSON.stringify({
        id: String(n).padStart(26, "0"),
        rating: 1 + (n % 5),
        date: "2025-06-01",
        author: `Author ${n}`,
        text: `${n} ${TEXT.repeat(3)}`,
        verification: { method: "operator" },
      }),
    );
    writeFileSync(path, lines.join("\n"));
    // The same import into another database first: how long requests wait when only the machine is busy.
    const stopControl = watch(server);
    expect((await runCandor({ DATABASE_URL: newSqliteDatabase() }, ["import", path])).code).toBe(0);
    const noise = (await stopControl()).longest;
    const stop = watch(server);
    expect(await runCandor({ DATABASE_URL: url }, ["import", path])).toMatchObject({ code: 0, error: "" });
    const shown = (body: string) => body.includes('"total":100000');
    expect(await server.until("/api/reviews/search?limit=1", shown)).toBeLessThan(15_000);
    await Bun.sleep(500);
    const { longest } = await stop();
    expect(longest).toBeLessThan(300 + noise);
    await server.stop();
  },
);
