import { afterEach, beforeEach, expect, jest, test } from "bun:test";
import { createEngines } from "../../src/publish/engines.ts";
import { parseSettings } from "../../src/settings.ts";
import { openStore } from "../../src/store/connection/open-store.ts";
import { guardOf, openSyncDeps, type SyncOptions } from "../../src/sync/sync-deps.ts";
import { newSqliteStore } from "../databases.ts";
import { endOf } from "../end-of.ts";

const settings = parseSettings({
  BASE_URL: "https://reviews.example.net",
  SYNC_ALLOWED_HOSTS: "localhost:8443",
  WEBSUB_CALLBACK_PORTS: "8443",
});

async function open(more: Partial<SyncOptions> = {}) {
  const store = await openStore(await newSqliteStore());
  const stopping = new AbortController().signal;
  const deps = openSyncDeps({ store, settings, secrets: {}, now: () => new Date(0), stopping, ...more });
  const close = async () => {
    deps.close();
    await store.close();
  };
  return Object.assign(deps, { [Symbol.asyncDispose]: close });
}

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test("a wait ends with its time, or at once when the process stops, and leaves no timer", async () => {
  await using deps = await open();
  const { sleep } = deps.fetching;
  const process_end = new AbortController();
  let slept = 0;
  const wait = () =>
    sleep(1000, process_end.signal).then(() => {
      slept += 1;
    });
  const first = wait();
  jest.advanceTimersByTime(999);
  await Promise.resolve();
  expect([slept, jest.getTimerCount()]).toEqual([0, 1]);
  jest.advanceTimersByTime(1);
  await first;
  const second = wait();
  process_end.abort();
  await second;
  await wait();
  expect([slept, jest.getTimerCount()]).toEqual([3, 0]);
});

test("imports run one after another, and one that fails does not keep the next from running", async () => {
  await using deps = await open();
  const seen: string[] = [];
  const work = (name: string) => async () => {
    seen.push(`${name} begins`);
    await Promise.resolve();
    seen.push(`${name} ends`);
    if (name === "a") throw new Error("broken");
    return name;
  };
  const [a, b] = [deps.exclusive(work("a")), deps.exclusive(work("b"))];
  expect(await endOf(a)).toThrow("broken");
  expect([await b, seen]).toEqual(["b", ["a begins", "a ends", "b begins", "b ends"]]);
});

test("what is given is used, and the rest has a default", async () => {
  const given = { engineFor: createEngines(), keepErasures: async () => {}, random: () => 0.5, clock: async () => 5 };
  await using own = await open(given);
  const { engineFor, keepErasures, clock, fetching } = own;
  expect({ engineFor, keepErasures, random: fetching.random, clock }).toEqual(given);
  await using usual = await open();
  expect([usual.engineFor, usual.keepErasures, usual.fetching.random]).toEqual([undefined, undefined, Math.random]);
  expect(await usual.clock(usual.store)).toBe(0);
});

test("the hub's rules for callbacks hold for sources, which have exceptions of their own", () => {
  expect(guardOf(settings)).toEqual({ ports: [8443], allowed: ["localhost:8443"], own_host: "reviews.example.net" });
});
