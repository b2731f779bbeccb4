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
  const badge = renderBadge(site, aggregateRating([0, 0, 1, 1, 5], 3, 3), AUTO);
  expect(badge).toContain('<title id="t">Harbor Physical Therapy: 4.6 out of 5, 7 reviews</title>');
  expect(badge).toContain('font-weight="700">4.6</text>');
  expect(badge).toContain('font-weight="600">Harbor Physical Therapy</text>');
  expect(badge).toContain('<svg width="92" height="20">');
  expect(badge).toContain("Checked by the business: 4. Signed-in account: 3.");
});

test("without ratings the badge has no figure and no full star", () => {
  const badge = renderBadge(site, aggregateRating([], 0, 0), AUTO);
  expect(badge).toContain('font-weight="700">–</text>');
  expect(badge).toContain('<svg width="0" height="20">');
});

test("everything has its place in the picture", () => {
  const badge = renderBadge(site, aggregateRating([0, 0, 1, 1, 5], 3, 3), AUTO);
  const stars = [0, 20, 40, 60, 80].map((x) => `<path transform="translate(${x})"/>`).join("");
  expect(badge.replace(/<style>.*<\/style>\n/, "").replaceAll(/ d="M[^"]*"/g, "")).toBe(
    `<svg xmlns="http://www.w3.org/2000/svg" width="264" height="72" viewBox="0 0 264 72" role="img" aria-labelledby="t d" lang="en">
<title id="t">Harbor Physical Therapy: 4.6 out of 5, 7 reviews</title>
<desc id="d">Checked by the business: 4. Signed-in account: 3.</desc>
<rect class="b" x=".5" y=".5" width="263" height="71" rx="8"/>
<text class="k" x="14" y="46" font-size="28" font-weight="700">4.6</text>
<svg x="72" y="8" width="100" height="20"><g class="e">${stars}</g><svg width="92" height="20"><g class="a">${stars}</g></svg></svg>
<g transform="translate(72)"><text class="k" y="43" font-size="12" font-weight="600">Harbor Physical Therapy</text><text class="s" y="59" font-size="11">7 reviews</text></g>
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
  const badge = renderBadge({ ...site, demonstration: true }, aggregateRating([0, 0, 0, 0, 2], 2, 0), AUTO);
  expect(badge).toContain('<desc id="d">Demonstration. Checked by the business: ');
  expect(badge).toContain('font-size="11">Demonstration · 2 reviews</text>');
});

test("the badge speaks Spanish, and a fixed theme does not follow the reader", () => {
  const badge = renderBadge(site, aggregateRating([0, 0, 0, 0, 1], 1, 0), { theme: "dark", language: "es" });
  expect(badge).toContain("Harbor Physical Therapy: 5.0 de 5, 1 opinión");
  expect(badge).not.toContain("prefers-color-scheme");
  expect(badge).toContain(".b{fill:#1b2124");
});

test("a name of up to 50 characters is whole, on at most two lines, and a longer one ends with an ellipsis", () => {
  const linesOf = (name: string) => {
    const business = publicBusiness(testProfile({ name }));
    const badge = renderBadge({ ...site, business }, aggregateRating([], 0, 0), AUTO);
    return Array.from(
      badge.matchAll(/<text class="k" y="\d+" font-size="([\d.]+)" font-weight="600"[^>]*>([^<]*)/g),
      (of) => [Number(of[1]), of[2]],
    );
  };
  expect(linesOf("Riverbend Physical Therapy & Sports Medicine of Ohio")).toEqual([
    [11.7, "Riverbend Physical Therapy"],
    [11.7, "&amp; Sports Medicine of…"],
  ]);
  expect(linesOf("Riverbend Physical Therapy and Sports Rehab Center")).toEqual([
    [11.7, "Riverbend Physical Therapy"],
    [11.7, "and Sports Rehab Center"],
  ]);
  expect(linesOf("W".repeat(50)).map(([, line]) => line)).toEqual(["W".repeat(25), "W".repeat(25)]);
  for (const [size = 0] of linesOf("W".repeat(50))) expect(size).toBeLessThan(8);
  expect(linesOf("診".repeat(50)).map(([, line]) => line)).toEqual(["診".repeat(25), "診".repeat(25)]);
});
