import { expect, test } from "bun:test";
import { jsonRpcRequest } from "../../../src/model/wire/json-rpc-schemas.ts";

const accepts = (changes: object) => jsonRpcRequest.safeParse({ jsonrpc: "2.0", method: "ping", ...changes }).success;

test("a request has version 2.0, a method, and an id that is a string or a whole number, if it has one", () => {
  expect([{}, { id: "" }, { id: 0 }, { method: "x" }, { params: {} }].map(accepts)).toEqual(Array(5).fill(true));
  const refused = [{ jsonrpc: "1.0" }, { id: null }, { id: 1.5 }, { method: "" }, { params: [] }, { more: 1 }];
  expect(refused.map(accepts)).toEqual(Array(6).fill(false));
});
