import { expect, test } from "bun:test";
import { createLog } from "../../src/log.ts";
import { createBuilder } from "../../src/publish/builder.ts";
import { openStore } from "../../src/store/connection/open-store.ts";
import { DATABASES } from "../databases.ts";
import { until } from "../faults/serving.ts";
import { bumpDataset, insertRows, reviewRow } from "../rows.ts";

const postgres = DATABASES.find(({ dialect }) => dialect === "PostgreSQL");

test.skipIf(!postgres)("a build closes its connection to PostgreSQL", async () => {
  const database_url = (await postgres?.newDatabase()) ?? "";
  const store = await openStore(database_url);
  await insertRows(store, [reviewRow(1)]);
  await bumpDataset(store);
  const connections = async () => {
    const rows = await store.query<{ count: string }>(
      "SELECT count(*) AS count FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend'",
    );
    return Number(rows[0]?.count);
  };
  const before = await connections();
  const stopping = new AbortController();
  const build = createBuilder({ stopping: stopping.signal, log: createLog("error"), rebuilt: () => {} });
  const request = { database_url, base_url: "http://localhost:8080", kind: "business" as const, served: null };
  for (let round = 0; round < 3; round++) expect(await build({ ...request, before: null })).toHaveProperty("snapshot");
  await until(async () => (await connections()) <= before);
  stopping.abort();
  await store.close();
});
