import { describe, expect, test } from "bun:test";
import { itemAt } from "../../src/model/basics/typed-array.ts";
import type { InsightsDocument } from "../../src/model/insights-document.ts";
import { demoReviews, insightsOf } from "./clinic.ts";
import { dataSets, documentOf } from "./data-sets.ts";

const documents = new Map(dataSets.map((set) => [set.name, documentOf(set)]));

const quotesIn = (summary: string): string[] => Array.from(summary.matchAll(/“([^”]*)”/g), ([, text]) => text ?? "");
const bare = (summary: string): string => summary.replace(/“[^”]*”/g, "");
const wordsIn = (text: string): number => text.split(/\s+/).filter(Boolean).length;

/** The counts of the aspect with this label in a sentence. */
const aspectOf = ({ aspects }: InsightsDocument, label: string | undefined) =>
  aspects.find((one) => one.label.toLowerCase() === label?.toLowerCase());

describe.each([...documents])("the summary of %s", (name, document) => {
  const { headline, summary, summary_citations, review_count } = document;

  test("has a headline of twelve words, and at most 90 words and eight numbers", () => {
    expect(wordsIn(headline)).toBeLessThanOrEqual(12);
    expect(wordsIn(headline)).toBeGreaterThan(1);
    expect(wordsIn(summary)).toBeLessThanOrEqual(90);
    expect(bare(summary).match(/\d+(?:\.\d+)?/g)?.length ?? 0).toBeLessThanOrEqual(8);
  });

  test("counts what the document counts", () => {
    const [, reviews] = /^(\d+) reviews give /.exec(summary) ?? [];
    expect(Number(reviews)).toBe(review_count);
    const praise = /People praise (.+) most: (\d+) of the (\d+) reviews that mention it do/.exec(summary);
    const praised = aspectOf(document, praise?.[1]);
    expect([praise?.[2], praise?.[3]].map(Number)).toEqual(
      praise ? [praised?.positive_count, praised?.mention_count].map(Number) : [Number.NaN, Number.NaN],
    );
    const complaint = /complain most about (.+): (\d+) of (\d+) reviews/.exec(summary);
    const criticized = aspectOf(document, complaint?.[1]);
    expect([complaint?.[2], complaint?.[3]].map(Number)).toEqual(
      complaint ? [criticized?.negative_count, criticized?.mention_count].map(Number) : [Number.NaN, Number.NaN],
    );
    if (!praise && !complaint) expect(summary).toMatch(/single voices|None of them has a text/);
  });

  test("has at most two quotes of about one length, which make sense alone and are cited", () => {
    const quotes = quotesIn(summary);
    expect(quotes.length).toBeLessThanOrEqual(2);
    for (const quote of quotes) {
      expect(wordsIn(quote)).toBeLessThanOrEqual(14);
      expect(quote).toMatch(/^[A-Z0-9¡¿"].*[.!]$/s);
      expect(quote).not.toMatch(/^(But|And|So|Then|She|He|It|They|This|That)\b/);
      expect(summary_citations.map(({ text }) => text)).toContain(quote);
    }
    const [short = 1, long = 1] = quotes.map(({ length }) => length).sort((a, b) => a - b);
    expect(long / short).toBeLessThanOrEqual(1.5);
  });

  test("cites slices of the reviews", () => {
    const texts = new Map(
      dataSets.find((set) => set.name === name)?.reviews.map(({ id, text }) => [id, text] as const) ?? [],
    );
    for (const { review_id, start, end, text } of summary_citations)
      expect(texts.get(review_id)?.slice(start, end)).toBe(text);
  });
});

test("a clinic with more criticism than praise is described by its complaints first", () => {
  const bad = documents.get("a bad clinic");
  expect(bad?.headline).toStartWith("Criticized for ");
  expect(bad?.summary).toMatch(/on average\. They complain most about /);
});

const NOBODY = { technicians: [], services: [], service_areas: [] };
const reviewOf = (text: string | null, at: number, rating = 5) => ({
  ...{ ...itemAt(demoReviews, 0), id: `r${at}`, rating, language: text === null ? null : "en" },
  ...{ text, translation: null, reply: null, mentions: NOBODY },
});

test("few reviews are single voices, without shares", () => {
  const { headline, summary, strengths, concerns } = insightsOf(
    [
      reviewOf("The billing is a mess.", 0, 1),
      reviewOf("I waited an hour past my appointment.", 1, 1),
      reviewOf("The receptionist was rude.", 2, 1),
    ],
    null,
  );
  expect(headline).toBe("Too few agree to say what people think");
  expect(summary).toStartWith(
    "3 reviews give the clinic 1.0 of 5 stars on average. Too few to say what most people think; single voices criticize ",
  );
  expect(strengths).toEqual([]);
  expect(concerns).toEqual(["Too few to rank; single voices: Cost and insurance, Front desk and Waiting on the day"]);
});

test("without texts or reviews the summary says so", () => {
  const stars = insightsOf([reviewOf(null, 0), reviewOf(null, 1)], null);
  expect([stars.headline, stars.summary]).toEqual([
    "Stars only: nobody has written why",
    "2 reviews give the clinic 5.0 of 5 stars on average. None of them has a text, so nothing here says what people liked or did not like.",
  ]);
  const none = insightsOf([], null);
  expect([none.headline, none.summary]).toEqual(["No reviews yet", "There are no reviews yet."]);
});

test("reviews with words that are not read are not said to be of stars only", () => {
  const arabic = insightsOf([reviewOf("انتظرت ساعة كاملة ولم يعتذر أحد.", 0)], null);
  expect(arabic.headline).toBe("No summary: the program cannot read these comments");
});

test("one review is not called most of them", () => {
  expect(insightsOf([reviewOf("They were kind and listened to me.", 0)], null).headline).toBe("One review so far");
});

test("a language that is not read is named if a fifth of the texts are in it", () => {
  const english = (n: number) => Array.from({ length: n }, (_, at) => reviewOf("The staff was kind.", at));
  const german = { ...reviewOf("Das Personal war freundlich.", 99), language: "de" };
  const told = (n: number) =>
    insightsOf([...english(n), german], null).summary.includes("are in German and are not read");
  expect([told(4), told(5)]).toEqual([true, false]);
});

test("a quote of the summary has 4 to 14 words, ends as a sentence, has nothing removed and makes sense alone", () => {
  const isQuoted = (text: string) => {
    const reviews = Array.from({ length: 8 }, (_, at) => reviewOf(text, at));
    return insightsOf(reviews, null).summary.includes(`“${text}”`);
  };
  const long = (words: number) => `The staff was ${"very ".repeat(words - 6)}kind and helpful.`;
  expect(["The staff was kind.", "The staff was kind!", long(14)].map(isQuoted)).toEqual([true, true, true]);
  expect(["Very kind staff.", long(15), "The staff was kind and helpful"].map(isQuoted)).toEqual([false, false, false]);
  expect(["The staff at [phone] was kind.", "But the staff was kind."].map(isQuoted)).toEqual([false, false]);
});
