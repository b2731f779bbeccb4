import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { createWaker } from "../../src/model/basics/waker.ts";
import { newSqliteDatabase } from "../databases.ts";
import { until } from "../faults/serving.ts";
import { openAuthority } from "./authority.ts";
import { openTestHub, type TestHub } from "./hub.ts";
import { hang, openReceiver, type Receiver, thank } from "./receiver.ts";

const authority = openAuthority();
const certificate = authority.issue(["receiver.hub-test.org"]);

test("a wake-up that comes before a sleep ends that sleep at once, and only that one", async () => {
  const waker = createWaker();
  waker.wake();
  await waker.sleep(3_600_000);
  let slept = false;
  const second = waker.sleep(3_600_000).then(() => {
    slept = true;
  });
  await Bun.sleep(50);
  expect(slept).toBe(false);
  waker.wake();
  await second;
});

describe("the hub's worker", () => {
  let receiver: Receiver;
  let hub: TestHub;
  let callback: string;
  beforeEach(async () => {
    receiver = await openReceiver(certificate);
    callback = `https://receiver.hub-test.org:${receiver.port}/`;
    const allowed = [`receiver.hub-test.org:${receiver.port}`];
    const env = { WEBSUB_TIMEOUT_SECONDS: "300" };
    hub = await openTestHub({ database: newSqliteDatabase(), ca: authority.ca, allowed, env });
    await hub.subscribe(callback);
  });
  afterEach(async () => {
    hub.hub.close();
    await hub.close();
    receiver.close();
  });
  const cursor = () =>
    hub.store.query(
      "SELECT seq - delivered_seq AS behind, failures, claimed_by FROM subscription JOIN topic ON path = topic",
    );
  const startDelivery = async () => {
    await hub.importReview();
    hub.hub.worker.start();
    await until(() => receiver.posts().length === 1);
  };

  test("removes expired subscriptions when it starts", async () => {
    hub.clock.ms += 864_000_000;
    hub.hub.worker.start();
    await until(async () => (await hub.store.query("SELECT id FROM subscription")).length === 0);
  });

  test("waits at a stop for the answer to a delivery, and records it", async () => {
    const stopping = Promise.withResolvers<void>();
    receiver.onPost((response, received) => {
      void stopping.promise.then(() => Bun.sleep(500)).then(() => thank(response, received));
    });
    await startDelivery();
    const stopped = hub.hub.worker.stop();
    stopping.resolve();
    await stopped;
    expect(await cursor()).toEqual([{ behind: 0, failures: 0, claimed_by: null }]);
  });

  test("stops after 8 s although a callback hangs, and releases its claim", async () => {
    receiver.onPost(hang);
    await startDelivery();
    expect(await cursor()).toEqual([{ behind: 1, failures: 0, claimed_by: expect.any(String) }]);
    await hub.hub.worker.stop();
    expect(await cursor()).toEqual([{ behind: 1, failures: 0, claimed_by: null }]);
  });
});
