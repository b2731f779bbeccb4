import { expect, test } from "bun:test";
import { contentHash } from "../../../src/model/basics/content-hash.ts";

test("a hash has 22 characters of the SHA-256 of its parts in their order", () => {
  expect(contentHash("abc")).toBe("ungWv48Bz-pBQUDeXa4iI7");
  expect(contentHash("a", Buffer.from("b"), "c")).toBe("ungWv48Bz-pBQUDeXa4iI7");
  expect(contentHash("cba")).not.toBe("ungWv48Bz-pBQUDeXa4iI7");
});
