import { describe, expect, test } from "bun:test";
import { clientAddress, createRateLimit } from "../../src/http/rate-limit.ts";
import { openService, snapshotOf } from "../service.ts";

const PATH = "/reviews.json";

describe("the read limit", async () => {
  const snapshot = await snapshotOf({});
  const open = (limit: number | null) => openService({ snapshot, limits: { RATE_LIMIT_READ: limit } });
  const statuses = async (ask: () => Promise<Response>, times: number) => {
    const answers: number[] = [];
    for (let i = 0; i < times; i += 1) answers.push((await ask()).status);
    return answers;
  };

  test("a burst may use it all; the next is 429 and says when to come back", async () => {
    const { ask } = open(6);
    expect(await statuses(() => ask(PATH), 6)).toEqual([200, 200, 200, 200, 200, 200]);
    const refused = await ask(PATH);
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("10");
    expect(refused.headers.get("ratelimit-policy")).toBe('"read";q=6;w=60');
    expect(refused.headers.get("ratelimit")).toBe('"read";r=0;t=10');
    expect(refused.headers.get("cache-control")).toBe("no-store");
    expect(await refused.json()).toEqual({
      type: "https://reviews.example/developers/errors#rate_limited",
      title: "Too many requests",
      status: 429,
      error: "rate_limited",
      detail: "too many requests: try again in 10 s",
      instance: PATH,
    });
  });

  test("several requests in one count as many, and pass when the bucket is full", () => {
    let time = 0;
    const limit = createRateLimit("mcp", 6, () => time);
    expect(limit("a", 4)).toEqual({ allowed: true });
    expect(limit("a", 3)).toMatchObject({ allowed: false, retry_after_seconds: 10 });
    expect(limit("a", 2)).toEqual({ allowed: true });
    expect(limit("a")).toMatchObject({ allowed: false });
    time = 58_999;
    expect(limit("a", 100)).toMatchObject({ allowed: false, retry_after_seconds: 2 });
    time = 59_000;
    expect(limit("a", 100)).toMatchObject({ allowed: false, retry_after_seconds: 1 });
    time = 60_000;
    expect(limit("a", 100)).toEqual({ allowed: true });
    expect(limit("a")).toMatchObject({ allowed: false, retry_after_seconds: 10 });
  });

  test("it refills evenly, and a client that waits as long as asked is served", async () => {
    const { ask, pass } = open(6);
    await statuses(() => ask(PATH), 6);
    pass(9.999);
    expect((await ask(PATH)).headers.get("retry-after")).toBe("1");
    pass(0.001);
    expect(await statuses(() => ask(PATH), 2)).toEqual([200, 429]);
    pass(60);
    expect(await statuses(() => ask(PATH), 7)).toEqual([200, 200, 200, 200, 200, 200, 429]);
  });

  test("refused requests cost nothing: asking again does not extend the wait", async () => {
    const { ask, pass } = open(1);
    expect(await statuses(() => ask(PATH), 50)).toEqual([200, ...Array<number>(49).fill(429)]);
    pass(60);
    expect((await ask(PATH)).status).toBe(200);
  });

  test("clients do not share it; paths do; unknown paths count too", async () => {
    const { ask } = open(2);
    expect((await ask(PATH, {}, "203.0.113.1")).status).toBe(200);
    expect((await ask("/nowhere", {}, "203.0.113.1")).status).toBe(404);
    expect((await ask("/api/reviews/search", {}, "203.0.113.1")).status).toBe(429);
    expect((await ask("/api/reviews/search", {}, "203.0.113.2")).status).toBe(200);
  });

  test("a conditional hit and HEAD count as one each", async () => {
    const { ask } = open(2);
    expect((await ask(PATH, { headers: { "If-None-Match": "*" } })).status).toBe(304);
    expect((await ask(PATH, { method: "HEAD" })).status).toBe(200);
    expect((await ask(PATH)).status).toBe(429);
  });

  test("health is exempt, and so is everything when it is off", async () => {
    const { ask } = open(1);
    await ask(PATH);
    expect((await ask(PATH)).status).toBe(429);
    expect((await ask("/healthz")).status).toBe(200);
    expect((await ask("/readyz")).status).toBe(200);
    const off = open(null);
    expect(new Set(await statuses(() => off.ask(PATH), 100))).toEqual(new Set([200]));
  });
});

test("more clients than are remembered cost no more than a moment each", () => {
  const limit = createRateLimit("read", 3000, () => 0);
  const started = performance.now();
  for (let i = 0; i < 150_000; i += 1) limit(`client-${i}`);
  // With a sweep of the whole table for each newcomer this took minutes.
  expect(performance.now() - started).toBeLessThan(20_000);
});

test("a full table forgets idle clients, and of busy ones the 10,000 that came first", () => {
  let time = 0;
  const limit = createRateLimit("read", 1, () => time);
  const isAllowed = (client: number | string) => limit(`client-${client}`).allowed;
  for (let client = 0; client < 100_000; client += 1) limit(`client-${client}`);
  expect([isAllowed(0), isAllowed("new")]).toEqual([false, true]);
  expect([isAllowed(10_000), isAllowed(9_999), isAllowed(0)]).toEqual([false, true, true]);
  time = 60_000;
  for (let client = 0; client < 10_000; client += 1) limit(`busy-${client}`);
  expect([isAllowed("newer"), limit("busy-0").allowed, isAllowed(99_999)]).toEqual([true, false, true]);
});

test("a busy client is remembered while idle ones are forgotten, however long ago it came", () => {
  let time = 0;
  const limit = createRateLimit("read", 1, () => time);
  for (let client = 0; client < 99_999; client += 1) limit(`client-${client}`);
  time = 60_000;
  for (const client of ["client-0", "new", "newer"]) expect(limit(client)).toEqual({ allowed: true });
  expect(limit("client-0")).toMatchObject({ allowed: false });
});

describe("the client's address", () => {
  const of = (socket: string, forwarded: string | null, trusted: number) =>
    clientAddress(
      new Request("http://localhost/", forwarded === null ? {} : { headers: { "X-Forwarded-For": forwarded } }),
      socket,
      trusted,
    );

  test("is the socket's unless a proxy is trusted", () => {
    expect(of("198.51.100.7", "203.0.113.9", 0)).toBe("198.51.100.7");
    expect(of("::ffff:198.51.100.7", null, 0)).toBe("198.51.100.7");
    expect(of("unknown", null, 0)).toBe("unknown");
  });

  test("of IPv6 is its /64, in every spelling", () => {
    expect(of("2001:db8:1:2:3:4:5:6", null, 0)).toBe("2001:db8:1:2");
    expect(of("2001:db8:1:2::9", null, 0)).toBe("2001:db8:1:2");
    expect(of("2001:DB8:0001:2::9", null, 0)).toBe("2001:db8:1:2");
    expect(of("2001:db8::9", null, 0)).toBe("2001:db8:0:0");
    expect(of("::1", null, 0)).toBe("0:0:0:0");
    expect(of("2001::4:5:6:7:8", null, 0)).toBe("2001:0:0:4");
    expect(of("fe80::1%eth0", null, 0)).toBe("fe80:0:0:0");
    expect(of("2001:db8:1:3::9", null, 0)).not.toBe(of("2001:db8:1:2::9", null, 0));
  });

  test("behind proxies is what the farthest trusted one saw, not what the client claims", () => {
    expect(of("10.0.0.1", "203.0.113.9", 1)).toBe("203.0.113.9");
    expect(of("10.0.0.1", "1.1.1.1, 203.0.113.9", 1)).toBe("203.0.113.9");
    expect(of("10.0.0.1", "1.1.1.1, 203.0.113.9, 10.0.0.2", 2)).toBe("203.0.113.9");
    expect(of("10.0.0.1", " 2001:db8:1:2::9 ", 1)).toBe("2001:db8:1:2");
    expect(of("10.0.0.1", "::ffff:203.0.113.9", 1)).toBe("203.0.113.9");
  });

  test("may come with a port, which does not make another client", () => {
    expect(of("10.0.0.1", "203.0.113.9:51234", 1)).toBe("203.0.113.9");
    expect(of("10.0.0.1", "[2001:db8:1:2::9]:443", 1)).toBe("2001:db8:1:2");
    expect(of("10.0.0.1", "[2001:db8:1:2::9]", 1)).toBe("2001:db8:1:2");
  });

  test("falls back to the socket's where the header is missing, too short or nonsense", () => {
    expect(of("10.0.0.1", null, 1)).toBe("10.0.0.1");
    expect(of("10.0.0.1", "", 1)).toBe("10.0.0.1");
    expect(of("10.0.0.1", "203.0.113.9", 2)).toBe("10.0.0.1");
    expect(of("10.0.0.1", "unknown", 1)).toBe("10.0.0.1");
    expect(of("10.0.0.1", "<script>", 1)).toBe("10.0.0.1");
    expect(of("10.0.0.1", `${"1".repeat(5000)}`, 1)).toBe("10.0.0.1");
  });
});
