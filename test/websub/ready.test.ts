import { expect, test } from "bun:test";
import type { Document } from "../../src/snapshot/snapshot.ts";
import type { Claimed } from "../../src/store/hub/subscriptions.ts";
import type { Delivery } from "../../src/websub/claims.ts";
import { openReady } from "../../src/websub/ready.ts";
import { createSlots, type Slots } from "../../src/websub/slots.ts";

const FEED = { hash: "one" } as Document;
const delivery = (id: string, host: string): Delivery => ({
  to: { id, host, domain: `${host}.example`, topic: "/feed.xml" } as Claimed,
  seq: 1,
  document: FEED,
  undecided_ms: 1000,
});

/** Deliveries that are sent, each with the function that ends it. */
function openSending() {
  const slots = createSlots();
  const sent = new Map<string, () => void>();
  const ready = openReady(slots, ({ to }) => sent.set(to.id, slots.acquire(to, "delivery")));
  return { slots, sent, ready };
}

/** Uses all slots but `free`, each for another host; returns the functions that free them. */
const fill = (slots: Slots, free: number) =>
  Array.from({ length: slots.free() - free }, (_, i) => slots.acquire(delivery("", `other${i}`).to, "delivery"));

const several = (ids: string, host: string) => ids.split("").map((id) => delivery(id, host));

test("a delivery claimed ahead is sent as soon as a slot of its host is free, and not before", () => {
  const { sent, ready } = openSending();
  ready.add(several("abcdef", "one"));
  ready.start();
  expect([...sent.keys()]).toEqual(["a", "b"]);
  expect(ready.count()).toBe(4);
  ready.start();
  expect(sent.size).toBe(2);
  sent.get("a")?.();
  ready.start(delivery("a", "one").to);
  expect([...sent.keys()]).toEqual(["a", "b", "c"]);
  expect(ready.count()).toBe(3);
});

test("a host gets a second connection if three wait for it, or one for longer than a second", async () => {
  const { sent, ready } = openSending();
  ready.add([...several("abc", "one"), ...several("ABCD", "two")]);
  ready.start();
  expect([...sent.keys()]).toEqual(["a", "A", "B"]);
  await Bun.sleep(1050);
  ready.start();
  expect([...sent.keys()]).toEqual(["a", "A", "B", "b"]);
});

test("hosts with nothing in flight come first, and a slot that becomes free opens no second connection", () => {
  const { slots, sent, ready } = openSending();
  const others = fill(slots, 2);
  ready.add([1, 2, 3, 4, 5].map((n) => delivery(`a${n}`, "a")));
  ready.add([delivery("b1", "b"), delivery("b2", "b")]);
  ready.start();
  expect([...sent.keys()]).toEqual(["a1", "b1"]);
  // The next one to the same host uses the connection of the one that ended.
  sent.get("b1")?.();
  ready.start(delivery("", "b").to);
  expect([...sent.keys()]).toEqual(["a1", "b1", "b2"]);
  // Nothing waits for that host, and the other one has a request in flight.
  others[0]?.();
  ready.start(delivery("", "other0").to);
  expect([...sent.keys()]).toEqual(["a1", "b1", "b2"]);
  ready.start();
  expect([...sent.keys()]).toEqual(["a1", "b1", "b2", "a2"]);
  others[1]?.();
  ready.start();
  expect([...sent.keys()]).toEqual(["a1", "b1", "b2", "a2"]);
});

test("hosts take turns", () => {
  const { slots, sent, ready } = openSending();
  const [other] = fill(slots, 1);
  ready.add([..."aabc"].map((host, n) => delivery(`${host}${n}`, host)));
  ready.start();
  other?.();
  ready.start(delivery("", "other0").to);
  for (const id of ["b2", "c3"]) {
    sent.get(id)?.();
    ready.start(delivery(id, id.slice(0, 1)).to);
  }
  expect([...sent.keys()]).toEqual(["a0", "b2", "c3"]);
  sent.get("a0")?.();
  ready.start(delivery("a0", "a").to);
  expect([...sent.keys()]).toEqual(["a0", "b2", "c3", "a1"]);
});

test("as many deliveries may be claimed ahead as may be in flight, in all, per host and per domain", () => {
  const { slots, ready } = openSending();
  expect(slots.claimable()).toBe(512);
  ready.add(several("abcd", "one"));
  expect(slots.claimable()).toBe(508);
  expect(slots.busy("delivery").hosts).toEqual(["one"]);
  expect(slots.choose("delivery", [delivery("e", "one").to, delivery("f", "two").to], 10).map(({ id }) => id)).toEqual([
    "f",
  ]);
  ready.start();
  expect(slots.claimable()).toBe(508);
});

test("after a request, only what waits for its domain is looked at, unless all slots were in use", () => {
  const { slots, sent, ready } = openSending();
  ready.add(several("abc", "one"));
  ready.start();
  ready.add(several("de", "two"));
  sent.get("a")?.();
  ready.start(delivery("a", "one").to);
  expect([...sent.keys()]).toEqual(["a", "b"]);
  const others = fill(slots, 0);
  others[0]?.();
  ready.start(delivery("", "other0").to);
  expect([...sent.keys()]).toEqual(["a", "b", "d"]);
});

test("a claim is given back when its document is no longer served", () => {
  const { slots, sent, ready } = openSending();
  ready.add(several("abc", "one"));
  ready.start();
  expect(ready.takeStale(new Map([["/feed.xml", FEED]]))).toEqual([]);
  expect(ready.takeStale(new Map([["/feed.xml", { hash: "two" } as Document]]))).toEqual(["b", "c"]);
  expect([slots.claimable(), ready.count()]).toEqual([511, 0]);
  sent.get("a")?.();
  ready.start(delivery("a", "one").to);
  expect([...sent.keys()]).toEqual(["a"]);
});

test("a delivery that waited longer than its claim allows is not sent, but given back", async () => {
  const { sent, ready } = openSending();
  ready.add(several("abc", "one"));
  ready.start();
  await Bun.sleep(2100);
  sent.get("a")?.();
  ready.start(delivery("a", "one").to);
  ready.start();
  expect([...sent.keys()]).toEqual(["a"]);
  expect(ready.takeStale(new Map([["/feed.xml", FEED]]))).toEqual(["b", "c"]);
});
