import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { openStore } from "../../src/store/connection/open-store.ts";
import { countSubscriptionsAndRequests } from "../../src/store/hub/callback-limits.ts";
import {
  addDenial,
  claimHandshakes,
  countHandshakes,
  deferHandshake,
  endHandshake,
  findDueHandshakes,
  isRequested,
  releaseHandshakes,
  requestHandshake,
} from "../../src/store/hub/handshakes.ts";
import { announceTopics } from "../../src/store/hub/hub-topics.ts";
import { endPauses } from "../../src/store/hub/paused-subscriptions.ts";
import {
  activate,
  claimDue,
  findDue,
  recordDelivered,
  recordFailure,
  releaseDeliveries,
  removeClaimed,
  removeExpired,
} from "../../src/store/hub/subscriptions.ts";
import type { Store } from "../../src/store/store.ts";
import { DATABASES } from "../databases.ts";
import { insertSubscriptions } from "../websub/subscriptions.ts";

const NOW = "2026-03-01T12:00:00.000Z";
const UNTIL = "2026-03-01T12:00:15.000Z";
const LATER = "2026-03-01T12:00:16.000Z";

describe.each(DATABASES)("claims on $dialect", ({ newDatabase }) => {
  let store: Store;
  beforeAll(async () => {
    store = await openStore(await newDatabase());
  });
  afterAll(() => store.close());
  beforeEach(async () => {
    for (const table of ["topic", "subscription", "handshake", "ended_subscription"])
      await store.query(`DELETE FROM ${table}`);
    await announceTopics(store, 1, new Map([["/feed.xml", "a"]]));
    await insertSubscriptions(store, ["https://subscriber.org/"], new Date(NOW));
    await announceTopics(store, 2, new Map([["/feed.xml", "b"]]));
  });
  const find = (now: string, hash = "b", busy_hosts: string[] = []) =>
    findDue(store, {
      topics: new Map([["/feed.xml", hash]]),
      now,
      busy: { hosts: busy_hosts, domains: [] },
      limit: 10,
    });
  const claim = async (owner: string, now: string, until: string) => {
    const ids = (await store.query<{ id: string }>("SELECT id FROM subscription")).map(({ id }) => id);
    return claimDue(store, store.dialect, { ids, seq: 2, owner, now, until });
  };
  const row = async () => (await store.query("SELECT delivered_seq, failures, claimed_by FROM subscription"))[0];

  test("a claimed subscription is not due until the claim expires", async () => {
    expect(await find(NOW)).toHaveLength(1);
    expect(await find(NOW, "a")).toEqual([]);
    expect(await find(NOW, "b", ["subscriber.org"])).toEqual([]);
    expect(await claim("one", NOW, UNTIL)).toHaveLength(1);
    expect(await find(NOW)).toEqual([]);
    expect(await claim("two", NOW, UNTIL)).toEqual([]);
    expect(await find("2026-03-01T12:00:14.999Z")).toEqual([]);
    expect(await find(UNTIL)).toHaveLength(1);
    expect(await claim("two", LATER, "2026-03-01T12:01:00.000Z")).toHaveLength(1);
  });

  test("a process whose claim was taken over changes nothing", async () => {
    await claim("slow", NOW, UNTIL);
    const [taken] = await claim("other", LATER, "2026-03-01T12:01:00.000Z");
    const id = taken?.id ?? "";
    const before = { delivered_seq: 1, failures: 0, claimed_by: "other" };
    await recordDelivered(store, { ids: [id], owner: "slow", seq: 2, at: LATER });
    expect(await row()).toEqual(before);
    const failure = { id, owner: "slow", seq: 2, at: LATER, error: "status 500", retry_at: LATER, newer_at: LATER };
    await recordFailure(store, failure);
    expect(await row()).toEqual(before);
    expect(await removeClaimed(store, { id, owner: "slow", state: "gone", detail: "410", at: LATER })).toBe(false);
    expect(await row()).toEqual(before);
    await recordDelivered(store, { ids: [id], owner: "other", seq: 2, at: LATER });
    expect(await row()).toEqual({ delivered_seq: 2, failures: 0, claimed_by: null });
    expect(await find("2026-03-01T12:02:00.000Z")).toEqual([]);
  });

  test("an acknowledgment counts for the version that was sent", async () => {
    const [taken] = await claim("one", NOW, UNTIL);
    await announceTopics(store, 3, new Map([["/feed.xml", "c"]]));
    await recordDelivered(store, { ids: [taken?.id ?? ""], owner: "one", seq: 2, at: NOW });
    expect((await find(NOW, "c")).map(({ seq }) => seq)).toEqual([3]);
  });

  const asked = {
    topic: "/feed.xml",
    callback: "https://subscriber.org/",
    token: "first",
    host: "subscriber.org",
    domain: "subscriber.org",
    mode: "subscribe",
    asked_topic: "/feed.xml",
    secret: null,
    lease_seconds: 300,
    reason: null,
    client: null,
    requested_at: NOW,
  } as const;
  const renew = async (now: string) => {
    await store.query("UPDATE subscription SET failures = 2");
    const confirmed = { ...asked, attempts: 0, attempted_at: null, last_error: null, due_at: now };
    await activate(store, confirmed, { id: "new", now, expires_at: "2027-01-01T00:00:00.000Z" });
    return store.query("SELECT token, delivered_seq, failures, expires_at FROM subscription");
  };

  test("a renewal keeps the failures in a row and the version that was delivered", async () => {
    expect(await renew(NOW)).toEqual([
      { token: "first", delivered_seq: 1, failures: 2, expires_at: "2027-01-01T00:00:00.000Z" },
    ]);
    expect(await store.query("SELECT state FROM ended_subscription")).toEqual([{ state: "renewed" }]);
  });

  test("a subscription that has expired starts over: no failures, and nothing due", async () => {
    // insertSubscriptions gives a lease of 10 days.
    expect(await renew("2026-03-11T12:00:00.000Z")).toEqual([
      { token: "first", delivered_seq: 2, failures: 0, expires_at: "2027-01-01T00:00:00.000Z" },
    ]);
  });

  test("the sweeper leaves a subscription that is claimed, and removes no more than it is asked to", async () => {
    const expired = "2026-03-11T12:00:00.000Z";
    await insertSubscriptions(store, ["https://other.org/", "https://third.org/"], new Date(NOW));
    await store.query("UPDATE subscription SET claimed_by = 'one', claimed_until = $1 WHERE host = 'third.org'", [
      "2026-03-11T12:00:00.001Z",
    ]);
    expect(await removeExpired(store, "2026-03-11T11:59:59.999Z", 10)).toBe(0);
    expect(await removeExpired(store, expired, 1)).toBe(1);
    expect(await removeExpired(store, expired, 10)).toBe(1);
    expect(await store.query("SELECT host FROM subscription")).toEqual([{ host: "third.org" }]);
    expect(await removeExpired(store, "2026-03-11T12:00:00.001Z", 10)).toBe(1);
  });

  test("the subscription that is furthest behind comes first", async () => {
    await insertSubscriptions(store, ["https://last.org/"], new Date(NOW));
    await store.query("UPDATE subscription SET delivered_seq = 0, id = 'zzz' WHERE host = 'last.org'");
    await store.query("UPDATE subscription SET id = 'aaa' WHERE host = 'subscriber.org'");
    const topics = new Map([["/feed.xml", "b"]]);
    const [first] = await findDue(store, { topics, now: NOW, busy: { hosts: [], domains: [] }, limit: 1 });
    expect(first).toEqual({ id: "zzz", host: "last.org", domain: "last.org", topic: "/feed.xml", seq: 2 });
  });

  test("the handshake that is due first comes first", async () => {
    await requestHandshake(store, { ...asked, requested_at: "2026-03-01T11:59:00.000Z" });
    await requestHandshake(store, { ...asked, token: "older", callback: "https://subscriber.org/2" });
    await store.query("UPDATE handshake SET due_at = '2026-03-01T11:58:00.000Z' WHERE token = 'older'");
    const due = await findDueHandshakes(store, { now: NOW, busy: { hosts: [], domains: [] }, limit: 1 });
    expect(due.map(({ token }) => token)).toEqual(["older"]);
  });

  test("a denial gives way to a request: it replaces none, and a request replaces it without a trace", async () => {
    const denied = { ...asked, mode: "denied", token: "denial", reason: "3 deliveries failed" } as const;
    await addDenial(store, denied);
    expect([await countHandshakes(store), await isRequested(store, asked.topic, asked.callback)]).toEqual([0, false]);
    await requestHandshake(store, asked);
    expect(await isRequested(store, asked.topic, asked.callback)).toBe(true);
    expect(await store.query("SELECT token FROM ended_subscription")).toEqual([]);
    await addDenial(store, { ...denied, token: "later" });
    expect(await store.query("SELECT token, mode FROM handshake")).toEqual([{ token: "first", mode: "subscribe" }]);
    expect(await countHandshakes(store)).toBe(1);
  });

  test("limits count subscriptions and requests to subscribe, not requests to unsubscribe", async () => {
    await requestHandshake(store, { ...asked, callback: "https://subscriber.org/2" });
    const leaving = { ...asked, mode: "unsubscribe", token: "leaving", callback: "https://subscriber.org/3" } as const;
    await requestHandshake(store, leaving);
    await insertSubscriptions(store, ["https://other.org/"], new Date(NOW));
    expect(await countSubscriptionsAndRequests(store, "subscriber.org", "other.org")).toEqual({
      in_all: 3,
      of_host: 2,
      of_domain: 1,
    });
  });

  test("a handshake belongs to the process that claimed it, and to the newest request", async () => {
    await requestHandshake(store, asked);
    const shake = (owner: string, now: string, token = "first") =>
      claimHandshakes(store, store.dialect, { tokens: [token], owner, now, until: UNTIL });
    expect(await shake("one", NOW)).toHaveLength(1);
    expect(await findDueHandshakes(store, { now: NOW, busy: { hosts: [], domains: [] }, limit: 10 })).toEqual([]);
    expect(await shake("two", NOW)).toEqual([]);
    expect(await shake("two", LATER)).toHaveLength(1);
    expect(await endHandshake(store, "first", "one")).toBeNull();
    const wait = { attempts: 1, attempted_at: NOW, error: "dns", due_at: LATER } as const;
    await deferHandshake(store, { token: "first", owner: "one", ...wait });
    expect(await store.query("SELECT attempts, claimed_by FROM handshake")).toEqual([
      { attempts: 0, claimed_by: "two" },
    ]);
    await requestHandshake(store, { ...asked, token: "second" });
    expect(await endHandshake(store, "first", "two")).toBeNull();
    expect(await shake("two", NOW, "second")).toHaveLength(1);
    expect(await endHandshake(store, "second", "two")).toMatchObject({ token: "second", attempts: 0 });
  });

  test("busy hosts and domains get nothing more, and of the others those that are asked for", async () => {
    await insertSubscriptions(store, ["https://a.other.org/", "https://b.other.org/"], new Date(NOW), "other.org");
    await insertSubscriptions(store, ["https://third.org/"], new Date(NOW));
    await store.query("UPDATE subscription SET delivered_seq = 0, attempted_seq = 0");
    await store.query("UPDATE subscription SET topic = '/reviews.json' WHERE host = 'third.org'");
    await announceTopics(store, 2, new Map([["/reviews.json", "x"]]));
    for (const host of ["a.other.org", "b.other.org", "subscriber.org", "third.org"]) {
      const domain = host.endsWith("other.org") ? "other.org" : host;
      await requestHandshake(store, { ...asked, host, domain, token: host, callback: `https://${host}/new` });
    }
    const topics = new Map([
      ["/feed.xml", "b"],
      ["/reviews.json", "x"],
    ]);
    const hostsDue = async (hosts: string[], domains: string[], ...only_hosts: string[]) => {
      const busy = { hosts, domains };
      const due = await findDue(store, { topics, now: NOW, busy, only_hosts, limit: 10 });
      const shakes = only_hosts.length > 0 ? due : await findDueHandshakes(store, { now: NOW, busy, limit: 10 });
      const names = [due, shakes].map((found) => found.map(({ host }) => host).sort());
      expect(names[0]).toEqual(names[1] ?? []);
      return names[0];
    };
    expect(await hostsDue([], [])).toEqual(["a.other.org", "b.other.org", "subscriber.org", "third.org"]);
    expect(await hostsDue(["subscriber.org"], [])).toEqual(["a.other.org", "b.other.org", "third.org"]);
    expect(await hostsDue([], ["other.org"])).toEqual(["subscriber.org", "third.org"]);
    expect(await hostsDue(["third.org"], ["other.org"])).toEqual(["subscriber.org"]);
    expect(await hostsDue(["a.other.org"], [], "third.org", "a.other.org")).toEqual(["third.org"]);
  });

  test("claims and pauses end for one owner or cause, or for all", async () => {
    await insertSubscriptions(store, ["https://other.org/"], new Date(NOW));
    for (const host of ["subscriber.org", "other.org"])
      await requestHandshake(store, { ...asked, token: host, callback: `https://${host}/` });
    const claimAll = async () => {
      for (const table of ["subscription", "handshake"])
        await store.query(
          `UPDATE ${table} SET claimed_by = CASE WHEN callback = 'https://other.org/' THEN 'two' ELSE 'one' END`,
        );
    };
    const claimed = async (table: string) =>
      (await store.query<{ claimed_by: string }>(`SELECT claimed_by FROM ${table} WHERE claimed_by IS NOT NULL`)).map(
        ({ claimed_by }) => claimed_by,
      );
    for (const [owner, left] of [
      ["one", ["two"]],
      [null, []],
    ] as const) {
      await claimAll();
      await releaseDeliveries(store, owner);
      await releaseHandshakes(store, owner);
      expect([await claimed("subscription"), await claimed("handshake")]).toEqual([[...left], [...left]]);
    }
    await store.query("UPDATE subscription SET paused = CASE host WHEN 'other.org' THEN 'key' ELSE 'network' END");
    const retried = async () =>
      (await store.query<{ host: string }>("SELECT host FROM subscription WHERE retry_at = $1", [LATER])).length;
    await endPauses(store, "key", LATER);
    expect(await retried()).toBe(1);
    await endPauses(store, null, LATER);
    expect(await retried()).toBe(2);
  });
});
