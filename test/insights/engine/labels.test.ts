import { expect, test } from "bun:test";
import { analyze } from "../../../src/insights/engine/analyze.ts";
import { engine } from "../clinic.ts";

const sentimentOf = (text: string, aspect: string) =>
  analyze(engine, text).aspects.find((finding) => finding.aspect === aspect)?.sentiment;
const labelOf = (text: string) => analyze(engine, text).sentiment.label;

// The texts are close to the limits on purpose; the margin that decides is beside each.
test("an aspect is mixed if one clause praises it and another criticizes it, both by more than 2.5", () => {
  expect(
    sentimentOf(
      "I asked for the cash rate and got it, no fuss. Skilled therapists, but their billing is awful.",
      "billing",
    ),
  ).toBe("mixed"); // praise 2.5006
  expect(
    sentimentOf(
      "Staff friendly, building tired and in need of paint. He told my son to man up. My son is nine.",
      "care",
    ),
  ).not.toBe("mixed"); // praise 2.4966
  expect(
    sentimentOf("Polite, well spoken young people at check in. Ive had warmer welcomes at the DMV.", "front_desk"),
  ).toBe("mixed"); // criticism 2.5011
  expect(sentimentOf("In and out on time. Low copay, high waiting time.", "punctuality")).not.toBe("mixed"); // criticism 2.4907
});

test("an aspect with one side in all its clauses is not mixed", () => {
  expect(sentimentOf("The pain is gone. My knee is so much better.", "results")).toBe("positive");
  expect(sentimentOf("The pain came back. My shoulder is no better.", "results")).toBe("negative");
});

test("an undecided text that praises one aspect and criticizes another is mixed, up to a margin of 0.85", () => {
  expect(labelOf("Brian has magic hands. They would not give me a straight answer about the cost.")).toBe("mixed"); // 0.8499
  expect(
    labelOf("uncaring staff they act as if your bothering them Slept flat. Whole night. First time since the fusion."),
  ).toBe("positive"); // 0.8500
  expect(
    labelOf("My elbow doesn't hurt when I play tennis now. they cant keep to a schedule, always 30 min behind"),
  ).toBe("mixed"); // -0.8488
  expect(labelOf("Great results in a short time. A know-it-all with lousy people skills.")).toBe("negative"); // -0.8500
});

test("both the praise and the criticism of an undecided text must exceed a margin of 1.7", () => {
  expect(labelOf("Mistreated, misinformed and overcharged. Nicest therapists around")).toBe("mixed"); // praise 1.7009
  expect(
    labelOf(
      "The improvement has lasted, it's going on three years. they only care about your money and treat you like a number",
    ),
  ).not.toBe("mixed"); // praise 1.6983
  expect(
    labelOf("Slept nine hours last night, and on the bad hip. Laughed at me when I said I was scared of needles!!"),
  ).toBe("mixed"); // criticism 1.7042
  expect(labelOf("She could care less about you. I need the walker only outdoors these days.")).not.toBe("mixed"); // criticism 1.6985
});

test("a text whose words take both sides is mixed up to a margin of 2.9; beyond that it takes a side", () => {
  expect(labelOf("Pool is fantastic, locker rooms are gross.")).toBe("mixed"); // 2.8943
  expect(labelOf("She is nice enough but she doesn't really pay attention. Sweetest nurses on the planet.")).toBe(
    "positive",
  ); // 2.9016
  expect(labelOf("nice enough people but no one explained why i was doing any of it")).toBe("mixed"); // -2.8849
  expect(labelOf("Some days better, some days the same. I am not sure the therapy is doing much.")).toBe("negative"); // -2.9178
});

const LONG =
  "The receptionist at the front desk was rude to me on the very first day and also on the second day and on the third day, and she was just as rude to my wife and to my son and to the man who came in after us, but now my pain is finally gone";

test("a sentence of up to 240 characters is quoted whole; from a longer one, only the clause", () => {
  const quote = (text: string) => {
    const [results] = analyze(engine, text).aspects.filter(({ aspect }) => aspect === "results");
    return [text.length, results?.start, results?.end];
  };
  expect(quote(`${LONG}.`)).toEqual([240, 0, 240]);
  expect(quote(`${LONG}!!`)).toEqual([241, 208, 241]);
});
