import { describe, expect, test } from "bun:test";
import { createSplitter, lineEndOf } from "../../../src/import/read/split-records.ts";
import { openRandom } from "../../random.ts";
import { SEED } from "../../seed.ts";

/** Splits the text in chunks of `size` characters, so that every record is cut somewhere. */
function split(text: string, size = text.length, delimiter = ","): string[][] {
  const splitter = createSplitter("a.csv", delimiter, lineEndOf(text));
  const records: string[][] = [];
  for (let at = 0; at < text.length; at += size) records.push(...splitter.take(text.slice(at, at + size)));
  return [...records, ...splitter.end()];
}

describe("a table is split into records", () => {
  test.each([
    [
      "a,b\nc,d",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    [
      "a,b\r\nc,d\r\n",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    [
      "a,b\rc,d\r",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    [
      'a,b\r\r\n"c",d\r\r\n',
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    [
      'a,b\r\nc,d\ne,"f"\r\n',
      [
        ["a", "b"],
        ["c", "d"],
        ["e", "f"],
      ],
    ],
    [
      "a,,\n,b,",
      [
        ["a", "", ""],
        ["", "b", ""],
      ],
    ],
    ['a\n\n""\nb', [["a"], [], [""], ["b"]]],
    [
      '"a ""b"", c\r\nd",e\nf,g',
      [
        ['a "b", c\r\nd', "e"],
        ["f", "g"],
      ],
    ],
    ['5" wide,b "c" d\n', [['5" wide', 'b "c" d']]],
    [
      '"a\rb",c\nd,e',
      [
        ["a\rb", "c"],
        ["d", "e"],
      ],
    ],
  ])("%j, whatever the chunks", (text, records) => {
    for (const size of [1, 2, 3, 100]) expect(split(text, size)).toEqual(records);
  });
  test("which are the cells that were written, for random cells and chunks", () => {
    const random = openRandom(SEED);
    const below = (limit: number) => Math.floor(random() * limit);
    const pick = (list: readonly string[]) => list[below(list.length)] ?? "";
    for (let round = 0; round < 300; round += 1) {
      const [delimiter, newline] = [pick([",", ";", "\t", "|"]), pick(["\n", "\r\n", "\r"])];
      const cell = () =>
        Array.from({ length: below(6) }, () => pick(["a", " ", '"', delimiter, "é", newline])).join("");
      const cells = Array.from({ length: 1 + below(5) }, () => Array.from({ length: 2 + below(3) }, cell));
      const quoted = cells.map((row) => row.map((text) => `"${text.replaceAll('"', '""')}"`).join(delimiter));
      expect(split(quoted.join(newline), 1 + below(9), delimiter)).toEqual(cells);
    }
  });
});

test("an error names the line, also in a file whose lines end in \\r", () => {
  expect(() => split('a,b\rc,d\re,"f"g\r', 4)).toThrow(
    "a.csv is a broken table at line 3: a cell that begins with a quote at line 3 has a quote before its end",
  );
  expect(() => split('a\n"b\nc\nd"e\n', 3)).toThrow("at line 4: a cell that begins with a quote at line 2");
  expect(() => split('\n\na\n"b"c\n', 100)).toThrow("at line 4: a cell that begins with a quote at line 4");
  expect(() => split('a\n\n"b"c\n', 2)).toThrow("at line 3: a cell that begins with a quote at line 3");
  expect(() => split('a\n"b\nc', 2)).toThrow("at line 2: a cell begins with a quote that is never closed");
});

test("a row has at most 1 MB, whatever the chunks are", () => {
  const row = (length: number) => `${"x".repeat(length - 3)},y\n`;
  expect(split(`a,b\n${row(1024 * 1024)}c,d\n`).map((cells) => cells.length)).toEqual([2, 2, 2]);
  const long = `a,b\nc,d\n${row(1024 * 1024 + 1)}`;
  for (const size of [long.length, 500_000])
    expect(() => split(long, size)).toThrow("a.csv is a broken table at line 3: a row is larger than 1 MB");
});

test("a record is given as soon as it ends, so that few are in memory", () => {
  const splitter = createSplitter("a.csv", ",", "\n");
  expect(splitter.take('"a","b"\nc,"d')).toEqual([["a", "b"]]);
  expect(splitter.take('"')).toEqual([]);
  expect(splitter.take('"e"\nf,g\n"h"\n')).toEqual([["c", 'd"e'], ["f", "g"], ["h"]]);
  expect(splitter.end()).toEqual([]);
});
