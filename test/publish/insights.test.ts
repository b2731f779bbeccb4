import { expect, test } from "bun:test";
import { reviewInsights } from "../../src/model/insights-document.ts";
import type { ReviewRow } from "../../src/model/review-row.ts";
import type { SearchFilters } from "../../src/model/search.ts";
import { createEngines } from "../../src/publish/engines.ts";
import { createInsights, type Insights } from "../../src/publish/insights.ts";
import { createReviewAnalysis } from "../../src/publish/review-insights.ts";
import { search } from "../../src/snapshot/search/search.ts";
import { statisticsInTurns } from "../../src/snapshot/search/statistics.ts";
import type { Snapshot } from "../../src/snapshot/snapshot.ts";
import { finish } from "../../src/snapshot/turns.ts";
import { FAST } from "../length.ts";
import { testSnapshot } from "../mcp/endpoint.ts";
import { reviewRow } from "../rows.ts";

/** One for all: unpacking its weights takes longer than reading. */
const engineFor = createEngines();

/** A snapshot whose texts were read, and its insights. */
async function read(rows: ReviewRow[]): Promise<{ snapshot: Snapshot; document: Insights["document"] }> {
  let document: Insights["document"] = null;
  const readInsights = createInsights(engineFor);
  const snapshot = await testSnapshot({
    rows,
    readInsights: async (dataset) => {
      const found = await readInsights(dataset, async () => new Map());
      document = found.document;
      return found;
    },
  });
  return { snapshot, document };
}

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
  const { snapshot, document } = await read(rows);
  expect(document?.limits.join()).not.toContain("the newest");
  const counted = document?.aspects.find(({ id }) => id === "punctuality");
  expect([counted?.mention_count, counted?.negative_count, counted?.positive_count]).toEqual([4, 3, 1]);
  // Newest first: review 5 at 1, 4 at 2, 3 at 3, 1 at 5; labels are positive 0, negative 1.
  const { positions, labels } = snapshot.reviews.by_aspect.get("punctuality") ?? {};
  expect([[...(positions ?? [])], [...(labels ?? [])]]).toEqual([
    [1, 2, 3, 5],
    [0, 1, 1, 1],
  ]);
  // What each review's own insights list is what is counted, also for a review whose stated language is not read.
  const { insightsOf } = createReviewAnalysis(engineFor);
  const listed = rows.flatMap(({ id }) => insightsOf(snapshot, id)?.aspects ?? []);
  for (const { id, mention_count, positive_count, negative_count } of document?.aspects ?? []) {
    const found = listed.filter(({ aspect }) => aspect === id).map(({ sentiment }) => sentiment);
    const sides = ["positive", "negative"].map((side) => found.filter((one) => one === side).length);
    expect([id, found.length, ...sides]).toEqual([id, mention_count, positive_count, negative_count]);
  }
  expect(new Set(listed.map(({ aspect }) => aspect)).size).toBe(document?.aspects.length ?? -1);
});

test.skipIf(FAST)(
  "of more than 20,000 reviews, filters, statistics, insights and each review's own analysis agree",
  async () => {
    const days = ["Monday", "Tuesday", "Friday", "Sunday", "weekdays", "holidays", "a rainy day", "a sunny day"];
    const rated = (from: number, count: number, changes: (n: number) => Partial<ReviewRow>) =>
      Array.from({ length: count }, (_, i) => reviewRow(from + i, { date: "2024-01-01", ...changes(i) }));
    const spoken = (i: number) => ({
      text:
        [
          `Parking is hard to find on ${days[i % 8]}.`,
          `I was left waiting for ${30 + i} minutes.`,
          "The pain is gone.",
        ][i % 3] ?? null,
      rating: i % 3 === 2 ? 5 : 1,
    });
    // Newest last. Of the oldest twelve, four are among the newest 20,000.
    const rows = [
      ...rated(1, 12, (i) => ({ ...spoken(i), date: "2023-01-01" })),
      ...rated(101, 19_984, () => ({ text: null })),
      ...rated(50_001, 12, (i) => ({ ...spoken(i), date: "2025-01-01" })),
    ];
    const { snapshot, document } = await read(rows);
    const index = snapshot.reviews;
    const { insightsOf } = createReviewAnalysis(engineFor);
    const own = rows.filter(({ text }) => text !== null).map(({ id }) => insightsOf(snapshot, id));
    const matched = (filters: SearchFilters) => search(index, { filters, limit: 1, cursor: null })?.matched;
    const grouped = finish(statisticsInTurns(index, {}, ["aspect"])).groups;
    expect(
      document?.aspects
        .filter(({ mention_count }) => mention_count > 0)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(["facility", "punctuality", "results"]);
    for (const { id, mention_count, negative_count } of document?.aspects ?? []) {
      const listed = own.flatMap((found) => found?.aspects.filter(({ aspect }) => aspect === id) ?? []);
      const counts = [
        listed.length,
        matched({ aspect: id }) ?? 0,
        grouped.find(({ aspect }) => aspect === id)?.count ?? 0,
      ];
      expect([id, ...counts]).toEqual([id, mention_count, mention_count, mention_count]);
      expect(matched({ aspect: id, aspect_sentiment: "negative" })).toBe(negative_count);
      expect(listed.filter(({ sentiment }) => sentiment === "negative").length).toBe(negative_count);
    }
    expect(document?.limits).toContain("All of this is read from the newest 20000 of 20008 reviews.");
    expect(document?.topics.length).toBeGreaterThan(0);
    for (const { id, mention_count } of document?.topics ?? [])
      expect([id, matched({ topic: id })]).toEqual([id, mention_count]);
    // The same words, once just inside and once just outside of what is read.
    const [outside, inside] = [8, 9].map((n) => insightsOf(snapshot, String(n).padStart(26, "0")));
    expect([outside?.aspects, inside?.aspects.map(({ aspect }) => aspect)]).toEqual([[], ["results"]]);
    expect([outside?.note, inside?.note]).toEqual([
      "not analyzed: the insights are read from newer reviews, and no filter or count by aspect or topic has this one",
      undefined,
    ]);
    expect(reviewInsights.safeParse(outside).success).toBe(true);
  },
);

test("a review is read again only if it changed, wherever it is now; one that is gone is forgotten", async () => {
  const asked: number[][] = [];
  const readInsights = createInsights(engineFor);
  const analysesOf = async (ids: readonly string[]) => {
    asked.push(ids.map(Number));
    return new Map();
  };
  const readAgain = (...rows: ReviewRow[]) =>
    testSnapshot({ rows, readInsights: (dataset) => readInsights(dataset, analysesOf) });
  const [first, second, third, fourth] = [reviewRow(1), reviewRow(2), reviewRow(3), reviewRow(4)];
  await readAgain(first, second, third, fourth);
  const edited = { ...second, text: "I waited for an hour." };
  await readAgain(edited, reviewRow(5), fourth, first);
  await readAgain(edited, reviewRow(5), fourth, first, third);
  expect(asked).toEqual([[4, 3, 2, 1], [5, 2], [3]]);
});
