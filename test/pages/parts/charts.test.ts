import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import type { MonthCount } from "../../../src/model/basics/month-count.ts";
import { distributionChart, percentWidth } from "../../../src/pages/parts/charts.ts";
import type { Site } from "../../../src/pages/parts/site.ts";
import { trendChart as chartOf } from "../../../src/pages/parts/trend-chart.ts";
import { SITE } from "../site.ts";

const trendChart = (site: Site, id: string, months: MonthCount[]) => chartOf(site, id, months, 60);

/** Consecutive months from `first` (YYYY-MM), each with the same figures. */
function months(first: string, count: number): MonthCount[] {
  const start = new Date(`${first}-01T00:00:00Z`);
  return Array.from({ length: count }, (_, i) => ({
    month: new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + i, 1)).toISOString().slice(0, 7),
    review_count: 5,
    average_rating: 4,
  }));
}

const matches = (markup: string, pattern: RegExp): string[] =>
  Array.from(markup.matchAll(pattern), ([, found = ""]) => found);

/** The labels of the years, with the x of each. */
const yearsOf = (shown: MonthCount[]): string[] =>
  Array.from(
    trendChart(SITE, "t", shown).markup.matchAll(
      /<text class="tick"( text-anchor="end")? x="([\d.]+%)" y="230">(\d+)</g,
    ),
    ([, end = "", x, year]) => `${year} at ${x}${end && ", ending there"}`,
  );

test("a share has two decimals, and a share of nothing is none", () => {
  expect([percentWidth(1, 1), percentWidth(1, 3), percentWidth(0, 0)]).toEqual([100, 33.33, 0]);
});

describe("the year labels of the trend chart", () => {
  test("every January is labeled, and so is the first month if the next January is at least five months away", () => {
    expect(yearsOf(months("2024-08", 20))).toEqual(["2024 at 2.5%", "2025 at 27.5%", "2026 at 87.5%"]);
  });
  test("the first month is not labeled if a January follows within four months", () => {
    expect(yearsOf(months("2024-09", 20))).toEqual(["2025 at 22.5%", "2026 at 82.5%"]);
    expect(yearsOf(months("2024-12", 20))).toEqual(["2025 at 7.5%", "2026 at 67.5%"]);
  });
  test("of many months the first is not labeled if the label of the next January would touch it on a phone", () => {
    expect(yearsOf(months("2022-08", 51))[0]).toBe("2023 at 10.78%");
    expect(yearsOf(months("2022-05", 51)).slice(0, 2)).toEqual(["2022 at 0.98%", "2023 at 16.67%"]);
  });
  test("a first month that is January is labeled once", () => {
    expect(yearsOf(months("2024-01", 12))).toEqual(["2024 at 4.17%"]);
  });
  test("a few months without January are labeled at the first", () => {
    expect(yearsOf(months("2024-03", 2))).toEqual(["2024 at 25%"]);
  });
  test("a label near the right edge ends at its month instead of running out of the chart", () => {
    expect(yearsOf(months("2024-03", 11))).toEqual(["2024 at 4.55%", "2025 at 95.45%, ending there"]);
    expect(yearsOf(months("2024-11", 16))).toEqual(["2025 at 15.63%", "2026 at 90.63%, ending there"]);
    expect(yearsOf(months("2024-09", 5))).toEqual(["2025 at 90%"]);
  });
  test("the line of a year is at the left edge of its first month", () => {
    const { markup } = trendChart(SITE, "t", months("2024-08", 20));
    expect(matches(markup, /<path class="year" d="([^"]*)"/g)).toEqual(["M0 30V210M25 30V210M85 30V210"]);
  });
});

describe("the trend chart", () => {
  test("of three months is drawn exactly like this", () => {
    const shown = [
      { month: "2024-01", review_count: 6, average_rating: 4.4 },
      { month: "2024-02", review_count: 3, average_rating: 3.2 },
      { month: "2024-03", review_count: 5, average_rating: 5 },
    ];
    const expected = readFileSync(new URL("./pins/trend.html", import.meta.url), "utf8");
    expect(`${trendChart(SITE, "t", shown).markup}\n`).toBe(expected);
  });
  test("one month, or fewer than five reviews, give words with links instead of a chart", () => {
    expect(trendChart(SITE, "t", months("2024-01", 1)).markup).toBe(
      '<p class="note">There are too few reviews for a chart.</p><ul class="few-rows"><li><a href="/reviews?since=2024-01-01&amp;until=2024-01-31">January 2024: 5 reviews, 4.0 stars</a></li></ul>',
    );
    const few = (review_count: number) =>
      trendChart(
        SITE,
        "t",
        months("2024-01", 2).map((month) => ({ ...month, review_count })),
      ).markup;
    expect(few(2)).not.toContain("<svg");
    expect([0, 1].map((count) => few(count).match(/<li>/g)?.length)).toEqual([undefined, 2]);
    expect(few(3)).toContain("From January 2024 to February 2024.");
  });
  test("where no six months have five reviews, the months are in the table alone", () => {
    const rare = months("2022-01", 24).map((month, i) => ({ ...month, review_count: i % 3 === 0 ? 1 : 0 }));
    const { markup } = trendChart(SITE, "t", rare);
    expect(markup).toStartWith('<p class="note">There are too few reviews for a chart.</p><details');
    expect([markup.includes("<svg"), markup.match(/since=/g)?.length]).toEqual([false, 8]);
  });
  test("a point is of six months, links to exactly their reviews and says their values", () => {
    const { markup } = trendChart(SITE, "t", months("2024-02", 8));
    const points = markup.matchAll(/<a class="month" href="([^"]*)" aria-label="([^"]*)">/g);
    expect(Array.from(points, ([, href, label]) => `${href} ${label}`).filter((_, i) => [0, 5, 7].includes(i))).toEqual(
      [
        "/reviews?since=2024-02-01&amp;until=2024-02-29 February 2024 to February 2024: 5 reviews, 4.0 stars",
        "/reviews?since=2024-02-01&amp;until=2024-07-31 February 2024 to July 2024: 30 reviews, 4.0 stars",
        "/reviews?since=2024-04-01&amp;until=2024-09-30 April 2024 to September 2024: 30 reviews, 4.0 stars",
      ],
    );
    expect(markup).toContain(
      '<th scope="row">February 2024</th><td><a href="/reviews?since=2024-02-01&amp;until=2024-02-29">5</a></td>',
    );
  });
  test("the average of six months counts each review once, and the first shown point knows the months before it", () => {
    const [one, two, ...rest] = months("2024-01", 3);
    const all = [
      { ...one, month: "2024-01", review_count: 1, average_rating: 1 },
      { ...two, month: "2024-02", review_count: 9, average_rating: 5 },
      ...rest,
    ];
    const labels = matches(chartOf(SITE, "t", all, 2).markup, /aria-label="([^"]*)"/g);
    expect(labels.slice(0, 2)).toEqual([
      "January 2024 to February 2024: 10 reviews, 4.6 stars",
      "January 2024 to March 2024: 15 reviews, 4.4 stars",
    ]);
  });
  test("what a month says begins at its dot on the left, ends there on the right, and is centered between", () => {
    const anchorsOf = (count: number) =>
      matches(trendChart(SITE, "t", months("2024-02", count)).markup, /<text class="tip"[^>]* text-anchor="(\w+)"/g);
    expect(anchorsOf(4)).toEqual(["start", "middle", "middle", "end"]);
    expect(anchorsOf(2)).toEqual(["middle", "middle"]); // at 25% and 75%
  });
  test("six months with fewer than five reviews have a column and no rating, which breaks the line", () => {
    const shown = months("2024-01", 10).map((month, i) => ({
      ...month,
      ...(i < 7 ? (i === 3 ? { review_count: 2 } : { review_count: 0, average_rating: null }) : {}),
    }));
    const { markup } = trendChart(SITE, "t", shown);
    expect(matches(markup, /<path class="line dots" d="([^"]*)"/g)).toEqual(["M75 54h0M85 54h0M95 54h0"]);
    expect(matches(markup, /<path class="line" d="([^"]*)"/g)).toEqual(["M75 54L85 54L95 54"]);
    expect(matches(markup, /<rect class="column" x="([\d.]+%)"/g)).toEqual([
      "31.5%",
      "41.5%",
      "51.5%",
      "61.5%",
      "71.5%",
      "81.5%",
      "91.5%",
    ]);
    expect(markup).toContain('<th scope="row">February 2024</th><td>0</td><td>none</td>');
  });
  test("a gap between months breaks the line", () => {
    const shown = months("2022-01", 20).map((month, i) =>
      i > 2 && i < 14 ? { ...month, review_count: 0, average_rating: null } : month,
    );
    expect(matches(trendChart(SITE, "t", shown).markup, /<path class="line" d="([^"]*)"/g)[0]?.split("M").length).toBe(
      3,
    );
  });
  test("five stars are at the top, one star is at the bottom", () => {
    const shown = months("2024-01", 3).map((month, i) => ({ ...month, average_rating: [5, 3, 1][i] ?? null }));
    expect(matches(trendChart(SITE, "t", shown).markup, / dots" d="([^"]*)"/g)).toEqual([
      "M16.67 30h0M50 54h0M83.33 78h0",
    ]);
  });
  test("dots get smaller above 40 months", () => {
    const dotsOf = (count: number) =>
      matches(trendChart(SITE, "t", months("2020-01", count)).markup, /"line (dots[^"]*)"/g);
    expect([dotsOf(40), dotsOf(41)]).toEqual([["dots"], ["dots small"]]);
  });
  test("the point with the most reviews has the tallest bar, and the scale says how many", () => {
    const shown = months("2024-01", 2).map((month, i) => ({ ...month, review_count: [300, 900][i] ?? 0 }));
    const { markup } = trendChart(SITE, "t", shown);
    expect(matches(markup, /<rect class="column" [^>]* height="([\d.]+)"/g)).toEqual(["14", "56"]);
    expect(matches(markup, /<rect class="column" [^>]* y="([\d.]+)"/g)).toEqual(["196", "154"]);
    expect(matches(markup, /<rect class="column" x="([\d.]+%)"/g)).toEqual(["7.5%", "57.5%"]);
    expect(markup).toContain('<text class="tick" x="-28" y="162">1,200</text>');
  });
  test("the table starts with the newest month", () => {
    expect(matches(trendChart(SITE, "t", months("2024-01", 3)).markup, /<th scope="row">([^<]+)/g)).toEqual([
      "March 2024",
      "February 2024",
      "January 2024",
    ]);
  });
});

describe("the chart of stars", () => {
  const { markup } = distributionChart(SITE, {
    rating_value: 4.9,
    rating_count: 1000,
    review_count: 900,
    best_rating: 5,
    worst_rating: 1,
    distribution: { "1": 2, "2": 0, "3": 0, "4": 98, "5": 900 },
    verification_levels: { business: 0, account: 0 },
  });
  test("a bar is as long as its share, at least 1%, and there is none for zero", () => {
    expect(matches(markup, /<rect class="fill" width="([\d.]+%)"/g)).toEqual(["90%", "9.8%", "1%"]);
  });
  test("the table and the spoken text have the exact figures", () => {
    expect(markup).toContain('<th scope="row">5</th><td><a href="/reviews?rating=5">900</a></td><td>90%</td>');
    expect(markup).toContain('<th scope="row">1</th><td><a href="/reviews?rating=1">2</a></td><td>&lt;1%</td>');
    expect(markup).toContain('<span class="bar-share">10%</span><span class="bar-count">98</span>');
    expect(markup).toContain("5 stars: 900; 4 stars: 98; 3 stars: 0; 2 stars: 0; 1 star: 2.");
  });
});

test("below five reviews, the stars are words with links instead of bars", () => {
  const { markup } = distributionChart(SITE, {
    rating_value: 3.5,
    rating_count: 4,
    review_count: 4,
    best_rating: 5,
    worst_rating: 1,
    distribution: { "1": 1, "2": 0, "3": 0, "4": 3, "5": 0 },
    verification_levels: { business: 0, account: 0 },
  });
  expect(markup).toBe(
    '<ul class="few-rows"><li><a href="/reviews?rating=4">4 stars: 3 reviews</a></li><li><a href="/reviews?rating=1">1 star: 1 review</a></li></ul>',
  );
});
