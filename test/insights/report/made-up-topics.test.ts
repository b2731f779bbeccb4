import { expect, test } from "bun:test";
import { buildInsightsDocument } from "../../../src/insights/report/report.ts";
import { itemAt } from "../../../src/model/typed-array.ts";
import { demoReviews, engine } from "../clinic.ts";
import { analysisOf, type Sentence } from "./made-up-clinic.ts";

const demo = itemAt(demoReviews, 0);

/** The topics of reviews of these sentences, each of another review, or of the sentences of each review. */
function topicsOf(said: (Sentence | Sentence[])[]) {
  const texts = said.map((one) => [one].flat());
  const reviews = texts.map((sentences, at) => ({
    ...demo,
    id: String(at).padStart(26, "0"),
    rating: 5,
    date: "2026-05-01",
    language: "en",
    translation: null,
    reply: null,
    text: sentences.map(({ text }) => text).join(" "),
    mentions: { technicians: [], services: [], service_areas: [] },
  }));
  const analyses = new Map(texts.map((sentences, at) => [itemAt(reviews, at).id, analysisOf(sentences)]));
  const input = { engine, profile: null, base_url: "https://reviews.example", generated_at: null };
  return buildInsightsDocument({ ...input, reviews, analyses }).topics;
}
const idsOf = (said: (Sentence | Sentence[])[]) => topicsOf(said).map(({ id }) => id);

/** Praise with a phrase, in other words each time. */
const praise = (key: string, at: number, changes: Partial<Sentence> = {}): Sentence => {
  const word = key.split(" ").at(-1);
  return {
    text: `The ${key} was wonderful on day ${at}.`,
    score: 0.8,
    aspects: ["facility"],
    phrases: [`- ${key} ${word}`],
    ...changes,
  };
};
const times = <T>(n: number, make: (at: number) => T) => Array.from({ length: n }, (_, at) => make(at));

test("a topic is told in three reviews in three ways", () => {
  expect(idsOf(times(3, (at) => praise("pool", at)))).toEqual(["pool"]);
  expect(idsOf(times(2, (at) => praise("pool", at)))).toEqual([]);
  expect(idsOf(times(6, (at) => praise("pool", at % 2)))).toEqual([]);
});

test("at most 25 topics are listed", () => {
  const all = times(3, (day) => times(26, (at) => praise(`thing${at + 10}`, day)));
  expect(idsOf(all)).toEqual(times(25, (at) => `thing${at + 10}`));
});

test("a topic is about the aspects of at least half of its sentences, and a topic about none is left out", () => {
  const about = (care: number) =>
    topicsOf(times(4, (at) => praise("pool", at, { aspects: at < care ? ["care", "facility"] : ["facility"] }))).map(
      ({ aspect_ids }) => aspect_ids,
    );
  expect([about(1), about(2)]).toEqual([[["facility"]], [["care", "facility"]]]);
  expect(idsOf(times(4, (at) => praise("pool", at, { aspects: at < 1 ? ["facility"] : [] })))).toEqual([]);
});

test("a longer phrase with three fifths of the uses replaces the shorter one in it", () => {
  const both = (shorter: number) => [
    ...times(3, (at) => praise("warm pool", at, { phrases: ["- warm pool pool", "- pool pool"] })),
    ...times(shorter, (at) => praise("pool", at)),
  ];
  expect([idsOf(both(2)), idsOf(both(3))]).toEqual([["warm-pool"], ["pool", "warm-pool"]]);
});

test("a phrase that the taxonomy's topics count in half of its uses is none of its own", () => {
  const parked = (marked: number) =>
    times(4, (at) => praise("parking", at, at < marked ? { marks: ["topic waiting parking"] } : {}));
  expect([idsOf(parked(1)), idsOf(parked(2))]).toEqual([["parking"], []]);
});

test("a topic of one letter is left out", () => {
  expect([idsOf(times(3, (at) => praise("x", at))), idsOf(times(3, (at) => praise("xy", at)))]).toEqual([[], ["xy"]]);
});
