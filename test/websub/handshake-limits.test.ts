import { afterAll, beforeAll, expect, test } from "bun:test";
import { openStore } from "../../src/store/connection/open-store.ts";
import type { Store } from "../../src/store/store.ts";
import { admitGets, admitRequest, checkRequest, recordHandshakeOutcomes } from "../../src/websub/admit-request.ts";
import { newSqliteDatabase } from "../databases.ts";

const NOW = Date.parse("2026-03-01T10:00:00Z");
const MINUTE = 60_000;

let store: Store;
beforeAll(async () => {
  store = await openStore(newSqliteDatabase());
});
afterAll(() => store.close());

const refusalOf = (client: string, host: string, at: number) =>
  checkRequest(store, { client, host, domain: host }, at).then((over) => over?.retry_after_seconds ?? null);
const fail = (client: string, host: string, times: number, confirmed = false) =>
  recordHandshakeOutcomes(store, Array(times).fill({ client, host, confirmed }), NOW);

test("ten failed handshakes in a row refuse the client's requests for the host for 15 minutes", async () => {
  await fail("a", "failing.example", 9);
  expect(await refusalOf("a", "failing.example", NOW)).toBeNull();
  await fail("a", "failing.example", 1);
  expect(await refusalOf("a", "failing.example", NOW)).toBe(900);
  expect(await refusalOf("a", "failing.example", NOW + 15 * MINUTE - 1)).toBe(1);
  expect(await refusalOf("a", "failing.example", NOW + 15 * MINUTE)).toBeNull();
  expect(await refusalOf("b", "failing.example", NOW)).toBeNull();
  expect(await refusalOf("a", "other.example", NOW)).toBeNull();
});

test("the count begins again after a refusal, and after a confirmation", async () => {
  await fail("a", "again.example", 10);
  await recordHandshakeOutcomes(store, [{ client: null, host: "again.example", confirmed: false }], NOW);
  const failures = () => store.query("SELECT failures FROM callback_limit WHERE name = 'client a host again.example'");
  expect(await failures()).toEqual([{ failures: 0 }]);
  await fail("a", "again.example", 9);
  expect(await failures()).toEqual([{ failures: 9 }]);
  await fail("a", "again.example", 1, true);
  expect(await failures()).toEqual([{ failures: 0 }]);
});

test("a host is named 30 times a minute, and a domain 120 times", async () => {
  const admit = (host: string, at = NOW) => admitRequest(store, { client: "a", host, domain: "busy.example" }, at);
  for (const host of ["h1", "h2", "h3", "h4"]) {
    for (let times = 0; times < 30; times += 1) expect(await admit(host)).toBeNull();
  }
  const refused = { status: 429, message: "hub.callback: too many requests name its host: try again later" };
  expect(await admit("h5")).toEqual({ ...refused, status: 429, retry_after_seconds: 1 }); // the domain's share
  expect(await admit("h1", NOW + 1000)).toEqual({ ...refused, status: 429, retry_after_seconds: 1 });
  expect(await admit("h1", NOW + 2000)).toBeNull();
});

test("handshakes above the share of a host wait for their turn, and others do not", async () => {
  const wanted = Array.from({ length: 32 }, () => ({ host: "slow.example", domain: "slow.example" }));
  const other = { host: "quick.example", domain: "quick.example" };
  const { allowed, later } = await admitGets(store, [...wanted, other], NOW);
  expect([allowed.length, allowed.at(-1), later.map(({ at }) => at)]).toEqual([
    31,
    other,
    ["2026-03-01T10:00:02.000Z", "2026-03-01T10:00:02.000Z"],
  ]);
});
