import { expect, test } from "bun:test";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { newFolder, newSqliteDatabase } from "../databases.ts";
import { CLI } from "../server-process.ts";
import { buildZip } from "../zip.ts";

async function pipe(argv: string[], data: string | Uint8Array) {
  const temporary = join(newFolder(), "tmp");
  mkdirSync(temporary);
  const child = Bun.spawn([...CLI, ...argv], {
    stdin: Buffer.from(data),
    stdout: "pipe",
    stderr: "pipe",
    env: { ...process.env, TMPDIR: temporary, DATABASE_URL: newSqliteDatabase() },
  });
  const [out, error, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { out, error, code, left: readdirSync(temporary) };
}

test("import - reads standard input, a zip too, and leaves nothing behind", async () => {
  const csv = "rating,date,text\n5,2026-01-01,Good\n";
  const table = await pipe(["import", "-"], csv);
  expect(table).toMatchObject({ code: 0, error: "", left: [] });
  expect(table.out).toContain("standard input: csv, 1 row\n");
  const zip = await pipe(["import", "-"], buildZip([{ name: "a.csv", data: csv }]));
  expect(zip).toMatchObject({ code: 0, error: "", left: [] });
  expect(zip.out).toContain("standard input: a.csv: csv, 1 row\n");
});

test("check - reads it too; a bad one is refused by its name", async () => {
  expect(await pipe(["check", "-"], "rating,date\n5,2026-01-01\n")).toMatchObject({ code: 0, left: [] });
  expect(await pipe(["import", "-"], "")).toMatchObject({
    code: 1,
    error: "candor: standard input is empty: export it again\n",
    left: [],
  });
});
