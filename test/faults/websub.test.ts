import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { openStore } from "../../src/store/connection/open-store.ts";
import type { Store } from "../../src/store/store.ts";
import { newSqliteDatabase } from "../databases.ts";
import { openPostgresDatabase } from "../postgres.ts";
import { type ServerProcess, startCandor } from "../server-process.ts";
import { openAuthority } from "../websub/authority.ts";
import { echo, hang, openReceiver, type Receiver, thank } from "../websub/receiver.ts";
import { insertSubscriptions } from "../websub/subscriptions.ts";
import { importReview, lockStore, until } from "./serving.ts";

const ADDRESSES = Array.from({ length: 16 }, (_, index) => `127.0.0.${index + 1}`);
const FEED = "https://reviews.hub-test.net/feed.xml";
/** No test waits as long as a claim lasts, so nothing here waited for a claim to expire. */
const CLAIM_SECONDS = 300;
const authority = openAuthority();
const certificate = authority.issue(ADDRESSES);

async function kill(serving: ServerProcess): Promise<void> {
  serving.signal("SIGKILL");
  await serving.exited;
}

describe("kill -9", () => {
  let database: string;
  let store: Store;
  let receiver: Receiver;
  let env: Record<string, string>;
  let running: ServerProcess[];

  beforeEach(async () => {
    database = newSqliteDatabase();
    store = await openStore(database);
    await importReview(store);
    receiver = await openReceiver(certificate, ADDRESSES);
    env = {
      // One origin for all starts: both servers must have the same topics.
      BASE_URL: "https://reviews.hub-test.net",
      DATABASE_URL: database,
      WEBSUB_RETRY_SECONDS: "0,1",
      WEBSUB_TIMEOUT_SECONDS: String(CLAIM_SECONDS),
      NODE_EXTRA_CA_CERTS: authority.ca_path,
      WEBSUB_ALLOWED_CALLBACKS: ADDRESSES.map((address) => `${address}:${receiver.port}`).join(","),
    };
    running = [];
  });
  afterEach(async () => {
    for (const serving of running) await kill(serving);
    receiver.close();
    await store.close();
  });
  const start = async (more: Record<string, string> = {}) => {
    const serving = await startCandor({ ...env, ...more });
    running.push(serving);
    return serving;
  };
  const subscribe = async (serving: ServerProcess, path: string) => {
    const callback = `https://127.0.0.1:${receiver.port}/${path}`;
    const form = { "hub.mode": "subscribe", "hub.topic": FEED, "hub.callback": callback };
    const answer = await fetch(`${serving.url}/api/websub/hub`, {
      method: "POST",
      body: new URLSearchParams(form),
    });
    return { status: answer.status, token: (await answer.text()).trim().split("/").at(-1) ?? "" };
  };
  const isActive = async (token: string) =>
    (await store.query("SELECT 1 AS one FROM subscription WHERE token = $1", [token])).length === 1;
  const addSubscribers = async (count: number) => {
    const at = (index: number) => `https://${ADDRESSES[index % 16]}:${receiver.port}/subscriber/${index}`;
    await insertSubscriptions(
      store,
      Array.from({ length: count }, (_, index) => at(index)),
    );
  };
  const postsByTarget = () => Map.groupBy(receiver.posts(), ({ target }) => target);

  test("after the 202: the request is not lost", async () => {
    receiver.onGet(hang);
    const first = await start();
    const { status, token } = await subscribe(first, "after-202");
    await kill(first);
    expect(status).toBe(202);
    receiver.onGet(echo);
    await start();
    await until(() => isActive(token));
  });

  test("between the callback's answer and the commit: the callback is asked again", async () => {
    const first = await start();
    let unlock = async () => {};
    const answered = Promise.withResolvers<void>();
    receiver.onGet((response, received) => {
      void lockStore(database).then((release) => {
        unlock = release;
        response.on("finish", () => answered.resolve());
        echo(response, received);
      });
    });
    const { token } = await subscribe(first, "answered");
    await answered.promise;
    await Bun.sleep(100);
    await kill(first);
    await unlock();
    expect(await isActive(token)).toBe(false);
    receiver.onGet(echo);
    await start();
    await until(() => isActive(token));
    expect(receiver.gets()).toHaveLength(2);
    expect(receiver.gets()[0]?.query.get("hub.challenge")).not.toBe(
      receiver.gets()[1]?.query.get("hub.challenge") ?? "",
    );
  });

  test("between the import's commit and the announcement: the next start announces", async () => {
    const first = await start();
    const { token } = await subscribe(first, "import");
    await until(() => isActive(token));
    process.kill(first.pid, "SIGSTOP");
    await importReview(store);
    await kill(first);
    expect(receiver.posts()).toHaveLength(0);
    await start();
    await until(() => receiver.posts().length > 0);
    await Bun.sleep(300);
    expect(receiver.posts()).toHaveLength(1);
  });

  test("after a callback's 200 and before the commit: one more delivery, then none", async () => {
    const first = await start();
    const { token } = await subscribe(first, "acknowledged");
    await until(() => isActive(token));
    let unlock = async () => {};
    const answered = Promise.withResolvers<void>();
    receiver.onPost((response, received) => {
      void lockStore(database).then((release) => {
        unlock = release;
        response.on("finish", () => answered.resolve());
        thank(response, received);
      });
    });
    await importReview(store);
    await answered.promise;
    await Bun.sleep(100);
    await kill(first);
    await unlock();
    receiver.onPost(thank);
    await start();
    await until(() => receiver.posts().length === 2);
    const [one, two] = receiver.posts();
    expect(one?.body.equals(two?.body ?? Buffer.of())).toBe(true);
    await Bun.sleep(700);
    expect(receiver.posts()).toHaveLength(2);
  });

  test("halfway through a fan-out to 1,000: all get it, and only those in flight get it twice", async () => {
    const warm = await start();
    await warm.stop();
    await addSubscribers(1000);
    const first = await start();
    const half = Promise.withResolvers<void>();
    receiver.onPost((response, received) => {
      if (receiver.posts().length === 500) half.resolve();
      thank(response, received);
    });
    await importReview(store);
    await half.promise;
    await kill(first);
    const before = receiver.posts().length;
    expect(before).toBeLessThan(1000);
    await start();
    await until(() => postsByTarget().size === 1000);
    await Bun.sleep(300);
    const twice = [...postsByTarget().values()].filter((posts) => posts.length > 1);
    expect(twice.length).toBeLessThanOrEqual(256);
    expect(twice.every((posts) => posts.length === 2)).toBe(true);
  });

  test("of a worker on PostgreSQL: another worker delivers its share when the claims expire", async () => {
    const shared = { DATABASE_URL: await openPostgresDatabase(), SECRET_KEY: "a test key that is long enough to use" };
    await store.close();
    store = await openStore(shared.DATABASE_URL);
    await importReview(store);
    const first = await start({ ...shared, WEBSUB_TIMEOUT_SECONDS: "4" });
    await addSubscribers(100);
    receiver.onPost(hang);
    await importReview(store);
    await until(() => receiver.posts().length >= 32);
    await kill(first);
    receiver.onPost(thank);
    const hung = new Set(receiver.posts().map(({ target }) => target));
    receiver.requests.length = 0;
    await start(shared); // Its own deliveries may take longer, however busy the machine is.
    await until(() => postsByTarget().size === 100);
    const counts = [...postsByTarget()].map(([target, posts]) => ({ hung: hung.has(target), posts: posts.length }));
    expect(counts.every(({ posts }) => posts === 1)).toBe(true);
    expect(counts.filter((count) => count.hung)).toHaveLength(hung.size);
  });
});
