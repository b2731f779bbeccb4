import { expect, test } from "bun:test";
import type { Dataset } from "../../src/publish/dataset.ts";
import { openEngines } from "../../src/publish/engines.ts";
import { openInsights } from "../../src/publish/insights.ts";
import { openReviewAnalysis } from "../../src/publish/review-insights.ts";
import { testSnapshot } from "../mcp/endpoint.ts";
import { reviewRow } from "../rows.ts";

test("the reviews of an aspect are those that the insights count: English or Spanish by their words and by what is known", async () => {
  const text = "I was left waiting for fifty minutes.";
  const rows = [
    reviewRow(1, { text }),
    reviewRow(2, { text, language: "es" }),
    reviewRow(3, { text, language: null }),
    reviewRow(4, { text: "Esperé cincuenta minutos y nadie me dijo nada.", language: null }),
    reviewRow(5, { text: "They always start on time.", language: "en-GB" }),
    reviewRow(6, { text: "J'ai attendu cinquante minutes et personne ne m'a rien dit.", language: null }),
  ];
  const { reviews, profile, profile_changed_at, changed_at } = await testSnapshot({ rows });
  const dataset: Dataset = {
    base_url: "http://localhost:8080",
    demonstration: false,
    business: null,
    profile,
    profile_changed_at,
    aggregate_rating: {
      rating_value: 5,
      rating_count: 6,
      review_count: 6,
      best_rating: 5,
      worst_rating: 1,
      distribution: { "1": 0, "2": 0, "3": 0, "4": 0, "5": 6 },
    },
    verified_by: { visit_record: 0, invitation: 0, platform_account: 0, operator: 0 },
    withheld: { unverified: 0, duplicate: 0, legal: 0 },
    erased: 0,
    updated_at: changed_at,
    changed_at,
    reviews,
  };
  const { document, themes } = await openInsights(openEngines())(dataset, async () => new Map());
  const counted = document?.aspects.find(({ id }) => id === "punctuality");
  expect([counted?.mention_count, counted?.negative_count, counted?.positive_count]).toEqual([4, 3, 1]);
  // Newest first: review 5 at 1, 4 at 2, 3 at 3, 1 at 5; labels are positive 0, negative 1.
  const { positions, labels } = themes.by_aspect.get("punctuality") ?? {};
  expect([[...(positions ?? [])], [...(labels ?? [])]]).toEqual([
    [1, 2, 3, 5],
    [0, 1, 1, 1],
  ]);
  // What each review's own insights list is what is counted, also for a review whose stated language is not read.
  const { insightsOf } = openReviewAnalysis(openEngines());
  const snapshot = await testSnapshot({ rows });
  const listed = rows.flatMap(({ id }) => insightsOf(snapshot, id)?.aspects ?? []);
  for (const { id, mention_count, positive_count, negative_count } of document?.aspects ?? []) {
    const found = listed.filter(({ aspect }) => aspect === id).map(({ sentiment }) => sentiment);
    const sides = ["positive", "negative"].map((side) => found.filter((one) => one === side).length);
    expect([id, found.length, ...sides]).toEqual([id, mention_count, positive_count, negative_count]);
  }
  expect(new Set(listed.map(({ aspect }) => aspect)).size).toBe(document?.aspects.length ?? -1);
});
