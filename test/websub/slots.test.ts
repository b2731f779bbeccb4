import { expect, test } from "bun:test";
import { type CallbackPlace, createSlots } from "../../src/websub/slots.ts";

const place = (host: string, domain = host): CallbackPlace => ({ host, domain });
const hosts = (count: number, domain: (n: number) => string = (n) => `d${n}`) =>
  Array.from({ length: count }, (_, n) => place(`h${n}`, domain(n)));

test("a host takes two requests at a time, a domain eight, and the process 256", () => {
  const slots = createSlots();
  const one = place("a", "x");
  expect([slots.fits(one), slots.isIdle("a"), slots.free()]).toEqual([true, true, 256]);
  const release = slots.acquire(one, "delivery");
  expect([slots.fits(one), slots.isIdle("a"), slots.free()]).toEqual([true, false, 255]);
  slots.acquire(one, "delivery");
  expect(slots.fits(one)).toBe(false);
  release();
  expect(slots.fits(one)).toBe(true);
  for (const { host } of hosts(6)) slots.acquire(place(host, "x"), "delivery");
  expect([slots.fits(place("z", "x")), slots.free()]).toEqual([true, 249]);
  slots.acquire(place("y", "x"), "delivery");
  expect([slots.fits(place("z", "x")), slots.fits(place("z", "other"))]).toEqual([false, true]);
  for (const other of hosts(248, (n) => `domain ${n}`)) slots.acquire(other, "delivery");
  expect([slots.free(), slots.fits(place("z", "other")), slots.freeHandshakes()]).toEqual([0, false, 0]);
});

test("handshakes leave room: one per host, four per domain, 64 in all", () => {
  const slots = createSlots();
  const [a, b] = [place("a", "x"), place("b", "x")];
  expect(slots.choose("handshake", [a, a, b], 9)).toEqual([a, b]);
  const release = slots.acquire(a, "handshake");
  expect(slots.choose("handshake", [a, b], 9)).toEqual([b]);
  expect(
    slots.choose(
      "handshake",
      hosts(5, () => "x"),
      9,
    ),
  ).toEqual(hosts(3, () => "x"));
  release();
  expect(
    slots.choose(
      "handshake",
      hosts(5, () => "x"),
      9,
    ),
  ).toEqual(hosts(4, () => "x"));
  // Two deliveries fill a host, eight a domain, for handshakes too.
  for (let i = 0; i < 2; i++) slots.acquire(a, "delivery");
  expect([slots.choose("handshake", [a], 9), slots.busy("handshake")]).toEqual([[], { hosts: ["a"], domains: [] }]);
  for (const { host } of hosts(6)) slots.acquire(place(host, "x"), "delivery");
  expect(slots.choose("handshake", [b], 9)).toEqual([]);
  expect(slots.busy("handshake")).toEqual({ hosts: ["a"], domains: ["x"] });
  expect(slots.freeHandshakes()).toBe(64);
  for (const one of hosts(60)) slots.acquire(one, "handshake");
  expect(slots.freeHandshakes()).toBe(4);
});

test("claims are made ahead: four per host and sixteen per domain, those in flight included", () => {
  const slots = createSlots();
  const a = place("a", "x");
  expect(slots.choose("delivery", [a, a, a, a, a], 9)).toHaveLength(4);
  expect(
    slots.choose(
      "delivery",
      hosts(20, () => "x"),
      99,
    ),
  ).toHaveLength(16);
  expect(slots.choose("delivery", hosts(20), 3)).toEqual(hosts(3));
  expect([slots.choose("delivery", hosts(3), 0), slots.choose("delivery", hosts(3), -1)]).toEqual([[], []]);
  slots.acquire(a, "delivery");
  const releases = [1, 2].map(() => slots.reserve(a));
  expect(slots.choose("delivery", [a, a], 9)).toHaveLength(1);
  releases.push(slots.reserve(a));
  expect([slots.choose("delivery", [a], 9), slots.busy("delivery")]).toEqual([[], { hosts: ["a"], domains: [] }]);
  for (const release of releases) release();
  expect(slots.busy("delivery")).toEqual({ hosts: [], domains: [] });
  for (const { host } of hosts(15)) slots.reserve(place(host, "x"));
  expect(slots.busy("delivery")).toEqual({ hosts: [], domains: ["x"] });
});

test("as many are claimed ahead as ended within the last second, from 256 to 4,096", () => {
  let now = 0;
  const slots = createSlots(() => now);
  const end = (count: number) => {
    for (const one of hosts(count)) slots.acquire(one, "delivery")();
  };
  expect(slots.claimable()).toBe(512);
  slots.reserve(place("a"));
  expect(slots.claimable()).toBe(511);
  end(257);
  expect(slots.claimable()).toBe(512);
  now = 500;
  end(743);
  expect(slots.claimable()).toBe(256 + 1000 - 1);
  end(4000);
  expect(slots.claimable()).toBe(256 + 4096 - 1);
  now = 1499;
  expect(slots.claimable()).toBe(256 + 4096 - 1);
  now = 1500;
  expect(slots.claimable()).toBe(511);
});

test("while more than 1,024 end within a second, twice as many are claimed per host and per domain", () => {
  let now = 0;
  const slots = createSlots(() => now);
  const wanted = Array.from({ length: 40 }, (_, n) => place(`h${n % 4}`, "x"));
  const chosen = () => slots.choose("delivery", wanted, 99).length;
  const ofOneHost = () => slots.choose("delivery", Array(20).fill(place("a")), 99).length;
  for (const one of hosts(1024)) slots.acquire(one, "delivery")();
  expect([chosen(), ofOneHost()]).toEqual([16, 4]);
  slots.acquire(place("b"), "delivery")();
  expect([chosen(), ofOneHost()]).toEqual([32, 8]);
  for (let i = 0; i < 4; i++) slots.reserve(place("a"));
  expect(slots.busy("delivery").hosts).toEqual([]);
  now = 1000;
  expect(chosen()).toBe(16);
  expect(slots.busy("delivery").hosts).toEqual(["a"]);
});

test("hosts that took more than two seconds twice in a row share 64 slots, until one answers in time", () => {
  let now = 0;
  const slots = createSlots(() => now);
  const take = (host: string, ms: number) => {
    const release = slots.acquire(place(host), "delivery");
    now += ms;
    release();
  };
  take("a", 2001);
  take("b", 2000);
  take("b", 2000);
  expect(slots.slowHosts()).toEqual([]);
  take("a", 2001);
  expect([slots.slowHosts(), slots.freeSlow()]).toEqual([["a"], 64]);
  const releases = [1, 2].map(() => slots.acquire(place("a"), "delivery"));
  slots.acquire(place("b"), "delivery");
  expect(slots.freeSlow()).toBe(62);
  // Those claimed and not yet sent count: they are sent without another look.
  releases.push(slots.reserve(place("a")));
  slots.reserve(place("b"));
  expect(slots.freeSlow()).toBe(61);
  for (const release of releases) release();
  expect([slots.slowHosts(), slots.freeSlow()]).toEqual([[], 64]);
});

test("a thousand slow hosts are remembered, those that were slow last", () => {
  let now = 0;
  const slots = createSlots(() => now);
  const beSlow = (host: string) => {
    for (let i = 0; i < 2; i++) {
      const release = slots.acquire(place(host), "delivery");
      now += 3000;
      release();
    }
  };
  for (const { host } of hosts(1000)) beSlow(host);
  expect(slots.slowHosts()).toHaveLength(1000);
  beSlow("h0");
  beSlow("new");
  expect(slots.slowHosts().filter((host) => ["h0", "h1", "h2", "new"].includes(host))).toEqual(["h2", "h0", "new"]);
});
