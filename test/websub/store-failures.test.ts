import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { newSqliteDatabase } from "../databases.ts";
import { until } from "../faults/serving.ts";
import { openAuthority } from "./authority.ts";
import { FEED, openTestHub, type TestHub } from "./hub.ts";
import { echo, openReceiver, type Receiver, thank } from "./receiver.ts";

const authority = openAuthority();
const certificate = authority.issue(["receiver.hub-test.org"]);

/** SQLite itself refuses every write to the table, as a full or failing disk would. */
const refuseWrites = (hub: TestHub, table: string) =>
  hub.store.query(
    `CREATE TRIGGER refuse BEFORE UPDATE OF claimed_by ON ${table} BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`,
  );
const allowWrites = (hub: TestHub) => hub.store.query("DROP TRIGGER refuse");

describe("a store that fails while an answer is recorded", () => {
  let receiver: Receiver;
  let hub: TestHub;
  let callback: string;
  beforeEach(async () => {
    receiver = await openReceiver(certificate);
    callback = `https://receiver.hub-test.org:${receiver.port}/`;
    const allowed = [`receiver.hub-test.org:${receiver.port}`];
    hub = await openTestHub({ database: newSqliteDatabase(), ca: authority.ca, allowed });
  });
  afterEach(async () => {
    await hub.close();
    receiver.close();
  });
  const cursor = () =>
    hub.store.query(
      "SELECT seq - delivered_seq AS behind, failures, claimed_by FROM subscription JOIN topic ON path = topic",
    );
  /** A delivery is answered, and the answer cannot be recorded. */
  const failToRecord = async () => {
    await hub.subscribe(callback);
    receiver.onPost((response, received) => {
      void refuseWrites(hub, "subscription").then(() => thank(response, received));
    });
    await hub.importReview();
    expect(await hub.run().catch((error: Error) => error.message)).toBe("the disk is full");
  };
  const DELIVERED = [{ behind: 0, failures: 0, claimed_by: null }];

  test("keeps the answer to a delivery, and records it later without a second POST", async () => {
    await failToRecord();
    expect(await cursor()).toEqual([{ behind: 1, failures: 0, claimed_by: expect.any(String) }]);
    await allowWrites(hub);
    await hub.run();
    expect(await cursor()).toEqual(DELIVERED);
    await hub.advance(3600);
    expect(receiver.posts()).toHaveLength(1);
  });

  test("sends nothing twice although the claim expired before the answer could be recorded", async () => {
    await failToRecord();
    hub.clock.ms += 3_600_000;
    await allowWrites(hub);
    await hub.run();
    expect(await cursor()).toEqual(DELIVERED);
    expect(receiver.posts()).toHaveLength(1);
  });

  test("keeps the answer to a challenge, and records it later without a second GET", async () => {
    receiver.onGet((response, received) => {
      void hub.store
        .query("CREATE TRIGGER refuse BEFORE INSERT ON subscription BEGIN SELECT RAISE(ABORT, 'the disk is full'); END")
        .then(() => echo(response, received));
    });
    const answer = await hub.post({ "hub.mode": "subscribe", "hub.topic": FEED, "hub.callback": callback });
    const status_url = (await answer.text()).split("status: ")[1]?.trim() ?? "";
    expect(await hub.run().catch((error: Error) => error.message)).toBe("the disk is full");
    expect(await hub.status(status_url)).toContain("state: pending\n");
    await allowWrites(hub);
    await hub.run();
    expect(await hub.status(status_url)).toContain("state: active\n");
    expect(receiver.gets()).toHaveLength(1);
  });

  test("is logged once, tried again, and logged again after it has worked in between", async () => {
    await hub.subscribe(callback);
    const failures = () => hub.logs.filter((line) => line.includes('"event":"websub_store_failed"'));
    hub.hub.worker.start();
    for (const round of [1, 2]) {
      receiver.onPost((response, received) => {
        void refuseWrites(hub, "subscription").then(() => thank(response, received));
      });
      await hub.importReview();
      hub.hub.worker.wake();
      await until(() => failures().length === round);
      await Bun.sleep(1200); // at least one more attempt fails
      expect(failures()).toHaveLength(round);
      await allowWrites(hub);
      await until(async () => Bun.deepEquals(await cursor(), DELIVERED));
      expect(receiver.posts()).toHaveLength(round);
    }
  });

  test("does not keep the worker from stopping", async () => {
    await hub.subscribe(callback);
    receiver.onPost((response, received) => {
      void refuseWrites(hub, "subscription").then(() => thank(response, received));
    });
    await hub.importReview();
    await hub.run().catch(() => {});
    await hub.hub.worker.stop();
    expect(hub.logs.join("")).toContain('"event":"websub_store_failed"');
  });
});
