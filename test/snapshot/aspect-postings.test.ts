import { expect, test } from "bun:test";
import { aspectLabelAt, aspectPositions, buildAspectPostings } from "../../src/snapshot/aspect-postings.ts";

const by_aspect = buildAspectPostings([
  { position: 0, aspects: [{ aspect: "care", sentiment: "positive" }] },
  { position: 2, aspects: [] },
  {
    position: 3,
    aspects: [
      { aspect: "care", sentiment: "negative" },
      { aspect: "cost", sentiment: "mixed" },
    ],
  },
  { position: 7, aspects: [{ aspect: "care", sentiment: "positive" }] },
]);

test("the reviews of an aspect are listed, all of them or those with one sentiment", () => {
  const positions = (...of: [string, ("positive" | "negative" | "mixed")?]) => [
    ...aspectPositions({ by_aspect }, ...of),
  ];
  expect([positions("care"), positions("cost"), positions("parking")]).toEqual([[0, 3, 7], [3], []]);
  expect([positions("care", "positive"), positions("care", "negative")]).toEqual([[0, 7], [3]]);
  expect([positions("care", "mixed"), positions("cost", "mixed"), positions("parking", "mixed")]).toEqual([
    [],
    [3],
    [],
  ]);
});

test("what a review says of an aspect is known by its position", () => {
  const labels = (aspect: string) => [0, 2, 3, 7, 8].map((position) => aspectLabelAt({ by_aspect }, aspect, position));
  expect(labels("care")).toEqual(["positive", null, "negative", "positive", null]);
  expect(labels("cost")).toEqual([null, null, "mixed", null, null]);
  expect(labels("parking")).toEqual([null, null, null, null, null]);
});
