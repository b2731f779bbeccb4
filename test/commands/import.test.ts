import { expect, test } from "bun:test";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder, newSqliteDatabase } from "../databases.ts";
import { candor } from "./terminal.ts";

const HEAD = "id,name,rating,date,review,reply\n";
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

test("the counts of a report add up", async () => {
  const database = newSqliteDatabase();
  const rows = "1,Ann Bee,5,2026-01-01,Good.,\n2,Cy Dee,4,2027-01-02,Bad row.,\n3,Di Ek,4,2026-01-03,Fine.,\n";
  const first = await candor(database, ["import", write("six.csv", `${HEAD}${rows}`), "--verified-by", "operator"]);
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
  const missing = await candor(database, ["import", join(folder, "none.csv")]);
  expect([missing.code, missing.error]).toEqual([1, `candor: ${folder}/none.csv does not exist: check the path\n`]);
});
