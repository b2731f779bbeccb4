import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openStore } from "../../src/store/connection/open-store.ts";
import { newFolder, newSqliteStore } from "../databases.ts";
import { candor } from "./terminal.ts";

const folder = newFolder();
const HEAD = "id,name,rating,date,review\n";
const write = (text: string) => {
  const path = join(folder, "reviews.csv");
  writeFileSync(path, text);
  return path;
};

const importRows = (database: string, text: string) =>
  candor(database, ["import", write(text), "--verified-by", "operator", "--json"]);

async function tombstones(database: string) {
  const store = await openStore(database);
  const rows = await store.query<{ id: string; date: string; reason: string; deleted_at: string }>(
    "SELECT id, date, reason, deleted_at FROM tombstone",
  );
  await store.close();
  return rows;
}

async function onlyId(database: string): Promise<string> {
  const store = await openStore(database);
  const [row] = await store.query<{ id: string }>("SELECT id FROM review");
  await store.close();
  return row?.id ?? "";
}

test("an import does not bring an erased review back, not even without its id at the source", async () => {
  const database = await newSqliteStore();
  await importRows(database, `${HEAD}1,Ann Bee,5,2026-01-01,Good day.\n`);
  const id = await onlyId(database);
  const erased = await candor(database, ["erase", id, "--reason", "legal", "--json"], "2026-05-02T08:00:00Z");
  expect(JSON.parse(erased.out)).toEqual({ erased: 1, look_alikes: [], public: "unknown" });
  expect(await tombstones(database)).toEqual([
    { id, date: "2026-01-01", reason: "legal", deleted_at: "2026-05-02T08:00:00Z" },
  ]);
  const same = JSON.parse((await importRows(database, `${HEAD}1,Ann Bee,5,2026-01-01,Good day.\n`)).out);
  expect(same).toMatchObject({ added: 0, kept_out: 1 });
  const nameless = JSON.parse((await importRows(database, `${HEAD},Ann Bee,5,2026-01-01,Good day.\n`)).out);
  expect(nameless).toMatchObject({ added: 0, kept_out: 1 });
  const another = JSON.parse((await importRows(database, `${HEAD},Ann Bee,5,2026-01-01,Another day.\n`)).out);
  expect(another).toMatchObject({ added: 1, kept_out: 0 });
});

test("the tombstone of a review whose date was moved back has the later date, for readers of newer dates", async () => {
  const database = await newSqliteStore();
  await importRows(database, `${HEAD}1,Ann Bee,5,2026-03-10,Good day.\n`);
  await importRows(database, `${HEAD}1,Ann Bee,5,2026-01-05,Good day.\n`);
  const id = await onlyId(database);
  expect((await candor(database, ["erase", id, "--reason", "erased_on_request"])).out).toStartWith("1 erased");
  expect(await tombstones(database)).toMatchObject([{ date: "2026-03-10", reason: "erased_on_request" }]);
});

test("erasing a review that is not stored changes nothing", async () => {
  const database = await newSqliteStore();
  await importRows(database, `${HEAD}1,Ann Bee,5,2026-01-01,Good day.\n`);
  const id = await onlyId(database);
  const { code } = await candor(database, ["erase", id, "7Q2M4D9ZK1VXB3H8RTCNE5WYA6", "--reason", "legal"]);
  expect([code, await onlyId(database), await tombstones(database)]).toEqual([1, id, []]);
});

test("no revision of an erased review comes back under another id, and its held duplicate is erased with it", async () => {
  const database = await newSqliteStore();
  const first = "The pool sessions made all the difference for me.";
  await importRows(database, `${HEAD}1,Ann Bee,5,2026-01-01,${first}\n`);
  await importRows(database, `${HEAD}1,Ann Bee,5,2026-01-01,${first} Update: still true!\n`);
  const id = await onlyId(database);
  const copy = write(`${HEAD}7,Ann Bee,5,2026-01-02,${first} Update: still true!\n`);
  const held = await candor(database, ["import", copy, "--source", "yelp", "--verified-by", "operator", "--json"]);
  expect(JSON.parse(held.out)).toMatchObject({ added: 1, held: { duplicate: 1 } });
  expect((await candor(database, ["erase", id, "--reason", "erased_on_request"])).out).toBe(
    "2 erased: this cannot be reversed, and no import brings them back\n",
  );
  const old = JSON.parse((await importRows(database, `${HEAD}99,Ann Bee,5,2026-01-01,${first}\n`)).out);
  expect(old).toMatchObject({ added: 0, kept_out: 1 });
  const again = await candor(database, [
    "import",
    write(`${HEAD}8,Ann Bee,5,2026-01-02,${first} Update: still true!\n`),
    "--source",
    "yelp",
    "--verified-by",
    "operator",
    "--json",
  ]);
  expect(JSON.parse(again.out)).toMatchObject({ added: 0, kept_out: 1 });
});
