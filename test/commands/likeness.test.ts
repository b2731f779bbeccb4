import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openStore } from "../../src/store/connection/open-store.ts";
import { newFolder, newSqliteDatabase } from "../databases.ts";
import { candor } from "./terminal.ts";

const WORDS = "The pool sessions made all the difference after my knee replacement, and the desk never rushed me.";
const CUT = `${WORDS.slice(0, 60)}…`;

function open() {
  const [database, folder] = [newSqliteDatabase(), newFolder()];
  const load = async (source: string, row: string) => {
    const path = join(folder, `${source}.csv`);
    writeFileSync(path, `id,name,rating,date,review\n${row}\n`);
    const options = ["--source", source, "--verified-by", "platform_account", "--json"];
    return JSON.parse((await candor(database, ["import", path, ...options])).out);
  };
  const rows = async () => {
    const store = await openStore(database);
    const found = await store.query<{ id: string; source: string; held: string | null }>(
      "SELECT id, source, held_reason AS held FROM review ORDER BY source",
    );
    await store.close();
    return found;
  };
  const states = async () => (await rows()).map(({ source, held }) => [source, held]);
  const waiting = async () => JSON.parse((await candor(database, ["waiting", "--json"])).out).counts.duplicate;
  const yelp = (text: string) => load("yelp", `y,Ann Bee,5,2026-01-02,"${text}"`);
  return {
    ...{ database, load, states, waiting, yelp },
    idOf: async (source: string) => (await rows()).find((row) => row.source === source)?.id ?? "",
    google: () => load("google", `g,Ann Bee,5,2026-01-01,"${WORDS}"`),
  };
}

test("two reviews that were told apart stay so through imports and undo, until the words change", async () => {
  const { database, google, yelp, idOf, states, waiting } = open();
  await google();
  await yelp(CUT);
  expect([await states(), await waiting()]).toEqual([
    [
      ["google", null],
      ["yelp", "duplicate"],
    ],
    1,
  ]);
  const told = await candor(database, ["different", await idOf("yelp"), "--json"]);
  expect([JSON.parse(told.out), told.code]).toEqual([{ different: 1 }, 0]);
  const apart = [
    ["google", null],
    ["yelp", null],
  ];
  expect([await states(), await waiting()]).toEqual([apart, 0]);
  expect(await yelp(CUT)).toMatchObject({ unchanged: 1 });
  await candor(database, ["undo", "2", "--yes"]);
  expect(await states()).toEqual([["google", null]]);
  await yelp(CUT);
  expect(await states()).toEqual(apart);
  await candor(database, ["undo", "--yes"]);
  await yelp(WORDS);
  expect(await states()).toEqual([
    ["google", null],
    ["yelp", "duplicate"],
  ]);
});

test("the same review no longer waits, and takes the place of the other one when that is gone", async () => {
  const { database, google, yelp, idOf, states, waiting } = open();
  await google();
  await yelp(CUT);
  const same = await candor(database, ["same", "--all-of", "duplicate", "--yes", "--json"]);
  expect(JSON.parse(same.out)).toEqual({ same: 1 });
  expect([await states(), await waiting()]).toEqual([
    [
      ["google", null],
      ["yelp", "duplicate"],
    ],
    0,
  ]);
  await yelp(CUT);
  expect(await waiting()).toBe(0);
  expect((await candor(database, ["same", await idOf("google")])).code).toBe(1);
  await candor(database, ["undo", "1", "--yes"]);
  expect(await states()).toEqual([["yelp", null]]);
});

test("what was told apart can be put together again", async () => {
  const { database, google, yelp, idOf, states } = open();
  await google();
  await yelp(CUT);
  const id = await idOf("yelp");
  await candor(database, ["different", id]);
  await candor(database, ["same", id]);
  expect(await states()).toEqual([
    ["google", null],
    ["yelp", "duplicate"],
  ]);
});

test("what was told apart stays so when an older backup is restored", async () => {
  const { database, google, yelp, idOf, states, waiting } = open();
  const folder = newFolder();
  const backUp = async (name: string) => {
    expect((await candor(database, ["backup", join(folder, name)])).code).toBe(0);
  };
  const restore = async (name: string, now: string) => {
    expect((await candor(database, ["restore", join(folder, name), "--yes"], now)).code).toBe(0);
  };
  await google();
  await backUp("before");
  await yelp(CUT);
  await backUp("held");
  await candor(database, ["different", await idOf("yelp")]);
  const apart = [
    ["google", null],
    ["yelp", null],
  ];
  await restore("held", "2026-05-02T12:00:00Z");
  expect([await states(), await waiting()]).toEqual([apart, 0]);
  await restore("before", "2026-05-03T12:00:00Z");
  expect(await states()).toEqual([["google", null]]);
  await yelp(CUT);
  expect([await states(), await waiting()]).toEqual([apart, 0]);
});

test("the later decision about look-alikes outlives a restore", async () => {
  const { database, google, yelp, idOf, states, waiting } = open();
  const file = join(newFolder(), "backup");
  await google();
  await yelp(CUT);
  await candor(database, ["same", "--all-of", "duplicate", "--yes"]);
  await candor(database, ["backup", file]);
  await candor(database, ["different", await idOf("yelp")]);
  await candor(database, ["restore", file, "--yes"]);
  expect([await states(), await waiting()]).toEqual([
    [
      ["google", null],
      ["yelp", null],
    ],
    0,
  ]);
});

test("erase and person name look-alikes, and the files that still hold the words", async () => {
  const { database, google, load, idOf } = open();
  await google();
  await load("yelp", `y,Ann Bee,5,2025-01-02,"${CUT}"`);
  await load("facebook", `f,Cid Dow,5,2026-01-02,"Nothing like it: booked, waited, went home."`);
  const yelp = await idOf("yelp");
  writeFileSync(`${database.slice("sqlite:".length)}.replaced-20260101T000000Z`, "");
  const person = JSON.parse((await candor(database, ["person", "Ann", "--json"])).out);
  expect(person.look_alikes).toEqual([]);
  const erased = await candor(database, ["erase", await idOf("google"), "--reason", "erased_on_request"]);
  expect(erased.out).toContain(`look-alikes stay:\n  ${yelp}`);
  const rest = JSON.parse((await candor(database, ["person", "Ann Bee", "--erase", "--yes", "--json"])).out);
  expect(rest).toMatchObject({ erased: 1, look_alikes: [] });
  expect(rest.files).toEqual([`${database.slice("sqlite:".length)}.replaced-20260101T000000Z`]);
});
