import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { ReviewRow } from "../../src/model/review-row.ts";
import type { SearchFilters } from "../../src/model/search.ts";
import { facetCounts as facetCountsInTurns } from "../../src/snapshot/facets.ts";
import { countMonths } from "../../src/snapshot/months.ts";
import type { ReviewIndex } from "../../src/snapshot/review-index.ts";
import { findText, search } from "../../src/snapshot/search.ts";
import { finish } from "../../src/snapshot/turns.ts";
import { indexOf } from "../build.ts";
import { reviewRow } from "../rows.ts";
import { SEED } from "../seed.ts";

const ANA = '{"technicians":[{"id":"ana-ruiz","name":"Ana Ruiz"}],"services":[],"service_areas":[]}';
const NEEDLING = '{"technicians":[],"services":[{"id":"dry-needling","name":"Dry needling"}],"service_areas":[]}';
const NONE = '{"technicians":[],"services":[],"service_areas":[]}';

const rows: ReviewRow[] = Array.from({ length: 200 }, (_, i) =>
  reviewRow(i, {
    date: `${2022 + (i % 4)}-0${1 + (i % 9)}-1${i % 7}`,
    rating: 1 + (i % 5),
    source: i % 3 === 0 ? "yelp" : "google",
    mentions: [ANA, NEEDLING, NONE][i % 3] ?? NONE,
    text: i % 2 === 0 ? "my knee" : "my shoulder",
  }),
);

const indexOfRows = (given: ReviewRow[]) =>
  indexOf(
    (async function* () {
      yield given;
    })(),
  );

const facetCounts = (index: ReviewIndex, filters: SearchFilters) =>
  finish(facetCountsInTurns(index, filters, finish(findText(index, filters))));

/** The same question by looking at every row. */
function matches(row: ReviewRow, filters: SearchFilters): boolean {
  return (
    (filters.rating === undefined || row.rating === filters.rating) &&
    (filters.min_rating === undefined || row.rating >= filters.min_rating) &&
    (filters.since === undefined || row.date >= filters.since) &&
    (filters.until === undefined || row.date <= filters.until) &&
    (filters.query === undefined || (row.text ?? "").includes(filters.query)) &&
    (filters.mentions_technician === undefined || row.mentions.includes('"ana-ruiz"')) &&
    (filters.mentions_service === undefined || row.mentions.includes('"dry-needling"')) &&
    (filters.source === undefined || row.source === filters.source)
  );
}

const anyFilters = fc.record(
  {
    rating: fc.integer({ min: 1, max: 5 }),
    min_rating: fc.integer({ min: 1, max: 5 }),
    since: fc.constantFrom("2022-05-01", "2024-01-01"),
    until: fc.constantFrom("2023-12-31", "2025-12-31"),
    query: fc.constantFrom("knee", "my"),
    mentions_technician: fc.constant("Ana"),
    mentions_service: fc.constant("needling"),
    source: fc.constantFrom("google" as const, "yelp" as const),
  },
  { requiredKeys: [] },
);

const without = (filters: SearchFilters, ...names: (keyof SearchFilters)[]): SearchFilters =>
  Object.fromEntries(Object.entries(filters).filter(([name]) => !names.some((other) => other === name)));

describe("facets", () => {
  test("a facet counts what would match if the value were chosen and the other filters kept", async () => {
    const index = await indexOfRows(rows);
    fc.assert(
      fc.property(anyFilters, (filters) => {
        const counted = facetCounts(index, filters);
        const expectCount = (others: SearchFilters, chosen: SearchFilters) =>
          rows.filter((row) => matches(row, { ...others, ...chosen })).length;
        for (const { value, count } of counted.rating) {
          expect(count).toBe(expectCount(without(filters, "rating", "min_rating"), { rating: Number(value) }));
        }
        for (const { value, count } of counted.source) {
          expect(count).toBe(expectCount(without(filters, "source"), { source: value === "yelp" ? "yelp" : "google" }));
        }
        for (const { value, count } of counted.year) {
          const year = { since: `${value}-01-01`, until: `${value}-12-31` };
          expect(count).toBe(expectCount(without(filters, "since", "until"), year));
        }
        for (const { count } of counted.technician) {
          expect(count).toBe(expectCount(without(filters, "mentions_technician"), { mentions_technician: "Ana" }));
        }
        for (const { count } of counted.service) {
          expect(count).toBe(expectCount(without(filters, "mentions_service"), { mentions_service: "needling" }));
        }
        const found = search(index, { filters, limit: 100, cursor: null });
        expect(found?.matched).toBe(expectCount(filters, {}));
      }),
      { numRuns: 200, seed: SEED },
    );
  });

  test("the chosen value is marked, even when an alias names it", async () => {
    const counted = facetCounts(await indexOfRows(rows), { mentions_technician: "ANA", rating: 4 });
    expect(counted.technician).toEqual([{ value: "ana-ruiz", count: 14, chosen: true }]);
    expect(counted.rating.filter(({ chosen }) => chosen).map(({ value }) => value)).toEqual(["4"]);
  });
});

test("months run from the oldest review to the newest, including months without reviews", async () => {
  const index = await indexOfRows([
    reviewRow(1, { date: "2025-11-30", rating: 4 }),
    reviewRow(2, { date: "2025-11-02", rating: 5 }),
    reviewRow(3, { date: "2026-01-15", rating: 2 }),
  ]);
  expect(countMonths(index)).toEqual([
    { month: "2025-11", review_count: 2, average_rating: 4.5 },
    { month: "2025-12", review_count: 0, average_rating: null },
    { month: "2026-01", review_count: 1, average_rating: 2 },
  ]);
  expect(countMonths(await indexOfRows([]))).toEqual([]);
});
