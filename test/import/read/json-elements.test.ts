import { describe, expect, test } from "bun:test";
import { readJsonElements } from "../../../src/import/read/json-elements.ts";
import { endOf } from "../../end-of.ts";

/** Reads the text in chunks of `size` characters, so that every value is cut somewhere. */
async function read(text: string, size = 1) {
  async function* chunks() {
    for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
  }
  const values: unknown[] = [];
  for await (const { value } of readJsonElements(chunks(), "a.json")) values.push(value);
  return values;
}

test.each([
  ['[{"a":"x\\\\\\"]}"},{"a":[1,{"b":2}]}]', [{ a: 'x\\"]}' }, { a: [1, { b: 2 }] }]],
  ['[1, -2.5 ,true,null,"s"]', [1, -2.5, true, null, "s"]],
  ["[]", []],
  ["[][5]", [5]],
  ['{}{"a":1}', [{}, { a: 1 }]],
  ['{"reviews":[1]}{"reviews":[2]}', [1, 2]],
  ['["",{"":""},"\\\\"]', ["", { "": "" }, "\\"]],
  ['{"a":1}\n{"a":2}\n', [{ a: 1 }, { a: 2 }]],
  ['{"reviews":[{"r":1}],"n":1}\n{"reviews":[{"r":2}]}', [{ r: 1 }, { r: 2 }]],
  ['[{"reviews":[{"r":1},{"r":2}]},{"data":[3]}]', [{ r: 1 }, { r: 2 }, { data: [3] }]],
  ['{"a":1}\n7\n8', [{ a: 1 }, 7, 8]],
])("the rows of %j are read, whatever the chunks", async (text, rows) => {
  expect(await read(text)).toEqual(rows);
  expect(await read(text, 7)).toEqual(rows);
});

test("a row may be longer than a chunk", async () => {
  expect(await read(JSON.stringify([{ a: "x".repeat(5000) }]), 100)).toEqual([{ a: "x".repeat(5000) }]);
});

test("a row knows its member and the rest of its document", async () => {
  async function elements(text: string) {
    async function* chunks() {
      yield* text;
    }
    return Array.fromAsync(readJsonElements(chunks(), "a.json"), ({ value, member, root }) => [
      value,
      member,
      { ...root },
    ]);
  }
  expect(await elements('{"n":1,"reviews":[5],"data":[6],"m":2}')).toEqual([
    [5, "reviews", { n: 1 }],
    [6, "data", { n: 1 }],
  ]);
  expect(await elements('[{"n":1,"reviews":[5]},7,null,{"items":[8]}]')).toEqual([
    [5, "reviews", { n: 1 }],
    [7, null, {}],
    [null, null, {}],
    [{ items: [8] }, null, {}],
  ]);
  expect(await elements('{"reviews":{"a":[1]},"b":{}}')).toEqual([[{ reviews: { a: [1] }, b: {} }, null, {}]]);
  expect(await elements('{"reviews":[],"n":1}')).toEqual([[{ n: 1 }, null, {}]]);
  expect(await elements("{}")).toEqual([[{}, null, {}]]);
  expect(await elements('{"a":1}\n{"reviews":[2]}\n[3]')).toEqual([
    [{ a: 1 }, null, {}],
    [{ reviews: [2] }, null, {}],
    [[3], null, {}],
  ]);
});

test.each([
  ["[1,\n 2 3]", "line 2, column 4: expected ,, found 3"],
  ["[\n\t\r oops]", "line 2, column 4: "],
  ['["a\\nb",\n\n x]', "line 3, column 2: "],
  ['{"a":[1,\n2],"b"}', "line 2, column 7: expected :, found }"],
  ["{a:1}", "line 1, column 2: expected a member name in quotes"],
  ['{"a":1,}', "line 1, column 8: expected a member name in quotes"],
  ["[1,]", "line 1, column 4: "],
  ['["a"', "line 1, column 5: the file ends too early"],
  ['[{"a":1', "line 1, column 2: the file ends in the middle of the value that begins here"],
  ['["a', "line 1, column 2: the file ends in the middle of the value that begins here"],
  ['[{"a":"b\\"}', "line 1, column 2: the file ends in the middle of the value that begins here"],
])("%j is broken at %s", async (text, place) => {
  for (const size of [1, 3, 100]) expect(await endOf(read(text, size))).toThrow(`a.json is broken JSON at ${place}`);
});

test("a text of 4 MB is read, and so are values that are nested 500 deep, but no more", async () => {
  const long = "x".repeat(4 * 1024 * 1024 - 1);
  expect(await read(`["${long}","${long}"]`, 1_000_000)).toEqual([long, long]);
  expect(await endOf(read(`["x${long}"]`, 1_000_000))).toThrow("a text is longer than 4 MB");
  const nested = (depth: number) => `[${"[".repeat(depth)}${"]".repeat(depth)}]`;
  expect(await read(nested(500), 100)).toHaveLength(1);
  expect(await endOf(read(nested(501), 100))).toThrow("values are nested more than 500 deep");
});

test("an error names its line and column", async () => {
  expect(await endOf(read('[\n  {"a":1},\n  oops\n]'))).toThrow("a.json is broken JSON at line 3, column 3: ");
  expect(await endOf(read('[{"a":1} {"a":2}]'))).toThrow("at line 1, column 10: expected ,, found {");
  expect(await endOf(read('{"a":1'))).toThrow("the file ends too early");
});

describe("many small values", () => {
  const many = (count: number) => `[${"{},".repeat(count)}1]`;
  const chunk = 100_000;

  test("more than 2 million in one row, or in the document around the rows, are refused before they take memory", async () => {
    for (const text of [
      `[${many(2_000_000)}]`,
      many(2_000_000).replace("[", '{"x":[').replace(/$/, "}"),
      `{"a":${many(700_000)},"b":${many(700_000)},"c":${many(700_000)}}`,
    ]) {
      expect(await endOf(read(text, chunk))).toThrow(/has more than 2 million values/);
    }
  });

  test("rows that have fewer are read, however many there are together", async () => {
    const rows = await read(`{"reviews":[${many(400_000)},${many(400_000)},${many(400_000)}]}`, chunk);
    expect(rows.map((row) => Array.isArray(row) && row.length)).toEqual([400_001, 400_001, 400_001]);
  });
});
