import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import type { RouteRequest } from "../../src/model/wire/route.ts";
import { forgetTries } from "../../src/store/hub/delivery-tries.ts";
import { readHubBacklog } from "../../src/store/hub/hub-health.ts";
import { DATABASES } from "../databases.ts";
import { type Authority, openAuthority } from "./authority.ts";
import { openTestHub, type TestHub } from "./hub.ts";
import { openReceiver, type Receiver, status } from "./receiver.ts";

const HOST = "receiver.hub-test.org";

describe.each(DATABASES)("a status URL on $dialect", ({ newDatabase }) => {
  let authority: Authority;
  let receiver: Receiver;
  let hub: TestHub;
  let url: string;
  let count = 0;

  beforeAll(async () => {
    authority = openAuthority();
    receiver = await openReceiver(authority.issue([HOST]));
    hub = await openTestHub({ database: await newDatabase(), ca: authority.ca, allowed: [`${HOST}:${receiver.port}`] });
  });
  afterAll(async () => {
    await hub.close();
    receiver.close();
  });
  beforeEach(async () => {
    await hub.clear();
    receiver.reset();
    count += 1;
    url = await hub.subscribe(`https://${HOST}:${receiver.port}/secret-path-${count}`);
  });

  async function ask(form = "", method = "GET"): Promise<Response> {
    const token = `${url.split("/").at(-1)}${form}`;
    const handle = hub.handlers.get("/api/websub/status/:token");
    if (!handle) throw new Error("no route");
    const request: RouteRequest = Object.assign(new Request(url + form, { method }), { params: { token } });
    return handle(request, { address: "192.0.2.1" });
  }
  type Made = { at: string; status: number | null; milliseconds: number; bytes: number; error: string | null };
  type Shown = { owed: { next_attempt_at: string } | null; tries: Made[]; failures_in_a_row: number };
  const json = async () => (await (await ask(".json")).json()) as Shown; // what this test checks
  const post = async () => {
    const answer = await ask("", "POST");
    return [answer.status, answer.headers.get("retry-after")];
  };
  const ids = () => receiver.posts().map(({ headers }) => headers["webhook-id"]);

  test("shows the last 20 tries, newest first, in three forms that nobody keeps", async () => {
    expect(await json()).toMatchObject({ state: "active", owed: null, tries: [] });
    for (let change = 0; change < 22; change++) {
      receiver.onPost(status(change === 20 ? 503 : 204));
      await hub.importAndRun();
    }
    await hub.advance(40);
    const shown = await json();
    expect(shown.tries).toHaveLength(20);
    expect(shown.tries.slice(0, 3).map((made) => [made.status, made.error])).toEqual([
      [204, null],
      [503, "status 503"],
      [204, null],
    ]);
    const [newest] = shown.tries;
    expect(newest?.bytes).toBe(receiver.posts().at(-1)?.body.length);
    expect(newest?.at).toBe(new Date(hub.clock.ms).toISOString().replace(".000Z", "Z"));
    expect(newest?.milliseconds).toBeGreaterThanOrEqual(0);
    const text = await hub.status(url);
    expect(text).toStartWith("state: active\n");
    expect(text.match(/^try: /gm)).toHaveLength(20);
    expect(text).toContain(" status 503, ");
    for (const form of ["", ".json", ".html"]) {
      const answer = await ask(form);
      expect([answer.status, answer.headers.get("cache-control"), answer.headers.get("x-robots-tag")]).toEqual([
        200,
        "no-store",
        "noindex",
      ]);
      expect(await answer.text()).not.toContain("secret-path");
    }
    expect((await ask(".xml")).status).toBe(404);
  });

  test("what is owed is shown until it arrives", async () => {
    receiver.onPost(status(500));
    await hub.importAndRun();
    const { owed } = await json();
    expect(Date.parse(owed?.next_attempt_at ?? "")).toBeGreaterThan(hub.clock.ms);
    expect(await hub.status(url)).toContain("owed_since: ");
    receiver.reset();
    await hub.advance(40);
    expect((await json()).owed).toBeNull();
  });

  test("POST sends the present version again with its id, once a minute and ten times a day", async () => {
    await hub.importAndRun();
    expect(await post()).toEqual([202, null]);
    expect(await post()).toEqual([429, "60"]);
    expect(await readHubBacklog(hub.store, hub.clock.ms)).toMatchObject({ owed: 1, oldest_owed_seconds: 0 });
    await hub.run();
    expect(ids()).toHaveLength(2);
    expect(new Set(ids()).size).toBe(1);
    for (let again = 2; again <= 10; again++) {
      await hub.advance(60);
      expect(await post()).toEqual([202, null]);
    }
    await hub.advance(60);
    expect(await post()).toEqual([429, `${86_400 - 10 * 60}`]);
    await hub.advance(86_400 - 10 * 60);
    expect(await post()).toEqual([202, null]);
    await hub.run();
    expect(ids()).toHaveLength(12);
    expect(new Set(ids()).size).toBe(1);
  });

  test("a POST during a delivery waits for it; one that fails counts", async () => {
    const held = Promise.withResolvers<void>();
    receiver.onPost((response) => void held.promise.then(() => response.writeHead(204).end()));
    await hub.importReview();
    const running = hub.run();
    while (receiver.posts().length === 0) await Bun.sleep(5);
    expect(await post()).toEqual([202, null]);
    await Bun.sleep(50);
    expect(receiver.posts()).toHaveLength(1);
    held.resolve();
    await running;
    expect(ids()).toHaveLength(2);
    expect(new Set(ids()).size).toBe(1);
    receiver.onPost(status(500));
    await hub.advance(60);
    expect(await post()).toEqual([202, null]);
    await hub.run();
    expect((await json()).failures_in_a_row).toBe(1);
    expect(await hub.store.query("SELECT again FROM subscription")).toEqual([{ again: 0 }]);
  });

  test("only an active subscription is sent anything", async () => {
    await hub.advance(864_001);
    expect(await post()).toEqual([409, null]);
    url = `${url}x`;
    expect(await post()).toEqual([404, null]);
  });

  test("tries go when nobody needs them any more", async () => {
    const rows = () => hub.store.query("SELECT number FROM delivery_try");
    const forget = () => hub.store.transaction((tx) => forgetTries(tx, 0, 1000));
    await forget();
    for (let change = 0; change < 25; change++) await hub.importAndRun();
    expect(await rows()).toHaveLength(25);
    await forget();
    expect(await rows()).toHaveLength(20);
    expect((await json()).tries).toHaveLength(20);
    await hub.clear();
    await forget();
    expect(await rows()).toEqual([]);
  });
});
