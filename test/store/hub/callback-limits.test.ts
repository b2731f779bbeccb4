import { expect, test } from "bun:test";
import { openStore } from "../../../src/store/connection/open-store.ts";
import {
  type CallbackLimit,
  lockCallbackLimit,
  readCallbackLimits,
  saveCallbackLimit,
  sweepCallbackLimits,
} from "../../../src/store/hub/callback-limits.ts";
import { newSqliteStore } from "../../databases.ts";

const [BEFORE, NOW] = ["2026-05-01T11:00:00.000Z", "2026-05-01T12:00:00.000Z"];

test("a limit is forgotten when nothing of it is used, and its failures are long ago", async () => {
  const store = await openStore(await newSqliteStore());
  const used: Record<string, Partial<CallbackLimit>> = {
    unused: {},
    requests: { requests_until: NOW },
    gets: { gets_until: NOW },
    refused: { refused_until: NOW },
    failed: { failed_at: BEFORE },
  };
  for (const [name, limit] of Object.entries(used))
    await saveCallbackLimit(store, { ...(await lockCallbackLimit(store, name)), ...limit });
  await sweepCallbackLimits(store, NOW, BEFORE);
  const left = await readCallbackLimits(store, Object.keys(used));
  expect(left.map(({ name }) => name).sort()).toEqual(["failed", "gets", "refused", "requests"]);
  expect(left.find(({ name }) => name === "gets")).toMatchObject({ gets_until: NOW, failures: 0 });
  await sweepCallbackLimits(store, "2026-05-01T12:00:00.001Z", NOW);
  expect(await readCallbackLimits(store, Object.keys(used))).toEqual([]);
  await store.close();
});
