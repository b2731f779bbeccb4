import { describe, expect, test } from "bun:test";
import { openStore } from "../../src/store/open.ts";
import type { Queryable } from "../../src/store/store.ts";
import { admitGets, recordHandshakeOutcomes } from "../../src/websub/callback-limits.ts";
import { DATABASES } from "../databases.ts";

const NOW_MS = Date.parse("2026-03-01T12:00:00Z");

describe.each(DATABASES)(
  "names are locked in one order, so two workers cannot deadlock, on $dialect",
  ({ newDatabase }) => {
    /** The names in the order in which they are first used. */
    const namesUsed = async (work: (tx: Queryable) => Promise<unknown>): Promise<string[]> => {
      const store = await openStore(await newDatabase(), { thread: false });
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
      await store.close();
      return [...used];
    };

    test("when handshakes end", async () => {
      const ended = ["z.org", "a.org", "m.org"].map((host) => ({ client: "c", host, confirmed: false }));
      expect(await namesUsed((tx) => recordHandshakeOutcomes(tx, ended, NOW_MS))).toEqual([
        "client c host a.org",
        "client c host m.org",
        "client c host z.org",
      ]);
    });

    test("when GETs are about to be sent", async () => {
      const wanted = ["z", "a", "m"].map((name) => ({ host: `${name}.site.org`, domain: "site.org" }));
      expect(await namesUsed((tx) => admitGets(tx, wanted, NOW_MS))).toEqual([
        "domain site.org",
        "host a.site.org",
        "host m.site.org",
        "host z.site.org",
      ]);
    });
  },
);
