import { expect, test } from "bun:test";
import { markJson } from "../../src/model/demonstration.ts";

test("the mark of a demonstration is the first member of any object", () => {
  expect(['{"a":1}', "{}"].map((json) => markJson(json, true))).toEqual([
    '{"demonstration":true,"a":1}',
    '{"demonstration":true}',
  ]);
  expect(markJson("{}", false)).toBe("{}");
});
