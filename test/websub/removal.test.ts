import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { DATABASES } from "../databases.ts";
import { openAuthority } from "./authority.ts";
import { FEED, openTestHub, type TestHub } from "./hub.ts";
import { openReceiver, type Receiver, status, thank } from "./receiver.ts";

const HOST = "receiver.hub-test.org";
const DAY = 86_400;

describe.each(DATABASES)("failures and removal on $dialect", ({ newDatabase }) => {
  let receiver: Receiver;
  let hub: TestHub;
  let callback: string;
  let count = 0;

  beforeAll(async () => {
    const authority = openAuthority();
    receiver = await openReceiver(authority.issue([HOST, "*.hub-test.org"]));
    const allowed = [`${HOST}:${receiver.port}`];
    hub = await openTestHub({ database: await newDatabase(), ca: authority.ca, allowed });
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
  const denials = () => receiver.gets().filter(({ query }) => query.get("hub.mode") === "denied");

  test("500, 500, 200 keeps the subscription and resets the count", async () => {
    const mine = await hub.subscribe(callback);
    receiver.onPost(status(500));
    await hub.importAndRun();
    expect(await hub.status(mine)).toContain("failures_in_a_row: 1\nlast_error: status 500\n");
    await hub.advance(36);
    expect(await hub.status(mine)).toContain("failures_in_a_row: 2\n");
    receiver.onPost(thank);
    await hub.advance(360);
    expect(receiver.posts()).toHaveLength(3);
    expect(await hub.status(mine)).toContain("failures_in_a_row: 0\n");
    receiver.onPost(status(503));
    await hub.importAndRun();
    await hub.advance(36);
    expect(await hub.status(mine)).toContain("failures_in_a_row: 2\n");
    expect(denials()).toHaveLength(0);
  });

  test("500, 500, 500 removes the subscription and tells the subscriber once", async () => {
    await hub.store.query("DELETE FROM ended_subscription");
    const mine = await hub.subscribe(callback);
    receiver.onPost(status(500));
    await hub.importAndRun();
    await hub.advance(36);
    await hub.advance(360);
    expect(receiver.posts()).toHaveLength(3);
    expect(denials()).toHaveLength(1);
    expect(denials()[0]?.target.startsWith(`/callback/${count}?key=a%2fb&hub.mode=denied&hub.topic=`)).toBe(true);
    expect(denials()[0]?.query.get("hub.topic")).toBe(FEED);
    expect(denials()[0]?.query.get("hub.reason")).toBe("3 deliveries in a row failed; the last: status 500");
    expect(denials()[0]?.query.has("hub.challenge")).toBe(false);
    expect(await hub.status(mine)).toContain("state: removed\n");
    expect(await hub.store.query("SELECT state FROM ended_subscription")).toEqual([{ state: "removed" }]);
    await hub.advance(DAY);
    await hub.importAndRun();
    expect(receiver.posts()).toHaveLength(3);
    expect(denials()).toHaveLength(1);
  });

  test("a renewal ends the wait after a failure, and keeps the count", async () => {
    await hub.subscribe(callback);
    receiver.onPost(status(503, { "Retry-After": "3600" }));
    await hub.importAndRun();
    const renewed = await hub.subscribe(callback);
    expect(receiver.posts()).toHaveLength(2);
    expect(await hub.status(renewed)).toContain("failures_in_a_row: 2\n");
    receiver.onPost(thank);
    const again = await hub.subscribe(callback);
    expect(receiver.posts()).toHaveLength(3);
    expect(await hub.status(again)).toContain("failures_in_a_row: 0\n");
  });

  test("a renewal between failures does not save the subscription", async () => {
    await hub.subscribe(callback);
    receiver.onPost(status(500));
    await hub.importAndRun();
    await hub.advance(36);
    const renewed = await hub.subscribe(callback);
    expect(receiver.posts()).toHaveLength(3);
    expect(await hub.status(renewed)).toContain("state: removed\n");
  });

  test("a third failure on a claim that another worker took over removes nothing", async () => {
    const mine = await hub.subscribe(callback);
    receiver.onPost(status(500));
    await hub.importAndRun();
    await hub.advance(36);
    receiver.onPost((response, received) => {
      void hub.store
        .query("UPDATE subscription SET claimed_by = 'another'")
        .then(() => status(500)(response, received));
    });
    await hub.advance(360);
    expect(receiver.posts()).toHaveLength(3);
    expect(denials()).toHaveLength(0);
    expect(await hub.status(mine)).toContain("failures_in_a_row: 2\n");
  });

  test.each([
    [500, 3],
    [404, 3],
    [204, 1],
    [410, 1],
  ])("a denial that is answered with %d is sent %d times", async (code, times) => {
    await hub.subscribe(callback);
    receiver.onPost(status(500));
    receiver.onGet(status(code));
    await hub.importAndRun();
    for (const seconds of [36, 360, 30, 300, DAY]) await hub.advance(seconds);
    const denied = receiver.gets().filter(({ query }) => query.get("hub.mode") === "denied");
    expect(denied).toHaveLength(times);
    expect(await hub.store.query("SELECT callback FROM handshake")).toEqual([]);
  });

  test("a denial that nobody answers is sent three times, after each of the waits", async () => {
    await hub.subscribe(callback);
    hub.addresses.set(HOST, []);
    hub.hub.close(); // closes the kept connections
    hub.outcomes.length = 0;
    await hub.importAndRun();
    await hub.advance(36);
    await hub.advance(360);
    const [failed, unheard] = ["delivery failed", "handshake no_answer"];
    expect(hub.outcomes).toEqual([failed, failed, failed, unheard]);
    await hub.advance(29);
    expect(hub.outcomes).toHaveLength(4);
    await hub.advance(1);
    expect(hub.outcomes).toHaveLength(5);
    await hub.advance(299);
    expect(hub.outcomes).toHaveLength(5);
    await hub.advance(1);
    await hub.advance(DAY);
    hub.addresses.delete(HOST);
    expect(hub.outcomes).toEqual([failed, failed, failed, unheard, unheard, unheard]);
    expect(await hub.store.query("SELECT callback FROM handshake")).toEqual([]);
  });

  test("410 removes at once, without a denial", async () => {
    const mine = await hub.subscribe(callback);
    receiver.onPost(status(410));
    await hub.importAndRun();
    expect(await hub.status(mine)).toContain("state: gone\n");
    await hub.advance(DAY);
    expect(receiver.posts()).toHaveLength(1);
    expect(denials()).toHaveLength(0);
  });
});
