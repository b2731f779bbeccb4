import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { createClock } from "../../src/store/connection/clock.ts";
import { openStore } from "../../src/store/connection/open-store.ts";
import { newSqliteDatabase } from "../databases.ts";
import { openPostgresDatabase } from "../postgres.ts";
import { openAuthority } from "./authority.ts";
import { openTestHub, type TestHub } from "./hub.ts";
import { openReceiver, type Receiver, status, thank } from "./receiver.ts";
import { insertSubscriptions } from "./subscriptions.ts";

const HOSTS = Array.from({ length: 20 }, (_, index) => `h${index}.hub-test.org`);
const authority = openAuthority();
const certificate = authority.issue(["*.hub-test.org"]);

test("the time is the database's on PostgreSQL, and the process's on SQLite", async () => {
  const wrong = () => new Date("2001-01-01T00:00:00Z");
  const postgres = await openStore(await openPostgresDatabase());
  const read = await createClock(postgres.dialect, wrong)(postgres);
  expect(Math.abs(read - Date.now())).toBeLessThan(60_000);
  // Inside a transaction it goes on.
  const [first, second] = await postgres.transaction(async (tx) => {
    const clock = createClock("postgres", wrong);
    const before = await clock(tx);
    await Bun.sleep(50);
    return [before, await clock(tx)];
  });
  expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(40);
  await postgres.close();
  const sqlite = await openStore(newSqliteDatabase());
  expect(await createClock(sqlite.dialect, wrong)(sqlite)).toBe(wrong().getTime());
  await sqlite.close();
});

describe("workers on one PostgreSQL whose own clocks are wrong", () => {
  let receiver: Receiver;
  let hubs: TestHub[];
  beforeEach(async () => {
    receiver = await openReceiver(certificate);
    hubs = [];
  });
  afterEach(async () => {
    for (const hub of hubs) await hub.close();
    receiver.close();
  });
  const open = async (database: string, wrong_by_ms: number) => {
    const hub = await openTestHub({
      database,
      ca: authority.ca,
      allowed: HOSTS.map((host) => `${host}:${receiver.port}`),
      clock: {
        get ms() {
          return Date.now() + wrong_by_ms;
        },
      },
      database_clock: true,
      env: { WEBSUB_TIMEOUT_SECONDS: "20" },
    });
    hubs.push(hub);
    return hub;
  };

  test.each([60_000, -60_000, 3_600_000])("by %d ms send each delivery once", async (wrong_by_ms) => {
    const database = await openPostgresDatabase();
    const right = await open(database, 0);
    const wrong = await open(database, wrong_by_ms);
    const callbacks = Array.from(
      { length: 100 },
      (_, index) => `https://${HOSTS[index % 20]}:${receiver.port}/${index}`,
    );
    await insertSubscriptions(right.store, callbacks);
    // Slow enough that both claim while the other's deliveries are in flight.
    receiver.onPost((response, received) => void setTimeout(() => thank(response, received), 200));
    await right.importReview();
    await wrong.refresh();
    await Promise.all([right.run(), wrong.run()]);
    expect(new Set(receiver.posts().map(({ target }) => target)).size).toBe(100);
    expect(receiver.posts()).toHaveLength(100);
  });

  test.each([-70_000, 70_000])("by %d ms verify and retry at the right time", async (wrong_by_ms) => {
    const database = await openPostgresDatabase();
    const right = await open(database, 0);
    const wrong = await open(database, wrong_by_ms);
    await wrong.refresh();
    // The right one accepts, the wrong one verifies.
    const form = { "hub.mode": "subscribe", "hub.topic": "https://reviews.hub-test.net/feed.xml" };
    const answer = await right.post({ ...form, "hub.callback": `https://h1.hub-test.org:${receiver.port}/` });
    const status_url = (await answer.text()).split("status: ")[1]?.trim() ?? "";
    await wrong.run();
    expect(await right.status(status_url)).toContain("state: active\n");
    const [row] = await right.store.query<{ expires_at: string }>("SELECT expires_at FROM subscription");
    expect(Math.abs(Date.parse(row?.expires_at ?? "") - Date.now() - 864_000_000)).toBeLessThan(30_000);
    receiver.onPost(status(500));
    await right.importReview();
    await right.run();
    await wrong.refresh();
    await wrong.run();
    expect(receiver.posts()).toHaveLength(1);
  });
});
