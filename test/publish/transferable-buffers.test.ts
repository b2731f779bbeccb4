import { expect, test } from "bun:test";
import { buffersOf } from "../../src/publish/transferable-buffers.ts";

test("every buffer of a value is found once, in members, lists and maps", () => {
  const [one, two, three] = [new ArrayBuffer(1), new ArrayBuffer(2), new ArrayBuffer(3)];
  const value = {
    first: new Uint8Array(one),
    again: new Uint8Array(one),
    map: new Map([["key", { list: [new Uint8Array(two)] }]]),
    nothing: null,
    ids: new Set(["a"]),
    deep: { text: { lists: new Uint8Array(three) } },
  };
  const found = buffersOf(value);
  expect(found).toHaveLength(3);
  expect(new Set(found)).toEqual(new Set([one, two, three]));
});
