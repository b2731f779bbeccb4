import { expect, test } from "bun:test";
import { engine } from "../../insights/test/loaded-engine.ts";
import { type AnalyzedReview, createReviewCache, NO_PHRASES } from "../../src/insights/analyzed-review.ts";
import type { InsightReview } from "../../src/insights/insight-review.ts";
import { ALL_TIME } from "../../src/insights/period.ts";
import type { QuoteCandidate } from "../../src/insights/quotes.ts";
import { joinAnalyses } from "../../src/insights/read-reviews.ts";
import { clearSentences, summaryFacts, supportOf } from "../../src/insights/summary/summary-facts.ts";
import { emptyTally } from "../../src/insights/tally.ts";
import type { Label } from "../../src/model/analysis.ts";
import { itemAt } from "../../src/model/basics/typed-array.ts";
import { demoReviews } from "./clinic.ts";
import { analysisOf, MADE_UP_PROFILE, type Sentence } from "./made-up-clinic.ts";

const cache = createReviewCache(engine, null);
const mentions = { technicians: [], services: [], service_areas: [] };

function read(id: string, sentences: Sentence[], changes: Partial<InsightReview> = {}): AnalyzedReview {
  const text = sentences.map((sentence) => sentence.text).join(" ");
  const review = { ...itemAt(demoReviews, 0), id, rating: 5, language: "en", translation: null, text, mentions };
  const found = cache.analyzedReview({ ...review, ...changes }, analysisOf(sentences));
  if (!found) throw new Error(`not read: ${text}`);
  return found;
}
const said = (text: string, score: number, ...aspects: string[]): Sentence => ({ text, score, aspects });
const shown = (citations: { review_id: string; text: string }[]) =>
  citations.map(({ review_id, text }) => `${review_id}: ${text}`);

test("the clearest sentences are cited: one of each review, the clearest first, then by the review's id", () => {
  const reviews = [
    read("b", [said("So so.", 0.3), said("Bad.", -0.7), said("Good.", 0.7)]),
    read("c", [said("Fine.", 0.4), said("Great.", 0.9)]),
    read("a", [said("Nice.", 0.7)]),
    read("d", [said("Good enough.", 0.5)]),
    read("e", [said("I came.", 0)]),
  ];
  const cited = (most: number) => shown(clearSentences(reviews, () => true, most));
  expect(cited(9)).toEqual(["c: Great.", "a: Nice.", "b: Bad.", "d: Good enough."]);
  expect(cited(2)).toEqual(["c: Great.", "a: Nice."]);
  expect(cited(1)).toEqual(["c: Great."]);
  const praise = clearSentences(reviews, ({ analysis }, at) => itemAt(analysis.sentences, at).score > 0, 9);
  expect(shown(praise)).toContain("b: Good.");
});

test("sentences about someone's health and translations are not cited", () => {
  const secret: Sentence = { text: "My diagnosis is known.", score: 0.9, private: true };
  const foreign = { language: "fr", translation: { text: "Great.", language: "en" } };
  const reviews = [
    read("a", [secret, said("Good.", 0.5)]),
    read("b", [secret]),
    read("c", [said("Great.", 1)], foreign),
  ];
  expect(shown(clearSentences(reviews, () => true, 9))).toEqual(["a: Good."]);
});

const candidate = (text: string, sentiment: Label, clarity: number, doubtful = false): QuoteCandidate => {
  const place = { review_id: `r${clarity}`, start: 0, end: text.length, sentiment };
  return { ...place, clarity, doubtful, quote: () => ({ ...place, text, score: 0, evidence: [] }) };
};
const CARE = { id: "care", label: "Care", now: emptyTally(), before: emptyTally() };
const mention = (review: AnalyzedReview, sentiment: Label, candidate: QuoteCandidate | null = null) => {
  return { review, aspect: "care", sentiment, candidate, phrases: NO_PHRASES };
};

test("a side has the clearest sentence that fits as its quote, which is cited first, then the clearest others", () => {
  const review = read("a", [said("Good.", 0.5, "care")]);
  const supportFrom = (most: number, ...candidates: QuoteCandidate[]) => {
    const mentions = candidates.map((one) => mention(review, one.sentiment, one));
    const { quote, citations } = supportOf({ ...CARE, mentions }, "positive", most);
    return [quote?.text, ...citations.map(({ text }) => text)];
  };
  const [fits, short] = [candidate("The staff was kind.", "positive", 0.4), candidate("So kind!", "positive", 0.9)];
  const [other, against] = [candidate("But they are kind.", "positive", 0.6), candidate("Not kind.", "negative", 1)];
  const doubtful = candidate("The staff is so very kind.", "positive", 0.95, true);
  expect(supportFrom(2, fits, short, other, against)).toEqual([fits, fits, short].map((one) => one.quote().text));
  expect(supportFrom(3, fits, short, other)).toEqual([fits, fits, short, other].map((one) => one.quote().text));
  expect(supportFrom(1, fits, short)).toEqual([fits, fits].map((one) => one.quote().text));
  expect(supportFrom(2, short, doubtful)).toEqual([undefined, "So kind!", "The staff is so very kind."]);
});

test("a side that no quote supports is cited by the clearest sentences that take it and are about the aspect", () => {
  const mentions = [
    mention(read("a", [said("The room is bad.", -0.9, "facility"), said("Care is poor.", -0.5, "care")]), "negative"),
    mention(read("b", [said("Care is good.", 0.9, "care"), said("Care is rude.", -0.4, "care")]), "negative"),
    mention(read("c", [said("Care is bad here.", -1, "care")]), "positive"),
  ];
  const { quote, citations } = supportOf({ ...CARE, mentions }, "negative", 3);
  expect([quote, shown(citations)]).toEqual([null, ["a: Care is poor.", "b: Care is rude."]]);
  const praised = [
    mention(read("b", [said("Care is bad.", -0.9, "care"), said("Care is fair.", 0.4, "care")]), "positive"),
  ];
  expect(shown(supportOf({ ...CARE, mentions: praised }, "positive", 3).citations)).toEqual(["b: Care is fair."]);
});

/** The facts of these reviews, each of one sentence or several, of all time. */
function factsOf(said: (Sentence | Sentence[])[], profile = MADE_UP_PROFILE) {
  const own = createReviewCache(engine, profile);
  const analyses = new Map(said.map((sentences, at) => [`r${at}`, analysisOf([sentences].flat())]));
  const reviews = said.map((sentences, at): InsightReview => {
    const text = [sentences]
      .flat()
      .map((sentence) => sentence.text)
      .join(" ");
    const technicians = profile.technicians.filter(({ aliases }) => aliases.some((name) => text.includes(name)));
    const named = { ...mentions, technicians: technicians.map(({ id, name }) => ({ id, name })) };
    return { ...itemAt(demoReviews, 0), id: `r${at}`, language: "en", translation: null, text, mentions: named };
  });
  const { columns, analyzed } = joinAnalyses(reviews, analyses, own);
  return summaryFacts({ engine, profile, period: ALL_TIME, reviews, columns, analyzed, aspects: [] });
}

test("two sentences of the larger side and one of praise that is rarer support the summary as a whole", () => {
  const [good, bad, fine] = [said("Good.", 0.5), said("Bad.", -0.6), said("Fine.", 0)];
  const cited = (...sentences: (Sentence | Sentence[])[]) => factsOf(sentences).both_sides.map(({ text }) => text);
  expect(cited(good, good, good, bad, bad, fine)).toEqual(["Good.", "Good.", "Bad."]);
  expect(cited(good, good, bad, bad, bad)).toEqual(["Good.", "Good.", "Bad.", "Bad."]);
  expect(cited(good, [said("Great.", 0.9), said("Awful.", -0.9)])).toEqual(["Good."]);
  expect(cited(fine)).toEqual([]);
});

test("people are those listed, most named first, and problems those that people come with", () => {
  const knee: Sentence = {
    text: "My knee is better.",
    score: 0.5,
    marks: ["problem knee knee", "problem knee better"],
  };
  const ben = said("Ben was kind.", 0.5);
  const { people, problems } = factsOf([said("Ana was kind.", 0.5), ben, knee, ben]);
  expect(people.map(({ name, reviews }) => [name, reviews.length])).toEqual([
    ["Ben Ortiz", 2],
    ["Ana Ruiz", 1],
  ]);
  expect([problems[0]?.id, problems[0]?.reviews.length, problems[1]?.reviews.length]).toEqual(["knee", 1, 0]);
  const [first, second] = MADE_UP_PROFILE.technicians;
  if (!first || !second) throw new Error("nobody is listed");
  const hidden = { ...MADE_UP_PROFILE, technicians: [first, { ...second, insights: false }] };
  expect(factsOf([ben], hidden).people.map(({ name }) => name)).toEqual(["Ana Ruiz"]);
});
