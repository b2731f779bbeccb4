import { expect, test } from "bun:test";
import { publicBusiness } from "../../../src/model/public-business.ts";
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
const AUTO = { theme: "auto", language: "en" } as const;

test("the badge shows the name, the rating with one decimal and the stars to the tenth", () => {
  const badge = renderBadge(site, aggregateRating([0, 0, 1, 1, 5], 3, 0), AUTO);
  expect(badge).toContain('<title id="t">Harbor Physical Therapy: 4.6 out of 5, 7 verified reviews</title>');
  expect(badge).toContain('font-weight="700">4.6</text>');
  expect(badge).toContain('font-weight="600">Harbor Physical Therapy</text>');
  expect(badge).toContain('<svg width="92" height="20">');
  expect(badge).toContain("Every verified review, published");
});

test("without ratings the badge has no figure and no full star", () => {
  const badge = renderBadge(site, aggregateRating([], 0, 0), AUTO);
  expect(badge).toContain('font-weight="700">–</text>');
  expect(badge).toContain('<svg width="0" height="20">');
});

test("everything has its place in the picture", () => {
  const badge = renderBadge(site, aggregateRating([0, 0, 1, 1, 5], 3, 0), AUTO);
  const stars = [0, 20, 40, 60, 80].map((x) => `<path transform="translate(${x})"/>`).join("");
  expect(badge.replace(/<style>.*<\/style>\n/, "").replaceAll(/ d="M[^"]*"/g, "")).toBe(
    `<svg xmlns="http://www.w3.org/2000/svg" width="264" height="72" viewBox="0 0 264 72" role="img" aria-labelledby="t d" lang="en">
<title id="t">Harbor Physical Therapy: 4.6 out of 5, 7 verified reviews</title>
<desc id="d">Every verified review, published</desc>
<rect class="b" x=".5" y=".5" width="263" height="71" rx="8"/>
<text class="k" x="14" y="46" font-size="28" font-weight="700">4.6</text>
<svg x="72" y="8" width="100" height="20"><g class="e">${stars}</g><svg width="92" height="20"><g class="a">${stars}</g></svg></svg>
<svg x="72" width="184" height="72"><text class="k" y="43" font-size="12" font-weight="600">Harbor Physical Therapy</text>
<text class="s" y="59" font-size="11">7 verified reviews</text></svg>
</svg>
`,
  );
});

test("without reviews the badge says so and fills no star", () => {
  const badge = renderBadge(site, aggregateRating([], 0, 0), AUTO);
  expect(badge).toContain("Harbor Physical Therapy: No reviews yet");
  expect(badge).toContain('font-weight="700">–</text>');
  expect(badge).toContain('<svg width="0" height="20">');
  expect(badge).toContain('font-size="11">No reviews yet</text>');
});

test("the badge of a demonstration says that it is one", () => {
  const badge = renderBadge({ ...site, demonstration: true }, aggregateRating([], 0, 0), AUTO);
  expect(badge).toContain('<desc id="d">Demonstration</desc>');
  expect(badge).toContain('font-size="11">Demonstration</text>');
});

test("the badge speaks Spanish, and a fixed theme does not follow the reader", () => {
  const badge = renderBadge(site, aggregateRating([0, 0, 0, 0, 1], 1, 0), { theme: "dark", language: "es" });
  expect(badge).toContain("Harbor Physical Therapy: 5.0 de 5, 1 opinión verificada");
  expect(badge).not.toContain("prefers-color-scheme");
  expect(badge).toContain(".b{fill:#1b2124");
});
