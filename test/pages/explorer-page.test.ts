import { describe, expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { publicBusiness } from "../../src/model/public-business.ts";
import { type ExplorerInput, renderExplorer } from "../../src/pages/explorer-page.ts";
import { publicReview } from "../../src/render/review.ts";
import { openRandom } from "../random.ts";
import { reviewRow, testProfile } from "../rows.ts";
import { FACETS } from "./site.ts";

const base_url = "https://reviews.example";
const INPUT: ExplorerInput = {
  site: {
    base_url,
    demonstration: false,
    structured_data: "business",
    business: publicBusiness(testProfile()),
    license: null,
  },
  filters: {},
  understood: [],
  limit: null,
  total: 30,
  matched: 30,
  reviews: [publicReview(reviewRow(1), base_url)],
  before: 0,
  next_cursor: null,
  further: false,
  pages: null,
  facets: FACETS,
  suggestions: [],
  related: [],
  labels: { aspect: new Map(), topic: new Map(), condition: new Map() },
  issues: [],
};
const render = (changes: Partial<ExplorerInput>): string => renderExplorer({ ...INPUT, ...changes });
const outcomeOf = (page: string): string =>
  (/<p class="outcome">(.*?)<\/p>/.exec(page)?.[1] ?? "").replace(/<[^>]+>/g, "");
const values = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ value: `s${i}`, count: 10, chosen: false }));

describe("the line above the results", () => {
  test("says how many reviews there are, how many match and how many are shown", () => {
    expect(outcomeOf(render({}))).toBe("30 reviews, newest first · showing 1–1 of 30");
    expect(outcomeOf(render({ filters: { rating: 5 }, matched: 2 }))).toBe("2 of 30 reviews match · showing 1–1 of 2");
    expect(outcomeOf(render({ filters: { rating: 5 }, matched: 1 }))).toBe("1 of 30 reviews matches");
    expect(outcomeOf(render({ filters: { rating: 5 }, matched: 0, reviews: [] }))).toBe("0 of 30 reviews match");
    expect(outcomeOf(render({ filters: { rating: 5 }, matched: 2, reviews: [] }))).toBe("2 of 30 reviews match");
    expect(outcomeOf(render({ total: 0, matched: 0, reviews: [] }))).toBe("No reviews have been published yet.");
  });
  test("says where the page is", () => {
    const reviews = Array.from({ length: 20 }, (_, i) => publicReview(reviewRow(i), base_url));
    const page = render({ total: 217, matched: 217, reviews, before: 20, further: true });
    expect(outcomeOf(page)).toBe("217 reviews, newest first · showing 21–40 of 217");
  });
  test("says how many reviews the analysis read, where a filter needs it", () => {
    expect(render({ read_count: 20 })).toContain(
      '<p class="note">Aspects and topics are known for the newest 20 of 30 reviews.</p>',
    );
    expect(render({ read_count: null })).not.toContain('class="note"');
  });
  test("is followed by advice if nothing matches", () => {
    const advice = "Try fewer filters or different words.";
    expect(render({ filters: { query: "x" }, matched: 0, reviews: [] })).toContain(advice);
    expect(render({ total: 0, matched: 0, reviews: [] })).not.toContain(advice);
    expect(render({})).not.toContain(advice);
    const suggestions = [
      { kind: "spelling" as const, query: { query: "knee" }, matched: 2 },
      { kind: "dates" as const, query: {}, matched: 30 },
    ];
    expect(render({ filters: { query: "x" }, matched: 0, reviews: [], suggestions })).toContain(
      '<ul><li><a href="/reviews?query=knee"><span dir="auto">“knee”</span></a> (2 reviews)</li><li><a href="/reviews"><span dir="auto">All reviews</span></a> (30 reviews)</li></ul>',
    );
  });
});

test("a URL with errors shows them and no results", () => {
  const page = render({
    issues: [
      { path: ["rating"], code: "too_big", message: "rating must be at most 5", received: "9" },
      {
        path: ["mentions_technician"],
        code: "repeated",
        message: "give mentions_technician only once",
        received: "<b>",
      },
    ],
  });
  expect(page).toContain(
    "<h2>We cannot run this search</h2><ul><li>Rating: “9” is not a value that we know.</li><li>Person: “&lt;b&gt;” is not a value that we know.</li></ul>",
  );
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
  expect(page).toContain('<summary><span data-part="count">Filters (4)</span></summary>');
  expect(render({ filters: { query: "knee" } })).toContain('<span data-part="count">Filters</span>');
});

describe("filters", () => {
  const labelsOf = (page: string): string[] =>
    Array.from(page.matchAll(/<span class="facet-label" dir="auto">([^<]*)</g), ([, label = ""]) => label);

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
  test("eight values are shown, a chosen one always is, and the others can be opened", () => {
    const page = render({ facets: { ...FACETS, service: values(20) } });
    const [shown = "", more = ""] = page.split("<summary>12 more</summary>");
    expect([labelsOf(shown).length, labelsOf(more).length]).toEqual([8, 12]);
    const service = [...values(20), { value: "zz", count: 0, chosen: true }];
    const [chosen = ""] = render({ facets: { ...FACETS, service } }).split("<summary>12 more</summary>");
    expect(labelsOf(chosen).at(-1)).toBe("zz");
    expect(render({ facets: { ...FACETS, service: values(80) } })).toContain("<summary>60 more</summary>");
    const moreOf = (count: number) =>
      /<summary>(\d+) more</.exec(render({ facets: { ...FACETS, service: values(count) } }))?.[1];
    expect([moreOf(8), moreOf(9)]).toEqual([undefined, "1"]);
  });
  test("every filter has choices with words, and those that narrow nothing are left out", () => {
    const both = [
      { value: "true", count: 3, chosen: false },
      { value: "false", count: 2, chosen: false },
    ];
    const one = (value: string) => [{ value, count: 5, chosen: false }];
    const page = render({
      labels: {
        aspect: new Map([["care", "Care and attention"]]),
        topic: new Map([["pool", "pool"]]),
        condition: new Map(),
      },
      facets: {
        ...FACETS,
        aspect: one("care"),
        sentiment: one("negative"),
        topic: one("pool"),
        source: one("direct"),
        language: [...one("es"), ...one("en")],
        verification: [...one("visit_record"), ...one("operator")],
        has_text: both,
        has_reply: both,
        incentivized: both,
        edited: one("false"),
      },
    });
    expect(labelsOf(page)).toEqual([
      "Care and attention",
      "Negative",
      "Pool",
      "With a response",
      "Without a response",
      "With a comment",
      "Rating only",
      "Direct",
      "English",
      "Spanish",
      "Reward offered",
      "No reward offered",
    ]);
    const opened = Array.from(page.matchAll(/id="facet-(\w+)"[^>]* open>/g), ([, name]) => name);
    expect(opened).toEqual(["aspect"]);
    expect(page).toContain('<a id="sentiment-negative" href="/reviews?aspect_sentiment=negative" rel="nofollow">');
    expect(page).toContain('<a id="has_reply-false" href="/reviews?has_reply=false" rel="nofollow">');
    expect(page).not.toContain("verification-visit_record");
  });
  test("a topic named like an aspect says that it counts the words", () => {
    const one = (value: string) => [{ value, count: 5, chosen: false }];
    const page = render({
      labels: {
        aspect: new Map([["front_desk", "Front desk"]]),
        topic: new Map([
          ["front-desk", "front desk"],
          ["pool", "pool"],
        ]),
        condition: new Map(),
      },
      facets: { ...FACETS, aspect: one("front_desk"), topic: [...one("front-desk"), ...one("pool")] },
    });
    expect(labelsOf(page)).toEqual(["Front desk", "Front desk (the words)", "Pool"]);
  });
  test("ranges of stars are sums, and replace an exact rating", () => {
    const rating = [5, 4, 3, 2, 1].map((stars) => ({ value: String(stars), count: stars, chosen: false }));
    const page = render({ filters: { rating: 2, query: "knee" }, facets: { ...FACETS, rating } });
    expect(page).toContain(
      '<a id="min_rating-4" href="/reviews?query=knee&amp;min_rating=4" rel="nofollow"><span class="facet-label" dir="auto">4 stars or more</span> <span class="facet-count">9</span></a>',
    );
    expect(page).toContain(
      '<a id="max_rating-3" href="/reviews?query=knee&amp;max_rating=3" rel="nofollow"><span class="facet-label" dir="auto">3 stars or fewer</span> <span class="facet-count">6</span></a>',
    );
    expect(render({ filters: { max_rating: 3 }, facets: { ...FACETS, rating } })).toContain(
      '<a id="max_rating-3" class="chosen" href="/reviews"',
    );
  });
  test("a value without matches is left out; a rating without matches is shown without a link", () => {
    const none = [{ value: "1", count: 0, chosen: false }];
    expect(labelsOf(render({ facets: { ...FACETS, year: none } }))).toEqual([]);
    expect(render({ facets: { ...FACETS, rating: none } })).toContain(
      '<li><span class="nil"><span class="facet-label" dir="auto">1 star</span>',
    );
  });
  test("choosing a value replaces the one before, and choosing it again removes it", () => {
    const rating = [
      { value: "5", count: 3, chosen: true },
      { value: "4", count: 2, chosen: false },
    ];
    const page = render({ filters: { rating: 5, query: "knee" }, facets: { ...FACETS, rating } });
    expect(page).toContain(
      '<a id="rating-5" class="chosen" href="/reviews?query=knee" rel="nofollow" aria-current="true">',
    );
    expect(page).toContain('<a id="rating-4" href="/reviews?rating=4&amp;query=knee" rel="nofollow">');
    expect(render({ filters: { min_rating: 3 }, facets: { ...FACETS, rating } })).toContain(
      '<a id="rating-4" href="/reviews?rating=4" rel="nofollow">',
    );
    const year = [{ value: "2024", count: 2, chosen: false }];
    expect(render({ filters: { since: "2025-05-01" }, facets: { ...FACETS, year } })).toContain(
      'href="/reviews?since=2024-01-01&amp;until=2024-12-31"',
    );
  });
  test("an active filter has words and a link that removes it alone", () => {
    const page = render({
      filters: { min_rating: 4, since: "2024-01-02", until: "2024-12-31", mentions_technician: "ana-ruiz" },
    });
    expect(Array.from(page.matchAll(/<span dir="auto">([^<]*)</g), ([, words]) => words)).toEqual([
      "4 stars or more",
      "Ana Ruiz",
      "from January 2, 2024",
      "to December 31, 2024",
    ]);
    expect(page).toContain('href="/reviews?min_rating=4&amp;until=2024-12-31&amp;mentions_technician=ana-ruiz"');
    expect(render({})).not.toContain('class="chips"');
  });
});

test("a hundred long reviews with translations and responses are less than 60 KB, compressed with gzip", () => {
  const random = openRandom(7);
  // As many words as people use, so that they compress like theirs.
  const vocabulary = Array.from({ length: 3000 }, () => Math.floor(random() * 36 ** (2 + random() * 4)).toString(36));
  const text = () => Array.from({ length: 300 }, () => vocabulary[Math.floor(random() ** 2 * 3000)]).join(" ");
  const reviews = Array.from({ length: 100 }, (_, i) =>
    publicReview(
      reviewRow(i, {
        title: text().slice(0, 200),
        text: text(),
        translation_text: text(),
        translation_language: "es",
        reply_text: text(),
        reply_state: "published",
      }),
      base_url,
    ),
  );
  const page = render({ reviews, limit: 100, matched: 100 });
  expect(gzipSync(page).length).toBeLessThan(60_000);
  expect(page.split("Read the full review").length - 1).toBe(100);
});
