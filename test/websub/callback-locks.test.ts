import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { openStore } from "../../src/store/connection/open-store.ts";
import type { Queryable, Store } from "../../src/store/store.ts";
import { admitGets, recordHandshakeOutcomes } from "../../src/websub/admit-request.ts";
import { DATABASES } from "../databases.ts";

const NOW_MS = Date.parse("2026-03-01T12:00:00Z");

describe.each(DATABASES)("limits of callbacks on $dialect", ({ newDatabase }) => {
  let store: Store;
  beforeEach(async () => {
    store = await openStore(await newDatabase(), { thread: false });
  });
  afterEach(() => store.close());

  /** The names in the order in which they are first used. */
  const namesUsed = async (work: (tx: Queryable) => Promise<unknown>): Promise<string[]> => {
    const used = new Set<string>();
    await store.transaction((tx) =>
      work({
        query: (text, values = []) => {
          const [name] = values;
          if (text.includes("callback_limit") && typeof name === "string") used.add(name);
          return tx.query(text, values);
        },
      }),
    );
    return [...used];
  };

  test("names are locked in one order when handshakes end, so two workers cannot deadlock", async () => {
    const ended = ["z.org", "a.org", "m.org"].map((host) => ({ client: "c", host, confirmed: false }));
    expect(await namesUsed((tx) => recordHandshakeOutcomes(tx, ended, NOW_MS))).toEqual([
      "client c host a.org",
      "client c host m.org",
      "client c host z.org",
    ]);
  });

  test("a failed handshake is remembered with its time, and a confirmed one is not", async () => {
    const record = (confirmed: boolean) =>
      store.transaction((tx) => recordHandshakeOutcomes(tx, [{ client: "c", host: "a.org", confirmed }], NOW_MS));
    const stored = () => store.query("SELECT failures, failed_at FROM callback_limit");
    await record(true);
    expect(await stored()).toEqual([{ failures: 0, failed_at: "1970-01-01T00:00:00.000Z" }]);
    await record(false);
    expect(await stored()).toEqual([{ failures: 1, failed_at: "2026-03-01T12:00:00.000Z" }]);
  });

  test("names are locked in one order before GETs are sent", async () => {
    const wanted = ["z", "a", "m"].map((name) => ({ host: `${name}.site.org`, domain: "site.org" }));
    expect(await namesUsed((tx) => admitGets(tx, wanted, NOW_MS))).toEqual([
      "domain site.org",
      "host a.site.org",
      "host m.site.org",
      "host z.site.org",
    ]);
  });

  test("GETs within a host's share are sent at once, and the others as the share refills", async () => {
    const wanted = Array.from({ length: 32 }, (_, number) => ({ number, host: "a.site.org", domain: "site.org" }));
    const { allowed, later } = await store.transaction((tx) => admitGets(tx, wanted, NOW_MS));
    expect(allowed.map(({ number }) => number)).toEqual(Array.from({ length: 30 }, (_, number) => number));
    expect(later.map(({ item, at }) => [item.number, at])).toEqual([
      [30, "2026-03-01T12:00:02.000Z"],
      [31, "2026-03-01T12:00:02.000Z"],
    ]);
  });
});
