import { expect, test } from "bun:test";
import { publicBusiness } from "../../src/model/public-business.ts";
import type { SearchFilters } from "../../src/model/search.ts";
import { describeFilters } from "../../src/pages/chosen-filters.ts";
import { testProfile } from "../rows.ts";
import { SITE } from "./site.ts";

const site = { ...SITE, business: publicBusiness(testProfile()) };
const labels = {
  aspect: new Map([["care", "Care"]]),
  topic: new Map([["pool", "pool"]]),
  condition: new Map([["knee", "Knee"]]),
};
const wordsFor = (filters: SearchFilters) => describeFilters(site, filters, labels).map(({ words }) => words);

test("every filter has words", () => {
  expect(
    wordsFor({
      query: "knee",
      rating: 5,
      min_rating: 4,
      max_rating: 2.5,
      mentions_technician: "ana-ruiz",
      mentions_service: "dry-needling",
      source: "yelp",
      verification: "invitation",
      language: "es",
      has_text: true,
      has_reply: false,
      incentivized: true,
      edited: true,
      aspect: "care",
      aspect_sentiment: "negative",
      topic: "pool",
      condition: "knee",
      sentiment: "mixed",
      verification_level: "account",
      updated_since: "2026-01-01",
    }),
  ).toEqual([
    "“knee”",
    "5 stars",
    "4 stars or more",
    "2.5 stars or fewer",
    "Ana Ruiz",
    "Dry needling",
    "Yelp",
    "Checked by the business: invitation",
    "in Spanish",
    "With a comment",
    "Without a response",
    "Reward offered",
    "Edited",
    "about Care",
    "Negative",
    "about Pool",
    "about Knee",
    "opinion: mixed",
    "Signed-in account",
    "changed here since January 1, 2026",
  ]);
  expect(wordsFor({})).toEqual([]);
});

test("a whole year or month reads as such, any other time as its two ends", () => {
  const between = (since: string, until: string) => wordsFor({ since, until });
  expect(between("2024-01-01", "2024-12-31")).toEqual(["2024"]);
  expect(between("2024-02-01", "2024-02-29")).toEqual(["February 2024"]);
  expect(between("2024-02-01", "2024-02-28")).toEqual(["from February 1, 2024", "to February 28, 2024"]);
  expect(between("2024-02-02", "2024-02-29")).toEqual(["from February 2, 2024", "to February 29, 2024"]);
  expect(between("2023-01-01", "2024-12-31")).toEqual(["from January 1, 2023", "to December 31, 2024"]);
  expect(wordsFor({ since: "2024-02-01" })).toEqual(["from February 1, 2024"]);
});
