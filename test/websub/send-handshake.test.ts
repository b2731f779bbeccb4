import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { DATABASES } from "../databases.ts";
import { openAuthority } from "./authority.ts";
import { BASE_URL, FEED, IMPATIENT, openTestHub, type TestHub } from "./hub.ts";
import { echo, hang, openReceiver, type Received, type Receiver, status } from "./receiver.ts";

const HOST = "receiver.hub-test.org";
const CLOSED = "closed.hub-test.org";
const challengeOf = ({ query }: Received) => query.get("hub.challenge") ?? "";

describe.each(DATABASES)("verification on $dialect", ({ newDatabase }) => {
  let receiver: Receiver;
  let hub: TestHub;
  let callback: string;
  let count = 0;

  beforeAll(async () => {
    const authority = openAuthority();
    receiver = await openReceiver(authority.issue([HOST, "*.hub-test.org"]));
    const allowed = [`${HOST}:${receiver.port}`, `other.hub-test.com:${receiver.port}`, `${CLOSED}:1`];
    hub = await openTestHub({ database: await newDatabase(), ca: authority.ca, allowed, env: IMPATIENT });
  });
  afterAll(async () => {
    await hub.close();
    receiver.close();
  });
  beforeEach(() => {
    receiver.reset();
    count += 1;
    callback = `https://${HOST}:${receiver.port}/callback/${count}`;
  });

  test("a callback that echoes the challenge makes the subscription active", async () => {
    const now = hub.clock.ms;
    const status_url = await hub.subscribe(callback, { "hub.lease_seconds": "3600" });
    const [get] = receiver.gets();
    expect(receiver.gets()).toHaveLength(1);
    expect(get?.query.get("hub.mode")).toBe("subscribe");
    expect(get?.query.get("hub.topic")).toBe(FEED);
    expect(get?.query.get("hub.lease_seconds")).toBe("3600");
    expect(get?.query.get("hub.challenge")).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(get?.headers["user-agent"]).toBe(`Candor (+${BASE_URL})`);
    expect(await hub.status(status_url)).toBe(
      [
        "state: active",
        `topic: ${FEED}`,
        "lease_seconds: 3600",
        `verified_at: ${new Date(now).toISOString()}`,
        `expires_at: ${new Date(now + 3_600_000).toISOString()}`,
        "signed: no",
        "failures_in_a_row: 0",
        "",
      ].join("\n"),
    );
  });

  test("every challenge is different", async () => {
    await hub.subscribe(callback);
    await hub.subscribe(callback);
    const [first, second] = receiver.gets().map(challengeOf);
    expect(first).not.toBe(second ?? "");
  });

  test("a callback that never answers is asked again after 10 s and 60 s, then no more", async () => {
    receiver.onGet(hang);
    const status_url = await hub.subscribe(callback);
    expect(await hub.status(status_url)).toContain("last_error: no answer: timeout\n");
    const next = new Date(hub.clock.ms + 10_000).toISOString();
    expect(await hub.status(status_url)).toContain(`next_attempt_at: ${next}\n`);
    await hub.advance(9);
    expect(receiver.gets()).toHaveLength(1);
    await hub.advance(1);
    expect(receiver.gets()).toHaveLength(2);
    await hub.advance(59);
    expect(receiver.gets()).toHaveLength(2);
    expect(await hub.status(status_url)).toContain("state: pending\n");
    await hub.advance(1);
    expect(receiver.gets()).toHaveLength(3);
    expect(await hub.status(status_url)).toContain("state: failed\n");
    await hub.advance(1000);
    expect(receiver.gets()).toHaveLength(3);
  });

  test.each([
    ["nobody listens", `https://${CLOSED}:1/`, "connect"],
    ["the certificate is for another name", "https://other.hub-test.com:PORT/", "tls"],
  ])("it is asked again when %s", async (_name, url, reason) => {
    const status_url = await hub.subscribe(url.replace("PORT", String(receiver.port)));
    const said = await hub.status(status_url);
    expect(said).toContain("state: pending\n");
    expect(said).toContain(`last_error: no answer: ${reason}\n`);
  });

  test("a callback that answers the second attempt is subscribed", async () => {
    hub.addresses.set(HOST, []);
    const status_url = await hub.subscribe(callback);
    expect(await hub.status(status_url)).toContain("last_error: no answer: the host has no public address\n");
    hub.addresses.delete(HOST);
    await hub.advance(10);
    expect(await hub.status(status_url)).toContain("state: active\n");
  });

  test("the GET repeats the topic as the subscriber spelled it", async () => {
    await hub.subscribe(callback, { "hub.topic": `${BASE_URL}/feed%2exml` });
    expect(receiver.gets()[0]?.query.get("hub.topic")).toBe(`${BASE_URL}/feed%2exml`);
  });

  test("the lease starts when the GET is sent", async () => {
    const sent = hub.clock.ms;
    receiver.onGet((response, received) => {
      hub.clock.ms += 7000;
      echo(response, received);
    });
    const status_url = await hub.subscribe(callback, { "hub.lease_seconds": "300" });
    expect(await hub.status(status_url)).toContain(`expires_at: ${new Date(sent + 300_000).toISOString()}\n`);
  });

  test("the newest request of a pair wins, before and during the GET to its callback", async () => {
    const form = { "hub.mode": "subscribe", "hub.topic": FEED, "hub.callback": callback };
    const first = await (await hub.post({ ...form, "hub.lease_seconds": "400" })).text();
    const second = await hub.subscribe(callback, { "hub.lease_seconds": "500" });
    expect(await hub.status(second)).toContain("state: active\n");
    expect(receiver.gets().map(({ query }) => query.get("hub.lease_seconds"))).toEqual(["500"]);
    expect(await hub.status(first.split("status: ")[1]?.trim() ?? "")).toContain("state: superseded\n");

    receiver.onGet((response, received) => {
      receiver.onGet(echo);
      void hub.post({ ...form, "hub.lease_seconds": "700" }).then(() => echo(response, received));
    });
    const older = await hub.subscribe(callback, { "hub.lease_seconds": "600" });
    expect(await hub.status(older)).toContain("state: superseded\n");
    const rows = await hub.store.query("SELECT lease_seconds FROM subscription WHERE callback = $1", [callback]);
    expect(rows).toEqual([{ lease_seconds: 700 }]);
  });

  test("a renewal that fails changes neither secret nor lease", async () => {
    const first = await hub.subscribe(callback, { "hub.secret": "old", "hub.lease_seconds": "1000" });
    const before = await hub.status(first);
    receiver.onGet(status(404));
    const second = await hub.subscribe(callback, { "hub.secret": "new", "hub.lease_seconds": "2000" });
    expect(await hub.status(second)).toContain("state: failed\n");
    expect(await hub.status(first)).toBe(before);
  });

  test("a stranger cannot unsubscribe anyone, and learns nothing", async () => {
    const mine = await hub.subscribe(callback);
    receiver.onGet(status(404));
    const unsubscribe = (url: string) =>
      hub.post({ "hub.mode": "unsubscribe", "hub.topic": FEED, "hub.callback": url });
    const said = async (answer: Response) => (await answer.text()).replace(/status\/\S+/, "status/");
    const of_mine = await unsubscribe(callback);
    const of_none = await unsubscribe(`${callback}-none`);
    await hub.run();
    expect(of_mine.status).toBe(202);
    expect(of_none.status).toBe(202);
    expect(await said(of_mine)).toBe(await said(of_none));
    expect(receiver.gets().filter(({ query }) => query.get("hub.mode") === "unsubscribe")).toHaveLength(2);
    expect(await hub.status(mine)).toContain("state: active\n");
  });

  test("an unsubscribe that the callback confirms ends the subscription", async () => {
    const mine = await hub.subscribe(callback);
    await hub.post({ "hub.mode": "unsubscribe", "hub.topic": FEED, "hub.callback": callback });
    await hub.run();
    expect(receiver.gets().at(-1)?.query.get("hub.mode")).toBe("unsubscribe");
    expect(receiver.gets().at(-1)?.query.get("hub.topic")).toBe(FEED);
    expect(await hub.status(mine)).toContain("state: unsubscribed\n");
  });
});
