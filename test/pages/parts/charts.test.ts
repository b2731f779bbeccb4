import { describe, expect, test } from "bun:test";
import type { MonthCount } from "../../../src/model/month-count.ts";
import { distributionChart, opinionBar, trendChart } from "../../../src/pages/parts/charts.ts";

/** Consecutive months from `first` (YYYY-MM), each with the same figures. */
function months(first: string, count: number): MonthCount[] {
  const start = new Date(`${first}-01T00:00:00Z`);
  return Array.from({ length: count }, (_, i) => ({
    month: new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + i, 1)).toISOString().slice(0, 7),
    review_count: 2,
    average_rating: 4,
  }));
}

const matches = (markup: string, pattern: RegExp): string[] =>
  Array.from(markup.matchAll(pattern), ([, found = ""]) => found);

/** The labels of the years, with the x of each. */
const yearsOf = (shown: MonthCount[]): string[] =>
  Array.from(
    trendChart("t", shown).markup.matchAll(/<text class="tick"( text-anchor="end")? x="([\d.]+%)" y="212">(\d+)</g),
    ([, end = "", x, year]) => `${year} at ${x}${end && ", ending there"}`,
  );

describe("the year labels of the trend chart", () => {
  test("every January is labeled, and so is the first month if the next January is at least five months away", () => {
    expect(yearsOf(months("2024-08", 20))).toEqual(["2024 at 2.5%", "2025 at 27.5%", "2026 at 87.5%"]);
  });
  test("the first month is not labeled if a January follows within four months", () => {
    expect(yearsOf(months("2024-09", 20))).toEqual(["2025 at 22.5%", "2026 at 82.5%"]);
    expect(yearsOf(months("2024-12", 20))).toEqual(["2025 at 7.5%", "2026 at 67.5%"]);
  });
  test("a first month that is January is labeled once", () => {
    expect(yearsOf(months("2024-01", 12))).toEqual(["2024 at 4.17%"]);
  });
  test("a few months without January are labeled at the first", () => {
    expect(yearsOf(months("2024-03", 2))).toEqual(["2024 at 25%"]);
  });
  test("a label near the right edge ends at its month instead of running out of the chart", () => {
    expect(yearsOf(months("2024-03", 11))).toEqual(["2024 at 4.55%", "2025 at 95.45%, ending there"]);
  });
  test("the line of a year is at the left edge of its first month", () => {
    const { markup } = trendChart("t", months("2024-08", 20));
    expect(matches(markup, /<line class="year" x1="([\d.]+%)"/g)).toEqual(["0%", "25%", "85%"]);
  });
});

describe("the trend chart", () => {
  test("fewer than two months give a sentence instead of a chart", () => {
    expect(trendChart("t", months("2024-01", 1)).markup).toBe(
      '<p class="note">A trend chart needs reviews from at least two months.</p>',
    );
    expect(trendChart("t", months("2024-01", 2)).markup).toContain("4 reviews from January 2024 to February 2024.");
  });
  test("a month without reviews breaks the line", () => {
    const shown = months("2024-01", 4).map((month, i) => (i === 1 ? { ...month, average_rating: null } : month));
    const { markup } = trendChart("t", shown);
    expect(matches(markup, /<line class="line" x1="([\d.]+%)"/g)).toEqual(["62.5%"]);
    expect(matches(markup, /<circle class="dot" cx="([\d.]+%)"/g)).toEqual(["12.5%", "62.5%", "87.5%"]);
    expect(markup).toContain('<th scope="row">February 2024</th><td>2</td><td>none</td>');
  });
  test("five stars are at the top, one star is at the bottom", () => {
    const shown = months("2024-01", 3).map((month, i) => ({ ...month, average_rating: [5, 3.5, 1][i] ?? null }));
    expect(matches(trendChart("t", shown).markup, /<circle [^>]* cy="([\d.]+)"/g)).toEqual(["12", "48", "108"]);
  });
  test("dots get smaller above 40 months", () => {
    expect(matches(trendChart("t", months("2020-01", 40)).markup, /r="(\d)"/g)[0]).toBe("3");
    expect(matches(trendChart("t", months("2020-01", 41)).markup, /r="(\d)"/g)[0]).toBe("2");
  });
  test("the month with the most reviews has the tallest bar, and the scale says how many", () => {
    const shown = months("2024-01", 2).map((month, i) => ({ ...month, review_count: [1200, 300][i] ?? 0 }));
    const { markup } = trendChart("t", shown);
    expect(matches(markup, /<rect class="column" [^>]* height="([\d.]+)"/g)).toEqual(["56", "14"]);
    expect(matches(markup, /<rect class="column" [^>]* y="([\d.]+)"/g)).toEqual(["136", "178"]);
    expect(matches(markup, /<rect class="column" x="([\d.]+%)"/g)).toEqual(["7.5%", "57.5%"]);
    expect(markup).toContain('<text class="tick" x="-28" y="144">1,200</text>');
  });
  test("the table starts with the newest month", () => {
    expect(matches(trendChart("t", months("2024-01", 3)).markup, /<th scope="row">([^<]+)/g)).toEqual([
      "March 2024",
      "February 2024",
      "January 2024",
    ]);
  });
});

describe("the chart of stars", () => {
  const { markup } = distributionChart({
    rating_value: 4.9,
    rating_count: 1000,
    review_count: 900,
    best_rating: 5,
    worst_rating: 1,
    distribution: { "1": 2, "2": 0, "3": 0, "4": 98, "5": 900 },
  });
  test("a bar is as long as its share, at least 1%, and there is none for zero", () => {
    expect(matches(markup, /<rect class="fill" width="([\d.]+%)"/g)).toEqual(["90%", "9.8%", "1%"]);
  });
  test("the table and the spoken text have the exact figures", () => {
    expect(markup).toContain('<th scope="row">5</th><td>900</td><td>90.0%</td>');
    expect(markup).toContain('<th scope="row">1</th><td>2</td><td>0.2%</td>');
    expect(markup).toContain("5 stars: 900; 4 stars: 98; 3 stars: 0; 2 stars: 0; 1 star: 2.");
  });
});

describe("the bar of opinions", () => {
  const bar = (positive: number, neutral: number, mixed: number, negative: number) =>
    opinionBar({ positive_count: positive, neutral_count: neutral, mixed_count: mixed, negative_count: negative })
      .markup;
  test("neutral and mixed are between praise and criticism", () => {
    expect(bar(5, 1, 2, 2)).toContain(
      '<rect class="praise" width="50%" height="14"/><rect class="between" x="50%" width="30%" height="14"/><rect class="criticism" x="80%" width="20%" height="14"/>',
    );
  });
  test("without opinions every part is empty", () => {
    expect(bar(0, 0, 0, 0)).toContain('<rect class="praise" width="0%" height="14"/>');
  });
});
