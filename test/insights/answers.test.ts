import { expect, test } from "bun:test";
import { engine } from "../../insights/test/loaded-engine.ts";
import { findAnswers } from "../../src/insights/faq/answers.ts";
import { buildInsightsDocument } from "../../src/insights/insights-document.ts";
import { itemAt } from "../../src/model/basics/typed-array.ts";
import { demoReviews } from "./clinic.ts";
import { analysisOf } from "./made-up-clinic.ts";

const question = (id: string, changes: { facts?: boolean; aspects?: string[] } = {}) => ({
  ...{ id, question: `About ${id}?`, yes: [], no: [], about: [], replies: [] },
  ...{ aspects: [], facts: false, profile: null, service: null, ...changes },
});
const QUESTIONS = [question("q"), question("fact", { facts: true }), question("care-only", { aspects: ["care"] })];

/** What a review of these sentences answers: the question, its side, and the words that may be quoted with their side. */
function answersOf(rating: number, ...sentences: Parameters<typeof analysisOf>[0]) {
  const text = sentences.map((sentence) => sentence.text).join(" ");
  const review = { ...itemAt(demoReviews, 0), rating, language: "en", translation: null, text };
  return findAnswers(QUESTIONS, review, text, analysisOf(sentences)).map(({ id, side, candidate }) => [
    id,
    side,
    candidate && [candidate.quote().text, candidate.sentiment],
  ]);
}
const said = (text: string, score: number, ...marks: string[]) => ({ text, score, marks });

test("words about a question have a side from a score of 0.5 on, and 0.6 or 0.7 against the stars; from 0.6 they are quoted", () => {
  const parking = (rating: number, score: number) =>
    answersOf(rating, said("Parking was so.", score, "about q Parking"));
  const quoted = (side: string) => [["q", side, ["Parking was so.", side]]];
  const counted = (side: string) => [["q", side, null]];
  expect([parking(3, 0.49), parking(3, -0.49)]).toEqual([quoted("neutral"), quoted("neutral")]);
  expect([parking(3, 0.5), parking(3, -0.59)]).toEqual([counted("positive"), counted("negative")]);
  expect([parking(3, 0.6), parking(3, -0.6)]).toEqual([quoted("positive"), quoted("negative")]);
  expect([parking(5, -0.59), parking(5, -0.6)]).toEqual([quoted("neutral"), quoted("negative")]);
  expect([parking(1, 0.69), parking(1, 0.7)]).toEqual([quoted("neutral"), quoted("positive")]);
});

test("yes and no are sides of the question, whatever the words praise", () => {
  const yes = said("They rushed me.", -0.8, "yes q rushed");
  const no = said("I was not rushed.", 0.1, "no q not");
  expect(answersOf(5, yes)).toEqual([["q", "positive", ["They rushed me.", "positive"]]]);
  expect(answersOf(1, no)).toEqual([["q", "negative", ["I was not rushed.", "negative"]]]);
  expect(answersOf(3, yes, no)).toEqual([["q", "mixed", ["They rushed me.", "mixed"]]]);
});

test("of a yes and a no in one sentence the longer counts; of equal length, the no", () => {
  const both = (yes: string, no: string) =>
    answersOf(3, said("I was hardly ever rushed.", 0.5, `yes q ${yes}`, `no q ${no}`));
  expect(both("rushed", "hardly")[0]?.[1]).toBe("negative");
  expect(both("rushed", "ever")[0]?.[1]).toBe("positive");
  expect(both("ever", "rushed")[0]?.[1]).toBe("negative");
  // In another sentence, and beside words that only touch the question, each counts.
  expect(answersOf(3, said("I felt rushed.", 0, "yes q rushed"), said("Hardly ever.", 0, "no q Hardly"))[0]?.[1]).toBe(
    "mixed",
  );
  expect(answersOf(3, said("They rushed me through parking.", 0, "yes q rushed", "about q parking"))[0]?.[1]).toBe(
    "positive",
  );
});

test("a question of fact has no sides", () => {
  expect(answersOf(1, said("It took six visits.", -0.5, "yes fact six"))).toEqual([
    ["fact", "neutral", ["It took six visits.", "positive"]],
  ]);
});

test("a question that is about some aspects is answered only by sentences about one of them", () => {
  const mother = { text: "They treated my mother.", score: 0.9, marks: ["yes care-only mother"] };
  expect(answersOf(5, { ...mother, aspects: ["results"] })).toEqual([]);
  expect(answersOf(5, { ...mother, aspects: ["results", "care"] })[0]?.[1]).toBe("positive");
});

test("a review without such words answers nothing", () => {
  expect(answersOf(5, said("It was fine.", 0.3))).toEqual([]);
});

test("an answer is quoted from 12 characters on", () => {
  const answerOf = (text: string) => {
    const sentence = { text, score: 0.5, marks: ["yes same-therapist My"] };
    const reviews = ["a", "b", "c"].map((id) => ({ ...itemAt(demoReviews, 0), id, rating: 5, language: "en", text }));
    const analyses = new Map(reviews.map(({ id }) => [id, analysisOf([sentence])]));
    const input = { engine, profile: null, base_url: "https://reviews.example", generated_at: null };
    const { faq } = buildInsightsDocument({ ...input, reviews, analyses });
    return faq.find(({ id }) => id === "same-therapist")?.citations.map((one) => one.text);
  };
  expect([answerOf("My old hero."), answerOf("My old man.")]).toEqual([["My old hero."], undefined]);
});
