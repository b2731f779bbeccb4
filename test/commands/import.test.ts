import { expect, test } from "bun:test";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { leftBehind, newFolder, newSqliteDatabase } from "../databases.ts";
import { candor } from "./terminal.ts";

const HEAD = "id,name,rating,date,review,reply\n";
const VERIFIED = ["--verified-by", "operator"];
const folder = newFolder();
const write = (name: string, text: string) => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

test("a dry run shows each change field by field", async () => {
  const database = newSqliteDatabase();
  await candor(database, ["import", write("dry.csv", `${HEAD}1,Ann Bee,5,2026-01-01,Good.,\n`)]);
  const edited = write("dry.csv", `${HEAD}1,Ann Bee,2,2026-01-01,Worse.,\n9,New One,3,2026-01-05,New.,\n`);
  const { out } = await candor(database, ["import", edited, "--dry-run"]);
  expect(out).toContain('    rating: 5 → 2\n    text: "Good." → "Worse."\n');
  expect(out).toMatch(/\+ [0-9A-Z]{26} {2}2026-01-05 {2}3 stars {2}New O\.\n/);
  expect(out).toEndWith("dry run: nothing was changed\n");
});

test("without a database, a dry run works in one that is gone afterwards", async () => {
  const file = write("dry.csv", `${HEAD}1,Ann Bee,5,2026-01-01,Good.,\n`);
  const database = newSqliteDatabase();
  const left = await leftBehind(async () => {
    const { out } = await candor(database, ["import", file, "--dry-run"]);
    expect(out).toContain("read 1 = held 1\n");
  });
  expect([left, existsSync(database.slice("sqlite:".length))]).toEqual([[], false]);
});

test("the counts of a report add up", async () => {
  const database = newSqliteDatabase();
  const rows = "1,Ann Bee,5,2026-01-01,Good.,\n2,Cy Dee,4,2027-01-02,Bad row.,\n3,Di Ek,4,2026-01-03,Fine.,\n";
  const first = await candor(database, ["import", write("six.csv", `${HEAD}${rows}`), ...VERIFIED]);
  expect(first.out).toContain("read 3 = added 2 + rejected 1\n");
  const { out } = await candor(database, [
    "import",
    write(
      "six.csv",
      `${HEAD}${rows.replace("Good.", "Better.")}4,Ed Fo,2,2026-01-04,New.,\n5,Flo,2,2027-01-04,Late.,\n`,
    ),
  ]);
  expect(out).toContain("read 5 = held 1 + updated 1 + unchanged 1 + rejected 2\n");
});

test("rejected rows go to a file for its owner alone; if all are rejected, or with --strict, nothing changes", async () => {
  const database = newSqliteDatabase();
  const bad = write("bad.csv", `${HEAD}2,Cy Dee,4,2027-01-02,Bad row.,\n`);
  const rejects = join(folder, "rejects.csv");
  const all = await candor(database, ["import", bad, "--rejects", rejects]);
  const row = `${bad}, row 2: date 2027-01-02 is in the future\n`;
  expect([all.code, all.error]).toEqual([1, `${row}candor: every row was rejected: nothing was changed\n`]);
  expect(readFileSync(rejects, "utf8")).toBe(`file,row,reason\r\n"${bad}","2","date 2027-01-02 is in the future"\r\n`);
  expect(statSync(rejects).mode & 0o777).toBe(0o600);
  const mixed = write("mixed.csv", `${HEAD}1,Ann Bee,5,2026-01-01,Good.,\n2,Cy Dee,4,2027-01-02,Bad row.,\n`);
  const strict = await candor(database, ["import", mixed, "--strict"]);
  expect([strict.code, strict.error.split("\n")[1]]).toEqual([
    1,
    "candor: rows were rejected and --strict was given: nothing was changed",
  ]);
  const dry = await candor(database, ["import", mixed, "--dry-run", "--json"]);
  expect(JSON.parse(dry.out)).toMatchObject({ read: 2, added: 1, rejected: 1, dry_run: true, version: null });
  const missing = ["import", join(folder, "none.csv")];
  const unknown = { code: 1, out: "", error: `candor: ${folder}/none.csv does not exist: check the path\n` };
  expect(await candor(database, missing)).toEqual(unknown);
  expect(await candor(database, [...missing, "--format", "csv"])).toEqual(unknown);
  expect((await candor(database, [...missing, "--format", "xyz"])).error).toStartWith(
    "candor: --format xyz is unknown: use one of ",
  );
});

test("the time of a complete export is a time, and not in the future", async () => {
  const database = newSqliteDatabase();
  const file = write("complete.csv", `${HEAD}1,Ann Bee,5,2026-01-01,Good.,\n`);
  const given = (time: string) => candor(database, ["import", file, "--complete", "--exported-at", time]);
  expect(await given("soon")).toEqual({
    code: 2,
    out: "",
    error: "candor: --exported-at soon is not a time such as 2026-05-01T12:00:00Z\n",
  });
  expect(await given("2026-05-01T12:00:01Z")).toEqual({
    code: 2,
    out: "",
    error: "candor: --exported-at 2026-05-01T12:00:01Z is in the future\n",
  });
  expect((await given("2026-05-01T12:00:00Z")).code).toBe(0);
});

test("a dry run of a complete export lists what is missing from it, and changes nothing", async () => {
  const database = newSqliteDatabase();
  const load = (rows: string, ...options: string[]) =>
    candor(database, ["import", write("all.csv", `${HEAD}${rows}`), "--complete", "--yes", ...VERIFIED, ...options]);
  const one = "1,Ann Bee,5,2026-01-01,Good.,\n";
  await load(`${one}2,Cy Dee,4,2026-01-02,Calm.,\n`, "--exported-at", "2026-04-01T00:00:00Z");
  const dry = ["--exported-at", "2026-04-02T00:00:00Z", "--dry-run"];
  expect((await load(one, ...dry)).out).toMatch(/^- [0-9A-Z]{26} {2}2026-01-02 {2}missing from the export$/m);
  const { removed, version } = JSON.parse((await load(one, ...dry, "--json")).out);
  expect([removed, version]).toEqual([1, null]);
  expect((await candor(database, ["status"])).out).toContain("published   2 reviews");
});

test("--verbose lists the rows that repeat others; notes say how a file was read", async () => {
  const database = newSqliteDatabase();
  const row = "Ann Bee,5,13/01/2026,Good day at the clinic.\n";
  const file = write("twice.csv", `name,rating,date,review\n${row}${row}`);
  const { out } = await candor(database, ["import", file, "--verbose"]);
  expect(out).toContain(`${file}, row 3: repeats another row (2026-01-13, 5 stars, Ann B.)\n`);
  const unclear = write(
    "unclear.csv",
    "name,rating,date,review\nCy Dee,4,03/04/2026,Calm.\nDi Ek,4,02/12/2026,Fine.\n",
  );
  const read = await candor(database, ["import", unclear]);
  expect(read.out).toMatch(new RegExp(`^note: ${unclear} .+$`, "m"));
  expect(read.out).toContain("note: there is no business profile yet: ");
  expect(read.out).not.toContain("repeats another row");
});

test("import takes at least one file", async () => {
  expect(await candor(newSqliteDatabase(), ["import"])).toEqual({
    code: 2,
    out: "",
    error: "candor: import takes at least one file: candor import takeout.zip\n",
  });
});
