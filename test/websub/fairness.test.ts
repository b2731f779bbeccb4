import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { newSqliteDatabase } from "../databases.ts";
import { until } from "../faults/serving.ts";
import { openPostgresDatabase } from "../postgres.ts";
import { type Authority, openAuthority } from "./authority.ts";
import { openTestHub, type TestHub } from "./hub.ts";
import { openReceiver, type Receiver, thank } from "./receiver.ts";
import { insertSubscriptions } from "./subscriptions.ts";

const GOOD = Array.from({ length: 1000 }, (_, index) => `good-${index}.hub-test.org`);
const HANGING = "hanging.hub-test.org";

describe("fairness", () => {
  let authority: Authority;
  let receiver: Receiver;
  let hub: TestHub;
  let open: Map<string, number>;
  let most: Map<string, number>;
  const hostOf = (header: string | undefined) => header?.split(":")[0] ?? "";
  const postsTo = (host: string) => receiver.posts().filter(({ headers }) => hostOf(headers.host) === host);

  beforeAll(async () => {
    authority = openAuthority();
    receiver = await openReceiver(authority.issue(["*.hub-test.org"]));
  });
  afterAll(() => receiver.close());
  beforeEach(async () => {
    receiver.requests.length = 0;
    const now_open = new Map<string, number>();
    open = now_open;
    most = new Map();
    receiver.onPost((response, received) => {
      const host = hostOf(received.headers.host);
      now_open.set(host, (now_open.get(host) ?? 0) + 1);
      most.set(host, Math.max(most.get(host) ?? 0, now_open.get(host) ?? 0));
      response.on("close", () => now_open.set(host, (now_open.get(host) ?? 0) - 1));
      if (host !== HANGING) thank(response, received);
    });
    hub = await openTestHub({
      database: newSqliteDatabase(),
      ca: authority.ca,
      allowed: [...GOOD, HANGING].map((host) => `${host}:${receiver.port}`),
      env: { WEBSUB_TIMEOUT_SECONDS: "20" },
    });
  });
  const at = (host: string, path: string | number) => `https://${host}:${receiver.port}/${path}`;
  const stopNow = async () => {
    receiver.onPost(thank);
    hub.hub.close();
    await hub.store.query("UPDATE subscription SET expires_at = '2000-01-01T00:00:00.000Z'");
  };

  test("one hanging host among 1,000 good ones delays no other", async () => {
    await insertSubscriptions(hub.store, [at(HANGING, 0), ...GOOD.map((host) => at(host, 0))], new Date(hub.clock.ms));
    await hub.importReview();
    void hub.hub.worker.start();
    await until(() => receiver.posts().length === 1001, 15_000);
    expect(open.get(HANGING)).toBe(1);
    expect(Math.max(...most.values())).toBe(1);
    await stopNow();
  });

  test("500 subscriptions on one hanging host hold two connections, and the others are not kept waiting", async () => {
    const hanging = Array.from({ length: 500 }, (_, index) => at(HANGING, index));
    const others = GOOD.slice(0, 50).flatMap((host) => [at(host, 0), at(host, 1), at(host, 2)]);
    await insertSubscriptions(hub.store, [...hanging, ...others], new Date(hub.clock.ms));
    await hub.importReview();
    void hub.hub.worker.start();
    await until(() => receiver.posts().length === 152, 10_000);
    await Bun.sleep(500);
    expect(postsTo(HANGING)).toHaveLength(2);
    expect(most.get(HANGING)).toBe(2);
    expect(Math.max(...most.values())).toBe(2);
    await stopNow();
  });

  test("a flood of handshakes that hang leaves room for deliveries", async () => {
    receiver.onGet(() => {});
    for (const host of GOOD.slice(0, 100)) {
      await hub.post({
        "hub.mode": "subscribe",
        "hub.topic": "https://reviews.hub-test.net/feed.xml",
        "hub.callback": at(host, "hanging"),
      });
    }
    await insertSubscriptions(
      hub.store,
      GOOD.slice(200, 400).map((host) => at(host, 0)),
      new Date(hub.clock.ms),
    );
    await hub.importReview();
    void hub.hub.worker.start();
    await until(() => receiver.posts().length === 200, 10_000);
    expect(receiver.gets().length).toBeLessThanOrEqual(64);
    await stopNow();
  });
});

describe("two workers on one PostgreSQL", () => {
  test("send one POST a subscriber and version, and share the work", async () => {
    const authority = openAuthority();
    const receiver = await openReceiver(authority.issue(["*.hub-test.org"]));
    const hosts = GOOD.slice(0, 60);
    const options = {
      database: await openPostgresDatabase(),
      ca: authority.ca,
      allowed: hosts.map((host) => `${host}:${receiver.port}`),
      env: { WEBSUB_TIMEOUT_SECONDS: "20" },
    };
    const one = await openTestHub(options);
    const two = await openTestHub({ ...options, clock: one.clock });
    const callbacks = hosts.flatMap((host) =>
      [0, 1, 2, 3, 4].map((path) => `https://${host}:${receiver.port}/${path}`),
    );
    await insertSubscriptions(one.store, callbacks, new Date(one.clock.ms));
    receiver.onPost((response, received) => void setTimeout(() => thank(response, received), 20));
    const claimed = new Set<string>();
    for (let version = 0; version < 3; version++) {
      receiver.requests.length = 0;
      await one.importReview();
      await two.refresh();
      const done = Promise.all([one.run(), two.run()]);
      const watch = setInterval(async () => {
        const rows = await one.store.query<{ owner: string }>(
          "SELECT DISTINCT claimed_by AS owner FROM subscription WHERE claimed_by IS NOT NULL",
        );
        for (const { owner } of rows) claimed.add(owner);
      }, 20);
      await done;
      clearInterval(watch);
      const sent = receiver.posts().map(({ headers, target }) => `${headers.host}${target}`);
      expect(sent).toHaveLength(300);
      expect(new Set(sent).size).toBe(300);
    }
    expect(claimed.size).toBe(2);
    await one.close();
    await two.close();
    receiver.close();
  }, 60_000);
});
