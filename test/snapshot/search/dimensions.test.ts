import { expect, test } from "bun:test";
import { DIMENSIONS, type Dimension, type DimensionValue } from "../../../src/model/statistics.ts";
import { buildAspectPostings } from "../../../src/snapshot/aspect-postings.ts";
import type { ReviewIndex } from "../../../src/snapshot/review-index.ts";
import { codesOf, groupLabel, oneGroup } from "../../../src/snapshot/search/dimensions.ts";
import { indexOf } from "../../build.ts";
import { reviewRow } from "../../rows.ts";

const mentions = (technicians: string[], services: string[] = [], service_areas: string[] = []) => {
  const named = (ids: string[]) => ids.map((id) => ({ id, name: id }));
  return JSON.stringify({
    technicians: named(technicians),
    services: named(services),
    service_areas: named(service_areas),
  });
};
const reply = { reply_text: "Thank you.", reply_state: "published" } as const;
/** Newest first: each is at its position. */
const ROWS = [
  { date: "2026-02-28", rating: 5, source: "yelp", mentions: mentions(["ana", "bo"]), ...reply },
  { date: "2026-01-01", rating: 1, language: "es", mentions: mentions(["bo"], ["needling"]) },
  { date: "2025-12-31", rating: 3, mentions: mentions(["kim"], [], ["port"]), incentivized: 1, revision: 2 },
  { date: "2025-04-01", rating: 2, verification_method: "invitation", language: null, mentions: mentions([]) },
  { date: "2025-03-31", rating: 4, language: "es", mentions: mentions(["ana"]), ...reply },
] as const;

async function buildIndex(): Promise<ReviewIndex> {
  const rows = ROWS.map((row, i) => reviewRow(i, { source: "google", language: "en", ...row }));
  const index = await indexOf(
    (async function* () {
      yield rows;
    })(),
  );
  return {
    ...index,
    by_aspect: buildAspectPostings([
      { position: 0, aspects: [{ aspect: "care", sentiment: "positive" }] },
      { position: 3, aspects: [{ aspect: "care", sentiment: "negative" }] },
    ]),
    by_condition: new Map([
      ["hip", Uint32Array.of(2)],
      ["knee", Uint32Array.of(0, 2)],
    ]),
    condition_labels: new Map([["knee", "Knee"]]),
    by_topic: new Map([["pool", Uint32Array.of(1)]]),
    uncounted_technicians: new Set(["kim"]),
    technician_labels: new Map([["ana", "Ana Ruiz"]]),
    aspect_labels: new Map([["care", "Care"]]),
    topic_labels: new Map([["pool", "Pool"]]),
  };
}
const index = await buildIndex();

/** The values of each review, in order of position. */
const valuesOf = (dimension: Dimension) => {
  const { values, start, codes } = codesOf(index, dimension);
  return ROWS.map((_, at) => Array.from(codes.subarray(start[at], start[at + 1]), (code) => values[code]));
};

test("each review has its values in every dimension, or null", () => {
  const expected: Record<Dimension, DimensionValue[][]> = {
    rating: [[5], [1], [3], [2], [4]],
    source: [["yelp"], ["google"], ["google"], ["google"], ["google"]],
    verification: [
      ...[["platform_account"], ["platform_account"], ["platform_account"]],
      ...[["invitation"], ["platform_account"]],
    ],
    verification_level: [["account"], ["account"], ["account"], ["business"], ["account"]],
    condition: [["knee"], [null], ["hip", "knee"], [null], [null]],
    language: [["en"], ["es"], ["en"], [null], ["es"]],
    technician: [["ana", "bo"], ["bo"], [null], [null], ["ana"]],
    service: [[null], ["needling"], [null], [null], [null]],
    service_area: [[null], [null], ["port"], [null], [null]],
    aspect: [["care"], [null], [null], ["care"], [null]],
    topic: [[null], ["pool"], [null], [null], [null]],
    month: [["2026-02"], ["2026-01"], ["2025-12"], ["2025-04"], ["2025-03"]],
    quarter: [["2026-Q1"], ["2026-Q1"], ["2025-Q4"], ["2025-Q2"], ["2025-Q1"]],
    year: [["2026"], ["2026"], ["2025"], ["2025"], ["2025"]],
    has_reply: [[true], [false], [false], [false], [true]],
    incentivized: [[false], [false], [true], [false], [false]],
    edited: [[false], [false], [true], [false], [false]],
  };
  for (const dimension of DIMENSIONS)
    expect([dimension, valuesOf(dimension)]).toEqual([dimension, expected[dimension]]);
  expect(codesOf(index, "rating").values).toEqual([1, 2, 3, 4, 5]);
  const { values, start, codes } = oneGroup(index);
  expect([values, [...start.subarray(0, 6)], [...codes]]).toEqual([[null], [0, 1, 2, 3, 4, 5], [0, 0, 0, 0, 0]]);
});

test("a value has a label for people", () => {
  const label = (dimension: Dimension, value: string | number | boolean | null) => groupLabel(index, dimension, value);
  expect([label("rating", 1), label("rating", 2)]).toEqual(["1 star", "2 stars"]);
  expect([label("month", "2026-01"), label("month", "2025-12")]).toEqual(["January 2026", "December 2025"]);
  expect([label("quarter", "2026-Q3"), label("year", "2026"), label("language", "es")]).toEqual([
    "Q3 2026",
    "2026",
    "es",
  ]);
  expect([label("source", "google"), label("source", "x")]).toEqual(["Google", "x"]);
  expect([label("verification", "visit_record"), label("verification", "x")]).toEqual(["Visit record", "x"]);
  expect([label("technician", "ana"), label("technician", "bo")]).toEqual(["Ana Ruiz", "bo"]);
  expect([label("aspect", "care"), label("topic", "pool")]).toEqual(["Care", "Pool"]);
  expect([label("service", "needling"), label("service_area", "port")]).toEqual(["needling", "port"]);
  expect([label("has_reply", true), label("has_reply", false)]).toEqual(["With a response", "Without a response"]);
  expect([label("edited", true), label("incentivized", false)]).toEqual(["Edited", "Not incentivized"]);
  expect([label("condition", "knee"), label("condition", null)]).toEqual(["Knee", "No condition"]);
  expect([label("verification_level", "business"), label("verification_level", "account")]).toEqual([
    "Checked by the business",
    "Signed-in account",
  ]);
  expect([label("technician", null), label("rating", null)]).toEqual(["No technician", "None"]);
});
