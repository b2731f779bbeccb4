import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openStore } from "../../src/store/connection/open-store.ts";
import { newFolder } from "../databases.ts";
import { repeats } from "../length.ts";
import { openRandom } from "../random.ts";
import { SEED } from "../seed.ts";
import { CLI, runCandor, startCandor } from "../server-process.ts";

const SECONDS = repeats(10, 75);
const BATCH = 400;

/** Each batch has its own reviews, so that the test can tell which imports are complete. */
function writeBatch(folder: string, number: number): string {
  const path = join(folder, `batch-${number}.ndjson`);
  const lines = Array.from({ length: BATCH }, (_, index) =>
    JSON.stringify({
      id: String(number * BATCH + index).padStart(26, "0"),
      source: "google",
      author: "Maria S.",
      rating: 5,
      date: "2026-01-02",
      text: `Batch ${number}, number ${index}: the plan was explained and it worked.`,
      verification: { method: "platform_account", verified_at: "2026-01-03T00:00:00Z" },
    }),
  );
  writeFileSync(path, lines.join("\n"));
  return path;
}

type Reviews = { total: number; reviews: { text: string }[] };

/** How many reviews of each batch are shown. */
function countBatches({ reviews }: Reviews): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { text } of reviews) {
    const number = Number(/^Batch (\d+),/.exec(text)?.[1]);
    counts.set(number, (counts.get(number) ?? 0) + 1);
  }
  return counts;
}

async function readAll(url: string): Promise<Reviews> {
  return (await fetch(`${url}/reviews.json`)).json() as Promise<Reviews>; // our own document
}

test(`kill -9 at random moments under imports and reads for ${SECONDS} s: nothing is lost, and no import is half done`, async () => {
  const folder = newFolder();
  const env = { DATABASE_URL: `sqlite:${folder}/candor.db` };
  const deadline = Date.now() + SECONDS * 1000;
  const promised = new Set<number>();
  const random = openRandom(SEED);
  let [batch, server_kills, import_kills, reads] = [0, 0, 0, 0];
  while (Date.now() < deadline) {
    await using server = await startCandor(env);
    let killed = false;
    const reading = (async () => {
      while (!killed) {
        const all = await readAll(server.url).catch(() => null);
        if (!all) break;
        reads += 1;
        for (const [number, count] of countBatches(all)) expect([number, count]).toEqual([number, BATCH]);
      }
    })();
    const number = batch++;
    const path = writeBatch(folder, number);
    const victim = random() < 0.5 ? "server" : "import";
    const importing = Bun.spawn([...CLI, "import", path], { env, stdout: "ignore", stderr: "ignore" });
    const wait = Bun.sleep(random() * 1500);
    if (victim === "import") {
      await wait;
      if (importing.exitCode === null) import_kills += 1;
      importing.kill("SIGKILL");
    } else {
      await wait;
      server.signal("SIGKILL");
      server_kills += 1;
    }
    // Exit code 0 is the promise: from then on the batch is stored, whatever is killed.
    if ((await importing.exited) === 0) promised.add(number);
    killed = true;
    server.signal("SIGKILL");
    await reading;
  }
  await using server = await startCandor(env);
  const counts = countBatches(await readAll(server.url));
  expect([...promised].filter((number) => counts.get(number) !== BATCH)).toEqual([]);
  expect([...counts.values()].every((count) => count === BATCH)).toBe(true);
  expect(reads).toBeGreaterThan(0);
  console.log(`killed ${server_kills} servers and ${import_kills} imports; ${promised.size} of ${batch} imports kept`);

  const store = await openStore(env.DATABASE_URL);
  expect(await store.query("PRAGMA integrity_check")).toEqual([{ integrity_check: "ok" }]);
  await store.close();
  expect((await runCandor(env, ["import", writeBatch(folder, batch)])).code).toBe(0);
});
