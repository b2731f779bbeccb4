import { expect, test } from "bun:test";
import { join } from "node:path";
import { openStore } from "../../../src/store/connection/open-store.ts";
import { purgeDeleted } from "../../../src/store/erasure/purge.ts";
import { DATABASES } from "../../databases.ts";
import { insertRows, reviewRow } from "../../rows.ts";

const POSTGRES = DATABASES.filter(({ dialect }) => dialect === "PostgreSQL");

test.each(POSTGRES)(
  "a process ends when its store is closed, not when a timer of the connection does",
  async (given) => {
    const script = `
    const { openPostgres } = await import(${JSON.stringify(join(import.meta.dir, "../../../src/store/connection/postgres.ts"))});
    const store = await openPostgres(${JSON.stringify(await given.newDatabase())}, { connections: 2 });
    await store.close();
    console.log(Date.now());`;
    const lived_ms: number[] = [];
    // The timer runs for 2 s each time. Of a machine that stalls, the best try counts.
    while (lived_ms.length < 4 && !lived_ms.some((ms) => ms < 1500)) {
      const child = Bun.spawn([process.execPath, "-e", script], { stdio: ["ignore", "pipe", "inherit"] });
      const closed = Number(await new Response(child.stdout).text());
      await child.exited;
      lived_ms.push(Date.now() - closed);
    }
    expect(Math.min(...lived_ms)).toBeLessThan(1500);
  },
);

test.each(POSTGRES)("deleted words leave the files only after the readers that still see them", async (given) => {
  const store = await openStore(await given.newDatabase());
  await insertRows(store, [reviewRow(1)]);
  const reading = Promise.withResolvers<void>();
  const free = Promise.withResolvers<void>();
  const reader = store.view(async (tx) => {
    await tx.query("SELECT version FROM dataset");
    reading.resolve();
    await free.promise;
  });
  await reading.promise;
  await store.query("DELETE FROM review");
  let purged = false;
  const purge = purgeDeleted(store).then(() => {
    purged = true;
  });
  await Bun.sleep(500);
  expect(purged).toBe(false);
  free.resolve();
  await reader;
  await purge;
  expect(purged).toBe(true);
  // A table that was written anew while somebody saw the row still has it.
  expect(await store.query("SELECT CAST(pg_relation_size('review') AS INTEGER) AS bytes")).toEqual([{ bytes: 0 }]);
  await store.close();
});

test.each(POSTGRES)("a store of two connections has two when it is open", async (given) => {
  const store = await openStore(await given.newDatabase(), { connections: 2 });
  const both = await store.transaction(async (tx) => {
    const inside = await tx.query("SELECT 1 AS one");
    return [...inside, ...(await store.query("SELECT 2 AS two"))];
  });
  expect(both).toEqual([{ one: 1 }, { two: 2 }]);
  await store.close();
});
