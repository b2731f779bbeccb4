import { expect, test } from "bun:test";
import { residentMegabytes } from "../../bench/process.ts";
import { openStore } from "../../src/store/connection/open-store.ts";
import { newSqliteDatabase } from "../databases.ts";
import { repeats } from "../length.ts";
import { bumpDataset, insertRows, reviewRow } from "../rows.ts";
import { type ServerProcess, startCandor } from "../server-process.ts";

const CHANGES = repeats(8, 60);

/** The memory of a build is released within seconds. */
async function settledMegabytes({ pid }: ServerProcess): Promise<number> {
  for (let least = Number.POSITIVE_INFINITY; ; ) {
    await Bun.sleep(1000);
    const now = residentMegabytes(pid);
    if (now > least - 3) return now;
    least = now;
  }
}

test(`${CHANGES} changes keep no old snapshot in memory`, async () => {
  const DATABASE_URL = newSqliteDatabase();
  const store = await openStore(DATABASE_URL);
  // Replies are not analyzed, so the build is quick: only the size of the snapshot matters here.
  const reply = { reply_text: "Thank you. ".repeat(200), reply_date: "2026-01-02", reply_state: "published" } as const;
  await insertRows(
    store,
    Array.from({ length: 3000 }, (_, number) => reviewRow(number, { date: "2026-01-01", text: null, ...reply })),
  );
  await bumpDataset(store);
  await using server = await startCandor({ DATABASE_URL });
  const builds = () => server.output().split('"event":"snapshot"').length;
  const before = await settledMegabytes(server);
  for (let change = 0; change < CHANGES; change++) {
    const built = builds();
    await bumpDataset(store);
    while (builds() === built) await Bun.sleep(20);
  }
  // A snapshot of these takes 20 MB: eight old ones would take over 100.
  expect((await settledMegabytes(server)) - before).toBeLessThan(60);
  await store.close();
});
