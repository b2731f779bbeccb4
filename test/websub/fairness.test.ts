import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { newSqliteDatabase } from "../databases.ts";
import { until } from "../faults/serving.ts";
import { openPostgresDatabase } from "../postgres.ts";
import { openAuthority } from "./authority.ts";
import { FEED, openTestHub, type TestHub } from "./hub.ts";
import { insertSubscriptions } from "./subscriptions.ts";

const GOOD = Array.from({ length: 500 }, (_, index) => `good-${index}.hub-test.org`);
const HANGING = "hanging.hub-test.org";
const authority = openAuthority();

/** Many hosts on one port. Bun's server does not drop a slow TLS handshake, however busy the machine is. */
function openHosts() {
  const hosts = {
    posts: [] as { host: string; path: string }[],
    gets: 0,
    open: new Map<string, number>(),
    most: new Map<string, number>(),
    in_all: { open: 0, most: 0 },
    /** What a POST waits for before it is answered. */
    wait: async (_host: string): Promise<void> => {},
    port: 0,
    close: () => {},
  };
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 0,
    tls: authority.issue(["*.hub-test.org"]),
    async fetch(request) {
      const { hostname: host, pathname: path } = new URL(request.url);
      if (request.method === "GET") {
        hosts.gets += 1;
        return new Promise<Response>(() => {});
      }
      await request.bytes();
      hosts.posts.push({ host, path });
      const { open, most, in_all } = hosts;
      open.set(host, (open.get(host) ?? 0) + 1);
      most.set(host, Math.max(most.get(host) ?? 0, open.get(host) ?? 0));
      in_all.open += 1;
      in_all.most = Math.max(in_all.most, in_all.open);
      await hosts.wait(host);
      open.set(host, (open.get(host) ?? 0) - 1);
      in_all.open -= 1;
      return new Response(null, { status: 204 });
    },
  });
  hosts.port = server.port ?? 0;
  hosts.close = () => void server.stop(true);
  return hosts;
}

describe("fairness", () => {
  let hosts: ReturnType<typeof openHosts>;
  let hub: TestHub;
  beforeEach(async () => {
    hosts = openHosts();
    hosts.wait = (host) => (host === HANGING ? new Promise<void>(() => {}) : Promise.resolve());
    hub = await openTestHub({
      database: newSqliteDatabase(),
      ca: authority.ca,
      allowed: [...GOOD, HANGING].map((host) => `${host}:${hosts.port}`),
      clock: {
        get ms() {
          return Date.now();
        },
      },
      // A request to the hanging host outlasts every test. A TLS handshake that a busy machine was too slow for is
      // repeated at once.
      env: { WEBSUB_TIMEOUT_SECONDS: "300", WEBSUB_RETRY_SECONDS: "0,0" },
    });
  });
  const at = (host: string, path: string | number) => `https://${host}:${hosts.port}/${path}`;
  const deliverTo = async (callbacks: string[]) => {
    await insertSubscriptions(hub.store, callbacks, new Date(hub.clock.ms));
    await hub.importReview();
    await hub.hub.worker.start();
  };
  const stopNow = async () => {
    hub.hub.close(); // ends the hanging requests
    await hub.close();
    hosts.close();
  };

  test("one hanging host among 500 good ones delays none of them", async () => {
    await deliverTo([at(HANGING, 0), ...GOOD.map((host) => at(host, 0))]);
    await until(() => hosts.posts.length === 501);
    expect(hosts.open.get(HANGING)).toBe(1);
    expect(hosts.in_all.open).toBe(1);
    await stopNow();
  });

  test("500 subscriptions on one hanging host hold two connections, and delay no other host", async () => {
    const hanging = Array.from({ length: 500 }, (_, index) => at(HANGING, index));
    await deliverTo([...hanging, ...GOOD.slice(0, 50).flatMap((host) => [at(host, 0), at(host, 1), at(host, 2)])]);
    await until(() => hosts.posts.length === 152);
    await Bun.sleep(500);
    expect(hosts.posts.filter(({ host }) => host === HANGING)).toHaveLength(2);
    expect(Math.max(...hosts.most.values())).toBe(2);
    await stopNow();
  });

  test("960 subscriptions on 160 hanging hosts of one domain hold eight connections, and delay no other host", async () => {
    const hanging = new Set(GOOD.slice(0, 160));
    hosts.wait = (host) => (hanging.has(host) ? new Promise<void>(() => {}) : Promise.resolve());
    const callbacks = [...hanging].flatMap((host) => [0, 1, 2, 3, 4, 5].map((path) => at(host, path)));
    await insertSubscriptions(hub.store, callbacks, new Date(hub.clock.ms), "hub-test.org");
    await deliverTo(GOOD.slice(200, 400).map((host) => at(host, 0)));
    await until(() => hosts.posts.filter(({ host }) => !hanging.has(host)).length === 200);
    await until(() => hosts.in_all.open === 8);
    await Bun.sleep(500);
    expect(hosts.posts).toHaveLength(208);
    expect(hosts.in_all.open).toBe(8);
    await stopNow();
  });

  test("hosts that were slow twice wait behind the others, even if they could hold every connection", async () => {
    const slow = GOOD.slice(0, 140);
    const good = GOOD.slice(200, 300);
    let wait = () => Bun.sleep(2100);
    hosts.wait = (host) => (slow.includes(host) ? wait() : Promise.resolve());
    await deliverTo(slow.flatMap((host) => [at(host, 0), at(host, 1)]));
    await until(() => hosts.posts.length === 280 && hosts.in_all.open === 0);
    await Bun.sleep(300); // the hub has seen the last answers
    hosts.posts.length = 0;
    wait = () => new Promise<void>(() => {});
    await insertSubscriptions(
      hub.store,
      good.flatMap((host) => [at(host, 0), at(host, 1)]),
      new Date(hub.clock.ms),
    );
    await hub.importReview();
    hub.hub.worker.wake();
    await until(() => hosts.posts.filter(({ host }) => good.includes(host)).length === 200);
    await until(() => hosts.in_all.open === 64);
    await Bun.sleep(500);
    expect(hosts.in_all.open).toBe(64);
    await stopNow();
  });

  test("a process has no more than 256 requests in flight", async () => {
    // Nobody answers until 256 requests are open and there was time for one more.
    const full = Promise.withResolvers<void>();
    hosts.wait = async () => {
      if (hosts.in_all.open === 256) setTimeout(full.resolve, 500);
      await full.promise;
    };
    await deliverTo(GOOD.slice(0, 400).map((host) => at(host, 0)));
    await until(() => hosts.posts.length === 400);
    expect(hosts.in_all.most).toBe(256);
    await stopNow();
  });

  test("while every slot is in use, the results of a tenth of a second are recorded together", async () => {
    const open: (() => void)[] = [];
    hosts.wait = () => new Promise<void>((answer) => void open.push(answer));
    await deliverTo(GOOD.slice(0, 400).map((host) => at(host, 0)));
    await until(() => hosts.in_all.open === 256);
    const { transaction } = hub.store;
    let transactions = 0;
    hub.store.transaction = (work) => {
      transactions += 1;
      return transaction(work);
    };
    const started = performance.now();
    for (let answers = 0; answers < 100; answers++) {
      open.shift()?.();
      await Bun.sleep(5);
    }
    const tenths = (performance.now() - started) / 100;
    expect(transactions).toBeGreaterThan(0);
    expect(transactions).toBeLessThan(tenths + 2);
    await stopNow();
  });

  test("a flood of handshakes that hang leaves room for deliveries", async () => {
    for (const host of GOOD.slice(0, 100)) {
      await hub.post({ "hub.mode": "subscribe", "hub.topic": FEED, "hub.callback": at(host, "hanging") });
    }
    await deliverTo(GOOD.slice(200, 400).map((host) => at(host, 0)));
    await until(() => hosts.posts.length === 200);
    expect(hosts.gets).toBeLessThanOrEqual(64);
    await stopNow();
  });
});

describe("two workers on one PostgreSQL", () => {
  let hosts: ReturnType<typeof openHosts>;
  beforeAll(() => {
    hosts = openHosts();
  });
  afterAll(() => hosts.close());

  test("send one POST per subscriber and version, and share the work", async () => {
    const names = GOOD.slice(0, 60);
    const options = {
      database: await openPostgresDatabase(),
      ca: authority.ca,
      allowed: names.map((host) => `${host}:${hosts.port}`),
      env: { WEBSUB_TIMEOUT_SECONDS: "60" },
    };
    const one = await openTestHub(options);
    const two = await openTestHub({ ...options, clock: one.clock });
    const callbacks = names.flatMap((host) => [0, 1, 2, 3, 4].map((path) => `https://${host}:${hosts.port}/${path}`));
    await insertSubscriptions(one.store, callbacks, new Date(one.clock.ms));
    for (let version = 0; version < 3; version++) {
      // No host answers until both workers have sent: with two slots per host, one process alone holds at most 120.
      const both = Promise.withResolvers<void>();
      hosts.wait = async () => {
        if (hosts.posts.length > 120) both.resolve();
        await both.promise;
      };
      hosts.posts.length = 0;
      await one.importReview();
      await two.refresh();
      await Promise.all([one.run(), two.run()]);
      expect(hosts.posts).toHaveLength(300);
      expect(new Set(hosts.posts.map(({ host, path }) => host + path)).size).toBe(300);
    }
    expect(one.outcomes.length + two.outcomes.length).toBe(900);
    expect(Math.min(one.outcomes.length, two.outcomes.length)).toBeGreaterThan(0);
    expect(new Set([...one.outcomes, ...two.outcomes])).toEqual(new Set(["delivery delivered"]));
    await one.close();
    await two.close();
  });
});
