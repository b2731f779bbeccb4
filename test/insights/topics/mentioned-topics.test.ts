import { expect, test } from "bun:test";
import { findTopicMentions, type TopicAspects } from "../../../src/insights/topics/mentioned-topics.ts";
import type { Analysis, AspectFinding, Label, Mark } from "../../../src/model/analysis.ts";

const sentence = (score: number, aspects: string[], hidden = false) => ({
  start: 0,
  end: 1,
  score,
  words: 1,
  aspects,
  carries: false,
  private: hidden,
});
const mark = (kind: Mark["kind"], id: string, at: number): Mark => ({ kind, id, start: 0, end: 1, sentence: at });

const ANY: TopicAspects = new Map();

const analysisOf = (sentences: Analysis["sentences"], marks: Mark[]): Analysis => ({
  language: "en",
  sentiment: { label: "neutral", score: 0 },
  aspects: [],
  certainty: [],
  sentences,
  problems: [],
  marks,
  phrases: [],
});

test("topics and problems are mentions with the verdict and the aspects of their sentences; answers are none", () => {
  const sentences = [sentence(0.9, ["care", "results"]), sentence(-0.9, ["billing"], true), sentence(0.8, ["care"])];
  const marks = [
    mark("topic", "parking", 0),
    mark("yes", "takes-insurance", 0),
    mark("problem", "vertigo", 1),
    mark("no", "has-pool", 1),
    mark("about", "wheelchair", 2),
    mark("topic", "parking", 2),
  ];
  const found = findTopicMentions(analysisOf(sentences, marks), 3, ANY);
  expect(found.map(({ id, label, aspects, open, marks: of }) => [id, label, aspects, open, of.length])).toEqual([
    ["parking", "positive", ["care", "results"], true, 2],
    ["vertigo", "negative", ["billing"], false, 1],
  ]);
  expect(findTopicMentions(analysisOf(sentences, []), 3, ANY)).toEqual([]);
});

test("a topic is open if any of its sentences is", () => {
  const sentences = [sentence(0.9, [], true), sentence(0.9, [])];
  const marks = [mark("topic", "pool", 0), mark("topic", "pool", 1)];
  const [found] = findTopicMentions(analysisOf(sentences, marks), 5, ANY);
  expect(found?.open).toBe(true);
});

test("of a topic whose words take no side, its aspects speak if they agree; otherwise nothing is said", () => {
  const finding = (aspect: string, sentiment: Label): AspectFinding => ({
    ...{ aspect, sentiment, score: 0, start: 0, end: 1 },
    evidence: [],
  });
  const labelOf = (aspects: [string, Label][], of_sentence: string[], rating: number) => {
    const analysis = analysisOf([sentence(0.1, of_sentence)], [mark("topic", "parking", 0)]);
    const findings = aspects.map(([id, sentiment]) => finding(id, sentiment));
    return findTopicMentions({ ...analysis, aspects: findings }, rating, ANY)[0]?.label;
  };
  expect(labelOf([["facility", "negative"]], ["facility"], 5)).toBe("negative");
  expect(labelOf([["facility", "neutral"]], ["facility"], 5)).toBe("neutral");
  expect(labelOf([["facility", "mixed"]], ["facility"], 5)).toBe("neutral");
  expect(labelOf([["facility", "negative"]], [], 5)).toBe("neutral");
  const both: [string, Label][] = [
    ["facility", "negative"],
    ["care", "positive"],
  ];
  expect(labelOf(both, ["facility", "care"], 5)).toBe("neutral");
  expect(labelOf(both, ["care"], 1)).toBe("positive");
});

test("a sentence that is only about aspects of other topics does not mention the topic", () => {
  const sentences = [sentence(0.9, ["care"]), sentence(-0.9, ["punctuality", "care"]), sentence(-0.9, [])];
  const topics: TopicAspects = new Map([["waiting", ["punctuality"]]]);
  const counted = (...places: number[]) =>
    findTopicMentions(
      analysisOf(
        sentences,
        places.map((at) => mark("topic", "waiting", at)),
      ),
      3,
      topics,
    ).map(({ marks }) => marks.length);
  expect([counted(0), counted(1), counted(2), counted(0, 1, 2)]).toEqual([[], [1], [1], [2]]);
  expect(findTopicMentions(analysisOf(sentences, [mark("problem", "waiting", 0)]), 3, topics)).toHaveLength(1);
});
