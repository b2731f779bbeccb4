import { expect, test } from "bun:test";
import type { Document } from "../../src/snapshot/snapshot.ts";
import type { Subscription } from "../../src/store/subscriptions.ts";
import type { Delivery } from "../../src/websub/claims.ts";
import { openReady } from "../../src/websub/ready.ts";
import { openSlots } from "../../src/websub/slots.ts";

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
  await Bun.sleep(1600);
  sent.get("a")?.();
  ready.start();
  expect([...sent.keys()]).toEqual(["a", "b"]);
  expect(ready.takeStale(new Map([["/feed.xml", FEED]]))).toEqual(["c"]);
});
