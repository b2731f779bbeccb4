import { expect, test } from "bun:test";
import {
  fail,
  type Message,
  parseMessage,
  renderError,
  renderResult,
  shown,
} from "../../../src/mcp/protocol/json-rpc.ts";

const parse = (value: unknown) => parseMessage(value, JSON.stringify(value));
const v2 = (members: object) => ({ jsonrpc: "2.0", ...members });
const invalid = (reason: string, id: string | null = null): Message => ({ kind: "invalid", id, reason });

const VERSION = 'jsonrpc must be "2.0"';
const ID = "id must be a string or an integer";
const MESSAGES: [value: unknown, message: Message][] = [
  [null, invalid("a message must be a JSON object")],
  ["text", invalid("a message must be a JSON object")],
  [[v2({})], invalid("a message must be a JSON object")],
  [{}, invalid(VERSION)],
  [{ jsonrpc: "1.0", id: 7, method: "m" }, invalid(VERSION, "7")],
  [{ jsonrpc: "1.0", id: 1.5, method: "m" }, invalid(VERSION)],
  [v2({}), invalid("method must be a string")],
  [v2({ id: "a", method: 1 }), invalid("method must be a string", '"a"')],
  ...[null, 1.5, true, {}].map((id): [unknown, Message] => [v2({ id, method: "m" }), invalid(ID)]),
  [v2({ method: "m", params: [] }), invalid("params must be an object")],
  [v2({ id: 0, method: "m", params: "x" }), invalid("params must be an object", "0")],
  [v2({ result: {} }), { kind: "response" }],
  [v2({ id: 1, error: {} }), { kind: "response" }],
  [v2({ method: "m", result: {} }), { kind: "notification", method: "m", params: {} }],
  [v2({ method: "m", params: null }), { kind: "notification", method: "m", params: {} }],
  [v2({ method: "m", id: -1 }), { kind: "request", id: "-1", method: "m", params: {} }],
  [v2({ method: "m", id: 'a"b', params: { x: 1 } }), { kind: "request", id: '"a\\"b"', method: "m", params: { x: 1 } }],
];
test.each(MESSAGES)("%j is read as what it is", (value, message) => {
  expect(parse(value)).toEqual(message);
});

test("an id above 2^53 is read from the text, and refused without it", () => {
  const source = '{"jsonrpc":"2.0","id":9007199254740993,"method":"m"}';
  const request = { kind: "request", id: "9007199254740993", method: "m", params: {} } as const;
  expect(parseMessage(JSON.parse(source), source)).toEqual(request);
  expect(parseMessage(JSON.parse(source), "null")).toMatchObject(invalid(ID));
});

test("an answer repeats the id, and an error has its data and at most 10,000 characters", () => {
  expect(renderError(null, { code: 1, message: "no" })).toBe('{"jsonrpc":"2.0","error":{"code":1,"message":"no"}}');
  expect(renderError("7", { code: 1, message: "no", data: { a: 2 }, status: 400 })).toBe(
    '{"jsonrpc":"2.0","id":7,"error":{"code":1,"message":"no","data":{"a":2}}}',
  );
  expect(JSON.parse(renderError(null, { code: 1, message: "x".repeat(10_001) })).error.message).toHaveLength(10_000);
  expect(renderResult("7", "{}")).toBe('{"jsonrpc":"2.0","id":7,"result":{}}');
  expect(String(renderResult("7", '{"a":', [Buffer.from("1"), Buffer.from("}")]))).toBe(
    '{"jsonrpc":"2.0","id":7,"result":{"a":1}}',
  );
});

test("an id has at most 256 characters, and a failure has data only if there is any", () => {
  const idOf = (length: number) => parse(v2({ method: "m", id: "x".repeat(length) })).kind;
  expect([idOf(256), idOf(257)]).toEqual(["request", "invalid"]);
  expect([fail(1, "no"), fail(1, "no", { a: 2 })]).toEqual([
    { error: { code: 1, message: "no" } },
    { error: { code: 1, message: "no", data: { a: 2 } } },
  ]);
});

test("an error shows a value that is not an object or an array", () => {
  expect(["a", 1, false, null, undefined, {}, []].map(shown)).toEqual([
    ...['"a"', "1", "false", "null", "undefined"],
    ...[null, null],
  ]);
});
