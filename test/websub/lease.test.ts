import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { sweep } from "../../src/websub/worker.ts";
import { DATABASES } from "../databases.ts";
import { openAuthority } from "./authority.ts";
import { openTestHub, type TestHub } from "./hub.ts";
import { openReceiver, type Receiver } from "./receiver.ts";
import { insertSubscriptions } from "./subscriptions.ts";

const HOST = "receiver.hub-test.org";

describe.each(DATABASES)("leases on $dialect", ({ newDatabase }) => {
  let receiver: Receiver;
  let hub: TestHub;
  let options: { ca: string; allowed: string[] };
  let callback: string;
  let count = 0;

  beforeAll(async () => {
    const authority = openAuthority();
    receiver = await openReceiver(authority.issue([HOST, "*.hub-test.org"]));
    options = { ca: authority.ca, allowed: [`${HOST}:${receiver.port}`] };
    hub = await openTestHub({ ...options, database: await newDatabase() });
  });
  afterAll(async () => {
    await hub.close();
    receiver.close();
  });
  beforeEach(async () => {
    await hub.clear();
    receiver.reset();
    count += 1;
    callback = `https://${HOST}:${receiver.port}/callback/${count}?key=a%2fb`;
  });

  test("a subscription with an expired lease gets nothing, and the sweeper removes it", async () => {
    const mine = await hub.subscribe(callback, { "hub.lease_seconds": "300" });
    await hub.advance(299);
    await hub.importAndRun();
    expect(receiver.posts()).toHaveLength(1);
    await hub.advance(1);
    await hub.importAndRun();
    expect(receiver.posts()).toHaveLength(1);
    expect(await hub.status(mine)).toContain("state: expired\n");
    await sweep(hub.store, new Date(hub.clock.ms));
    expect(await hub.store.query("SELECT id FROM subscription")).toEqual([]);
    expect(await hub.status(mine)).toContain("state: expired\n");
    const week_ms = 604_800_000;
    await sweep(hub.store, new Date(hub.clock.ms + week_ms));
    expect(await hub.status(mine)).toContain("state: expired\n");
    await sweep(hub.store, new Date(hub.clock.ms + week_ms + 1));
    expect(await hub.status(mine)).toStartWith("no request has this status URL");
  });

  test("one sweep removes every expired subscription, however many there are", async () => {
    const callbacks = Array.from({ length: 1001 }, (_, index) => `https://subscriber.org/${index}`);
    await insertSubscriptions(hub.store, callbacks, new Date(hub.clock.ms));
    await sweep(hub.store, new Date(hub.clock.ms + 864_000_000));
    expect(await hub.store.query("SELECT id FROM subscription")).toEqual([]);
  });

  test("a subscription that expired and is requested again starts at the current version", async () => {
    await hub.subscribe(callback, { "hub.lease_seconds": "300" });
    await hub.advance(301);
    await hub.importReview();
    await hub.run();
    await hub.subscribe(callback);
    await hub.run();
    expect(receiver.posts()).toHaveLength(0);
    await hub.importAndRun();
    expect(receiver.posts()).toHaveLength(1);
  });

  test("the bounds of a lease are settings", async () => {
    const bounds = { WEBSUB_LEASE_MIN: "10", WEBSUB_LEASE_DEFAULT: "20", WEBSUB_LEASE_MAX: "30" };
    const short = await openTestHub({ ...options, database: await newDatabase(), env: bounds });
    for (const asked of [{ "hub.lease_seconds": "1" }, {}, { "hub.lease_seconds": "99" }]) {
      await short.subscribe(callback, asked);
    }
    expect(receiver.gets().map(({ query }) => query.get("hub.lease_seconds"))).toEqual(["10", "20", "30"]);
    await short.close();
  });
});
