import { expect, test } from "bun:test";
import { shareArrays } from "../../src/publish/shared-memory.ts";

test("every array of a value is put into shared memory once, in members, lists and maps", () => {
  const one = Uint8Array.of(1, 2);
  const there = new Uint8Array(new SharedArrayBuffer(3));
  const value = {
    first: one,
    again: one,
    there,
    part: Float64Array.of(7, 8, 9).subarray(1, 2),
    map: new Map([["key", { list: [Uint32Array.of(3, 70_000)] }]]),
    nothing: null,
    ids: new Set(["a"]),
    deep: { days: Int32Array.of(-5) },
  };
  const shared = shareArrays(value);
  expect(shared).toEqual(value);
  expect(shared.again).toBe(shared.first);
  expect(shared.there).toBe(there);
  const list = shared.map.get("key")?.list[0];
  for (const array of [shared.first, shared.part, list, shared.deep.days]) {
    expect(array?.buffer).toBeInstanceOf(SharedArrayBuffer);
  }
  expect(shared.part.buffer.byteLength).toBe(8);
});
