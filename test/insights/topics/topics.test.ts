import { expect, test } from "bun:test";
import { itemAt } from "../../../src/model/basics/typed-array.ts";
import { demoReviews, insightsOf } from "../clinic.ts";

const demo = itemAt(demoReviews, 0);
const reviewsOf = (texts: string[]) =>
  texts.map((text, i) => ({
    ...demo,
    id: String(i).padStart(26, "0"),
    rating: 5,
    language: "en",
    text,
    translation: null,
    mentions: { technicians: [], services: [], service_areas: [] },
  }));

test("a topic has enough reviews from five on", () => {
  const texts = [
    "The parking is easy and free of charge.",
    "Great parking right behind the building.",
    "I never had trouble to find parking here.",
    "There is plenty of parking, which I love.",
    "Free parking in front of the door, wonderful.",
  ];
  const parkingIn = (count: number) =>
    insightsOf(reviewsOf(texts.slice(0, count))).topics.find(({ id }) => id === "parking");
  expect(parkingIn(4)).toMatchObject({ mention_count: 4, enough: false });
  expect(parkingIn(5)).toMatchObject({ mention_count: 5, enough: true });
});

test("a summary cites a clear sentence of each side, not one without an opinion", () => {
  const kind = "The staff was wonderful and kind.";
  const rude = "The staff was rude and awful.";
  const praise = Array.from({ length: 4 }, () => `I came on a Tuesday. ${kind}`);
  const { summary_citations } = insightsOf([
    ...reviewsOf([...praise, `I came on a Monday. ${rude}`]).map((review, i) => ({ ...review, rating: i < 4 ? 5 : 1 })),
  ]);
  const cited = new Set(summary_citations.map(({ text }) => text));
  expect([cited.has(kind), cited.has(rude)]).toEqual([true, true]);
  expect([...cited].filter((text) => text.startsWith("I came"))).toEqual([]);
});

test("an aspect has enough reviews from five on", () => {
  const waitsOf = (count: number) =>
    insightsOf(reviewsOf(Array.from({ length: count }, () => "They start on time, every time."))).aspects.find(
      ({ id }) => id === "punctuality",
    );
  expect(waitsOf(4)).toMatchObject({ mention_count: 4, enough: false });
  expect(waitsOf(5)).toMatchObject({ mention_count: 5, enough: true });
});
