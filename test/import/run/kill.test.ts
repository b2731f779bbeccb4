import { expect, test } from "bun:test";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openStore } from "../../../src/store/connection/open-store.ts";
import { readDataset } from "../../../src/store/dataset/dataset.ts";
import { countReviews } from "../../../src/store/reviews/reviews.ts";
import { newFolder } from "../../databases.ts";
import { repeats } from "../../length.ts";
import { CLI } from "../../server-process.ts";

const ROWS = repeats(1500, 100_000);
const MOMENTS = 6;

test(`an import of ${ROWS} rows that is killed at ${MOMENTS} moments leaves all of it or nothing`, async () => {
  const folder = newFolder();
  const table = join(folder, "reviews.csv");
  const lines = Array.from(
    { length: ROWS },
    (_, row) => `r${row},Ann Bee,5,2026-01-02,"Visit number ${row} was fine, as ever."`,
  );
  writeFileSync(table, `id,name,rating,date,review\n${lines.join("\n")}\n`);
  const path = join(folder, "candor.db");
  const env = { DATABASE_URL: `sqlite:${path}` };
  const start = () =>
    Bun.spawn([...CLI, "import", table, "--verified-by", "operator"], { env, stdout: "ignore", stderr: "ignore" });
  const countRows = async () => {
    const store = await openStore(env.DATABASE_URL);
    const { published } = await countReviews(store);
    const { version } = await readDataset(store);
    const [staged] = await store.query<{ count: number }>(
      "SELECT CAST(count(*) AS INTEGER) AS count FROM main.staging",
    );
    await store.close();
    return { published, version, staged: staged?.count };
  };
  const clear = () => {
    for (const end of ["", "-wal", "-shm"]) rmSync(`${path}${end}`, { force: true });
  };

  const began = performance.now();
  expect(await start().exited).toBe(0);
  let whole_ms = performance.now() - began;
  let nothing = 0;
  for (let moment = 1; moment <= MOMENTS; moment += 1) {
    clear();
    const running = start();
    const moment_ms = (whole_ms * moment) / MOMENTS;
    await Bun.sleep(moment_ms);
    running.kill("SIGKILL");
    await running.exited;
    const { published, version, staged } = await countRows();
    expect([0, ROWS]).toContain(published);
    expect({ version, staged }).toEqual({ version: published === 0 ? 0 : 1, staged: 0 });
    if (published === 0) nothing += 1;
    // The machine was busier when the whole import was timed.
    else whole_ms = Math.min(whole_ms, moment_ms);
  }
  // Half of the moments at least hit the work itself.
  expect(nothing).toBeGreaterThanOrEqual(MOMENTS / 2);
  expect(await start().exited).toBe(0);
  expect((await countRows()).published).toBe(ROWS);
});
