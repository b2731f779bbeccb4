import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadDemo } from "../../src/serve/demo.ts";
import { openStore } from "../../src/store/connection/open-store.ts";
import { addEnded } from "../../src/store/hub/ended-subscriptions.ts";
import { announceTopics } from "../../src/store/hub/hub-topics.ts";
import { leftBehind, newFolder, newSqliteDatabase, newSqliteStore } from "../databases.ts";
import { insertSubscriptions } from "../websub/subscriptions.ts";
import { candor } from "./terminal.ts";

const NOW = new Date("2026-05-01T12:00:00Z");
const file = join(newFolder(), "own.csv");
const load = (database: string, count: number, ...options: string[]) => {
  const rows = Array.from({ length: count }, (_, at) => `${at},Ann Bee,5,2026-01-01,Good day number ${at}.`);
  writeFileSync(file, `id,name,rating,date,review\n${rows.join("\n")}\n`);
  return candor(database, ["import", file, ...options]);
};

test("status begins with what is stored, published, held and removed", async () => {
  const database = await newSqliteStore();
  expect((await candor(database, ["status"])).out).toBe(`business    none yet: candor business FILE
published   0 reviews
held        none
removed     none
replies     0 held
dataset     version 0, changed 1970-01-01T00:00:00Z
hub         0 active, 0 pending, 0 failing
`);
  await load(database, 1, "--verified-by", "operator");
  expect((await candor(database, ["status"])).out).toStartWith(`business    none yet: candor business FILE
published   1 review, the newest from 2026-01-01
held        none
`);
});

test("status lists the 20 newest that wait, and says that there are more", async () => {
  const listed = async (count: number) => {
    const database = await newSqliteStore();
    await load(database, count);
    const { out } = await candor(database, ["status"]);
    return [out.match(/ Good day number /g)?.length, out.includes("only the newest are shown")];
  };
  expect([await listed(19), await listed(21)]).toEqual([
    [19, false],
    [20, true],
  ]);
});

test("status lists the last five imports, and which were taken back", async () => {
  const database = await newSqliteStore();
  for (const count of [1, 2, 3, 4, 5, 6]) await load(database, count);
  await candor(database, ["undo"]);
  const listed = async () => {
    const { out } = await candor(database, ["status"]);
    const lines = out.slice(out.indexOf("last imports"), out.indexOf("held reviews")).trimEnd().split("\n");
    return lines.map((line) => line.replace(/ +\S+\.csv$/, ""));
  };
  const [title, last, ...others] = await listed();
  expect([title, others.length, others.at(-1)]).toEqual(["last imports", 5, "  take one back: candor undo NUMBER"]);
  expect(last).toBe("  6  2026-05-01T12:00:05Z  read 6 = held 1 + unchanged 5; taken back 2026-05-01T12:00:06Z");
  expect(others[0]).toStartWith("  5  2026-05-01T12:00:04Z  read 5 = held 1 + unchanged 4");
  for (let left = 5; left > 0; left -= 1) await candor(database, ["undo"]);
  expect(await listed()).toHaveLength(6);
});

test("status says which subscriptions are behind or paused, and the last failure", async () => {
  const database = await newSqliteStore();
  const store = await openStore(database);
  await announceTopics(store, 1, new Map([["/feed.xml", "a"]]));
  await insertSubscriptions(store, ["https://a.org/", "https://b.org/", "https://c.org/"], NOW);
  await store.query("UPDATE dataset SET changed_at = '2026-05-01T10:00:00Z'");
  await announceTopics(store, 2, new Map([["/feed.xml", "b"]]));
  await store.query("UPDATE subscription SET delivered_seq = (SELECT seq FROM topic) WHERE host <> 'a.org'");
  await store.query("UPDATE subscription SET paused = 'key' WHERE host = 'a.org'");
  await store.query("UPDATE subscription SET paused = 'network' WHERE host = 'b.org'");
  const ended = { token: "1", topic: "/feed.xml", state: "gone", detail: null, ended_at: NOW.toISOString() } as const;
  await addEnded(store, ended);
  await store.close();
  const { out } = await candor(database, ["status"]);
  expect(out.slice(out.indexOf("hub "))).toBe(`hub         3 active, 0 pending, 0 failing; ended this week: 1 gone
behind      1 subscription, the first since 2026-05-01T10:00:00Z
paused      1 subscription: SECRET_KEY cannot open the secret
paused      1 subscription: the hub's network is down
last error  2026-05-01T12:00:00.000Z, delivery: gone
`);
});

test("status of a demonstration lists no import", async () => {
  const database = newSqliteDatabase();
  const store = await openStore(database, { kind: "demonstration" });
  expect(await leftBehind(() => loadDemo(store, () => NOW))).toEqual([]);
  await store.close();
  expect((await candor(database, ["status"])).out).not.toContain("last imports");
});
