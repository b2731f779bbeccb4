import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { DATABASES } from "../databases.ts";
import { until } from "../faults/serving.ts";
import { openAuthority } from "./authority.ts";
import { FEED, openTestHub, type TestHub } from "./hub.ts";
import { openReceiver, type Receiver, thank } from "./receiver.ts";

const authority = openAuthority();
const certificate = authority.issue(["receiver.hub-test.org"]);

describe.each(DATABASES)("a delivery that waits for the connection of its host on $dialect", ({ newDatabase }) => {
  let receiver: Receiver;
  let hub: TestHub;
  /** Ends the first delivery, which holds the connection. */
  let answer: () => void;
  let first: string;
  beforeEach(async () => {
    receiver = await openReceiver(certificate);
    const allowed = [`receiver.hub-test.org:${receiver.port}`];
    hub = await openTestHub({ database: await newDatabase(), ca: authority.ca, allowed });
    for (const path of ["/a", "/b", "/c"]) await hub.subscribe(at(path), { "hub.secret": "old" });
    const held = Promise.withResolvers<void>();
    answer = held.resolve;
    receiver.onPost((response, received) => void held.promise.then(() => thank(response, received)));
    await hub.importReview();
    hub.hub.worker.start();
    await until(() => receiver.posts().length === 1);
    first = receiver.posts()[0]?.target ?? "";
    receiver.requests.length = 0;
  });
  afterEach(async () => {
    await hub.close();
    receiver.close();
  });
  const at = (path: string) => `https://receiver.hub-test.org:${receiver.port}${path}`;
  const others = () => ["/a", "/b", "/c"].filter((path) => path !== first);
  const ask = async (mode: string, path: string, more: Record<string, string> = {}) => {
    await hub.post({ "hub.mode": mode, "hub.topic": FEED, "hub.callback": at(path), ...more });
    hub.hub.worker.wake();
    await until(() => receiver.gets().length === 1);
  };
  const paths = () => receiver.posts().map(({ target }) => target);

  test("is not sent after its subscriber unsubscribed", async () => {
    const [gone = "", stays = ""] = others();
    await ask("unsubscribe", gone);
    await until(async () => (await hub.store.query("SELECT id FROM subscription")).length === 2);
    answer();
    await until(() => paths().includes(stays));
    await Bun.sleep(300);
    expect(paths()).toEqual([stays]);
  });

  test("is signed with the new secret after its subscriber renewed", async () => {
    const [renewed = "", stays = ""] = others();
    await ask("subscribe", renewed, { "hub.secret": "new" });
    await until(async () => (await hub.store.query("SELECT 1 AS one FROM handshake")).length === 0);
    answer();
    await until(() => paths().length === 2);
    for (const [path, secret] of [
      [renewed, "new"],
      [stays, "old"],
    ] as const) {
      const post = receiver.posts().find(({ target }) => target === path);
      const [method = "", digest = ""] = String(post?.headers["x-hub-signature"]).split("=");
      expect(digest).toBe(
        createHmac(method, secret)
          .update(post?.body ?? "")
          .digest("hex"),
      );
    }
  });
});
