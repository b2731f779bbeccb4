import { expect, test } from "bun:test";
import { openLog } from "../../src/log.ts";
import { startRefresh } from "../../src/publish/refresh.ts";
import { openCurrent } from "../../src/snapshot/current.ts";
import { openStore } from "../../src/store/open.ts";
import { newSqliteDatabase } from "../databases.ts";

test("a database that cannot be reached at the start is reported at once, and once", async () => {
  const database_url = newSqliteDatabase();
  const store = await openStore(database_url);
  await store.close();
  const events: string[] = [];
  const stopping = new AbortController();
  const current = openCurrent();
  const refresh = await startRefresh({
    store,
    current,
    database_url,
    base_url: "http://localhost:8080",
    kind: "business",
    log: openLog("info", (line) => void events.push(JSON.parse(line).event)),
    stopping: stopping.signal,
    swapped: () => {},
  });
  expect([events, current.get()]).toEqual([["database_away"], null]);
  await Bun.sleep(700); // one more try
  expect(events).toEqual(["database_away"]);
  stopping.abort();
  await refresh.ended;
});
