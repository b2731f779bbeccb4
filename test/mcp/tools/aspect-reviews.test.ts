import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Label } from "../../../src/model/analysis.ts";
import { reviewRow } from "../../rows.ts";
import { sendModern, startEndpoint, testSnapshot, type Wire } from "../endpoint.ts";
import insights from "../fixtures/insights.json";

const id = (number: number) => String(number).padStart(26, "0");

/** Twenty reviews, one a day from 2024-01-02 on: 12 praise the care, 4 criticise it, 1 states a fact, 1 does both. */
const CARE: Record<number, Label> = {
  ...Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((number) => [number, "positive"])),
  ...Object.fromEntries([13, 14, 15, 16].map((number) => [number, "negative"])),
  17: "neutral",
  18: "mixed",
};
/** Nine praise the punctuality and one, the oldest, does not. */
const PUNCTUALITY: Record<number, Label> = {
  1: "negative",
  ...Object.fromEntries([2, 3, 4, 5, 6, 7, 8, 9, 10].map((number) => [number, "positive"])),
};
/** Seven praise the billing, one criticises it, four do both. */
const BILLING: Record<number, Label> = {
  ...Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((number) => [number, "positive"])),
  8: "negative",
  ...Object.fromEntries([9, 10, 11, 12].map((number) => [number, "mixed"])),
};
const FINDINGS = Object.fromEntries(
  Array.from({ length: 20 }, (_, i) => i + 1).map((number) => [
    id(number),
    {
      ...(CARE[number] ? { care: CARE[number] } : {}),
      ...(PUNCTUALITY[number] ? { punctuality: PUNCTUALITY[number] } : {}),
      ...(BILLING[number] ? { billing: BILLING[number] } : {}),
    },
  ]),
);

let endpoint: ReturnType<typeof startEndpoint>;
beforeAll(async () => {
  const rows = Array.from({ length: 20 }, (_, i) => reviewRow(i + 1));
  endpoint = startEndpoint(await testSnapshot({ rows, insights, findings: FINDINGS }));
});
afterAll(() => endpoint.stop());

async function ask(given: object): Promise<Wire> {
  const { result } = (await sendModern(endpoint.url, "tools/call", { name: "get_aspect_sentiment", arguments: given }))
    .body;
  if (result.isError) return { fault: result.content[0].text };
  expect(result.content).toEqual([{ type: "text", text: JSON.stringify(result.structuredContent) }]);
  return result.structuredContent;
}
const said = (reviews: Wire[]) => reviews.map((review) => [Number(review.id), review.aspect_sentiment]);

describe("the examples of an aspect", () => {
  test("are the newest of each sentiment, as many as its share of all", async () => {
    const { aspect, example_reviews } = await ask({ aspect: "care" });
    expect(said(example_reviews)).toEqual([
      [16, "negative"],
      [12, "positive"],
      [11, "positive"],
      [10, "positive"],
      [9, "positive"],
    ]);
    expect(aspect.example_review_ids).toEqual([16, 12, 11, 10, 9].map(id));
  });

  test("show the one review that disagrees, however many agree", async () => {
    const { example_reviews } = await ask({ aspect: "punctuality" });
    expect(said(example_reviews)).toEqual([
      [10, "positive"],
      [9, "positive"],
      [8, "positive"],
      [7, "positive"],
      [1, "negative"],
    ]);
  });

  test("go to those whose share comes nearest, after praise and criticism have one each", async () => {
    const { example_reviews } = await ask({ aspect: "billing" });
    expect(said(example_reviews)).toEqual([
      [12, "mixed"],
      [11, "mixed"],
      [8, "negative"],
      [7, "positive"],
      [6, "positive"],
    ]);
  });
});

describe("the reviews of an aspect", () => {
  test("come by sentiment and date, each saying how it speaks of it", async () => {
    const { aspect, query, matched, returned, next_cursor, reviews } = await ask({
      aspect: "care",
      sentiment: "negative",
      since: "2024-01-15",
    });
    expect([aspect.id, query, matched, returned, next_cursor]).toEqual([
      "care",
      { aspect: "care", aspect_sentiment: "negative", since: "2024-01-15" },
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
    expect(Object.keys(reviews[0]).slice(0, 3)).toEqual(["aspect_sentiment", "id", "url"]);
  });

  test("come all, page by page, in the one order", async () => {
    const first = await ask({ aspect: "care", limit: 10 });
    expect([first.matched, first.returned]).toEqual([18, 10]);
    const second = await ask({ aspect: "care", limit: 10, cursor: first.next_cursor });
    expect(said([...first.reviews, ...second.reviews])).toEqual(
      [18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1].map((number) => [number, CARE[number]]),
    );
    expect(second.next_cursor).toBeNull();
    expect((await ask({ aspect: "punctuality", limit: 10, cursor: first.next_cursor })).fault).toStartWith(
      "cursor is not one of this search",
    );
  });

  test.each([
    [{ aspect: "care", until: "2024-01-03" }, [2, 1]],
    [{ aspect: "care", polarity: "MIXED" }, [18]],
    [{ aspect: "care", sentiment: "neutral", max_results: 5 }, [17]],
    [{ aspect: "punctuality", sentiment: "mixed" }, []],
  ])("are found by %j", async (given, expected) => {
    expect((await ask(given)).reviews.map((review: Wire) => Number(review.id))).toEqual(expected);
  });

  test.each([
    [
      { sentiment: "negative", limit: 3 },
      "aspect is required with sentiment, limit; the aspects are: care (Care), punctuality (Waiting on the day), billing (Billing)",
    ],
    [
      { aspect: "care", sentiment: "bad" },
      'sentiment must be one of positive, negative, neutral, mixed; received "bad"',
    ],
    [{ aspect: "care", since: "soon" }, 'since must be a real calendar date, YYYY-MM-DD; received "soon"'],
  ])("are not found by %j", async (given, fault) => {
    expect(await ask(given)).toEqual({ fault });
  });

  test("stay under the byte budget, the longest text too", async () => {
    // A quotation mark takes six bytes in the two copies.
    const long = { text: '"'.repeat(60_000), reply_text: '"'.repeat(60_000), reply_state: "published" } as const;
    const rows = [reviewRow(1, long), ...[2, 3].map((number) => reviewRow(number))];
    const findings = { [id(1)]: { care: "negative" }, [id(3)]: { care: "positive" } } as const;
    const big = startEndpoint(await testSnapshot({ rows, insights, findings }));
    const answer = await sendModern(big.url, "tools/call", {
      name: "get_aspect_sentiment",
      arguments: { aspect: "care", sentiment: "negative" },
    });
    expect(Buffer.byteLength(answer.text)).toBeLessThan(80_000);
    const [review] = answer.body.result.structuredContent.reviews;
    expect([review.aspect_sentiment, review.text]).toEqual(["negative", `${'"'.repeat(4000)} […]`]);
    await big.stop();
  });
});

test("a trend is told in a word, and a wide gap that chance may have made is no word for a change", async () => {
  const trend = (score: number, previous_score: number, significant: boolean) => ({
    window_months: 6,
    score,
    previous_score,
    n: 12,
    significant,
  });
  const [aspect] = insights.aspects;
  const aspects = [
    trend(0.5, -0.5, true),
    trend(-0.5, 0.5, true),
    trend(0.5, 0.4, false),
    trend(0.5, -0.5, false),
    null,
  ].map((one, i) => ({ ...aspect, id: `a${i}`, label: `A${i}`, trend: one }));
  const other = startEndpoint(await testSnapshot({ insights: { ...insights, aspects } }));
  for (const name of ["get_trends", "get_aspect_sentiment"]) {
    const { result } = (await sendModern(other.url, "tools/call", { name, arguments: {} })).body;
    expect(result.structuredContent.aspects.map(({ direction }: Wire) => direction)).toEqual([
      "better",
      "worse",
      "steady",
      "too few to say",
      "too few to say",
    ]);
  }
  await other.stop();
});

test("an aspect's months are counted from its reviews, the latest as many as asked for", async () => {
  const dates = ["2023-10-31", "2023-11-01", "2023-11-30", "2024-01-01", "2024-01-02", "2024-01-03", "2024-01-31"];
  const rows = ["2024-01-31", ...dates].map((date, i) => reviewRow(i + 1, { date }));
  const labels = ["mixed", "negative", "negative", "neutral", "positive", "positive", "positive", "negative"] as const;
  const findings = Object.fromEntries(labels.map((label, i) => [id(i + 1), { care: label }]));
  const other = startEndpoint(await testSnapshot({ rows, insights, findings }));
  const monthsOf = async (months: number) => {
    const given = { name: "get_trends", arguments: { aspect: "care", months } };
    return (await sendModern(other.url, "tools/call", given)).body.result.structuredContent.aspects[0].monthly;
  };
  const january = {
    month: "2024-01",
    mention_count: 5,
    positive_count: 3,
    negative_count: 1,
    score: 0.4,
    enough: true,
  };
  expect(await monthsOf(3)).toEqual([
    { month: "2023-11", mention_count: 2, positive_count: 0, negative_count: 1, score: -0.5, enough: false },
    { month: "2023-12", mention_count: 0, positive_count: 0, negative_count: 0, score: null, enough: false },
    january,
  ]);
  expect(await monthsOf(1)).toEqual([january]);
  await other.stop();
});
