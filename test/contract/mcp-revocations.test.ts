import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { openStore } from "../../src/store/connection/open-store.ts";
import { createMcpRevocations } from "../../src/store/mcp-revocations.ts";
import type { Store } from "../../src/store/store.ts";
import { DATABASES } from "../databases.ts";

describe.each(DATABASES)("ended MCP sessions on $dialect", ({ newDatabase }) => {
  let store: Store;
  let now: Date;
  const clock = () => now;
  const minutes = (count: number) => new Date(Date.parse("2026-01-01T00:00:00Z") + count * 60_000);
  beforeEach(async () => {
    store = await openStore(await newDatabase());
    now = minutes(0);
  });
  afterEach(() => store.close());

  test("are known here at once, and to another server after its next refresh", async () => {
    const [one, two] = [createMcpRevocations(store, { now: clock }), createMcpRevocations(store, { now: clock })];
    await one.refresh();
    await two.refresh();
    now = minutes(1);
    await one.add("a", minutes(60));
    await one.add("a", minutes(60));
    expect([one.has("a"), two.has("a")]).toEqual([true, false]);
    now = minutes(2);
    await two.refresh();
    expect([two.has("a"), two.has("b")]).toEqual([true, false]);
  });

  test("are found although the other server's clock is behind by less than a minute", async () => {
    const revocations = createMcpRevocations(store, { now: clock });
    now = minutes(10);
    await revocations.refresh();
    for (const [session, behind_ms] of [
      ["a little", 59_999],
      ["too far", 60_000],
    ] as const) {
      const behind = createMcpRevocations(store, { now: () => new Date(minutes(10).getTime() - behind_ms) });
      await behind.add(session, minutes(60));
    }
    now = minutes(11);
    await revocations.refresh();
    expect([revocations.has("a little"), revocations.has("too far")]).toEqual([true, false]);
  });

  test("survive a restart until they expire", async () => {
    await createMcpRevocations(store, { now: clock }).add("a", minutes(60));
    const restarted = createMcpRevocations(store, { now: clock });
    now = minutes(59);
    await restarted.refresh();
    expect(restarted.has("a")).toBe(true);
    now = minutes(60);
    await restarted.refresh();
    expect(restarted.has("a")).toBe(false);
    now = minutes(120);
    await restarted.refresh();
    expect(await store.query("SELECT session FROM mcp_revocation")).toEqual([]);
  });

  test("are bounded: the oldest is dropped, in memory and in the store", async () => {
    const revocations = createMcpRevocations(store, { now: clock, max: 3 });
    for (const [i, session] of ["a", "b", "c", "d", "e"].entries()) {
      now = minutes(i);
      await revocations.add(session, minutes(600));
    }
    expect(["a", "b", "c", "d", "e"].filter((session) => revocations.has(session))).toEqual(["c", "d", "e"]);
    now = minutes(61);
    await revocations.refresh();
    expect(await store.query("SELECT session FROM mcp_revocation ORDER BY session")).toEqual(
      ["c", "d", "e"].map((session) => ({ session })),
    );
    const restarted = createMcpRevocations(store, { now: clock, max: 2 });
    await restarted.refresh();
    expect(["c", "d", "e"].filter((session) => restarted.has(session))).toEqual(["d", "e"]);
  });
});
