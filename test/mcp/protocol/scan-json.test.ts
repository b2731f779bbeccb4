import { expect, test } from "bun:test";
import { isNestedDeeper, numericIdIn } from "../../../src/mcp/protocol/scan-json.ts";

test.each([
  ["[[]]", 2, false],
  ["[[]]", 1, true],
  ['{"a":[{}]}', 3, false],
  ['{"a":[{}]}', 2, true],
  ["[[],[],{}]", 2, false],
  ['["[[{{"]', 1, false],
  [String.raw`["\"[[\\"]`, 1, false],
  [String.raw`["\\",[]]`, 1, true],
  ["[", 1, false],
  ["[[[", 2, true],
  ['["never ends [[[', 1, false],
  ["", 0, false],
])("whether %s is nested in more than %i levels is %p", (text, max, deeper) => {
  expect(isNestedDeeper(text, max)).toBe(deeper);
});

test.each([
  ['{"id":5}', "5"],
  ['{"id" : -12.5e+3 }', "-12.5e+3"],
  ['{"a":{"id":5},"b":[{"id":6}]}', null],
  ['{"a":{},"b":[],"id":7}', "7"],
  ['{"id":"5"}', null],
  ['{"id":1,"id":2}', "2"],
  [String.raw`{"\u0069\u0064":8}`, "8"],
  ['{"x":"id","y":1}', null],
  [String.raw`{"x":"\"id\":3"}`, null],
  ['["id",5]', null],
])("the number that is the id of %s is %p", (text, id) => {
  expect(numericIdIn(text)).toBe(id);
});
