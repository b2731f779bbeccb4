import { expect, test } from "bun:test";
import { createManyRows, createRows } from "../engine/rows.ts";
import { parseWeights, tableReader } from "../engine/weights.ts";

test("the row of each key is found, whatever slot it wants, and no other key has one", () => {
  for (const count of [0, 1, 8, 9, 16, 1000]) {
    // Neighbors that differ in high bits alone want the same slot; every second one is negative.
    const keys = Int32Array.from({ length: count }, (_, at) => (at << 20) | (at % 5 === 0 ? at : 3));
    const rows = createRows(keys);
    expect(Array.from(keys, (key) => rows(key))).toEqual(Array.from(keys, (_, row) => row));
    // 1,500 keys that are not there, some of which only the slots tell from those that are.
    const others = Array.from({ length: 1500 }, (_, at) => (at << 20) | 1).filter((key) => !keys.includes(key));
    expect(others.filter((key) => rows(key) !== -1)).toEqual([]);
    const mixed = Int32Array.of(...keys, ...others);
    const many = new Int32Array(mixed.length + 1).fill(7);
    createManyRows(keys)(mixed, mixed.length, many);
    expect([...many]).toEqual([...Array.from(mixed, (key) => rows(key)), 7]);
  }
});

test("tables are taken one after the other, each at a multiple of four", () => {
  const header = JSON.stringify({ size: 3 });
  const file = new Uint8Array(12 + header.length + 16);
  file.set(new TextEncoder().encode("MAGIC001"));
  new DataView(file.buffer).setUint32(8, header.length, true);
  file.set(new TextEncoder().encode(header), 12);
  const first = (12 + header.length + 3) & ~3;
  file.set([1, 2, 3, 99, 4, 5], first);
  let reads = 0;
  const { header: read, take } = tableReader<{ size: number }>(file.subarray(0, first), "MAGIC001", () => {
    reads += 1;
    return file;
  });
  expect([read, reads]).toEqual([{ size: 3 }, 0]);
  expect([...new Uint8Array(take(3))]).toEqual([1, 2, 3]);
  expect([...new Uint8Array(take(2))]).toEqual([4, 5]);
  expect(reads).toBe(1);
});

test("a file that is not of weights is refused by name", () => {
  expect(() => parseWeights(new Uint8Array(64))).toThrow("does not begin with CNDRW003");
});
