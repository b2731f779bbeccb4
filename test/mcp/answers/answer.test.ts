import { describe, expect, test } from "bun:test";
import type { InsightsDocument } from "../../../src/model/insights-document.ts";
import { harborSource } from "../../harbor-clinic.ts";
import { reviewRow, testProfile } from "../../rows.ts";
import { callTool, idNumbers, sendModern, startEndpoint, testSnapshot } from "../endpoint.ts";

describe("the size limit of an answer", () => {
  test("ends a page early, and the cursor continues: every review comes once, in order", async () => {
    // Many lengths, so that some page ends close to the limit.
    const rows = Array.from({ length: 400 }, (_, i) =>
      reviewRow(i + 1, { text: `"quoted" ${"word ".repeat(i % 97)}` }),
    );
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
      expect(page.matched).toBe(400);
      seen.push(...idNumbers(page.reviews));
      cursor = page.next_cursor ?? undefined;
      const note = `stopped after ${page.returned} reviews because of the size limit: call again with next_cursor as cursor`;
      expect(page.note).toBe(cursor === undefined ? undefined : note);
    } while (cursor !== undefined);
    expect(seen).toEqual(Array.from({ length: 400 }, (_, i) => 400 - i));
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
      ["search_reviews", { until: "2024-01-02", include: ["replies"] }],
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

  test("cuts only texts over the maximum, in every field", async () => {
    const rows = [
      reviewRow(1, {
        title: "t".repeat(8001),
        text: "x".repeat(8000),
        translation_text: "z".repeat(90_000),
        translation_language: "en",
      }),
    ];
    const big = startEndpoint(await testSnapshot({ rows }));
    const { review } = await callTool(big.url, "get_review", { id: "00000000000000000000000001" });
    expect([review.title, review.text]).toEqual([`${"t".repeat(8000)} […]`, "x".repeat(8000)]);
    expect(review.translation).toEqual({ language: "en", text: `${"z".repeat(8000)} […]` });
    await big.stop();
  });

  test("leaves out reviews if the facts take almost all of the room", async () => {
    const analyzed = ({ entities, ...report }: InsightsDocument) => {
      const technicians = entities.technicians.map((technician) => {
        const quotes = technician.quotes.slice(0, 1).map((quote) => ({ ...quote, text: "q".repeat(4400) }));
        return { ...technician, quotes: Array.from({ length: 8 }, () => quotes).flat() };
      });
      return { ...report, entities: { ...entities, technicians } };
    };
    const big = startEndpoint(await testSnapshot({ source: await harborSource(), analyzed }));
    const answer = await sendModern(big.url, "tools/call", { name: "get_technician", arguments: { name: "Ana Ruiz" } });
    expect(Buffer.byteLength(answer.text)).toBeLessThan(80_000);
    const { stars, newest_reviews } = answer.body.result.structuredContent;
    expect([stars.mention_count, newest_reviews]).toEqual([10, []]);
    await big.stop();
  });

  test("counts the filters, which are in the answer four times", async () => {
    const words = "é".repeat(200);
    const rows = Array.from({ length: 100 }, (_, i) => reviewRow(i + 1, { text: words }));
    const big = startEndpoint(await testSnapshot({ rows }));
    const given = { name: "search_reviews", arguments: { query: words, limit: 100 } };
    const answer = await sendModern(big.url, "tools/call", given);
    expect(Buffer.byteLength(answer.text)).toBeLessThan(80_000);
    expect(answer.body.result.structuredContent.matched).toBe(100);
    await big.stop();
  });

  test("counts the analysis of a review", async () => {
    const id = "00000000000000000000000001";
    const aspects = Array.from({ length: 1000 }, (_, i) => `custom-aspect-number-${i}`);
    const analyzed = (report: InsightsDocument): InsightsDocument => ({
      ...report,
      per_review: { [id]: { label: "positive", score: 1, aspects } },
    });
    const rows = [reviewRow(1, { text: "x".repeat(30_000) })];
    const big = startEndpoint(await testSnapshot({ rows, analyzed }));
    const answer = await sendModern(big.url, "tools/call", { name: "get_review", arguments: { id } });
    expect(Buffer.byteLength(answer.text)).toBeLessThan(80_000);
    expect(answer.body.result.structuredContent.analysis.aspects.length).toBe(1000);
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
    /** A thousand times as much as a real report says. */
    const analyzed = ({ aspects, faq, summary_citations, ...report }: InsightsDocument): InsightsDocument => {
      const long = <T extends { text: string }>(quotes: T[]) =>
        many(60, () => quotes.map((quote) => ({ ...quote, text: "word ".repeat(60) }))).flat();
      return {
        ...report,
        aspects: many(60, (i) =>
          aspects
            .slice(0, 1)
            .map((aspect) => ({ ...aspect, id: `a${i}`, label: `A${i}`, quotes: long(aspect.quotes).slice(0, 60) })),
        ).flat(),
        faq: many(300, (i) =>
          faq.slice(-1).map((entry) => ({
            ...entry,
            id: `${i}`,
            question: "q".repeat(100),
            answer: "a".repeat(500),
            citations: long(entry.citations).slice(0, 3),
          })),
        ).flat(),
        summary_citations: long(summary_citations).slice(0, 100),
      };
    };
    const big = startEndpoint(await testSnapshot({ source: { ...(await harborSource()), profile }, analyzed }));
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
    const { technicians, note } = await callTool(big.url, "get_technician");
    expect([technicians.length, note]).toEqual([150, "only the first 150 of 500 are listed"]);
    const { business, cut } = await callTool(big.url, "get_business");
    expect([business.technicians.length, business.services.length]).toEqual([100, 100]);
    expect(cut).toBe(
      "only the first 100 technicians, services and service areas are listed; /reviews.json has all of them",
    );
    const read = await sendModern(big.url, "resources/read", { uri: "reviews://insights" });
    expect(Buffer.byteLength(read.text)).toBeLessThan(80_000);
    await big.stop();
  });
});
