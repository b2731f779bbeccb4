import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { createHmac, randomBytes } from "node:crypto";
import { wholeBody } from "../../src/snapshot/body.ts";
import { createSecrets } from "../../src/websub/subscription-secrets.ts";
import { DATABASES } from "../databases.ts";
import { bumpDataset, insertRows, reviewRow } from "../rows.ts";
import { type Authority, openAuthority } from "./authority.ts";
import { BASE_URL, FEED, openTestHub, type TestHub } from "./hub.ts";
import { echo, openReceiver, type Receiver, status, thank } from "./receiver.ts";

const HOST = "receiver.hub-test.org";
const DAY = 86_400;

describe.each(DATABASES)("delivery on $dialect", ({ newDatabase }) => {
  let authority: Authority;
  let receiver: Receiver;
  let hub: TestHub;
  let callback: string;
  let database: string;
  let allowed: string[];
  let count = 0;

  beforeAll(async () => {
    authority = openAuthority();
    receiver = await openReceiver(authority.issue([HOST, "*.hub-test.org"]));
    allowed = [`${HOST}:${receiver.port}`];
    database = await newDatabase();
    hub = await openTestHub({ database, ca: authority.ca, allowed });
  });
  afterAll(async () => {
    await hub.close();
    receiver.close();
  });
  beforeEach(async () => {
    await hub.clear();
    receiver.reset();
    count += 1;
    callback = `https://${HOST}:${receiver.port}/callback/${count}?key=a%2fb`;
  });

  test("content is byte for byte what GET returns, with its type, its links and no signature", async () => {
    await hub.subscribe(callback);
    expect(receiver.posts()).toHaveLength(0);
    await hub.importAndRun();
    const document = hub.snapshot()?.documents.get("/feed.xml");
    const [post] = receiver.posts();
    expect(receiver.posts()).toHaveLength(1);
    expect(post?.body.equals(wholeBody(document?.bodies.identity ?? []))).toBe(true);
    expect(post?.body.toString()).toContain("<feed");
    expect(post?.target).toBe(`/callback/${count}?key=a%2fb`);
    expect(post?.headers["content-type"]).toBe("application/atom+xml");
    expect(post?.headers["content-encoding"]).toBeUndefined();
    expect(post?.headers["user-agent"]).toBe(`Candor (+${BASE_URL})`);
    expect(post?.headers["x-hub-signature"]).toBeUndefined();
    expect(post?.raw_headers.filter((name) => name.toLowerCase() === "link")).toHaveLength(1);
    expect(post?.headers.link).toBe(`<${FEED}>; rel="self", <${BASE_URL}/api/websub/hub>; rel="hub"`);
    expect(Object.keys(post?.headers ?? {}).sort()).toEqual(
      [
        ...["connection", "content-length", "content-type", "host", "link", "user-agent"],
        ...["candor-history", "candor-sequence", "webhook-id", "webhook-timestamp"],
      ].sort(),
    );
  });

  test("three subscriptions with one callback are independent", async () => {
    const topics = ["/feed.xml", "/api/feed.json", "/reviews.json"];
    for (const path of topics) await hub.subscribe(callback, { "hub.topic": BASE_URL + path });
    await hub.importAndRun();
    const types = receiver
      .posts()
      .map(({ headers }) => `${String(headers.link).split(">")[0]} ${headers["content-type"]}`);
    expect(types.sort()).toEqual([
      `<${BASE_URL}/api/feed.json application/json`,
      `<${BASE_URL}/feed.xml application/atom+xml`,
      `<${BASE_URL}/reviews.json application/json`,
    ]);
    const asked = await hub.post({ "hub.mode": "unsubscribe", "hub.topic": FEED, "hub.callback": callback });
    await hub.run();
    const [, status_url = ""] = (await asked.text()).split("status: ");
    expect(await hub.status(status_url.trim())).toStartWith("state: unsubscribed\n");
    receiver.requests.length = 0;
    await hub.importAndRun();
    expect(receiver.posts()).toHaveLength(2);
  });

  test("only topics whose bytes changed are delivered", async () => {
    await hub.subscribe(callback);
    await hub.subscribe(callback, { "hub.topic": `${BASE_URL}/reviews.json` });
    await hub.store.transaction(async (tx) => {
      const held = { state: "held", held_reason: "unverified", verification_method: null, verified_at: null } as const;
      await insertRows(tx, [reviewRow(100_000 + count, held)]);
      await bumpDataset(tx);
    });
    await hub.refresh();
    await hub.run();
    expect(receiver.posts().map(({ headers }) => String(headers.link).split(">")[0])).toEqual([
      `<${BASE_URL}/reviews.json`,
    ]);
  });

  test("the same bytes are not delivered again", async () => {
    await hub.subscribe(callback);
    await bumpDataset(hub.store);
    await hub.refresh();
    await hub.run();
    expect(receiver.posts()).toHaveLength(0);
  });

  test("several changes in a row are one delivery of the last version", async () => {
    await hub.subscribe(callback);
    for (let change = 0; change < 5; change++) await hub.importReview();
    await hub.run();
    expect(receiver.posts()).toHaveLength(1);
    const document = hub.snapshot()?.documents.get("/feed.xml");
    expect(receiver.posts()[0]?.body.equals(wholeBody(document?.bodies.identity ?? []))).toBe(true);
  });

  test("a subscription never gets two deliveries at once; a change during one is delivered after it", async () => {
    await hub.subscribe(callback);
    let open = 0;
    let most = 0;
    receiver.onPost((response, received) => {
      open += 1;
      most = Math.max(most, open);
      const first = receiver.posts().length === 1;
      const changed = first ? hub.importReview().then(() => Bun.sleep(100)) : Promise.resolve();
      void changed.then(() => {
        open -= 1;
        thank(response, received);
      });
    });
    await hub.importAndRun();
    expect(most).toBe(1);
    expect(receiver.posts()).toHaveLength(2);
    const last = wholeBody(hub.snapshot()?.documents.get("/feed.xml")?.bodies.identity ?? []);
    expect(receiver.posts().map(({ body }) => body.equals(last))).toEqual([false, true]);
  });

  test("a worker with an older snapshot than the topic's delivers nothing", async () => {
    await hub.subscribe(callback);
    const slow = await openTestHub({ database, ca: authority.ca, allowed, clock: hub.clock });
    await hub.importReview();
    await hub.run();
    receiver.requests.length = 0;
    await hub.importReview();
    receiver.onPost(status(500));
    await hub.run();
    receiver.onPost(thank);
    hub.clock.ms += DAY * 1000;
    await slow.run();
    expect(receiver.posts()).toHaveLength(1);
    await hub.run();
    expect(receiver.posts()).toHaveLength(2);
    await slow.close();
  });

  test("a renewal replaces the secret, and a renewal without one ends signing", async () => {
    const sign = async () => {
      receiver.requests.length = 0;
      await hub.importAndRun();
      const [post] = receiver.posts();
      return { got: post?.headers["x-hub-signature"], body: post?.body ?? Buffer.of() };
    };
    const mac = (key: string, body: Buffer) => `sha256=${createHmac("sha256", key).update(body).digest("hex")}`;
    await hub.subscribe(callback, { "hub.secret": "one" });
    const one = await sign();
    expect(one.got).toBe(mac("one", one.body));
    receiver.onGet(status(404));
    await hub.subscribe(callback, { "hub.secret": "two" });
    const still = await sign();
    expect(still.got).toBe(mac("one", still.body));
    receiver.onGet(echo);
    await hub.subscribe(callback, { "hub.secret": "three" });
    const three = await sign();
    expect(three.got).toBe(mac("three", three.body));
    await hub.subscribe(callback);
    expect((await sign()).got).toBeUndefined();
  });

  test("a secret that SECRET_KEY cannot open sends nothing, rather than an unsigned delivery", async () => {
    const mine = await hub.subscribe(callback, { "hub.secret": "secret" });
    const sealed = createSecrets(["another key, long enough for a test"], randomBytes).seal(Buffer.from("x"), "pair");
    await hub.store.query("UPDATE subscription SET secret = $1", [sealed]);
    await hub.importAndRun();
    expect(receiver.posts()).toHaveLength(0);
    expect(await hub.status(mine)).toContain("delivery is paused: the hub's SECRET_KEY cannot open the secret\n");
  });

  test("unchanged content is sent again after 30 s, then after 300 s, ±20 %", async () => {
    await hub.subscribe(callback);
    receiver.onPost(status(500));
    await hub.importAndRun();
    await hub.advance(23);
    expect(receiver.posts()).toHaveLength(1);
    await hub.advance(13);
    expect(receiver.posts()).toHaveLength(2);
    await hub.advance(239);
    expect(receiver.posts()).toHaveLength(2);
    await hub.advance(121);
    expect(receiver.posts()).toHaveLength(3);
  });

  test("a newer version is sent 10 s after the last attempt", async () => {
    await hub.subscribe(callback);
    receiver.onPost(status(500));
    await hub.importAndRun();
    await hub.importAndRun();
    await hub.advance(9);
    expect(receiver.posts()).toHaveLength(1);
    receiver.onPost(thank);
    await hub.advance(1);
    expect(receiver.posts()).toHaveLength(2);
  });

  test.each([
    ["120", 120],
    ["999999", 3600],
  ])("Retry-After: %s is honored for %d s, also for newer versions", async (value, seconds) => {
    await hub.subscribe(callback);
    receiver.onPost(status(503, { "Retry-After": value }));
    await hub.importAndRun();
    receiver.onPost(thank);
    await hub.importReview();
    await hub.advance(seconds - 1);
    expect(receiver.posts()).toHaveLength(1);
    await hub.advance(1);
    expect(receiver.posts()).toHaveLength(2);
  });

  test("a change made while the server was down is delivered at the next start", async () => {
    const mine = await hub.subscribe(callback);
    await hub.close();
    receiver.requests.length = 0;
    // openTestHub stores one more review before the worker's first turn, like an import beside a stopped server.
    hub = await openTestHub({ database, ca: authority.ca, allowed, clock: hub.clock });
    expect(receiver.posts()).toHaveLength(1);
    expect(await hub.status(mine)).toContain("state: active\n");
  });
});
