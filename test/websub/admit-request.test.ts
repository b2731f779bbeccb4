import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { CALLBACK_LIMITS, spend } from "../../src/websub/admit-request.ts";
import { sweep } from "../../src/websub/worker.ts";
import { DATABASES, newSqliteDatabase } from "../databases.ts";
import { repeats } from "../length.ts";
import { openAuthority } from "./authority.ts";
import { FEED, openTestHub, type TestHub } from "./hub.ts";
import { echo, openReceiver, type Receiver, status, thank } from "./receiver.ts";

const REQUESTS = repeats(500, 10_000);

test("a minute's share may be used at once, and refills evenly", () => {
  const now = Date.parse("2026-03-01T12:00:00Z");
  let until = "1970-01-01T00:00:00.000Z";
  for (let used = 0; used < 30; used++) {
    const spent = spend(until, now, 30);
    if (!("until" in spent)) throw new Error(`refused at ${used}`);
    until = spent.until;
  }
  expect(until).toBe("2026-03-01T12:01:00.000Z");
  expect(spend(until, now, 30)).toEqual({ wait_ms: 2000 });
  expect(spend(until, now + 2000, 30)).toEqual({ until: "2026-03-01T12:01:02.000Z" });
});

test("the limits are those of docs/websub.md", () => {
  expect(CALLBACK_LIMITS).toEqual({
    per_minute: { host: 30, domain: 120 },
    subscriptions: { host: 1000, domain: 5000, in_all: 200_000 },
    failures: 10,
    refused_ms: 900_000,
  });
});

const fill = (hub: TestHub, count: number, host: string, domain: string) => {
  const now = new Date(hub.clock.ms).toISOString();
  const later = new Date(hub.clock.ms + 1e9).toISOString();
  return hub.store.query(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
     INSERT INTO subscription (id, topic, callback, token, host, domain, asked_topic, lease_seconds, verified_at,
       expires_at, delivered_seq, attempted_seq, failures, retry_at, newer_at)
     SELECT '${host}' || i, '/feed.xml', 'https://${host}/' || i, '${host}' || i, '${host}', '${domain}', 'x', 1000,
       '${now}', '${later}', 1, 1, 0, '${now}', '${now}' FROM n`,
  );
};

test("the cap on all subscriptions holds even when limits are off", async () => {
  const hub = await openTestHub({ database: newSqliteDatabase() });
  await fill(hub, 200_000, "many.hub-test.org", "hub-test.org");
  const form = { "hub.mode": "subscribe", "hub.topic": FEED, "hub.callback": "https://subscriber.org/" };
  const answer = await hub.post(form);
  expect(answer.status).toBe(503);
  expect(answer.headers.get("retry-after")).toBe("3600");
  expect(await answer.text()).toBe("the hub is full\n");
  await hub.close();
});

test("with RATE_LIMIT_HUB=off nothing is counted", async () => {
  const authority = openAuthority();
  const receiver = await openReceiver(authority.issue(["receiver.hub-test.org"]));
  const allowed = [`receiver.hub-test.org:${receiver.port}`];
  const hub = await openTestHub({ database: newSqliteDatabase(), ca: authority.ca, allowed });
  receiver.onGet(status(404));
  await hub.subscribe(`https://receiver.hub-test.org:${receiver.port}/`);
  expect(receiver.gets()).toHaveLength(1);
  expect(await hub.store.query("SELECT name FROM callback_limit")).toEqual([]);
  await hub.close();
  receiver.close();
});

describe.each(DATABASES)("abuse on $dialect", ({ newDatabase }) => {
  let hub: TestHub;
  let receiver: Receiver;
  const victim = (path: string | number, host = "victim.hub-test.org") => `https://${host}:${receiver.port}/${path}`;

  beforeAll(async () => {
    const authority = openAuthority();
    receiver = await openReceiver(authority.issue(["*.hub-test.org"]));
    const hosts = ["victim", "unmet", ...Array.from({ length: 8 }, (_, index) => `h${index}`)];
    const allowed = hosts.map((host) => `${host}.hub-test.org:${receiver.port}`);
    hub = await openTestHub({
      database: await newDatabase(),
      ca: authority.ca,
      allowed,
      env: { RATE_LIMIT_HUB: "100000000/min" },
    });
  });
  afterAll(async () => {
    await hub.close();
    receiver.close();
  });
  beforeEach(async () => {
    for (const table of ["callback_limit", "handshake", "subscription"]) await hub.store.query(`DELETE FROM ${table}`);
    hub.clock.ms += 86_400_000;
    receiver.requests.length = 0;
    receiver.onGet(echo);
  });
  const ask = (callback: string, mode = "subscribe") =>
    hub.post({ "hub.mode": mode, "hub.topic": FEED, "hub.callback": callback });

  test(`${REQUESTS} requests that name one victim send it no more GETs than its share`, async () => {
    receiver.onGet(status(404));
    const answers = new Map<number, number>();
    for (let sent = 0; sent < REQUESTS; sent++) {
      const { status: code } = await ask(victim(sent));
      answers.set(code, (answers.get(code) ?? 0) + 1);
      if (sent % (REQUESTS / 10) === 0) await hub.run();
    }
    expect(Object.fromEntries(answers)).toEqual({ 202: 30, 429: REQUESTS - 30 });
    expect(receiver.gets().length).toBeLessThanOrEqual(CALLBACK_LIMITS.per_minute.host);
  });

  test("a request over a host's share gets 429 that names the field and says when to try again", async () => {
    for (let sent = 0; sent < 30; sent++) expect((await ask(victim(sent))).status).toBe(202);
    const answer = await ask(victim("one-more"));
    expect(answer.status).toBe(429);
    expect(answer.headers.get("retry-after")).toBe("2");
    expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(await answer.text()).toStartWith("hub.callback: too many requests name its host");
    expect((await ask(victim(1, "h1.hub-test.org"))).status).toBe(202);
    hub.clock.ms += 2000;
    expect((await ask(victim("one-more"))).status).toBe(202);
  });

  test("subdomains share the limit of their domain", async () => {
    let taken = 0;
    for (let sent = 0; sent < 200; sent++) {
      if ((await ask(victim(sent, `h${sent % 8}.hub-test.org`))).status === 202) taken += 1;
    }
    expect(taken).toBe(120);
  });

  test("GETs have the same share: those over it wait, and are not lost", async () => {
    // A host that no other test uses: a kept connection would need no lookup.
    const host = "unmet.hub-test.org";
    hub.addresses.set(host, []);
    const first = await ask(victim(0, host));
    await hub.run();
    hub.addresses.delete(host);
    await hub.store.query("UPDATE callback_limit SET gets_until = $1", [
      new Date(hub.clock.ms + 10_000 + 60_000).toISOString(),
    ]);
    await hub.advance(10);
    expect(receiver.gets()).toHaveLength(0);
    await hub.advance(2);
    expect(receiver.gets()).toHaveLength(1);
    const status_url = (await first.text()).split("status: ")[1]?.trim() ?? "";
    expect(await hub.status(status_url)).toContain("state: active\n");
  });

  test("a pair has one pending request, however often it is sent", async () => {
    for (let sent = 0; sent < 20; sent++) await ask(victim("same"));
    await hub.run();
    expect(receiver.gets()).toHaveLength(1);
  });

  test("a host that keeps refusing gets no requests for 15 minutes", async () => {
    receiver.onGet(status(404));
    for (let sent = 0; sent < 10; sent++) {
      expect((await ask(victim(sent))).status).toBe(202);
      await hub.run();
    }
    const answer = await ask(victim("next"));
    expect(answer.status).toBe(429);
    expect(answer.headers.get("retry-after")).toBe("900");
    expect(await answer.text()).toStartWith("hub.callback: its host has not confirmed your recent requests");
    expect((await ask(victim("next"), "unsubscribe")).status).toBe(429);
    hub.clock.ms += 899_999;
    expect((await ask(victim("next"))).headers.get("retry-after")).toBe("1");
    hub.clock.ms += 1;
    expect((await ask(victim("next"))).status).toBe(202);
    await hub.run();
    // One more refusal is the first of a new count.
    expect((await ask(victim("after"))).status).toBe(202);
  });

  test("what a stranger did locks neither the host's subscribers out nor other clients", async () => {
    const ask_from = (address: string, callback: string, mode = "subscribe") =>
      hub.post({ "hub.mode": mode, "hub.topic": FEED, "hub.callback": callback }, {}, address);
    const mine = victim("mine");
    await hub.subscribe(mine);
    await hub.subscribe(victim("leaving"));
    receiver.onGet((response, received) => {
      const known = /^\/(mine|leaving|new)/.test(received.target);
      (known ? echo : status(404))(response, received);
    });
    for (let sent = 0; sent < 10; sent++) {
      expect((await ask_from("203.0.113.66", victim(`wrong/${sent}`))).status).toBe(202);
      await hub.run();
    }
    expect((await ask_from("203.0.113.66", victim("wrong/more"))).status).toBe(429);
    expect((await ask_from("198.51.100.1", victim("new"))).status).toBe(202);
    // The stranger, and more like him, use up what all may ask of the host together.
    let refused = 0;
    for (let sent = 0; sent < 60; sent++) {
      if ((await ask_from(`203.0.113.${sent}`, victim(`flood/${sent}`))).status === 429) refused += 1;
    }
    expect(refused).toBeGreaterThan(20);
    const renewal = await ask_from("192.0.2.1", mine);
    expect(renewal.status).toBe(202);
    const leaving = await ask_from("192.0.2.1", victim("leaving"), "unsubscribe");
    expect(leaving.status).toBe(202);
    // Their GETs come before those that strangers asked for, within the host's share.
    receiver.requests.length = 0;
    await hub.run();
    expect(await hub.store.query("SELECT token FROM handshake")).not.toHaveLength(0);
    expect(receiver.gets().map(({ target }) => target.split("?")[0])).toEqual(
      expect.arrayContaining(["/mine", "/leaving"]),
    );
    expect(await hub.status((await renewal.text()).split("status: ")[1]?.trim() ?? "")).toContain("state: active\n");
    expect(receiver.gets().length).toBeLessThanOrEqual(CALLBACK_LIMITS.per_minute.host);
  });

  test("no client address is stored", async () => {
    await hub.post({ "hub.mode": "subscribe", "hub.topic": FEED, "hub.callback": victim("x") }, {}, "203.0.113.66");
    const [row] = await hub.store.query<{ client: string }>("SELECT client FROM handshake");
    expect(row?.client).toMatch(/^[0-9a-f]{24}$/);
    await hub.run();
    expect(JSON.stringify(await hub.store.query("SELECT name FROM callback_limit"))).not.toContain("203.0.113");
  });

  test("the refusals of a host are forgotten an hour after the last one", async () => {
    receiver.onGet(status(404));
    await ask(victim("refused"));
    await hub.run();
    const refusals = () =>
      hub.store.query("SELECT failures FROM callback_limit WHERE name LIKE 'client % host victim.hub-test.org'");
    await sweep(hub.store, new Date(hub.clock.ms + 3_600_000));
    expect(await refusals()).toEqual([{ failures: 1 }]);
    await sweep(hub.store, new Date(hub.clock.ms + 3_600_001));
    expect(await refusals()).toEqual([]);
  });

  test("the answer to a denial does not count as a refusal", async () => {
    await hub.subscribe(victim("removed"));
    receiver.onPost(status(500));
    receiver.onGet(status(404));
    await hub.importAndRun();
    await hub.advance(36);
    await hub.advance(360);
    receiver.onPost(thank);
    expect(receiver.gets().map(({ query }) => query.get("hub.mode"))).toEqual(["subscribe", "denied"]);
    expect(await hub.store.query("SELECT DISTINCT failures FROM callback_limit")).toEqual([{ failures: 0 }]);
  });

  test("a confirmation resets the count of refusals", async () => {
    for (let sent = 0; sent < 12; sent++) {
      receiver.onGet(sent === 6 ? echo : status(404));
      expect((await ask(victim(sent))).status).toBe(202);
      await hub.run();
    }
  });

  test("a host and a domain have a limit of subscriptions; renewals still pass", async () => {
    await hub.subscribe(victim("mine"));
    await fill(hub, 999, "victim.hub-test.org", "hub-test.org");
    const answer = await ask(victim("one-more"));
    expect(answer.status).toBe(429);
    expect(answer.headers.get("retry-after")).toBe("3600");
    expect((await ask(victim("mine"))).status).toBe(202);
    await hub.run();
    await hub.store.query("DELETE FROM subscription WHERE callback LIKE '%/1'");
    expect((await ask(victim("pending"))).status).toBe(202);
    expect((await ask(victim("one-more"))).status).toBe(429);
    expect((await ask(victim("pending"))).status).toBe(202);
    await fill(hub, 4000, "other.hub-test.org", "hub-test.org");
    expect((await ask(victim("one-more", "h1.hub-test.org"))).status).toBe(429);
  });

  test("a client address has the hub's rate limit, and its 429 is plain text", async () => {
    const strict = await openTestHub({ database: await newDatabase(), env: { RATE_LIMIT_HUB: "2/min" } });
    const post = () =>
      strict.post({ "hub.mode": "subscribe", "hub.topic": FEED, "hub.callback": "https://subscriber.org/" });
    expect([(await post()).status, (await post()).status]).toEqual([202, 202]);
    const answer = await post();
    expect(answer.status).toBe(429);
    expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(answer.headers.get("retry-after")).toBe("30");
    await strict.close();
  });
});
