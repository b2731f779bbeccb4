import { expect, test } from "bun:test";
import { publicBusiness } from "../../../src/model/business.ts";
import { renderBadge } from "../../../src/pages/embeds/badge.ts";
import type { Site } from "../../../src/pages/parts/site.ts";
import { aggregateRating } from "../../../src/render/reviews-json.ts";
import { testProfile } from "../../rows.ts";

const site: Site = {
  base_url: "https://reviews.example",
  demonstration: false,
  structured_data: "business",
  business: publicBusiness(testProfile()),
  license: null,
};

test("the badge has a name, the rating to one decimal, and stars filled to the rating", () => {
  const badge = renderBadge(site, aggregateRating([0, 0, 1, 0, 3], 3));
  expect(badge).toContain('<title id="t">Harbor Physical Therapy: 4.50 out of 5 from 4 verified reviews</title>');
  expect(badge).toContain('font-weight="700">4.5</text>');
  expect(badge).toContain('<clipPath id="c"><rect width="90" height="20"/></clipPath>');
  expect(badge).toContain("Every verified review, published");
});

test("without reviews the badge says so and fills no star", () => {
  const badge = renderBadge(site, aggregateRating([], 0));
  expect(badge).toContain("Harbor Physical Therapy: No reviews yet");
  expect(badge).toContain('font-weight="700">–</text>');
  expect(badge).toContain('<clipPath id="c"><rect width="0" height="20"/></clipPath>');
});

test("the badge of a demonstration says that it is one", () => {
  expect(renderBadge({ ...site, demonstration: true }, aggregateRating([], 0))).toContain(
    '<desc id="d">Demonstration</desc>',
  );
});
