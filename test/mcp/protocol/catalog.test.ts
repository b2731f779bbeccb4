import { expect, test } from "bun:test";
import { buildListPages } from "../../../src/mcp/protocol/catalog.ts";

/** Every page, from the first, by the cursor of the page before. */
function walk(items: string[], page_items: number): string[][] {
  const pages = buildListPages("tools", items, page_items);
  const read: string[][] = [];
  for (let cursor: string | undefined = ""; cursor !== undefined; ) {
    const page = JSON.parse(pages.get(cursor) ?? "null");
    read.push(page.tools);
    cursor = page.nextCursor;
  }
  expect(read.length).toBe(pages.size);
  return read;
}

test.each([
  ["", [""]],
  ["a", ["a"]],
  ["ab", ["ab"]],
  ["abc", ["ab", "c"]],
  ["abcd", ["ab", "cd"]],
])("the list %p has pages of two", (items, pages) => {
  expect(walk([...items], 2)).toEqual(pages.map((page) => [...page]));
});

test("50 items fit on a page", () => {
  const page = (count: number) => buildListPages("tools", Array.from({ length: count }, String)).size;
  expect([page(50), page(51)]).toEqual([1, 2]);
});
