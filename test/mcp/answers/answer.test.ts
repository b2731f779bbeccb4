import { describe, expect, test } from "bun:test";
import { reviewRow, testProfile } from "../../rows.ts";
import { idNumbers, sendModern, startEndpoint, testSnapshot } from "../endpoint.ts";
import insights from "../fixtures/insights.json";

describe("the size limit of an answer", () => {
  test("ends a page early, and the cursor continues: every review comes once, in order", async () => {
    const rows = Array.from({ length: 120 }, (_, i) => reviewRow(i + 1, { text: `"quoted" ${"words ".repeat(100)}` }));
    const big = startEndpoint(await testSnapshot({ rows }));
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const answer = await sendModern(big.url, "tools/call", {
        name: "search_reviews",
        arguments: { limit: 100, cursor },
      });
      expect(Buffer.byteLength(answer.text)).toBeLessThan(80_000);
      const page = answer.body.result.structuredContent;
      expect(page.matched).toBe(120);
      seen.push(...idNumbers(page.reviews));
      cursor = page.next_cursor ?? undefined;
      const note = `stopped after ${page.returned} reviews because of the size limit: call again with next_cursor as cursor`;
      expect(page.note).toBe(cursor === undefined ? undefined : note);
    } while (cursor !== undefined);
    expect(seen).toEqual(Array.from({ length: 120 }, (_, i) => 120 - i));
    await big.stop();
  });

  test("cuts a text that is too long for any answer, marks the cut, and never cuts a character in half", async () => {
    const rows = [
      reviewRow(1, {
        text: `${"x".repeat(7999)}${"🙂".repeat(40_000)}`,
        reply_text: "y".repeat(90_000),
        reply_state: "published",
      }),
      reviewRow(2),
    ];
    const big = startEndpoint(await testSnapshot({ rows }));
    for (const [name, given] of [
      ["get_review", { id: "00000000000000000000000001" }],
      ["search_reviews", { until: "2024-01-02" }],
    ] as const) {
      const answer = await sendModern(big.url, "tools/call", { name, arguments: given });
      expect(Buffer.byteLength(answer.text)).toBeLessThan(80_000);
      const { structuredContent } = answer.body.result;
      const review = structuredContent.review ?? structuredContent.reviews[0];
      expect(review.text).toEndWith(" […]");
      expect(review.text.isWellFormed()).toBe(true);
      expect(review.owner_reply.text).toEndWith(" […]");
      expect(review.cut).toBe(
        "texts longer than 8000 characters are cut at […]; the whole review is at http://localhost:8080/reviews/00000000000000000000000001",
      );
    }
    await big.stop();
  });

  test("holds for a profile and an analysis of any size", async () => {
    const many = <T>(count: number, item: (i: number) => T) => Array.from({ length: count }, (_, i) => item(i));
    const profile = testProfile({
      technicians: many(500, (i) => ({
        id: `t${i}`,
        name: `Technician number ${i}`,
        title: "PT",
        aliases: [],
        insights: true,
      })),
      services: many(500, (i) => ({
        id: `s${i}`,
        name: `Service number ${i}`,
        description: "d".repeat(2000),
        aliases: [],
      })),
    });
    const quote = {
      review_id: "00000000000000000000000001",
      start: 0,
      end: 1,
      text: "word ".repeat(60),
      sentiment: "positive",
      score: 1,
    };
    const [aspect] = insights.aspects;
    const huge = {
      ...insights,
      aspects: many(60, (i) => ({ ...aspect, id: `a${i}`, label: `A${i}`, quotes: many(60, () => quote) })),
      faq: many(300, (i) => ({
        id: `${i}`,
        question: "q".repeat(100),
        answer: "a".repeat(500),
        source: "operator",
        citations: [quote, quote, quote],
      })),
      summary_citations: many(100, () => quote),
    };
    const big = startEndpoint(await testSnapshot({ profile, insights: huge }));
    for (const [name, given] of [
      ["get_business", {}],
      ["get_summary", {}],
      ["get_technician", {}],
      ["get_service", {}],
      ["get_aspect_sentiment", {}],
      ["get_aspect_sentiment", { aspect: "a1" }],
      ["get_trends", {}],
      ["get_technician", { technician: "nobody" }],
    ] as const) {
      const answer = await sendModern(big.url, "tools/call", { name, arguments: given });
      expect([name, Buffer.byteLength(answer.text) < 80_000]).toEqual([name, true]);
    }
    const read = await sendModern(big.url, "resources/read", { uri: "reviews://insights" });
    expect(Buffer.byteLength(read.text)).toBeLessThan(80_000);
    await big.stop();
  });
});
