import { expect, test } from "bun:test";
import { createLog } from "../../src/log.ts";
import { openStore } from "../../src/store/connection/open-store.ts";
import type { Cause } from "../../src/store/hub/paused-subscriptions.ts";
import { createNetwork } from "../../src/websub/network.ts";
import { createPauses } from "../../src/websub/pauses.ts";
import type { DeliveryResult } from "../../src/websub/record.ts";
import { newSqliteStore } from "../databases.ts";
import { insertSubscriptions } from "./subscriptions.ts";

const NOW = new Date("2026-03-01T12:00:00Z");
const to: DeliveryResult["to"] = {
  ...{ id: "a", topic: "/feed.xml", callback: "https://a.org/", token: "t", host: "a.org", domain: "a.org" },
  ...{ asked_topic: "/feed.xml", secret: null, lease_seconds: 60, verified_at: "", expires_at: "", paused: null },
  ...{
    delivered_seq: 0,
    attempted_seq: 0,
    attempted_at: null,
    failures: 0,
    last_error: null,
    last_try: null,
    tries: 0,
  },
};
const paused = (cause: Cause): DeliveryResult => ({ kind: "delivery", to, seq: 1, outcome: { kind: "paused", cause } });

test("a pause is reported once, and its end once when no row has its cause any more", async () => {
  const store = await openStore(await newSqliteStore());
  const logged: string[] = [];
  const log = createLog("info", (line) => {
    const { event, cause } = JSON.parse(line);
    logged.push(`${event} ${cause}`);
  });
  const network = createNetwork(() => NOW);
  const pauses = createPauses({ store, log, network, clock: async () => NOW.getTime() });
  await insertSubscriptions(store, ["https://a.org/", "https://b.org/"], NOW);
  await store.query("UPDATE subscription SET paused = CASE host WHEN 'a.org' THEN 'key' ELSE 'network' END");
  const dueAt = () => store.query("SELECT retry_at, newer_at FROM subscription WHERE paused = 'network'");
  const [later, at_once] = ["2026-03-01T13:00:00.000Z", NOW.toISOString()];
  await store.query("UPDATE subscription SET retry_at = $1, newer_at = $1", [later]);

  pauses.report([paused("key"), paused("key")]);
  pauses.report([paused("key")]);
  await pauses.forget();
  expect(logged).toEqual(["websub_paused key"]);
  await store.query("UPDATE subscription SET paused = NULL WHERE paused = 'key'");
  await pauses.forget();
  await pauses.forget();
  expect(logged).toEqual(["websub_paused key", "websub_resumed key"]);

  logged.length = 0;
  // A delivery that began before the network came back: it waits, and nothing is wrong.
  pauses.report([paused("network")]);
  network.pause();
  pauses.report([paused("network"), paused("network")]);
  await pauses.retryIfConnected();
  expect([logged, await dueAt()]).toEqual([["websub_paused network"], [{ retry_at: later, newer_at: later }]]);
  network.connected();
  await pauses.retryIfConnected();
  await pauses.retryIfConnected();
  expect([logged, await dueAt()]).toEqual([
    ["websub_paused network", "websub_resumed network"],
    [{ retry_at: at_once, newer_at: at_once }],
  ]);
  await store.close();
});
