import { describe, expect, test } from "bun:test";
import {
  type ArgumentFields,
  checked,
  createArguments,
  date,
  flag,
  inputSchema,
  number,
  oneWordOf,
  someWordsOf,
  text,
} from "../../../src/mcp/answers/arguments.ts";

const description = "What it is.";
const fields = {
  limit: number({ min: 1, max: 9, whole: true, fallback: 3 }, { description, aliases: ["size"] }),
  share: number({ min: 0, max: 1, whole: false }, { description }),
  query: text(5, { description, max_in_schema: true, may_be_empty: true }),
  name: text(5, { description, required: true, aliases: ["query", "who"] }),
  since: date({ description }),
  side: oneWordOf(["good", "bad"], { description }),
  edited: flag({ description }),
  code: checked((value) => value === "x1", "must be x1", { description }),
  group_by: someWordsOf(["month", "year", "rating"], 2, { description }),
} satisfies ArgumentFields;

type Result = { values: Record<string, unknown> } | { faults: string[] };
const parse: (given: unknown) => Result = createArguments(fields, { month: "use since" });
const parsed = (name: string, value: unknown): unknown => {
  const result = parse({ name: "Ana", [name]: value });
  return "faults" in result ? result.faults.join("\n") : result.values[name];
};

describe("a value that an argument takes", () => {
  test.each<[string, unknown, unknown]>([
    ["limit", 1, 1],
    ["limit", 9, 9],
    ["limit", " 7 ", 7],
    ["share", 0.5, 0.5],
    ["share", "0.25", 0.25],
    ["query", "12345", "12345"],
    ["since", "2024-02-29", "2024-02-29"],
    ["side", " Good ", "good"],
    ["edited", true, true],
    ["edited", false, false],
    ["edited", " TRUE ", true],
    ["edited", "false", false],
    ["code", "x1", "x1"],
    ["group_by", ["year"], ["year"]],
    ["group_by", "month, Year", ["month", "year"]],
    ["limit", null, undefined],
    ["query", "", undefined],
  ])("%s: %p is %p", (name, given, value) => {
    expect(parsed(name, given)).toEqual(value);
  });
});

describe("a value that an argument refuses", () => {
  const words = "group_by must be a list of 1 to 2 different words of month, year, rating";
  test.each<[string, unknown, string]>([
    ["limit", 0, "limit must be a whole number from 1 to 9; received 0"],
    ["limit", 10, "limit must be a whole number from 1 to 9; received 10"],
    ["limit", 1.5, "limit must be a whole number from 1 to 9; received 1.5"],
    ["limit", "seven", 'limit must be a whole number from 1 to 9; received "seven"'],
    ["share", -0.1, "share must be a number from 0 to 1; received -0.1"],
    ["share", 1.1, "share must be a number from 0 to 1; received 1.1"],
    ["query", "123456", 'query must have at most 5 characters; received "123456"'],
    ["query", "a\0", 'query must not contain NUL; received "a\\u0000"'],
    ["query", 5, "query must be a string; received 5"],
    ["name", "", 'name must not be empty: leave it out; received ""'],
    ["limit", "", 'limit must not be empty: leave it out; received ""'],
    ["since", "2023-02-29", 'since must be a real calendar date, YYYY-MM-DD; received "2023-02-29"'],
    ["since", 2023, "since must be a real calendar date, YYYY-MM-DD; received 2023"],
    ["side", "ugly", 'side must be one of good, bad; received "ugly"'],
    ["edited", 1, "edited must be true or false; received 1"],
    ["edited", "yes", 'edited must be true or false; received "yes"'],
    ["edited", [true], "edited must be true or false"],
    ["code", "x2", 'code must be x1; received "x2"'],
    ["group_by", [], words],
    ["group_by", ["month", "year", "rating"], words],
    ["group_by", ["month", "month"], words],
    ["group_by", ["month", 5], words],
    ["group_by", "month,day", `${words}; received "month,day"`],
  ])("%s: %p", (name, given, fault) => {
    expect(parsed(name, given)).toBe(fault);
  });
});

test("an argument has other names, in any case and with dashes, and is given once", () => {
  expect(parse({ who: "Ana", SIZE: 2, "Group-By": "year" })).toEqual({
    values: { name: "Ana", limit: 2, group_by: ["year"] },
  });
  // A name wins over an alias: query is its own argument.
  expect(parse({ query: "knee" })).toEqual({ faults: ["name is required"] });
  expect(parse({ name: "Ana", who: "Ben" })).toEqual({ faults: ["name is given twice; give it only once"] });
});

test("a required argument that has a fault is not reported twice", () => {
  expect(parse({ name: 5 })).toEqual({ faults: ["name must be a string; received 5"] });
  expect(parse({})).toEqual({ faults: ["name is required"] });
  expect(parse(undefined)).toEqual({ faults: ["name is required"] });
  expect(parse([])).toEqual({ faults: ["arguments must be an object"] });
});

test("an unknown argument has a hint, or the name that was meant, and the list of all", () => {
  const takes = "takes: limit, share, query, name, since, side, edited, code, group_by";
  const faultOf = (key: string) => parse({ name: "Ana", [key]: 1 });
  expect(faultOf("month")).toEqual({ faults: [`month is not an argument of this tool: use since; it ${takes}`] });
  expect(faultOf("limt")).toEqual({
    faults: [`limt is not an argument of this tool: did you mean limit? It ${takes}`],
  });
  expect(faultOf("constructor")).toEqual({ faults: [`constructor is not an argument of this tool; it ${takes}`] });
  expect(createArguments({})({ a: 1 })).toEqual({ faults: ["a is not an argument of this tool; it takes: none"] });
});

test("the schema says what each argument takes", () => {
  expect(inputSchema(fields)).toEqual({
    type: "object",
    properties: {
      limit: { type: "integer", minimum: 1, maximum: 9, default: 3, description },
      share: { type: "number", minimum: 0, maximum: 1, description },
      query: { type: "string", maxLength: 5, description },
      name: { type: "string", description },
      since: { type: "string", format: "date", description },
      side: { type: "string", enum: ["good", "bad"], description },
      edited: { type: "boolean", description },
      code: { type: "string", description },
      group_by: {
        type: "array",
        items: { type: "string", enum: ["month", "year", "rating"] },
        minItems: 1,
        maxItems: 2,
        description,
      },
    },
    required: ["name"],
    additionalProperties: false,
  });
  expect(inputSchema({ limit: fields.limit })).not.toHaveProperty("required");
});
