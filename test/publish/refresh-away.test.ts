import { expect, test } from "bun:test";
import { createLog } from "../../src/log.ts";
import { startRefresh } from "../../src/publish/refresh.ts";
import { createCurrent } from "../../src/snapshot/current.ts";
import { openStore } from "../../src/store/connection/open-store.ts";
import type { Store } from "../../src/store/store.ts";
import { newSqliteDatabase } from "../databases.ts";
import { until } from "../faults/serving.ts";

test("a database that cannot be reached is reported at once and once, and so is its return", async () => {
  const database_url = newSqliteDatabase();
  const reached = await openStore(database_url);
  let away = true;
  const store: Store = {
    ...reached,
    query: (...query) =>
      away ? Promise.reject(Object.assign(new Error("away"), { code: "ECONNREFUSED" })) : reached.query(...query),
  };
  const events: string[] = [];
  const stopping = new AbortController();
  const current = createCurrent();
  const refresh = await startRefresh({
    store,
    current,
    database_url,
    base_url: "http://localhost:8080",
    kind: "business",
    log: createLog("info", (line) => void events.push(JSON.parse(line).event)),
    stopping: stopping.signal,
    swapped: () => {},
  });
  expect([events, current.get()]).toEqual([["database_away"], null]);
  await Bun.sleep(700); // one more try
  expect(events).toEqual(["database_away"]);
  away = false;
  await until(() => events.includes("database_back"));
  await Bun.sleep(700);
  away = true;
  await until(() => events.length > 3);
  expect(events).toEqual(["database_away", "snapshot", "database_back", "database_away"]);
  stopping.abort();
  await refresh.ended;
  await reached.close();
});
