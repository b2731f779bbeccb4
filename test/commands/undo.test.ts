import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { runCli } from "../../src/cli.ts";
import { openStore } from "../../src/store/connection/open-store.ts";
import { newFolder, newSqliteDatabase, newSqliteStore } from "../databases.ts";
import { candor } from "./terminal.ts";

const folder = newFolder();
const write = (text: string) => {
  const path = join(folder, "own.csv");
  writeFileSync(path, `id,name,rating,date,review\n${text}`);
  return path;
};

test("import and status print the number, and undo takes the last import or that one back", async () => {
  const database = await newSqliteStore();
  const load = (text: string) => candor(database, ["import", write(text), "--verified-by", "operator"]);
  const first = await load("1,Ann Bee,5,2026-01-01,Good day.\n");
  expect(first.out).toContain("\nimport 1: candor undo 1 takes it back\n");
  await load("2,Cy Dee,4,2026-01-02,Calm.\n");
  const status = await candor(database, ["status"]);
  const file = join(folder, "own.csv");
  expect(status.out).toContain(
    `last imports\n  2  2026-05-01T12:00:01Z  read 1 = added 1  ${file}\n  1  2026-05-01T12:00:00Z  read 1 = added 1  ${file}\n  take one back: candor undo NUMBER\n`,
  );
  expect(await candor(database, ["undo"])).toEqual({
    code: 0,
    out: "import 2 is taken back: 1 added review removed, 0 changed reviews as before, 0 removed reviews back\nto reverse: import the file again, with the same options\n",
    error: "",
  });
  expect(JSON.parse((await candor(database, ["undo", "1", "--json"])).out)).toEqual({
    run: 1,
    removed: 1,
    restored: 0,
    returned: 0,
    kept: 0,
    held: 0,
    erased: 0,
    unknown: [],
    version: 4,
  });
  const { imports, taken_back } = JSON.parse((await candor(database, ["status", "--json"])).out);
  expect(taken_back).toEqual({ import_undone: 2 });
  expect(imports).toMatchObject([
    { number: 2, undone_at: "2026-05-01T12:00:02Z", counts: { read: 1, added: 1 } },
    { number: 1, undone_at: "2026-05-01T12:00:03Z" },
  ]);
  expect(await candor(database, ["undo"])).toMatchObject({ code: 1 });
});

test("undo says what stays because a later import has it, and what it cannot know", async () => {
  const database = await newSqliteStore();
  const load = (text: string, ...options: string[]) => candor(database, ["import", write(text), ...options]);
  const [ann, cy] = ["1,Ann Bee,5,2026-01-01,Good day.\n", "2,Cy Dee,4,2026-01-02,Calm.\n"];
  await load(ann + cy, "--verified-by", "operator");
  await load(`${ann}3,Ed Fo,3,2026-01-03,So so.\n`, "--verified-by", "operator");
  await load(`${cy}4,Gi Ho,3,2026-01-04,Fine.\n`);
  expect((await candor(database, ["undo", "1"])).out).toBe(
    [
      "import 1 is taken back: 0 added reviews removed, 0 changed reviews as before, 0 removed reviews back",
      "2 other reviews stay: later imports or sources have them, too",
      "1 of them is held: no later import says how its author is known to be a customer",
      "to reverse: import the file again, with the same options\n",
    ].join("\n"),
  );
  const store = await openStore(database);
  await store.query("UPDATE import_run SET noted = 0");
  await store.close();
  expect((await candor(database, ["undo", "2"])).out).toContain(
    "\nimport 3 is of an earlier version, which did not note what it had: if a review is missing, import its file again\n",
  );
});

test("a review that was added by hand is added again by hand", async () => {
  const database = await newSqliteStore();
  await candor(database, ["add", "--author", "Ann Bee", "--rating", "5", "--text", "Good day."]);
  expect((await candor(database, ["undo"])).out).toEndWith("back\nto reverse: candor add it again\n");
});

test("after withhold, undo is refused and names the method that the review had", async () => {
  const database = await newSqliteStore();
  await candor(database, ["import", write("1,Ann Bee,5,2026-01-01,Good day.\n"), "--verified-by", "operator"]);
  const { new: added } = JSON.parse((await candor(database, ["digest", "--json"])).out);
  const { id } = added[0];
  await candor(database, ["withhold", id, "--reason", "legal"]);
  const { code, error } = await candor(database, ["undo"]);
  expect(code).toBe(1);
  expect(error).toContain(`reverse that first (candor verify ${id} --verified-by operator). Nothing was changed\n`);
});

test.each([
  [["undo", "x"], 'candor: "x" is not the number of an import: candor undo 3\n'],
  [["undo", "1", "2"], "candor: undo takes one import: candor undo 3\n"],
])("%p is refused with one line and exit code 2", async (argv, line) => {
  expect(await candor(newSqliteDatabase(), argv)).toEqual({ code: 2, out: "", error: line });
});

test("on a terminal undo and erase ask first, and no changes nothing", async () => {
  const database = await newSqliteStore();
  const [ann, cy] = ["1,Ann Bee,5,2026-01-01,Good day.\n", "2,Cy Dee,4,2026-01-02,Calm.\n"];
  await candor(database, ["import", write(ann + cy), "--verified-by", "operator"]);
  await candor(database, ["import", write(`${cy}3,Ed Fo,3,2026-01-03,So so.\n`), "--verified-by", "operator"]);
  const asked: string[] = [];
  let [out, error] = ["", ""];
  const answer = (typed: string, ...argv: string[]) =>
    runCli(argv, {
      env: { DATABASE_URL: database },
      out: (text) => {
        out += text;
      },
      error: (text) => {
        error = text;
      },
      interactive: true,
      ask: async (question) => {
        asked.push(question);
        return typed;
      },
      now: () => new Date("2026-05-02T12:00:00Z"),
    });
  expect(await answer("n", "undo", "1")).toBe(1);
  expect([out, asked.pop(), error]).toEqual([
    `import 1 of 2026-05-01T12:00:00Z (${join(folder, "own.csv")})\n1 other review stays: a later import or a source has it, too\n`,
    "Take it back: 1 added review removed, 0 changed reviews as before, 0 removed reviews back? (y/n) ",
    "candor: nothing was changed\n",
  ]);
  const { reviews } = JSON.parse((await candor(database, ["status", "--json"])).out);
  expect(reviews.published).toBe(3);
  const { new: added } = JSON.parse((await candor(database, ["digest", "--json"])).out);
  expect(await answer("", "erase", added[0].id, "--reason", "legal")).toBe(1);
  expect([asked.pop(), error]).toEqual([
    "Erase 1 review? This cannot be reversed. (y/n) ",
    "candor: nothing was erased\n",
  ]);
  expect(await answer("y", "undo", "1")).toBe(0);
  expect(JSON.parse((await candor(database, ["status", "--json"])).out).reviews.published).toBe(2);
});

test("undo says how many reviews are held and which imports did not note what they had", async () => {
  const database = await newSqliteStore();
  const load = (text: string, ...options: string[]) => candor(database, ["import", write(text), ...options]);
  const both = "1,Ann Bee,5,2026-01-01,Good day.\n2,Cy Dee,4,2026-01-02,Calm.\n";
  await load(both, "--verified-by", "operator");
  await load(`${both}3,Ed Fo,3,2026-01-03,So so.\n`);
  await load(`4,Gi Ho,3,2026-01-04,Fine.\n`);
  const store = await openStore(database);
  await store.query("UPDATE import_run SET noted = 0 WHERE number > 1");
  await store.close();
  expect((await candor(database, ["undo", "1"])).out).toContain(
    [
      "2 other reviews stay: later imports or sources have them, too",
      "2 of them are held: no later import says how their authors are known to be customers",
      "imports 2, 3 are of an earlier version, which did not note what they had: if a review is missing, import their files again\n",
    ].join("\n"),
  );
});

test.each([
  ["1,Ann Bee,5,2026-01-01,Good day.\n", "1 review erased since: it stays erased\n"],
  ["1,Ann Bee,5,2026-01-01,Good day.\n2,Cy Dee,4,2026-01-02,Calm.\n", "2 reviews erased since: they stay erased\n"],
])("undo says that what was erased stays erased", async (rows, line) => {
  const database = await newSqliteStore();
  await candor(database, ["import", write(`${rows}9,Gi Ho,3,2026-01-04,Fine.\n`), "--verified-by", "operator"]);
  const store = await openStore(database);
  const ids = await store.query<{ id: string }>("SELECT id FROM review WHERE source_id <> '9'");
  await store.close();
  await candor(database, ["erase", ...ids.map(({ id }) => id), "--reason", "legal"]);
  const { out } = await candor(database, ["undo"]);
  expect(out).toStartWith("import 1 is taken back: 1 added review removed, ");
  expect(out).toContain(`\n${line}`);
});

test.each([
  [["1", "2"], "undo takes one import: candor undo 3"],
  [["last"], '"last" is not the number of an import: candor undo 3'],
])("undo %p is refused", async (argv, reason) => {
  const refused = { code: 2, out: "", error: `candor: ${reason}\n` };
  expect(await candor(await newSqliteStore(), ["undo", ...argv])).toEqual(refused);
});
