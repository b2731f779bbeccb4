import { expect, test } from "bun:test";
import { engine } from "../../../insights/test/loaded-engine.ts";
import { buildInsightsDocument } from "../../../src/insights/insights-document.ts";
import { itemAt } from "../../../src/model/basics/typed-array.ts";
import type { Profile } from "../../../src/model/business.ts";
import { testProfile } from "../../rows.ts";
import { demoReviews } from "../clinic.ts";
import { analysisOf, type Sentence } from "../made-up-clinic.ts";

const demo = itemAt(demoReviews, 0);

/** The topics of reviews of these sentences, each of another review, or of the sentences of each review. */
function topicsOf(
  said: (Sentence | Sentence[])[],
  { rating = 5, dates = [], profile = null }: { rating?: number; dates?: string[]; profile?: Profile | null } = {},
) {
  const texts = said.map((one) => [one].flat());
  const reviews = texts.map((sentences, at) => ({
    ...demo,
    id: String(at).padStart(26, "0"),
    rating,
    date: dates[at] ?? "2026-05-01",
    language: "en",
    translation: null,
    reply: null,
    text: sentences.map(({ text }) => text).join(" "),
    mentions: { technicians: [], services: [], service_areas: [] },
  }));
  const analyses = new Map(texts.map((sentences, at) => [itemAt(reviews, at).id, analysisOf(sentences)]));
  const input = { engine, profile, base_url: "https://reviews.example", generated_at: null };
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
  const two_of_five = times(5, (at) => praise("pool", at, { aspects: at < 2 ? ["care", "facility"] : ["facility"] }));
  expect(topicsOf(two_of_five).map(({ aspect_ids }) => aspect_ids)).toEqual([["facility"]]);
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
    times(4, (at) => praise("parking", at, at < marked ? { marks: ["topic cleanliness parking"] } : {}));
  expect([idsOf(parked(1)), idsOf(parked(2))]).toEqual([["parking"], []]);
  const beside = times(3, (at) =>
    praise("pool", at, { text: `The poolside was nice ${at}.`, marks: ["topic cleanliness side"] }),
  );
  expect(idsOf(beside)).toEqual(["cleanliness", "pool"]);
});

test("a topic of one letter is left out", () => {
  expect([idsOf(times(3, (at) => praise("x", at))), idsOf(times(3, (at) => praise("xy", at)))]).toEqual([[], ["xy"]]);
});

test("the taxonomy's words for an aspect and the names of the staff are no topics", () => {
  const ana = times(3, (at) => praise("ana", at));
  expect([idsOf(ana), topicsOf(ana, { profile: testProfile() })]).toEqual([["ana"], []]);
  expect(idsOf(times(3, (at) => praise("pool", at, { phrases: ["facility pool pool"] })))).toEqual([]);
});

test("clear praise of a thing in reviews of one star is told; faint praise is not", () => {
  const sides = (rating: number, score: number) =>
    topicsOf(
      times(3, (at) => praise("pool", at, { score })),
      { rating },
    ).map(({ positive_count }) => positive_count);
  expect([sides(3, 0.6), sides(1, 0.6), sides(1, 0.7)]).toEqual([[3], [], [3]]);
});

test("quotes are of the last two years if five reviews of that time speak of the topic", () => {
  const quotedOf = (recent: number) => {
    const said = [
      ...times(recent, (at) => praise("pool", at, { score: 0.6 })),
      ...times(6 - recent, (at) => ({ text: `We were early ${at}.`, score: 0 })),
      ...times(3, (at) => praise("pool", 10 + at, { score: 0.95 })),
    ];
    const dates = said.map((_, at) => (at < 6 ? "2026-05-01" : "2019-05-01"));
    return topicsOf(said, { dates })[0]?.quotes.map(({ review_id }) => Number(review_id) < 6);
  };
  expect([quotedOf(5), quotedOf(4)]).toEqual([
    [true, true],
    [false, false],
  ]);
});
