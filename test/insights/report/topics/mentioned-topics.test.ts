import { expect, test } from "bun:test";
import { findTopicMentions } from "../../../../src/insights/report/topics/mentioned-topics.ts";
import type { Analysis, Mark } from "../../../../src/model/analysis.ts";

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
  const found = findTopicMentions(analysisOf(sentences, marks), 3);
  expect(found.map(({ id, label, aspects, open, marks: of }) => [id, label, aspects, open, of.length])).toEqual([
    ["parking", "positive", ["care", "results"], true, 2],
    ["vertigo", "negative", ["billing"], false, 1],
  ]);
  expect(findTopicMentions(analysisOf(sentences, []), 3)).toEqual([]);
});

test("a topic is open if any of its sentences is", () => {
  const sentences = [sentence(0.9, [], true), sentence(0.9, [])];
  const [found] = findTopicMentions(analysisOf(sentences, [mark("topic", "pool", 0), mark("topic", "pool", 1)]), 5);
  expect(found?.open).toBe(true);
});
