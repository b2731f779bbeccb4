import { expect, test } from "bun:test";
import type { Document } from "../../src/snapshot/snapshot.ts";
import type { Subscription } from "../../src/store/subscriptions.ts";
import type { Delivery } from "../../src/websub/claims.ts";
import { openReady } from "../../src/websub/ready.ts";
import { openSlots, type Slots } from "../../src/websub/slots.ts";

const FEED = { hash: "one" } as Document;
const delivery = (id: string, host: string): Delivery => ({
  to: { id, host, domain: `${host}.example`, topic: "/feed.xml" } as Subscription,
  seq: 1,
  document: FEED,
  undecided_ms: 1000,
});

/** Deliveries that are sent, each with the function that ends it. */
function openSending() {
  const slots = openSlots();
  const sent = new Map<string, () => void>();
  const ready = openReady(slots, ({ to }) => sent.set(to.id, slots.acquire(to, "delivery")));
  return { slots, sent, ready };
}

/** Uses all slots but `free`, each for another host; returns the functions that free them. */
const fill = (slots: Slots, free: number) =>
  Array.from({ length: slots.free() - free }, (_, i) => slots.acquire(delivery("", `other${i}`).to, "delivery"));

test("a delivery claimed ahead is sent as soon as a slot of its host is free, and not before", () => {
  const { sent, ready } = openSending();
  ready.add(["a", "b", "c"].map((id) => delivery(id, "one")));
  ready.start();
  expect([...sent.keys()]).toEqual(["a", "b"]);
  expect(ready.count()).toBe(1);
  sent.get("a")?.();
  ready.start();
  expect([...sent.keys()]).toEqual(["a", "b", "c"]);
  expect(ready.count()).toBe(0);
});

test("hosts with nothing in flight come first, and a slot that becomes free opens no second connection", () => {
  const { slots, sent, ready } = openSending();
  const others = fill(slots, 2);
  ready.add([delivery("a1", "a"), delivery("a2", "a"), delivery("a3", "a"), delivery("b1", "b"), delivery("b2", "b")]);
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
  fill(slots, 1);
  ready.add([delivery("a1", "a"), delivery("a2", "a"), delivery("b1", "b"), delivery("c1", "c")]);
  ready.start();
  for (const id of ["a1", "b1", "c1"]) {
    sent.get(id)?.();
    ready.start();
  }
  expect([...sent.keys()]).toEqual(["a1", "b1", "c1", "a2"]);
});

test("as many deliveries may be claimed ahead as may be in flight, in all, per host and per domain", () => {
  const { slots, ready } = openSending();
  expect(slots.claimable()).toBe(512);
  ready.add(["a", "b", "c", "d"].map((id) => delivery(id, "one")));
  expect(slots.claimable()).toBe(508);
  expect(slots.busy("delivery").hosts).toEqual(["one"]);
  expect(slots.choose("delivery", [delivery("e", "one").to, delivery("f", "two").to], 10).map(({ id }) => id)).toEqual([
    "f",
  ]);
  ready.start();
  expect(slots.claimable()).toBe(508);
});

test("as many deliveries may be claimed ahead as ended within the last second: at least 256, at most 1,024", async () => {
  const { slots } = openSending();
  const end = (requests: number) => {
    for (let i = 0; i < requests; i++) slots.acquire(delivery(`${i}`, "one").to, "delivery")();
  };
  end(256);
  expect(slots.claimable()).toBe(512);
  end(144);
  expect(slots.claimable()).toBe(656);
  end(2000);
  expect(slots.claimable()).toBe(1280);
  await Bun.sleep(1100);
  expect(slots.claimable()).toBe(512);
});

test("after a request, only what waits for its domain is looked at, unless all slots were in use", () => {
  const { slots, sent, ready } = openSending();
  ready.add(["a", "b", "c"].map((id) => delivery(id, "one")));
  ready.start();
  ready.add(["d", "e"].map((id) => delivery(id, "two")));
  sent.get("a")?.();
  ready.start(delivery("a", "one").to);
  expect([...sent.keys()]).toEqual(["a", "b", "c"]);
  const others = fill(slots, 0);
  others[0]?.();
  ready.start(delivery("", "other0").to);
  expect([...sent.keys()]).toEqual(["a", "b", "c", "d"]);
});

test("a claim is given back when its document is no longer served", () => {
  const { slots, sent, ready } = openSending();
  ready.add(["a", "b", "c"].map((id) => delivery(id, "one")));
  ready.start();
  expect(ready.takeStale(new Map([["/feed.xml", FEED]]))).toEqual([]);
  expect(ready.takeStale(new Map([["/feed.xml", { hash: "two" } as Document]]))).toEqual(["c"]);
  expect(slots.claimable()).toBe(510);
  sent.get("a")?.();
  ready.start();
  expect([...sent.keys()]).toEqual(["a", "b"]);
});

test("a delivery that waited longer than its claim allows is not sent, but given back", async () => {
  const { sent, ready } = openSending();
  ready.add(["a", "b", "c"].map((id) => delivery(id, "one")));
  ready.start();
  await Bun.sleep(2100);
  sent.get("a")?.();
  ready.start();
  expect([...sent.keys()]).toEqual(["a", "b"]);
  expect(ready.takeStale(new Map([["/feed.xml", FEED]]))).toEqual(["c"]);
});
