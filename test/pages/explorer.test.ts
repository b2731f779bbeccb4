import { describe, expect, test } from "bun:test";
import { publicBusiness } from "../../src/model/business.ts";
import type { FacetCounts } from "../../src/model/explorer.ts";
import { type ExplorerInput, renderExplorer } from "../../src/pages/explorer.ts";
import { publicReview } from "../../src/render/review.ts";
import { reviewRow, testProfile } from "../rows.ts";

const base_url = "https://reviews.example";
const FACETS: FacetCounts = { rating: [], technician: [], service: [], year: [], source: [] };
const INPUT: ExplorerInput = {
  site: {
    base_url,
    demonstration: false,
    structured_data: "business",
    business: publicBusiness(testProfile()),
    license: null,
  },
  filters: {},
  limit: null,
  total: 30,
  matched: 30,
  reviews: [publicReview(reviewRow(1), base_url)],
  next_cursor: null,
  further: false,
  facets: FACETS,
  suggestions: [],
  labels: { aspect: new Map(), topic: new Map() },
  issues: [],
};
const render = (changes: Partial<ExplorerInput>): string => renderExplorer({ ...INPUT, ...changes });
const outcomeOf = (page: string): string =>
  (/<p class="outcome">(.*?)<\/p>/.exec(page)?.[1] ?? "").replace(/<[^>]+>/g, "");
const values = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ value: `s${i}`, count: 10, chosen: false }));

describe("the line above the results", () => {
  test("says how many reviews there are, how many match and how many are shown", () => {
    expect(outcomeOf(render({}))).toBe("30 verified reviews, newest first · showing 1");
    expect(outcomeOf(render({ filters: { rating: 5 }, matched: 2 }))).toBe("2 of 30 reviews match · showing 1");
    expect(outcomeOf(render({ filters: { rating: 5 }, matched: 1 }))).toBe("1 of 30 reviews matches");
    expect(outcomeOf(render({ filters: { rating: 5 }, matched: 0, reviews: [] }))).toBe("0 of 30 reviews match");
    expect(outcomeOf(render({ filters: { rating: 5 }, matched: 2, reviews: [] }))).toBe("2 of 30 reviews match");
    expect(outcomeOf(render({ total: 0, matched: 0, reviews: [] }))).toBe("No reviews have been published yet.");
  });
  test("is followed by advice if nothing matches", () => {
    const advice = "Try fewer filters or different words.";
    expect(render({ filters: { query: "x" }, matched: 0, reviews: [] })).toContain(advice);
    expect(render({ total: 0, matched: 0, reviews: [] })).not.toContain(advice);
    expect(render({})).not.toContain(advice);
  });
});

test("a URL with errors shows them and no results", () => {
  const page = render({ issues: [{ path: ["rating"], code: "too_big", message: "rating must be at most 5" }] });
  expect(page).toContain("<h2>We cannot run this search</h2><ul><li>rating must be at most 5</li></ul>");
  expect(outcomeOf(page)).toBe("");
  expect(page).not.toContain("<article");
});

test("only the plain list of all reviews may be indexed", () => {
  const robots = '<meta name="robots" content="noindex">';
  expect(render({})).not.toContain(robots);
  expect(render({ filters: { rating: 5 } })).toContain(robots);
  expect(render({ further: true })).toContain(robots);
  expect(render({ limit: 50 })).toContain(robots);
});

test("paging keeps the filters and the limit", () => {
  expect(render({})).not.toContain('class="paging"');
  const page = render({ filters: { rating: 5 }, limit: 3, next_cursor: "abc", further: true });
  expect(page).toContain('<a href="/reviews?rating=5&amp;limit=3">Newest reviews</a>');
  expect(page).toContain('<a rel="next" href="/reviews?rating=5&amp;limit=3&amp;cursor=abc">Older reviews</a>');
  expect(render({ next_cursor: "abc" })).not.toContain("Newest reviews</a>");
});

test("the form keeps the filters that have no field, and the button counts them", () => {
  const page = render({
    filters: { query: "knee", rating: 5, since: "2024-01-01", until: "2024-12-31", source: "yelp" },
    limit: 3,
  });
  expect(page.match(/<input type="hidden"[^>]*>/g)).toEqual([
    '<input type="hidden" name="rating" value="5">',
    '<input type="hidden" name="source" value="yelp">',
    '<input type="hidden" name="limit" value="3">',
  ]);
  expect(page).toContain("<summary>Filters (4)</summary>");
  expect(render({ filters: { query: "knee" } })).toContain("<summary>Filters</summary>");
});

describe("filters", () => {
  const labelsOf = (page: string): string[] =>
    Array.from(page.matchAll(/<span class="facet-label">([^<]*)</g), ([, label = ""]) => label);

  test("people and services come by count, then by name; years keep their order", () => {
    const service = [
      { value: "b", count: 1, chosen: false },
      { value: "a", count: 1, chosen: false },
      { value: "dry-needling", count: 7, chosen: false },
    ];
    const year = [
      { value: "2025", count: 1, chosen: false },
      { value: "2024", count: 9, chosen: false },
    ];
    expect(labelsOf(render({ facets: { ...FACETS, service, year } }))).toEqual([
      "Dry needling",
      "a",
      "b",
      "2025",
      "2024",
    ]);
  });
  test("at most 12 values are shown, and a chosen one always is", () => {
    expect(labelsOf(render({ facets: { ...FACETS, service: values(20) } }))).toHaveLength(12);
    const service = [...values(20), { value: "zz", count: 0, chosen: true }];
    expect(labelsOf(render({ facets: { ...FACETS, service } })).at(-1)).toBe("zz");
  });
  test("a value without matches is left out; a rating without matches is shown without a link", () => {
    const none = [{ value: "1", count: 0, chosen: false }];
    expect(labelsOf(render({ facets: { ...FACETS, year: none } }))).toEqual([]);
    expect(render({ facets: { ...FACETS, rating: none } })).toContain(
      '<li><span class="nil"><span class="facet-label">1 star</span>',
    );
  });
  test("choosing a value replaces the one before, and choosing it again removes it", () => {
    const rating = [
      { value: "5", count: 3, chosen: true },
      { value: "4", count: 2, chosen: false },
    ];
    const page = render({ filters: { rating: 5, query: "knee" }, facets: { ...FACETS, rating } });
    expect(page).toContain('<a id="rating-5" class="chosen" href="/reviews?query=knee" aria-current="true">');
    expect(page).toContain('<a id="rating-4" href="/reviews?rating=4&amp;query=knee">');
    expect(render({ filters: { min_rating: 3 }, facets: { ...FACETS, rating } })).toContain(
      '<a id="rating-4" href="/reviews?rating=4">',
    );
    const year = [{ value: "2024", count: 2, chosen: false }];
    expect(render({ filters: { since: "2025-05-01" }, facets: { ...FACETS, year } })).toContain(
      'href="/reviews?since=2024-01-01&amp;until=2024-12-31"',
    );
  });
  test("an active filter has words and a link that removes it alone", () => {
    const page = render({
      filters: { min_rating: 4, since: "2024-01-01", until: "2024-12-31", mentions_technician: "ana-ruiz" },
    });
    expect(Array.from(page.matchAll(/<span dir="auto">([^<]*)</g), ([, words]) => words)).toEqual([
      "4 stars or more",
      "Ana Ruiz",
      "from 2024-01-01",
      "to 2024-12-31",
    ]);
    expect(page).toContain('href="/reviews?min_rating=4&amp;until=2024-12-31&amp;mentions_technician=ana-ruiz"');
    expect(render({})).not.toContain('class="chips"');
  });
});
