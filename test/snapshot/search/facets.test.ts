import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { ReviewRow } from "../../../src/model/review-row.ts";
import { FILTER_NAMES, type SearchFilters } from "../../../src/model/search.ts";
import { buildAspectPostings } from "../../../src/snapshot/aspect-postings.ts";
import { countMonths } from "../../../src/snapshot/count-months.ts";
import { idAt } from "../../../src/snapshot/review-at.ts";
import type { ReviewIndex } from "../../../src/snapshot/review-index.ts";
import { facetCounts as facetCountsInTurns } from "../../../src/snapshot/search/facets.ts";
import { findText, search } from "../../../src/snapshot/search/search.ts";
import { finish } from "../../../src/snapshot/turns.ts";
import { indexOf } from "../../build.ts";
import { repeats } from "../../length.ts";
import { reviewRow } from "../../rows.ts";
import { SEED } from "../../seed.ts";

const ANA = '{"technicians":[{"id":"ana-ruiz","name":"Ana Ruiz"}],"services":[],"service_areas":[]}';
const NEEDLING = '{"technicians":[],"services":[{"id":"dry-needling","name":"Dry needling"}],"service_areas":[]}';
const NONE = '{"technicians":[],"services":[],"service_areas":[]}';

const LANGUAGES = ["en", "pt", "pt-BR", null];

const rows: ReviewRow[] = Array.from({ length: 200 }, (_, i) =>
  reviewRow(i, {
    date: `${2022 + (i % 4)}-0${1 + (i % 9)}-1${i % 7}`,
    rating: 1 + (i % 5),
    source: i % 3 === 0 ? "yelp" : "google",
    mentions: [ANA, NEEDLING, NONE][i % 3] ?? NONE,
    text: i % 7 === 0 ? null : i % 2 === 0 ? "my knee" : "my shoulder",
    language: LANGUAGES[i % 4] ?? null,
    verification_method: i % 5 === 0 ? "invitation" : "platform_account",
    reply_text: i % 4 === 0 ? "Thank you." : null,
    reply_state: i % 4 === 0 ? "published" : null,
    incentivized: i % 11 === 0 ? 1 : 0,
    revision: i % 13 === 0 ? 2 : 1,
  }),
);

/** What an analysis would have found: each row has a sentiment toward some aspects, and some have a topic. */
const SENTIMENTS = ["positive", "negative", "neutral", "mixed"] as const;
const careOf = (i: number) => (i % 2 === 0 ? SENTIMENTS[i % 4] : undefined);
const costOf = (i: number) => (i % 3 === 0 ? SENTIMENTS[(i + 1) % 4] : undefined);
const isPool = (i: number) => i % 6 === 0;
const hasKnee = (i: number) => i % 4 === 1;
/** Of the whole review, and of what it names. Every third row was not analyzed. */
const opinionOf = (i: number) => (i % 3 === 2 ? undefined : SENTIMENTS[(i >> 2) % 4]);
const towardOf = (i: number) => (i % 5 === 4 ? undefined : SENTIMENTS[(i >> 1) % 4]);

const namesAna = ({ mentions }: ReviewRow) => mentions.includes('"ana-ruiz"');
const namesNeedling = ({ mentions }: ReviewRow) => mentions.includes('"dry-needling"');
function rowOf(number: number): ReviewRow {
  const row = rows[number];
  if (!row) throw new Error(`no row ${number}`);
  return row;
}

const indexOfRows = (given: ReviewRow[]) =>
  indexOf(
    (async function* () {
      yield given;
    })(),
  );

/** The index of all rows, with the aspects and topics that an analysis would have added. */
async function indexWithThemes(): Promise<ReviewIndex> {
  const index = await indexOfRows(rows);
  const found = Array.from({ length: index.count }, (_, position) => ({
    position,
    row: Number(idAt(index, position)),
  }));
  const themes = found.map(({ position, row }) => ({
    position,
    aspects: [
      ...[careOf(row)].flatMap((sentiment) => (sentiment ? [{ aspect: "care", sentiment }] : [])),
      ...[costOf(row)].flatMap((sentiment) => (sentiment ? [{ aspect: "cost", sentiment }] : [])),
    ],
  }));
  const sentimentsOf = (sentimentOf: typeof opinionOf, belongs: (row: ReviewRow) => boolean, id: string) =>
    buildAspectPostings(
      found
        .filter(({ row }) => belongs(rowOf(row)))
        .map(({ position, row }) => ({
          position,
          aspects: [sentimentOf(row)].flatMap((sentiment) => (sentiment ? [{ aspect: id, sentiment }] : [])),
        })),
    );
  const whole = sentimentsOf(opinionOf, () => true, "all").get("all");
  if (!whole) throw new Error("no review has a sentiment");
  const knee = found.filter(({ row }) => hasKnee(row)).map(({ position }) => position);
  const pool = found.filter(({ row }) => isPool(row)).map(({ position }) => position);
  return {
    ...index,
    by_aspect: buildAspectPostings(themes),
    by_topic: new Map([["pool", Uint32Array.from(pool)]]),
    aspect_names: new Map([
      ["care", "care"],
      ["cost", "cost"],
    ]),
    topic_names: new Map([["pool", "pool"]]),
    by_condition: new Map([["knee", Uint32Array.from(knee)]]),
    condition_names: new Map([["knee", "knee"]]),
    sentiments: whole,
    sentiments_by: {
      technician: sentimentsOf(towardOf, namesAna, "ana-ruiz"),
      service: sentimentsOf(towardOf, namesNeedling, "dry-needling"),
      topic: sentimentsOf(towardOf, ({ id }) => isPool(Number(id)), "pool"),
    },
  };
}

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
    (filters.mentions_technician === undefined || namesAna(row)) &&
    (filters.mentions_service === undefined || namesNeedling(row)) &&
    (filters.verification_level === undefined ||
      (row.verification_method === "invitation") === (filters.verification_level === "business")) &&
    (filters.source === undefined || row.source === filters.source) &&
    (filters.verification === undefined || row.verification_method === filters.verification) &&
    (filters.language === undefined || `${row.language}-`.startsWith(`${filters.language}-`)) &&
    (filters.has_text === undefined || (row.text !== null) === filters.has_text) &&
    (filters.has_reply === undefined || (row.reply_text !== null) === filters.has_reply) &&
    (filters.incentivized === undefined || (row.incentivized === 1) === filters.incentivized) &&
    (filters.edited === undefined || row.revision > 1 === filters.edited) &&
    matchesThemes(Number(row.id), filters)
  );
}

function hasSentiment(
  row: number,
  { mentions_technician, mentions_service, topic, sentiment }: SearchFilters,
): boolean {
  if (sentiment === undefined) return true;
  const named = mentions_technician ?? mentions_service ?? topic;
  return (named === undefined ? opinionOf(row) : towardOf(row)) === sentiment;
}

function matchesThemes(row: number, filters: SearchFilters): boolean {
  const { aspect, aspect_sentiment, topic, condition } = filters;
  const found = { care: careOf(row), cost: costOf(row) };
  const asked = aspect === undefined ? Object.values(found) : [found[aspect === "care" ? "care" : "cost"]];
  return (
    (topic === undefined || isPool(row)) &&
    (condition === undefined || hasKnee(row)) &&
    hasSentiment(row, filters) &&
    (aspect === undefined || asked[0] !== undefined) &&
    (aspect_sentiment === undefined || asked.includes(aspect_sentiment))
  );
}

const everyFilter = fc.record({
  rating: fc.integer({ min: 1, max: 5 }),
  min_rating: fc.integer({ min: 1, max: 5 }),
  since: fc.constantFrom("2022-05-01", "2024-01-01"),
  until: fc.constantFrom("2023-12-31", "2025-12-31"),
  query: fc.constantFrom("knee", "my"),
  mentions_technician: fc.constant("Ana"),
  mentions_service: fc.constant("needling"),
  source: fc.constantFrom("google" as const, "yelp" as const),
  verification: fc.constantFrom("invitation" as const, "platform_account" as const),
  language: fc.constantFrom("en", "pt", "pt-BR"),
  has_text: fc.boolean(),
  has_reply: fc.boolean(),
  incentivized: fc.boolean(),
  edited: fc.boolean(),
  aspect: fc.constantFrom("care", "cost"),
  aspect_sentiment: fc.constantFrom(...SENTIMENTS),
  topic: fc.constant("pool"),
  condition: fc.constant("knee"),
  sentiment: fc.constantFrom(...SENTIMENTS),
  verification_level: fc.constantFrom("business" as const, "account" as const),
});

/** At most four of them: with more, nearly nothing matches, and nothing is tested. */
const anyFilters = fc
  .tuple(everyFilter, fc.subarray([...FILTER_NAMES], { maxLength: 4 }))
  .map(([all, names]): SearchFilters => {
    const entries = Object.entries(all).filter(([name]) => names.some((other) => other === name));
    return Object.fromEntries(entries);
  });

const without = (filters: SearchFilters, ...names: (keyof SearchFilters)[]): SearchFilters =>
  Object.fromEntries(Object.entries(filters).filter(([name]) => !names.some((other) => other === name)));

describe("facets", () => {
  test("a facet counts what would match if the value were chosen and the other filters kept", async () => {
    const index = await indexWithThemes();
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
        for (const name of ["has_text", "has_reply", "incentivized", "edited"] as const) {
          for (const { value, count, chosen } of counted[name]) {
            expect(count).toBe(expectCount(without(filters, name), { [name]: value === "true" }));
            expect(chosen).toBe(String(filters[name]) === value);
          }
        }
        for (const { value, count } of counted.language) {
          expect(count).toBe(expectCount(without(filters, "language"), { language: value }));
        }
        for (const { value, count } of counted.verification) {
          const verification = value === "invitation" ? "invitation" : "platform_account";
          expect(count).toBe(expectCount(without(filters, "verification"), { verification }));
        }
        for (const { value, count } of counted.aspect) {
          expect(count).toBe(expectCount(without(filters, "aspect"), { aspect: value }));
        }
        for (const [i, { count }] of counted.sentiment.entries()) {
          const aspect_sentiment = SENTIMENTS[i] ?? "positive";
          expect(count).toBe(expectCount(without(filters, "aspect_sentiment"), { aspect_sentiment }));
        }
        for (const { count } of counted.topic) {
          expect(count).toBe(expectCount(without(filters, "topic"), { topic: "pool" }));
        }
        for (const { count } of counted.condition) {
          expect(count).toBe(expectCount(without(filters, "condition"), { condition: "knee" }));
        }
        for (const { value, count } of counted.verification_level) {
          const verification_level = value === "business" ? "business" : "account";
          expect(count).toBe(expectCount(without(filters, "verification_level"), { verification_level }));
        }
        const found = search(index, { filters, limit: 100, cursor: null });
        expect(found?.matched).toBe(expectCount(filters, {}));
      }),
      { numRuns: repeats(100, 1000), seed: SEED },
    );
  });

  test("the chosen value is marked, even when an alias names it", async () => {
    const index = await indexOfRows(rows);
    const counted = facetCounts(index, { mentions_technician: "ANA", rating: 4 });
    const { language } = facetCounts(index, { language: "EN" });
    expect(counted.technician).toEqual([{ value: "ana-ruiz", count: 14, chosen: true }]);
    expect(language.filter(({ chosen }) => chosen).map(({ value }) => value)).toEqual(["en"]);
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
