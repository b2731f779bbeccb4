import { expect, test } from "bun:test";
import { closeSync, openSync, readdirSync } from "node:fs";
import { openStringTable } from "../../../src/import/read/string-table.ts";
import { newFolder } from "../../databases.ts";

const COUNT = 30_000;
/** The system gives the smallest number that is free. */
const nextDescriptor = () => {
  const descriptor = openSync(import.meta.path, "r");
  closeSync(descriptor);
  return descriptor;
};
const textOf = (index: number) => `${index} é ${"x".repeat(index % 700)}`;

test("strings are read by number, also when most of them no longer fit in memory, and no file is left", () => {
  const { TMPDIR } = process.env;
  process.env.TMPDIR = newFolder();
  const descriptor = nextDescriptor();
  const table = openStringTable();
  try {
    for (let index = 0; index < COUNT; index += 1) table.add(textOf(index));
    const isWrong = (index: number) => table.get(index) !== textOf(index);
    const indices = Array.from({ length: COUNT }, (_, index) => index);
    expect(indices.filter(isWrong)).toEqual([]);
    expect(indices.reverse().filter(isWrong)).toEqual([]);
    expect([table.get(COUNT), table.get(-1), table.get(0.5)]).toEqual([null, null, null]);
    expect(readdirSync(process.env.TMPDIR)).toEqual([]);
    expect(nextDescriptor()).toBeGreaterThan(descriptor);
    table.close();
    expect(nextDescriptor()).toBe(descriptor);
  } finally {
    table.close();
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
});
