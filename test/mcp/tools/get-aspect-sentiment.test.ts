import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Label } from "../../../src/model/analysis.ts";
import type { InsightsDocument } from "../../../src/model/insights-document.ts";
import { reviewRow } from "../../rows.ts";
import { startClinic, startHarborClinic } from "../clinic.ts";
import { callTool, sendModern, startEndpoint, testSnapshot, type Wire } from "../endpoint.ts";
import { textSaying } from "../text-saying.ts";

const id = (number: number) => String(number).padStart(26, "0");

type Opinions = Record<number, Label>;
const labeled = (label: Label, ...numbers: number[]): Opinions =>
  Object.fromEntries(numbers.map((number) => [number, label]));

/** Twenty reviews, one a day from 2024-01-02: 12 praise the billing, 4 criticize it, 1 is neutral, 1 is mixed. */
const BILLING: Opinions = {
  ...labeled("positive", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12),
  ...labeled("negative", 13, 14, 15, 16),
  17: "neutral",
  18: "mixed",
};
/** Nine praise the punctuality; the oldest review criticizes it. */
const PUNCTUALITY: Opinions = { 1: "negative", ...labeled("positive", 2, 3, 4, 5, 6, 7, 8, 9, 10) };
/** Seven praise the care, one criticizes it, four are mixed. */
const CARE: Opinions = {
  ...labeled("positive", 1, 2, 3, 4, 5, 6, 7),
  8: "negative",
  ...labeled("mixed", 9, 10, 11, 12),
};
const textOf = (number: number): string =>
  textSaying({
    ...(BILLING[number] ? { billing: BILLING[number] } : {}),
    ...(PUNCTUALITY[number] ? { punctuality: PUNCTUALITY[number] } : {}),
    ...(CARE[number] ? { care: CARE[number] } : {}),
  });
let endpoint: ReturnType<typeof startEndpoint>;
beforeAll(async () => {
  const rows = Array.from({ length: 20 }, (_, i) => ({ rating: i % 3 === 1 ? 2 : 5, text: textOf(i + 1) }));
  endpoint = startEndpoint(await testSnapshot({ rows: rows.map((row, i) => reviewRow(i + 1, row)), analyzed: true }));
});
afterAll(() => endpoint.stop());

const ask = (given: object) => callTool(endpoint.url, "get_aspect_sentiment", given);
const said = (reviews: Wire[]) => reviews.map((review) => [Number(review.id), review.aspect_sentiment]);

test("without an aspect, dates give all aspects of those dates", async () => {
  const { aspects, query } = await ask({ since: "2024-01-10" });
  expect(query).toEqual({ since: "2024-01-10" });
  expect(aspects.length).toBe(3);
  expect(aspects[2]).toEqual({
    id: "punctuality",
    label: "Waiting on the day",
    mention_count: 2,
    positive_count: 2,
    neutral_count: 0,
    mixed_count: 0,
    negative_count: 0,
    positive_pct: 100,
    score: 1,
    enough: false,
    average_rating_when_mentioned: 5,
    all_time: { mention_count: 10, score: 0.8, trend: null, direction: "too few to say" },
  });
  expect(aspects[0]).toMatchObject({
    positive_count: 4,
    neutral_count: 1,
    mixed_count: 1,
    negative_count: 4,
    positive_pct: 40,
    score: 0,
    enough: true,
    average_rating_when_mentioned: 4.1,
  });
  for (const { id, mention_count, negative_count, all_time } of aspects) {
    const one = (await ask({ aspect: id, since: "2024-01-10", limit: 1 })).aspect;
    const { mention_count: count, negative_count: negative } = one;
    expect([id, mention_count, negative_count, all_time]).toEqual([id, count, negative, one.all_time]);
  }
  const counts = aspects.map(({ mention_count }: Wire) => mention_count);
  expect(counts).toEqual(counts.toSorted((a: number, b: number) => b - a));
  expect((await ask({ since: "2100-01-01" })).note).toBe(
    "no published review of these dates mentions it; that says nothing about the business",
  );
  expect((await ask({ since: "2024-01-01", limit: 3 })).fault).toStartWith(
    "aspect is required with limit; the aspects",
  );
});

test("dates that include every review give the figures of the report", async () => {
  const harbor = await startHarborClinic();
  const call = (given: object) => callTool(harbor.url, "get_aspect_sentiment", given);
  const [{ aspects: all }, { aspects: dated }] = [await call({}), await call({ since: "2023-01-01" })];
  expect(all.map(({ id, positive_pct }: Wire) => [id, positive_pct])).toContainEqual(["facility", 66.7]);
  const figuresOf = ({ trend: _, ci95: __, direction: ___, all_time: ____, ...figures }: Wire) => figures;
  expect(dated.map(figuresOf)).toEqual(all.map(figuresOf));
  await harbor.stop();
});

test("without any aspect, dates find nothing, and the answer says so", async () => {
  const other = startEndpoint(await testSnapshot({ rows: [reviewRow(1, { text: textSaying({}) })], analyzed: true }));
  const { note, aspects } = await callTool(other.url, "get_aspect_sentiment", { since: "2024-01-01" });
  expect([note, aspects]).toEqual([
    "no published review of these dates mentions it; that says nothing about the business",
    [],
  ]);
  await other.stop();
});

describe("the examples of an aspect", () => {
  test("are the newest reviews of each sentiment, in proportion", async () => {
    const { aspect, example_reviews } = await ask({ aspect: "billing" });
    expect(said(example_reviews)).toEqual([
      [16, "negative"],
      [12, "positive"],
      [11, "positive"],
      [10, "positive"],
      [9, "positive"],
    ]);
    expect(aspect.example_review_ids).toEqual([16, 12, 11, 10, 9].map(id));
  });

  test("include the only review that disagrees", async () => {
    const { example_reviews } = await ask({ aspect: "punctuality" });
    expect(said(example_reviews)).toEqual([
      [10, "positive"],
      [9, "positive"],
      [8, "positive"],
      [7, "positive"],
      [1, "negative"],
    ]);
  });

  test("include praise and criticism at least once each; the rest goes by largest remainder", async () => {
    const { example_reviews } = await ask({ aspect: "care" });
    expect(said(example_reviews)).toEqual([
      [12, "mixed"],
      [11, "mixed"],
      [8, "negative"],
      [7, "positive"],
      [6, "positive"],
    ]);
  });
});

test("an equal share goes to praise first, and 20 phrases are listed at most", async () => {
  const labels = ["positive", "positive", "positive", "negative", "negative", "negative"] as const;
  const rows = labels.map((care, i) =>
    reviewRow(i + 1, { rating: care === "positive" ? 5 : 1, text: textSaying({ care }) }),
  );
  const top_phrases = Array.from({ length: 21 }, (_, i) => `phrase ${i}`);
  const analyzed = (report: InsightsDocument) => ({
    ...report,
    aspects: report.aspects.map((aspect) => ({ ...aspect, top_phrases })),
  });
  const other = startEndpoint(await testSnapshot({ rows, analyzed }));
  const answer = await callTool(other.url, "get_aspect_sentiment", { aspect: "care" });
  expect(said(answer.example_reviews)).toEqual([
    [6, "negative"],
    [5, "negative"],
    [3, "positive"],
    [2, "positive"],
    [1, "positive"],
  ]);
  expect([answer.aspect.top_phrases.length, answer.aspect.top_phrases[19]]).toEqual([20, "phrase 19"]);
  await other.stop();
});

describe("the list of reviews of an aspect", () => {
  test("filters by sentiment and date, and each review begins with its sentiment", async () => {
    const { aspect, query, matched, returned, next_cursor, reviews } = await ask({
      aspect: "billing",
      sentiment: "negative",
      since: "2024-01-15",
    });
    expect([aspect.id, query, matched, returned, next_cursor]).toEqual([
      "billing",
      { aspect: "billing", aspect_sentiment: "negative", since: "2024-01-15" },
      3,
      3,
      null,
    ]);
    expect(aspect.quotes).toBeUndefined();
    expect(said(reviews)).toEqual([
      [16, "negative"],
      [15, "negative"],
      [14, "negative"],
    ]);
    expect(Object.keys(reviews[0]).slice(0, 3)).toEqual(["aspect_sentiment", "id", "date"]);
  });

  test("has every review once, page by page, newest first", async () => {
    const first = await ask({ aspect: "billing", limit: 10 });
    expect([first.matched, first.returned]).toEqual([18, 10]);
    const second = await ask({ aspect: "billing", limit: 10, cursor: first.next_cursor });
    expect(said([...first.reviews, ...second.reviews])).toEqual(
      [18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1].map((number) => [number, BILLING[number]]),
    );
    expect(second.next_cursor).toBeNull();
    expect((await ask({ aspect: "punctuality", limit: 10, cursor: first.next_cursor })).fault).toStartWith(
      "cursor does not belong to this search",
    );
  });

  test.each([
    [{ aspect: "billing", until: "2024-01-03" }, [2, 1]],
    [{ aspect: "billing", polarity: "MIXED" }, [18]],
    [{ aspect: "billing", sentiment: "neutral", max_results: 5 }, [17]],
    [{ aspect: "punctuality", sentiment: "mixed" }, []],
  ])("finds reviews by %j", async (given, expected) => {
    expect((await ask(given)).reviews.map((review: Wire) => Number(review.id))).toEqual(expected);
  });

  test.each([
    [
      { sentiment: "negative", limit: 3 },
      "aspect is required with sentiment, limit; the aspects are: billing (Cost and insurance), care (Care and attention), punctuality (Waiting on the day)",
    ],
    [
      { aspect: "billing", sentiment: "bad" },
      'sentiment must be one of positive, negative, neutral, mixed; received "bad"',
    ],
    [{ aspect: "billing", since: "soon" }, 'since must be a real calendar date, YYYY-MM-DD; received "soon"'],
  ])("refuses %j", async (given, fault) => {
    expect(await ask(given)).toEqual({ fault });
  });

  test("stays under the size limit, even with the longest text", async () => {
    // A quotation mark takes six bytes in the two copies.
    const text = `${textSaying({ billing: "negative" })} ${'"'.repeat(60_000)}`;
    const long = { rating: 1, text, reply_text: '"'.repeat(60_000), reply_state: "published" } as const;
    const rows = [reviewRow(1, long), ...[2, 3].map((number) => reviewRow(number))];
    const big = startEndpoint(await testSnapshot({ rows, analyzed: true }));
    const answer = await sendModern(big.url, "tools/call", {
      name: "get_aspect_sentiment",
      arguments: { aspect: "billing", sentiment: "negative" },
    });
    expect(Buffer.byteLength(answer.text)).toBeLessThan(80_000);
    const [review] = answer.body.result.structuredContent.reviews;
    expect([review.aspect_sentiment, review.text]).toEqual(["negative", `${text.slice(0, 8000)} […]`]);
    await big.stop();
  });
});

describe("an aspect", () => {
  let clinic: Awaited<ReturnType<typeof startClinic>>;
  beforeAll(async () => {
    clinic = await startClinic();
  });
  afterAll(() => clinic.stop());
  const call = (given?: unknown) => callTool(clinic.url, "get_aspect_sentiment", given);

  test("without an aspect returns all in short", async () => {
    const { aspects, overall_sentiment } = await call();
    expect(aspects.map(({ id, score }: Wire) => [id, score])).toEqual([
      ["care", 1],
      ["punctuality", -1],
      ["results", 1],
    ]);
    expect(aspects[0].quotes).toBeUndefined();
    expect(overall_sentiment.positive_count).toBe(3);
  });

  test.each([
    "punctuality",
    "PUNCTUALITY",
    "Waiting on the day",
    "waiting",
    "waiting_on_the_day",
    "waits",
    "wait times",
    "delays",
  ])("reads %p as punctuality", async (aspect) => {
    const answer = await call({ topic: aspect });
    expect(answer.aspect.id).toBe("punctuality");
    expect(answer.aspect.quotes).toEqual([
      {
        review_id: "00000000000000000000000002",
        date: "2024-01-03",
        text: "I waited fifty minutes.",
        sentiment: "negative",
        score: -1,
      },
    ]);
  });

  test("returns whole reviews with the quotes", async () => {
    const { example_reviews, aspect } = await call({ aspect: "Care" });
    expect(aspect.example_review_ids).toEqual(["00000000000000000000000001"]);
    expect(example_reviews.map(({ id, aspect_sentiment }: Wire) => [Number(id), aspect_sentiment])).toEqual([
      [1, "positive"],
    ]);
  });

  test("lists the aspects when the word fits none", async () => {
    expect((await call({ aspect: "weather" })).fault).toBe(
      'no aspect of that name is listed: "weather"; the aspects are: care (Care and attention), punctuality (Waiting on the day), results (Results and recovery). For any other word use search_reviews with query',
    );
  });
});
