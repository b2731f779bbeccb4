import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { openStore } from "../../src/store/open.ts";
import type { Store } from "../../src/store/store.ts";
import { announceTopics, readTopics } from "../../src/store/topics.ts";
import { DATABASES } from "../databases.ts";

describe.each(DATABASES)("topics on $dialect", ({ newDatabase }) => {
  let store: Store;
  beforeAll(async () => {
    store = await openStore(await newDatabase());
  });
  afterAll(() => store.close());
  beforeEach(() => store.query("DELETE FROM topic"));
  const announce = (version: number, hash: string) => announceTopics(store, version, new Map([["/feed.xml", hash]]));
  const topic = async () => (await readTopics(store))[0];

  test("the first snapshot creates the topics without a delivery", async () => {
    expect(await announce(1, "a")).toEqual([]);
    expect(await topic()).toEqual({ path: "/feed.xml", hash: "a", seq: 1, dataset_version: 1 });
  });

  test("a change counts once, however many servers announce it", async () => {
    await announce(1, "a");
    expect(await announce(2, "b")).toEqual(["/feed.xml"]);
    expect(await announce(2, "b")).toEqual([]);
    expect(await topic()).toEqual({ path: "/feed.xml", hash: "b", seq: 2, dataset_version: 2 });
  });

  test("a slow server cannot restore an older hash", async () => {
    await announce(1, "a");
    await announce(3, "c");
    expect(await announce(2, "b")).toEqual([]);
    expect(await topic()).toEqual({ path: "/feed.xml", hash: "c", seq: 2, dataset_version: 3 });
  });

  test("a slow server cannot announce an older version when the newest has the same bytes as before", async () => {
    await announce(1, "a");
    expect(await announce(3, "a")).toEqual([]);
    expect(await announce(2, "b")).toEqual([]);
    expect(await topic()).toEqual({ path: "/feed.xml", hash: "a", seq: 1, dataset_version: 3 });
  });

  test("the same data rendered differently is recorded without a delivery", async () => {
    await announce(1, "a");
    expect(await announce(1, "a2")).toEqual([]);
    expect(await topic()).toEqual({ path: "/feed.xml", hash: "a2", seq: 1, dataset_version: 1 });
  });
});
