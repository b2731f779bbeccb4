import { expect, test } from "bun:test";
import { demoReviews, insightsOf } from "../clinic.ts";

const document = insightsOf(demoReviews);

test("aspects of the demonstration: reviews, positive, negative, mixed, score and its interval", () => {
  expect(
    document.aspects.map(({ id, mention_count, positive_count, negative_count, mixed_count, score, ci95 }) =>
      [id, mention_count, positive_count, negative_count, mixed_count, score, ...(ci95 ?? [])].join(" "),
    ),
  ).toEqual([
    "results 100 88 11 0 0.77 0.616 0.867",
    "care 74 53 18 2 0.473 0.253 0.647",
    "expertise 36 30 5 0 0.694 0.394 0.861",
    "billing 34 7 26 0 -0.559 -0.772 -0.232",
    "communication 30 15 14 1 0.033 -0.307 0.366",
    "punctuality 24 7 17 0 -0.417 -0.702 -0.017",
    "scheduling 21 7 14 0 -0.333 -0.656 0.093",
    "facility 18 12 6 0 0.333 -0.125 0.674",
    "front_desk 12 2 8 0 -0.5 -0.822 0.065",
  ]);
});

test("trends of the demonstration: months, reviews, score, score before, significant", () => {
  expect(
    document.aspects.map(({ id, trend }) =>
      [id, trend?.window_months, trend?.n, trend?.score, trend?.previous_score, trend?.significant].join(" "),
    ),
  ).toEqual([
    "results 6 33 0.652 0.8 false",
    "care 6 19 0.1 0.444 false",
    "expertise 12 16 0.778 1 false",
    "billing 6 11 -0.667 -1 false",
    "communication 12 17 0 -0.444 false",
    "punctuality 24 24 0 -0.833 true",
    "scheduling 24 21 -0.143 -0.714 false",
    "facility 24 18 0.333 0.333 false",
    "front_desk     ",
  ]);
  expect(document.temporal.trend).toBe("steady");
});

test("people, services and areas of the demonstration: reviews, positive, negative", () => {
  const { technicians, services, service_areas } = document.entities;
  const lines = [...technicians, ...services.slice(0, 4), ...service_areas.slice(0, 2)].map(
    ({ id, mention_count, positive_count, negative_count }) =>
      [id, mention_count, positive_count, negative_count].join(" "),
  );
  expect(lines).toEqual([
    "obinna-okafor 16 15 0",
    "priya-raman 16 15 0",
    "marcus-teller 10 10 0",
    "benjamin-achterberg 9 9 0",
    "rosalia-montes 9 9 0",
    "katherine-lindqvist 7 7 0",
    "post-surgical-rehab 8 4 3",
    "initial-evaluation 7 5 2",
    "aquatic-therapy 6 5 1",
    "dry-needling 5 3 2",
    "sable-point 3 3 0",
    "old-cannery 2 1 1",
  ]);
});

test("topics, strengths, concerns and the pull quote of the demonstration", () => {
  expect(
    document.topics.map(({ label, mention_count, score, aspect_ids }) => [label, mention_count, score, ...aspect_ids]),
  ).toEqual([
    ["front desk", 4, 0.095, "front_desk"],
    ["dry needling", 3, -0.449],
    ["fish tank", 3, -0.336],
    ["waiting room", 3, -0.19, "facility"],
  ]);
  expect(document.aspects.flatMap(({ top_phrases }) => top_phrases)).toEqual([
    "rotator cuff",
    "clear plan",
    "waiting room",
    "front desk",
  ]);
  expect(document.strengths).toEqual([
    "Results and recovery: 88 of 100 reviews positive",
    "Skill and knowledge: 30 of 36 reviews positive",
  ]);
  expect(document.concerns).toEqual([
    "Cost and insurance: 26 of 34 reviews critical",
    "Waiting on the day: 17 of 24 reviews critical",
  ]);
  expect(document.pull_quote).toBe("Best Christmas gift was being able to kneel in church again.");
});

test("the summary of the demonstration quotes the most praised aspects, then shared complaints", () => {
  expect(document.summary_citations.map(({ text }) => text)).toEqual([
    "went in walking like a question mark came out an exclamation point!",
    "When you're with the therapist it's excellent, she listens and adjusts.",
    "But then she gives you her whole attention, and she found in one evaluation what two other places had missed in a year (it was my hip, not my back).",
    "Straight talk, clear plan, no upselling.",
    "Nice clinic, shame about the billing.",
    "Thirty-eight minutes in the waiting room, twelve minutes with the PT, thirty with a college kid who didn't know my name or which knee.",
  ]);
});

test("the FAQ of the demonstration answers about every aspect, with quotes of both sides", () => {
  expect(document.faq.map(({ id, citations }) => [id, citations.length])).toEqual([
    ["about-results", 3],
    ["about-care", 3],
    ["about-expertise", 3],
    ["about-billing", 3],
    ["about-communication", 3],
    ["about-punctuality", 3],
    ["about-scheduling", 3],
    ["about-facility", 3],
    ["about-front_desk", 3],
  ]);
  expect(document.faq.find(({ id }) => id === "about-front_desk")?.citations.map(({ text }) => text)).toEqual([
    "The front desk is a joy.",
    "The desk said my insurance had changed its mind; my insurance said it had never been asked.",
    "When I showed the front desk their own email the answer was that the person who wrote it no longer works there.",
  ]);
  expect(document.languages).toEqual({ en: 170, es: 12, fr: 6 });
});
