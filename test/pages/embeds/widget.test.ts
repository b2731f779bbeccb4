import { expect, test } from "bun:test";
import { renderWidget } from "../../../src/pages/embeds/widget.ts";
import type { Site } from "../../../src/pages/parts/site.ts";
import { publicReview } from "../../../src/render/review.ts";
import { aggregateRating } from "../../../src/render/reviews-json.ts";
import { reviewRow } from "../../rows.ts";

const base_url = "https://reviews.example";
const site: Site = { base_url, demonstration: false, structured_data: "business", business: null, license: null };

/** The data that the script contains. */
const dataOf = (script: string) => JSON.parse(/const data = (\{.*\});/.exec(script)?.[1] ?? "null");

test("the widget contains the rating and the five newest reviews, with long texts cut", () => {
  const newest = [
    publicReview(reviewRow(7, { text: "word ".repeat(100) }), base_url),
    publicReview(reviewRow(6, { text: null, language: null, rating: 2 }), base_url),
    ...[5, 4, 3, 2].map((number) => publicReview(reviewRow(number), base_url)),
  ];
  const data = dataOf(renderWidget({ site, aggregate_rating: aggregateRating([0, 1, 0, 0, 5], 5), newest }));
  expect(data).toMatchObject({
    url: "https://reviews.example/",
    name: "Reviews",
    demonstration: false,
    rating: 4.5,
    count: "6 verified reviews",
  });
  expect(data.reviews).toHaveLength(5);
  expect(data.reviews[0].text).toBe(`${"word ".repeat(55)}word…`);
  expect(data.reviews[1]).toEqual({
    url: "https://reviews.example/reviews/00000000000000000000000006",
    author: "Maria S.",
    rating: 2,
    date: "2024-01-07",
    day: "January 7, 2024",
    text: null,
    language: null,
  });
});

test("a text cannot end the script or use the replacement patterns of JavaScript", () => {
  const newest = [publicReview(reviewRow(1, { text: "</script> $& $'" }), base_url)];
  const script = renderWidget({ site, aggregate_rating: aggregateRating([], 0), newest });
  expect(script).not.toContain("</script> $&");
  expect(dataOf(script).reviews[0].text).toBe("</script> $& $'");
});
