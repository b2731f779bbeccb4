import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { openStore } from "../../src/store/connection/open-store.ts";
import { bumpDataset, readDataset } from "../../src/store/dataset/dataset.ts";
import { announceTopics } from "../../src/store/hub/hub-topics.ts";
import type { Store } from "../../src/store/store.ts";
import { DATABASES } from "../databases.ts";
import { readTopics } from "../websub/subscriptions.ts";

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

  test("several topics are announced in the order of their paths", async () => {
    const hashes = (hash: string) =>
      new Map(["/reviews.json", "/feed.xml", "/insights.json"].map((path) => [path, hash]));
    await announceTopics(store, 1, hashes("a"));
    expect(await announceTopics(store, 2, hashes("b"))).toEqual(["/feed.xml", "/insights.json", "/reviews.json"]);
  });

  test("the times of the last 10,000 changes are kept", async () => {
    await announce(1, "a");
    await store.query("DELETE FROM topic_change");
    for (const seq of [1, 2, 9999])
      await store.query("INSERT INTO topic_change (path, seq, changed_at) VALUES ('/feed.xml', $1, '')", [seq]);
    await store.query("UPDATE topic SET seq = 10000");
    await announce(2, "b");
    const rows = await store.query<{ seq: number }>("SELECT seq FROM topic_change ORDER BY seq");
    expect(rows.map(({ seq }) => seq)).toEqual([2, 9999, 10_001]);
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

  test("a snapshot of a history that a restore replaced is not recorded", async () => {
    await announce(1, "a");
    const foreign = { version: 2, commit_id: "lost" };
    expect(await announceTopics(store, 2, new Map([["/feed.xml", "b"]]), { made: foreign, before: null })).toBeNull();
    expect(await topic()).toEqual({ path: "/feed.xml", hash: "a", seq: 1, dataset_version: 1 });
  });

  test("after a restore every subscriber is owed the restored version, even with the bytes of the backup, once", async () => {
    await store.transaction((tx) => bumpDataset(tx, store.dialect, "2026-01-01T00:00:00Z"));
    const made = await readDataset(store);
    await announce(made.version, "a");
    const hashes = new Map([["/feed.xml", "a"]]);
    const lost = { version: made.version + 4, commit_id: "lost" };
    expect(await announceTopics(store, made.version, hashes, { made, before: lost })).toEqual(["/feed.xml"]);
    expect(await topic()).toMatchObject({ hash: "a", seq: 2 });
    // Another worker notices the same restore.
    expect(await announceTopics(store, made.version, hashes, { made, before: lost })).toEqual([]);
    expect(await announceTopics(store, made.version, hashes, { made, before: made })).toEqual([]);
    expect(await topic()).toMatchObject({ hash: "a", seq: 2 });
  });

  test("a snapshot that is some commits behind is of this history", async () => {
    await store.transaction((tx) => bumpDataset(tx, store.dialect, "2026-01-01T00:00:00Z"));
    const made = await readDataset(store);
    await store.transaction((tx) => bumpDataset(tx, store.dialect, "2026-01-01T00:00:00Z"));
    const hashes = new Map([["/feed.xml", "a"]]);
    expect(await announceTopics(store, made.version, hashes, { made, before: null })).toEqual([]);
    expect(await topic()).toMatchObject({ dataset_version: made.version });
  });

  test("the same data rendered differently is recorded without a delivery", async () => {
    await announce(1, "a");
    expect(await announce(1, "a2")).toEqual([]);
    expect(await topic()).toEqual({ path: "/feed.xml", hash: "a2", seq: 1, dataset_version: 1 });
  });
});
