import { expect, test } from "bun:test";
import { shownAverage, shownRating } from "../../src/model/rating.ts";

const rated = (...stars: [number, number, number, number, number]) =>
  shownRating({
    distribution: { 1: stars[0], 2: stars[1], 3: stars[2], 4: stars[3], 5: stars[4] },
    rating_count: stars.reduce((sum, count) => sum + count),
  });

test("a rating is shown to the tenth, half up, and none of no reviews", () => {
  expect([rated(0, 0, 0, 0, 0), rated(1, 0, 0, 0, 0), rated(0, 0, 0, 0, 3)]).toEqual([null, 1, 5]);
  expect(rated(1, 1, 1, 1, 1)).toBe(3);
  expect(rated(0, 1, 0, 0, 3)).toBe(4.3); // 4.25
  expect(rated(0, 0, 0, 11, 20)).toBe(4.6); // 4.6451…, which is 4.65 with two decimals
  expect(rated(0, 19, 0, 1, 0)).toBe(2.1);
});

test("an average with two decimals is rounded half up", () => {
  expect([4.65, 4.64, 1.05, 5].map(shownAverage)).toEqual([4.7, 4.6, 1.1, 5]);
});
