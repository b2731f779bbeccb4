import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { openStringTable } from "../../../src/import/read/string-table.ts";
import { newFolder } from "../../databases.ts";
import { openFilesOf } from "../../open-files.ts";

const COUNT = 30_000;
const countOpen = (folder: string) => openFilesOf(process.pid).filter((path) => path.startsWith(folder)).length;
const textOf = (index: number) => `${index} é ${"x".repeat(index % 700)}`;

test("strings are read by number, also when most of them no longer fit in memory, and no file is left", () => {
  const { TMPDIR } = process.env;
  const folder = newFolder();
  process.env.TMPDIR = folder;
  const table = openStringTable();
  try {
    for (let index = 0; index < COUNT; index += 1) table.add(textOf(index));
    const isWrong = (index: number) => table.get(index) !== textOf(index);
    const indices = Array.from({ length: COUNT }, (_, index) => index);
    expect(indices.filter(isWrong)).toEqual([]);
    expect(indices.reverse().filter(isWrong)).toEqual([]);
    expect([table.get(COUNT), table.get(-1), table.get(0.5)]).toEqual([null, null, null]);
    expect(readdirSync(folder)).toEqual([]);
    expect(countOpen(folder)).toBe(1);
    table.close();
    expect(countOpen(folder)).toBe(0);
  } finally {
    table.close();
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
});
