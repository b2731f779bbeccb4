import { expect, test } from "bun:test";
import { shownAverage } from "../../src/model/rating.ts";
import { renderBadge } from "../../src/pages/embeds/badge.ts";
import { renderWidget } from "../../src/pages/embeds/widget.ts";
import { renderOverview } from "../../src/pages/overview.ts";
import { aggregateRating } from "../../src/render/reviews-json.ts";
import { NO_FACTS, SITE } from "./site.ts";

/** What people and search engines are shown as the average of these counts of stars. */
function shown(counts: number[]): string[] {
  const aggregate_rating = aggregateRating(counts, 0, 0);
  const marked_up = { aggregate_rating, reviews: [] };
  const page = renderOverview({
    ...NO_FACTS,
    site: SITE,
    aggregate_rating,
    months: [],
    newest: [],
    insights: null,
    marked_up,
  });
  const found = (text: string, pattern: RegExp) => pattern.exec(text)?.[1] ?? "nothing";
  const embed = { site: SITE, aggregate_rating, reviews: [], silent: 0, matched: 0, filters: {}, filter_name: null };
  return [
    found(page, /<p class="rating-value">([\d.]+)/),
    found(page, /<meta name="description" content="Reviews: ([\d.]+)/),
    Number(found(page, /"ratingValue":([\d.]+)/)).toFixed(1),
    found(page, /stars-(\d tenth-\d)/).replace(" tenth-", "."),
    found(renderBadge(SITE, aggregate_rating, { theme: "auto", language: "en" }), /font-weight="700">([\d.]+)</),
    found(renderWidget(embed, "en"), /"rating":"([\d.]+)"/),
  ];
}

test.each([
  // The average, exactly; rounding its two decimals again would show 4.7 for the first.
  ["4.6469", [0, 0, 0, 125, 229], "4.6"],
  ["4.75", [0, 0, 0, 1, 3], "4.8"],
  ["4.35", [0, 0, 0, 13, 7], "4.4"],
  ["4.96", [0, 0, 0, 1, 24], "5.0"],
  ["3.0303", [12, 13, 15, 13, 13], "3.0"],
  ["1", [3, 0, 0, 0, 0], "1.0"],
])(
  "an average of %s is the same figure on the page, in JSON-LD, on the badge and in the widget",
  (_, counts, figure) => {
    expect(shown(counts)).toEqual(Array(6).fill(figure));
  },
);

test("an average of which two decimals are known is rounded half up", () => {
  expect([4.35, 4.65, 4.25, 4.649, 5, 1.05].map(shownAverage)).toEqual([4.4, 4.7, 4.3, 4.7, 5, 1.1]);
});
