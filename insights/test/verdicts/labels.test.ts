import { expect, test } from "bun:test";
import { analyze } from "../../engine/analyze.ts";
import { sigmoid } from "../../engine/arithmetic.ts";
import { balance, detectionMargin, labelOfSides, sidesOf, textSides } from "../../engine/fusion.ts";
import { labelOf as labelOfSums, withinLabel } from "../../engine/verdicts/label.ts";
import { engine } from "../loaded-engine.ts";

const sentimentOf = (text: string, aspect: string) =>
  analyze(engine, text).aspects.find((finding) => finding.aspect === aspect)?.sentiment;
const labelOf = (text: string) => analyze(engine, text).sentiment.label;

test("the label is the likeliest side", () => {
  expect(labelOfSides([0.4, 0.3, 0.2, 0.1])).toBe("positive");
  expect(labelOfSides([0.3, 0.4, 0.2, 0.1])).toBe("negative");
  expect(labelOfSides([0.3, 0.2, 0.4, 0.1])).toBe("neutral");
  expect(labelOfSides([0.3, 0.2, 0.1, 0.4])).toBe("mixed");
});

test("a side that is hardly likelier than its opposite is neutral, up to a balance of 0.05", () => {
  expect(labelOfSides([0.4201, 0.3799, 0.1, 0.1])).toBe("positive");
  expect(labelOfSides([0.4199, 0.3801, 0.1, 0.1])).toBe("neutral");
  expect(labelOfSides([0.3801, 0.4199, 0.1, 0.1])).toBe("neutral");
  expect(labelOfSides([21, 19, 1, 1])).toBe("positive");
});

test("by the sums alone, a text is neutral above one threshold or closer to 0 than another", () => {
  const { header } = engine.weights;
  const thresholds = { ...header.thresholds, neutral: 0.5, margin: 0.25 };
  const some = { ...engine, weights: { ...engine.weights, header: { ...header, thresholds } } };
  const labels = (...margins: [polarity: number, neutral: number][]) =>
    margins.map(([polarity, neutral]) => labelOfSums(some, { polarity, neutral }));
  expect(labels([0.25, 0], [0.24, 0], [-0.24, 0], [-0.25, 0])).toEqual(["positive", "neutral", "neutral", "negative"]);
  expect(labels([3, 0.01], [-3, 0.01], [3, -1], [-3, -1])).toEqual(["neutral", "neutral", "positive", "negative"]);
});

test("the balance goes from -1 to 1 and does not depend on the other two sides", () => {
  expect(balance([0.6, 0.2, 0.1, 0.1])).toBeCloseTo(0.5, 12);
  expect(balance([0.3, 0.1, 0.5, 0.1])).toBeCloseTo(0.5, 12);
  expect(balance([0, 0.5, 0.5, 0])).toBe(-1);
  expect(balance([0, 0, 1, 0])).toBe(0);
});

test("a score stays within what its label allows", () => {
  expect(withinLabel("neutral", -0.9)).toBe(-0.25);
  expect(withinLabel("mixed", 0.9)).toBe(0.5);
  expect(withinLabel("negative", -0.9)).toBe(-0.9);
  expect(withinLabel("positive", 1.5)).toBe(1);
});

const chanceOf = (words: number, net: number): number => sigmoid(detectionMargin(words, net));

test("the words and the net both tell whether a sentence has an aspect, and one word cannot decide against the net", () => {
  expect(chanceOf(0, 0)).toBe(0.5);
  expect(chanceOf(6, 0)).toBeCloseTo(0.8581, 4);
  expect(chanceOf(7, 0)).toBe(chanceOf(6, 0));
  expect(chanceOf(-7, 0)).toBe(chanceOf(-6, 0));
  expect(chanceOf(0, 1)).toBeCloseTo(0.6682, 4);
});

const rounded = (sides: number[]): number[] => sides.map((side) => Math.round(side * 1000) / 1000);

test("the words shift the sides that the net sees, for an aspect and for the text", () => {
  const net = {
    detection: new Float64Array(1),
    sides: Float64Array.of(0, 1, 0, -9),
    text: new Float64Array(4),
  };
  const place = { aspect: 0, aspects: 1 };
  expect(rounded(sidesOf(net, 0, place, { polarity: 0, neutral: -2 }))).toEqual([0.212, 0.576, 0.212, 0]);
  expect(rounded(sidesOf(net, 0, place, { polarity: 2, neutral: -2 }))).toEqual([0.5, 0.275, 0.225, 0]);
  expect(rounded(sidesOf(net, 0, place, { polarity: 0, neutral: 2 }))).toEqual([0.09, 0.245, 0.665, 0]);
  expect(rounded(textSides(net, 1, 5))).toEqual([0.563, 0.062, 0.187, 0.187]);
  expect(rounded(textSides(net, 1, 1))).toEqual([0.344, 0.171, 0.242, 0.242]);
  expect(textSides(net, 1, 8)).toEqual(textSides(net, 1, 7));
});

test("an aspect with one side in all its clauses is not mixed", () => {
  expect(sentimentOf("The pain is gone. My knee is so much better.", "results")).toBe("positive");
  expect(sentimentOf("The pain came back. My shoulder is no better.", "results")).toBe("negative");
});

test("a text that praises one thing and criticizes another as much is mixed", () => {
  expect(labelOf("Great therapist, terrible front desk. I really don't know how else to put it.")).toBe("mixed");
  expect(labelOf("My hip is better. My wallet is not.")).toBe("mixed");
  expect(labelOf("Good therapist, bad parking.")).toBe("mixed");
});

test("where the words say the opposite of the verdict, no evidence is shown", () => {
  const text = "My ankle was fat when I came and it's fat now.";
  expect(analyze(engine, text).aspects).toMatchObject([{ aspect: "results", sentiment: "negative", evidence: [] }]);
});
