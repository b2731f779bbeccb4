import { expect, test } from "bun:test";
import { openStore } from "../../src/store/connection/open-store.ts";
import { candor } from "../candor.ts";
import { newSqliteDatabase, newSqliteStore } from "../databases.ts";
import { insertRows, reviewRow } from "../rows.ts";
import { openAuthority } from "../websub/authority.ts";
import { openTestHub } from "../websub/hub.ts";
import { openReceiver, status } from "../websub/receiver.ts";

test("candor subscriptions shows counts and no callback", async () => {
  const database = await newSqliteStore();
  const authority = openAuthority();
  const receiver = await openReceiver(authority.issue(["a.hub-test.org", "b.hub-test.org"]));
  const allowed = ["a", "b"].map((name) => `${name}.hub-test.org:${receiver.port}`);
  const clock = { ms: Date.parse("2026-11-15T00:00:00Z") };
  const hub = await openTestHub({ database, ca: authority.ca, allowed, clock });
  await hub.subscribe(`https://a.hub-test.org:${receiver.port}/capability`);
  await hub.subscribe(`https://b.hub-test.org:${receiver.port}/capability`);
  receiver.onGet(status(404));
  await hub.subscribe(`https://b.hub-test.org:${receiver.port}/refused`);
  receiver.onPost(status(500));
  clock.ms += 1000;
  await hub.importReview();
  await hub.run();
  await hub.close();
  receiver.close();

  const text = await candor({ DATABASE_URL: database }, "subscriptions");
  expect(text.code).toBe(0);
  expect(text.out).toBe(
    [
      "/api/changes.json  0 active on 0 hosts, 0 behind, 0 failing",
      "/api/feed.json     0 active on 0 hosts, 0 behind, 0 failing",
      "/feed.xml          2 active on 2 hosts, 2 behind, 2 failing",
      "/reviews.json      0 active on 0 hosts, 0 behind, 0 failing",
      "pending            0",
      "ended this week    1 failed",
      "",
    ].join("\n"),
  );
  const json = await candor({ DATABASE_URL: database }, "subscriptions", "--json");
  expect(JSON.parse(json.out).topics[2]).toEqual({ topic: "/feed.xml", active: 2, hosts: 2, owed: 2, failing: 2 });
  expect(text.out + json.out).not.toContain("capability");

  const shown = await candor({ DATABASE_URL: database }, "status");
  expect(shown.out).toContain(
    [
      "hub         2 active, 0 pending, 2 failing; ended this week: 1 failed",
      "behind      2 subscriptions, the first since 2026-01-01T00:00:00Z",
      "last error  2026-11-15T00:00:01.000Z, delivery: status 500",
    ].join("\n"),
  );
  const machine = await candor({ DATABASE_URL: database }, "status", "--json");
  expect(JSON.parse(machine.out).hub).toEqual({
    active: 2,
    pending: 0,
    failing: 2,
    ended_this_week: { failed: 1 },
    behind: { subscriptions: 2, since: "2026-01-01T00:00:00Z" },
    paused: { key: 0, network: 0 },
    last_failure: { at: "2026-11-15T00:00:01.000Z", of: "delivery", reason: "status 500" },
  });
  expect(shown.out + machine.out).not.toContain("capability");
});

test.each([
  [19, false],
  [20, true],
])("candor status with %d held reviews says that only the newest are shown: %p", async (count, cut) => {
  const database = await newSqliteStore();
  const store = await openStore(database);
  const held = { state: "held", held_reason: "unverified", verification_method: null, verified_at: null } as const;
  await insertRows(
    store,
    Array.from({ length: count }, (_, number) => reviewRow(number, held)),
  );
  await store.close();
  const { out } = await candor({ DATABASE_URL: database }, "status");
  expect(out.match(/ {2}unverified {2}/g)).toHaveLength(count);
  expect(out.includes("… only the newest are shown")).toBe(cut);
});

test("candor status shows zero counts for a hub without subscribers", async () => {
  const env = { DATABASE_URL: newSqliteDatabase() };
  await (await openStore(env.DATABASE_URL)).close();
  const { out } = await candor(env, "status");
  expect(out).toEndWith("hub         0 active, 0 pending, 0 failing\n");
});

test("without a topic it says what creates them", async () => {
  expect(await candor({ DATABASE_URL: await newSqliteStore() }, "subscriptions")).toEqual({
    code: 0,
    out: "no topics yet: candor serve creates them\npending            0\nended this week    none\n",
    error: "",
  });
});
