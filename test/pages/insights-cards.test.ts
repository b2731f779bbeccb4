import { expect, test } from "bun:test";
import { renderInsightsPage } from "../../src/pages/insights-page.ts";
import type { Site } from "../../src/pages/parts/site.ts";
import { aggregateRating } from "../../src/render/reviews-json.ts";
import { harborReport } from "../harbor-clinic.ts";
import { SITE, SPANISH } from "./site.ts";

const INSIGHTS = await harborReport();
const INPUT = { site: SITE, aggregate_rating: aggregateRating([0, 0, 0, 1, 1], 2, 1), months: [], insights: INSIGHTS };
const [aspect] = INSIGHTS.aspects;
if (!aspect) throw new Error("the report has no aspect");
const page = renderInsightsPage(INPUT);

test("each card and line can be linked to", () => {
  expect(
    Array.from(page.matchAll(/<(?:div class="theme"|details class="line-card") id="([^"]*)">/g), ([, id]) => id),
  ).toEqual([
    ...["punctuality", "billing", "care", "results", "front_desk", "expertise", "facility", "communication"],
    ...INSIGHTS.entities.technicians
      .filter(({ mention_count }) => mention_count > 0)
      .map(({ id }) => `technician-${id}`),
    ...INSIGHTS.entities.services.filter(({ mention_count }) => mention_count > 0).map(({ id }) => `service-${id}`),
    ...INSIGHTS.topics.filter(({ label }) => label !== "front desk").map(({ id }) => `topic-${id}`),
  ]);
});

test("the best quotes of both sides are seen without opening, and those in the language of the page come first", () => {
  const [quote] = aspect.quotes;
  if (!quote) throw new Error("the aspect has no quote");
  const words = (text: string, sentiment: "positive" | "negative", language: string) => ({
    ...quote,
    text,
    sentiment,
    language,
  });
  const quotes = [
    words("Bad.", "negative", "en"),
    words("Good.", "positive", "en"),
    words("Bueno.", "positive", "es"),
    words("Better.", "positive", "en"),
  ];
  const best = (site: Site) =>
    Array.from(
      (
        /<div class="best">(.*?)<\/div>/s.exec(
          renderInsightsPage({ ...INPUT, site, insights: { ...INSIGHTS, aspects: [{ ...aspect, quotes }] } }),
        )?.[1] ?? ""
      ).matchAll(/dir="auto"[^>]*>([^<]*)</g),
      ([, text]) => text,
    );
  expect([best(SITE), best(SPANISH)]).toEqual([
    ["Good.", "Bad."],
    ["Bueno.", "Bad."],
  ]);
});

test("an answer shows the words of the business and quotes, without counts that lead nowhere", () => {
  const [quote] = aspect.quotes;
  if (!quote) throw new Error("the aspect has no quote");
  const entry = { id: "x", question: "Is it open?", reply_citations: [], citations: [quote] };
  const told = (answer: string, source: "profile" | "template" | "operator") =>
    /<div class="opened">(.*?)<\/div>(?:<p|<\/details)/s.exec(
      /<div class="questions">.*/s.exec(
        renderInsightsPage({ ...INPUT, insights: { ...INSIGHTS, faq: [{ ...entry, answer, source }] } }),
      )?.[0] ?? "",
    )?.[1];
  expect(told("Open Monday. 3 reviews speak of this: 2 yes. “Fine.”", "profile")).toContain(
    '<p dir="auto">Open Monday.</p><div class="quotes">',
  );
  expect(told("5 reviews speak of this.", "template")).toStartWith('<div class="quotes">');
  expect(told("We have 300 reviews.", "operator")).toContain("We have 300 reviews.");
});
