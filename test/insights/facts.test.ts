import { expect, test } from "bun:test";
import { engine } from "../../insights/test/loaded-engine.ts";
import { type AnalyzedReview, createReviewCache, groupSaid } from "../../src/insights/analyzed-review.ts";
import type { InsightReview } from "../../src/insights/insight-review.ts";
import { recentTime } from "../../src/insights/period.ts";
import { joinAnalyses } from "../../src/insights/read-reviews.ts";
import { clearSentences, summaryFacts } from "../../src/insights/summary/summary-facts.ts";
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

/** The facts of these reviews, each of one sentence or several. */
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
  const by_aspect = groupSaid(
    analyzed,
    (review) => review.aspects,
    ({ aspect }) => aspect,
  );
  const recent = recentTime(columns);
  return summaryFacts({ engine, profile, reviews, analyzed, aspects: [], by_aspect, recent, changes: new Map() });
}

test("two sentences of the larger side and one of praise that is rarer support the summary as a whole", () => {
  const [good, bad, fine] = [said("Good.", 0.5), said("Bad.", -0.6), said("Fine.", 0)];
  const cited = (...sentences: (Sentence | Sentence[])[]) => factsOf(sentences).both_sides.map(({ text }) => text);
  expect(cited(good, good, good, bad, bad, fine)).toEqual(["Good.", "Good.", "Bad."]);
  expect(cited(good, good, bad, bad, bad)).toEqual(["Good.", "Good.", "Bad.", "Bad."]);
  expect(cited(good, [said("Great.", 0.9), said("Awful.", -0.9)])).toEqual(["Good."]);
  expect(cited(fine)).toEqual([]);
});
