import { expect, test } from "bun:test";
import { buildRunningValues, hashOf, newestOf, prefixHash } from "../../src/snapshot/running-values.ts";

/** Entries whose newest times are in the middle of each hundred. */
const COUNT = 700;
const timeAt = (i: number) => 1000 * Math.floor(i / 100) + (i % 100 === 50 ? 500 : 0);
const updated_ms = Float64Array.from({ length: COUNT }, (_, i) => timeAt(i));
const changed_ms = Float64Array.from({ length: COUNT }, (_, i) => timeAt(COUNT - 1 - i));
const hash = Buffer.concat(Array.from({ length: COUNT }, (_, i) => hashOf(String(i))));
const values = buildRunningValues({ hash, updated_ms, changed_ms });

test("the newest times of a window are those of a plain look at all of it", () => {
  for (let count = 0; count <= COUNT; count += 1) {
    expect([count, newestOf(values, count)]).toEqual([
      count,
      {
        updated_ms: Math.max(0, ...updated_ms.subarray(0, count)),
        changed_ms: Math.max(0, ...changed_ms.subarray(0, count)),
      },
    ]);
  }
});

test("the hash of a window depends on its entries alone, and on each of them", () => {
  const hashes = new Set(
    Array.from({ length: COUNT + 1 }, (_, count) => Buffer.from(prefixHash(values, count)).toString("hex")),
  );
  expect(hashes.size).toBe(COUNT + 1);
  for (const changed of [0, 255, 256, 511, 600]) {
    const other = new Uint8Array(hash);
    other.set(hashOf("other"), changed * 16);
    const after = buildRunningValues({ hash: other, updated_ms, changed_ms });
    const same = (count: number) => Buffer.compare(prefixHash(after, count), prefixHash(values, count)) === 0;
    expect([changed, same(changed), same(changed + 1), same(COUNT)]).toEqual([changed, true, false, false]);
  }
});
