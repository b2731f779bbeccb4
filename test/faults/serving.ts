import { openStore } from "../../src/store/connection/open-store.ts";
import type { Store } from "../../src/store/store.ts";
import { FAR_MS } from "../machine.ts";
import { bumpDataset, insertRows, reviewRow } from "../rows.ts";

/** Waits for what must happen. How soon is for other tests: a slow machine may take its time. */
export async function until(done: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + FAR_MS;
  while (!(await done())) {
    if (performance.now() > deadline) throw new Error(`not within ${FAR_MS} ms: ${done}`);
    await Bun.sleep(10);
  }
}

let reviews = 0;

/** Commits what an import commits: rows and the next dataset version, in one transaction. */
export async function importReview(store: Store): Promise<void> {
  reviews += 1;
  await store.transaction(async (tx) => {
    await insertRows(tx, [reviewRow(reviews)]);
    await bumpDataset(tx);
  });
}

/** Holds the write lock of a SQLite file, so that every other commit waits. */
export async function lockStore(database: string): Promise<() => Promise<void>> {
  const store = await openStore(database);
  const locked = Promise.withResolvers<void>();
  const free = Promise.withResolvers<void>();
  const held = store.transaction(async () => {
    locked.resolve();
    await free.promise;
  });
  await locked.promise;
  return async () => {
    free.resolve();
    await held;
    await store.close();
  };
}
