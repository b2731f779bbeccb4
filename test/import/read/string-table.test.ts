import { expect, test } from "bun:test";
import { openStringTable } from "../../../src/import/read/string-table.ts";

test("strings are read by number, also when most of them no longer fit in memory", () => {
  const table = openStringTable();
  const textOf = (index: number) => `${index} é ${"x".repeat(index % 700)}`;
  for (let index = 0; index < 60_000; index += 1) table.add(textOf(index));
  for (let index = 0; index < 60_000; index += 997) expect(table.get(index)).toBe(textOf(index));
  for (let index = 59_999; index >= 0; index -= 997) expect(table.get(index)).toBe(textOf(index));
  expect([table.get(60_000), table.get(-1), table.get(0.5)]).toEqual([null, null, null]);
  table.close();
});
