import { expect, test } from "bun:test";
import { addFeature, openFeatures } from "../../../../src/insights/engine/reading/features.ts";

test("columns grow when they are full, and keep what is in them", () => {
  const features = openFeatures(2);
  for (let at = 1; at <= 5; at++) addFeature(features, at, 10 * at, 10 * at + 1);
  const { count, key, from, to } = features;
  expect([count, [...key.subarray(0, 5)], [...from.subarray(0, 5)], [...to.subarray(0, 5)]]).toEqual([
    5,
    [1, 2, 3, 4, 5],
    [10, 20, 30, 40, 50],
    [11, 21, 31, 41, 51],
  ]);
});
