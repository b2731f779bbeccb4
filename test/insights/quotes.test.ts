import { expect, test } from "bun:test";
import { fitsPerson, pickQuotes, type QuoteCandidate } from "../../src/insights/quotes.ts";
import { count, emptyTally } from "../../src/insights/tally.ts";
import { itemAt } from "../../src/model/basics/typed-array.ts";
import { demoReviews, insightsOf } from "./clinic.ts";

const review = itemAt(demoReviews, 0);
const mentions = { technicians: [{ id: "priya-raman", name: "Priya Raman" }], services: [], service_areas: [] };

const quotesAbout = (text: string, rating = 5) =>
  insightsOf([{ ...review, rating, language: "en", text, mentions }]).entities.technicians.flatMap(({ quotes }) =>
    quotes.map((quote) => quote.text),
  );

test("a quote has at least 20 characters", () => {
  expect(quotesAbout("Priya is so amazing!")).toEqual(["Priya is so amazing!"]);
  expect(quotesAbout("Priya is so amazing")).toEqual([]);
});

const LONG =
  "Priya is the best and kindest therapist that I have ever met in all of my long life, and she listened to every word, and she explained every exercise, and she never rushed me, and she was always good";

test("a quote has at most 200 characters", () => {
  expect(quotesAbout(`${LONG}.`).map(({ length }) => length)).toEqual([200]);
  expect(quotesAbout(`${LONG}!!`)).toEqual([]);
});

test("questions and redacted text are not quoted; praise with two stars is, if nothing else is there", () => {
  expect(quotesAbout("Priya is so amazing, is she not?")).toEqual([]);
  expect(quotesAbout("Priya is so amazing, call [phone].")).toEqual([]);
  expect(quotesAbout("Priya is so amazing!", 3)).toEqual(["Priya is so amazing!"]);
  expect(quotesAbout("Priya is so amazing!", 2)).toEqual(["Priya is so amazing!"]);
});

test("an aspect is quoted only if the score of its sentence agrees with it, and from reviews whose stars agree first", () => {
  const quotesOf = (aspect: string, text: string, rating: number, more: typeof demoReviews = []) => {
    const mentions = { technicians: [], services: [], service_areas: [] };
    const { aspects } = insightsOf([{ ...review, rating, language: "en", text, mentions }, ...more]);
    return aspects.filter(({ id }) => id === aspect).flatMap(({ quotes }) => quotes.map((quote) => quote.text));
  };
  const rude = "The receptionist was rude and impatient.";
  expect(quotesOf("front_desk", rude, 3)).toEqual([rude]);
  // Nobody else speaks for this side, which all reviews take.
  expect(quotesOf("front_desk", rude, 4)).toEqual([rude]);
  const clearer = "The receptionist was unfriendly and rude to me.";
  const others = Array.from({ length: 4 }, (_, at) => ({
    ...review,
    id: `r${at}`,
    rating: 2,
    language: "en",
    text: clearer,
    mentions: { technicians: [], services: [], service_areas: [] },
  }));
  // The same words are quoted once.
  expect(quotesOf("front_desk", rude, 4, others)).toEqual([clearer, rude]);
  const slow = "Slower results than I wanted, 16 weeks where I'd budgeted 10.";
  expect(quotesOf("results", slow, 2)).toEqual([slow]);
  const fat = "My ankle was fat when I came and it's fat now.";
  expect(quotesOf("results", fat, 2)).toEqual([fat]);
});

const candidate = (review_id: string, sentiment: QuoteCandidate["sentiment"], clarity: number): QuoteCandidate => {
  const place = { review_id, start: 0, end: 30, sentiment };
  const text = `The words of ${review_id} are a quote.`;
  const quote = () => ({ ...place, text, score: 0, evidence: [] });
  return { ...place, clarity, doubtful: false, divided: false, saysAlone: () => true, quote };
};
const picked = (candidates: QuoteCandidate[], most: number) => {
  const tally = emptyTally();
  for (const { sentiment } of candidates) count(tally, sentiment);
  return pickQuotes(candidates, tally, { most }).map(({ review_id }) => review_id);
};
const positive = (n: number) => Array.from({ length: n }, (_, at) => candidate(`p${at}`, "positive", 1 - at / 10));

test("the clearest quotes come first; of equally clear ones, the smaller review id", () => {
  expect(
    picked([candidate("b", "positive", 0.5), candidate("a", "positive", 0.5), candidate("c", "positive", 0.9)], 2),
  ).toEqual(["c", "a"]);
});

test("criticism gets its share of the quotes, and at least one from a fifth of the reviews on", () => {
  expect(picked([...positive(4), candidate("n", "negative", 0.1)], 2)).toEqual(["p0", "n"]);
  expect(picked([...positive(5), candidate("n", "negative", 0.1)], 2)).toEqual(["p0", "p1"]);
  const half = [candidate("m", "negative", 0.2), candidate("n", "negative", 0.1)];
  expect(picked([...positive(2), ...half], 4)).toEqual(["p0", "p1", "m", "n"]);
});

test("if no review takes a side, the clearest neutral quote is used alone", () => {
  expect(picked([candidate("x", "neutral", 0.1), candidate("y", "mixed", 0.2)], 4)).toEqual(["y"]);
});

test("praise that its stars contradict is quoted only if a fifth of the reviews praise", () => {
  const doubtful = { ...candidate("d", "positive", 1), doubtful: true };
  const negative = (n: number) => Array.from({ length: n }, (_, at) => candidate(`n${at}`, "negative", 0.5));
  expect(picked([doubtful, ...negative(4)], 4)).toEqual(["d", "n0", "n1", "n2"]);
  expect(picked([doubtful, ...negative(5)], 4)).toEqual(["n0", "n1", "n2"]);
});

test("the 300 clearest are looked at", () => {
  const asking = (n: number) =>
    Array.from({ length: n }, (_, at): QuoteCandidate => {
      const one = candidate(`a${at}`, "positive", 1);
      return { ...one, quote: () => ({ ...one.quote(), text: "Is this the best place in town?" }) };
    });
  expect(picked([...asking(299), candidate("p", "positive", 0.5)], 1)).toEqual(["p"]);
  expect(picked([...asking(300), candidate("p", "positive", 0.5)], 1)).toEqual([]);
});

test("a sentence about one thing comes before a clearer one about several", () => {
  const several = { ...candidate("s", "positive", 0.9), divided: true };
  expect(picked([several, candidate("o", "positive", 0.5)], 2)).toEqual(["o", "s"]);
  // Doubt counts more.
  expect(picked([several, { ...candidate("o", "positive", 0.5), doubtful: true }], 2)).toEqual(["s", "o"]);
});

test("what does not say it alone is not quoted", () => {
  const vague = { ...candidate("v", "positive", 0.9), saysAlone: () => false };
  expect(picked([vague, candidate("o", "positive", 0.5)], 2)).toEqual(["o"]);
});

test("only what makes sense alone is quoted, below a name also what begins with a pronoun, and each review once", () => {
  const saying = (review_id: string, clarity: number, text: string): QuoteCandidate => {
    const one = candidate(review_id, "positive", clarity);
    return { ...one, quote: () => ({ ...one.quote(), text }) };
  };
  const she = saying("x", 0.9, "She is the best of them all.");
  expect(picked([she, candidate("y", "positive", 0.5)], 1)).toEqual(["y"]);
  expect(picked([she, candidate("y", "positive", 0.5)], 2)).toEqual(["y"]);
  const tally = { ...emptyTally(), positive: 1 };
  expect(pickQuotes([she], tally, { most: 1, fits: fitsPerson }).map(({ text }) => text)).toEqual([
    "She is the best of them all.",
  ]);
  const then = saying("x", 0.9, "Then it got better.");
  expect(pickQuotes([then], tally, { most: 1, fits: fitsPerson })).toEqual([]);
  expect(picked([she, saying("x", 0.5, "The pool is warm and clean.")], 2)).toEqual(["x"]);
  const twice = [candidate("y", "positive", 0.9), saying("y", 0.8, "The pool is warm and clean.")];
  expect(picked([...twice, candidate("z", "positive", 0.5)], 2)).toEqual(["y", "z"]);
});

test("a clause that continues its sentence is not quoted", () => {
  const torso: QuoteCandidate = {
    ...candidate("t", "positive", 1),
    quote: () => ({ ...candidate("t", "positive", 1).quote(), text: "and because the pool is so warm." }),
  };
  expect(picked([torso, candidate("w", "positive", 0.5)], 2)).toEqual(["w"]);
});
