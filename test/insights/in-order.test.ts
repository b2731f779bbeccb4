import { expect, test } from "bun:test";
import { inOrder } from "../../src/insights/in-order.ts";
import { openRandom } from "../random.ts";
import { SEED } from "../seed.ts";

test("items come in the order of a sort, and the first of many take fewer comparisons", () => {
  const random = openRandom(SEED);
  const items = Array.from({ length: 1000 }, (_, at) => ({ key: Math.floor(random() * 100), at }));
  let compared = 0;
  const compare = (a: (typeof items)[number], b: (typeof items)[number]) => {
    compared++;
    return a.key - b.key || a.at - b.at;
  };
  const sorted = items.toSorted(compare);
  const by_sort = compared;
  expect([...inOrder(items, compare)]).toEqual(sorted);
  compared = 0;
  expect([...inOrder(items, compare).take(4)]).toEqual(sorted.slice(0, 4));
  expect(compared).toBeLessThan(by_sort / 2);
  expect([...inOrder([], compare)]).toEqual([]);
});
