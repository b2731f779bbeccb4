import { expect, test } from "bun:test";
import { readTable, withoutTotals } from "../../../src/import/read/header-row.ts";
import { refuseDemonstration } from "../../../src/import/read/refuse-demonstration.ts";
import { detectDelimiter, type Records, readSeparator } from "../../../src/import/read/table-records.ts";
import { endOf } from "../../end-of.ts";

/** Rows of cells in batches, as a reader gives them. */
async function* batches(...rows: string[][][]): Records {
  let row = 0;
  for (const batch of rows)
    yield batch.map((cells) => {
      row += 1;
      return { row, cells };
    });
}

async function cellsOf(records: Records): Promise<string[][]> {
  const cells: string[][] = [];
  for await (const batch of records) cells.push(...batch.map((record) => record.cells));
  return cells;
}

const isHeader = (cells: string[]) => cells.includes("rating");
const empty = (count: number) => Array.from({ length: count }, () => ["-"]);

test("the column names are the first row that looks like them, among the first twenty", async () => {
  const table = await readTable(batches([["Clinic"], [" "]], [[" rating ", "date"], ["5"]], [["4"]]), isHeader);
  expect([table.headers, table.above]).toEqual([
    ["rating", "date"],
    [["Clinic"], [""]],
  ]);
  expect(await cellsOf(table.records)).toEqual([["5"], ["4"]]);
  const twentieth = await readTable(batches([...empty(19), ["rating"], ["5"]]), isHeader);
  expect([twentieth.headers, twentieth.above.length]).toEqual([["rating"], 19]);
  const later = await readTable(batches([...empty(20), ["rating"]]), isHeader);
  expect([later.headers, later.above]).toEqual([["-"], []]);
  expect(await cellsOf(later.records)).toHaveLength(20);
  const none = await readTable(batches(), isHeader);
  expect([none.headers, await cellsOf(none.records)]).toEqual([[], []]);
});

test("empty rows and sums without a date are left out, and the sums are named", async () => {
  const totals: number[] = [];
  const rows = [
    ["5", "2026-01-01", "Total joy"],
    ["", " ", ""],
    ["4.5", "", "Average"],
    ["Sum", "Total", ""],
    ["5", "", "Totally fine"],
    ["Total", "", "x".repeat(41)],
    ["Total", "", "x".repeat(40)],
  ];
  const kept = await cellsOf(withoutTotals(batches(rows), 1, (row) => totals.push(row)));
  expect(kept).toEqual([rows[0], rows[4], rows[5]] as string[][]);
  expect(totals).toEqual([3, 4, 7]);
});

test.each([
  ["a,b\n1,2\n", ","],
  ["a\tb,c\n1\t2\n", "\t"],
  ["a|b|c\n1|2|3\n", "|"],
  // Of two that fit as well, the one with more columns, or the comma.
  ["a,b;c;d\n1,2;3;4\n", ";"],
  ["a,b;c\n1,2;3\n", ","],
  // A delimiter in quotes is none, wherever the cell is in its row.
  ['"a,b,c";d\n"1,2,3";4\n', ";"],
  [' "a,b,c";d\n "1,2,3";4\n', ";"],
  ['\ufeff"1,2,3";4\n"5,6,7";8;9\n', ";"],
  ['a;b\n"1,2,3";4;5\n"5,6,7";8;9;0\n', ";"],
  ['"a"",b,c";d\n"1"",2,3";4\n', ";"],
  // Lines may end with any line break, and some have one cell.
  ["a;b\r1,2,3;4\r5,6,7;8\r", ";"],
  ["a;b\nc\nd\n", ";"],
  ["\n\na;b\n", ";"],
  // The first 40 records count; blank lines are none.
  [`a,b\n${"\n".repeat(40)}${"1;2;3\n".repeat(10)}`, ";"],
  ["1,2\r\n".repeat(15) + "1;2;3\r\n".repeat(25), ";"],
  ["1,2\n".repeat(21) + "1;2;3\n".repeat(40), ","],
  ["a\nb\n", ","],
  ["", ","],
])("the delimiter of %p is %p", (head, delimiter) => {
  expect(detectDelimiter(head, false)).toBe(delimiter);
});

test.each([
  ["sep=;\na;b", ";"],
  ['\ufeff"sep=|"\r\na', "|"],
  ["SEP=\t\n", "\t"],
  ["sep=;", null],
  ["sep=x\n", null],
])("a first line %p gives the delimiter %p", (head, delimiter) => {
  expect(readSeparator(head)).toBe(delimiter);
});

test("a document that says anywhere that it is made up is refused", async () => {
  const read = async (value: unknown, root: Record<string, unknown> = {}) => {
    async function* elements() {
      yield { value, member: null, root };
    }
    const values: unknown[] = [];
    for await (const element of refuseDemonstration("a.json", elements())) values.push(element.value);
    return values;
  };
  for (const marked of [
    { demonstration: true },
    { business: { demonstration: true } },
    { _candor: { demonstration: true } },
  ]) {
    expect(await endOf(read(marked))).toThrow("a.json comes from a demonstration");
    expect(await endOf(read({}, marked))).toThrow("a.json comes from a demonstration");
  }
  async function* markedLater() {
    const root: Record<string, unknown> = {};
    yield { value: {}, member: "reviews", root };
    root.demonstration = true;
  }
  const later = refuseDemonstration("a.json", markedLater());
  expect((await later.next()).value).toMatchObject({ member: "reviews" });
  expect(await endOf(later.next())).toThrow("a.json comes from a demonstration");
  for (const real of [
    null,
    "demonstration",
    { demonstration: false },
    { business: null },
    { text: { demonstration: true } },
  ])
    expect(await read(real)).toEqual([real]);
});
