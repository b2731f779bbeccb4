import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { openStore } from "../../src/store/connection/open-store.ts";
import { addEnded } from "../../src/store/hub/ended-subscriptions.ts";
import { readHubBacklog, readHubHealth } from "../../src/store/hub/hub-health.ts";
import { announceTopics } from "../../src/store/hub/hub-topics.ts";
import type { Store } from "../../src/store/store.ts";
import { DATABASES } from "../databases.ts";
import { insertSubscriptions } from "../websub/subscriptions.ts";

const NOW = "2026-03-01T12:00:00.000Z";

describe.each(DATABASES)("the hub status on $dialect", ({ newDatabase }) => {
  let store: Store;
  beforeAll(async () => {
    store = await openStore(await newDatabase());
  });
  afterAll(() => store.close());
  beforeEach(async () => {
    for (const table of ["topic", "topic_change", "subscription", "ended_subscription"]) {
      await store.query(`DELETE FROM ${table}`);
    }
  });
  const announce = async (version: number, changed_at: string, hashes: Record<string, string>) => {
    await store.query("UPDATE dataset SET changed_at = $1", [changed_at]);
    await announceTopics(store, version, new Map(Object.entries(hashes)));
  };

  test("a subscription is behind since the first change that it lacks, whatever the topic", async () => {
    await announce(1, "2026-03-01T01:00:00Z", { "/feed.xml": "a", "/reviews.json": "a" });
    await announce(2, "2026-03-01T02:00:00Z", { "/feed.xml": "b", "/reviews.json": "a" });
    await insertSubscriptions(store, ["https://a.org/", "https://b.org/"], new Date(NOW));
    await store.query("UPDATE subscription SET topic = '/reviews.json', delivered_seq = 1 WHERE host = 'b.org'");
    expect((await readHubHealth(store, NOW)).behind).toEqual({ subscriptions: 0, since: null });
    expect(await readHubBacklog(store, Date.parse(NOW))).toMatchObject({ owed: 0, oldest_owed_seconds: 0 });
    await announce(3, "2026-03-01T03:00:00Z", { "/feed.xml": "b", "/reviews.json": "c" });
    await announce(4, "2026-03-01T04:00:00Z", { "/feed.xml": "d", "/reviews.json": "d" });
    expect((await readHubHealth(store, NOW)).behind).toEqual({ subscriptions: 2, since: "2026-03-01T03:00:00Z" });
    expect(await readHubBacklog(store, Date.parse(NOW))).toMatchObject({ owed: 2, oldest_owed_seconds: 9 * 3600 });
    await store.query("UPDATE subscription SET delivered_seq = 3 WHERE host = 'b.org'");
    expect((await readHubHealth(store, NOW)).behind).toEqual({ subscriptions: 1, since: "2026-03-01T04:00:00Z" });
    expect(await readHubBacklog(store, Date.parse(NOW))).toMatchObject({ owed: 1, oldest_owed_seconds: 8 * 3600 });
    // The clock of another server may be behind.
    expect((await readHubBacklog(store, Date.parse("2026-03-01T00:00:00Z"))).oldest_owed_seconds).toBe(0);
  });

  test("the last failure is the newest, and says whether a handshake or a delivery failed", async () => {
    const lastFailure = async () => (await readHubHealth(store, NOW)).last_failure;
    expect(await lastFailure()).toBeNull();
    const end = (token: string, state: "failed" | "gone" | "expired", detail: string | null, ended_at: string) =>
      addEnded(store, { token, topic: "/feed.xml", state, detail, ended_at });
    await end("1", "failed", "status 404", "2026-03-01T01:00:00.000Z");
    expect(await lastFailure()).toEqual({ at: "2026-03-01T01:00:00.000Z", of: "handshake", reason: "status 404" });
    await end("2", "gone", null, "2026-03-01T02:00:00.000Z");
    await end("3", "expired", null, "2026-03-01T03:00:00.000Z");
    expect(await lastFailure()).toEqual({ at: "2026-03-01T02:00:00.000Z", of: "delivery", reason: "gone" });
  });
});
