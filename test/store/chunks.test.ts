import { expect, test } from "bun:test";
import { inChunks, inPages, placeholders } from "../../src/store/store.ts";

async function chunksOf(items: readonly number[], size?: number): Promise<(readonly number[])[]> {
  const chunks: (readonly number[])[] = [];
  await inChunks(items, async (chunk) => void chunks.push(chunk), size);
  return chunks;
}

test("all items are handed out in their order, once each, and nothing for none", async () => {
  expect(await chunksOf([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
  expect(await chunksOf([1, 2, 3, 4], 2)).toEqual([
    [1, 2],
    [3, 4],
  ]);
  expect(await chunksOf([])).toEqual([]);
  expect((await chunksOf(Array(1001).fill(0))).map(({ length }) => length)).toEqual([500, 500, 1]);
});

test.each([0, 1, 999, 1000, 1001, 2500])("all of %d rows are read, a page at a time", async (count) => {
  const rows = Array.from({ length: count }, (_, at) => ({ id: at + 1 }));
  const pages = await Array.fromAsync(
    inPages<{ id: number }>(async (last, limit) => rows.slice(last?.id ?? 0).slice(0, limit)),
  );
  expect(pages.flat()).toEqual(rows);
  expect(pages.map(({ length }) => length).filter((length) => length === 0 || length > 1000)).toEqual([]);
});

test("placeholders are numbered row by row, from the first that is free", () => {
  expect(placeholders(2, 3)).toBe("($1,$2,$3),($4,$5,$6)");
  expect(placeholders(1, 2, 4)).toBe("($4,$5)");
  expect(placeholders(1, 2)).toBe("($1,$2)");
  expect(placeholders(1, 0)).toBe("()");
});
