import { describe, expect, test } from "bun:test";
import { itemAt } from "../../src/model/basics/typed-array.ts";
import { demoReviews, insightsOf } from "./clinic.ts";
import { analysesOf, type DataSet, dataSets, documentOf } from "./data-sets.ts";

const documents = new Map(dataSets.map((set) => [set.name, documentOf(set)]));
const documentFor = ({ name }: DataSet) => {
  const document = documents.get(name);
  if (!document) throw new Error(`no document for ${name}`);
  return document;
};

/** A quote ends its sentence; other sentences end with a full stop before a capital letter or a digit. */
const sentencesOf = (summary: string): string[] => summary.split(/(?<=[.!]”?) (?=[A-Z0-9])/);
const quotesIn = (summary: string): string[] => Array.from(summary.matchAll(/“([^”]*)”/g), ([, text]) => text ?? "");

const MONTHS = "January February March April May June July August September October November December".split(" ");

/** Counts with loops of its own: nothing here comes from the code that writes the summary. */
function scan(set: DataSet) {
  const analyses = analysesOf(set);
  const from = documentFor(set).window.from ?? "0000";
  const labels = new Map(set.engine.taxonomy.taxonomy.aspects.map(({ id, label }) => [label.toLowerCase(), id]));
  const recent = set.reviews.filter(({ date }) => date >= from);
  const read = (review: (typeof set.reviews)[number]) => {
    const analysis = analyses.get(review.id);
    if (!analysis || analysis.language === "other") return null;
    const { language, translation } = review;
    const stated = language === "fr" ? (translation?.language ?? language) : language;
    return stated === null || stated === analysis.language ? analysis : null;
  };
  const texts = recent.filter((review) => read(review) !== null);
  const whole = (wanted: string[]) =>
    texts.filter((review) => wanted.includes(read(review)?.sentiment.label ?? "")).length;
  const about = (label: string, wanted: string | null, old: boolean) => {
    const id = labels.get(label.toLowerCase());
    return set.reviews.filter((review) => {
      const finding = read(review)?.aspects.find(({ aspect }) => aspect === id);
      return finding && review.date < from === old && (wanted === null || finding.sentiment === wanted);
    });
  };
  const problem = (name: string) => {
    const id = set.engine.taxonomy.taxonomy.problems.find((one) => one.name.toLowerCase() === name)?.id ?? "";
    return texts.filter((review) => read(review)?.problems.includes(id)).length;
  };
  return { recent, texts, whole, about, problem };
}

type Scan = ReturnType<typeof scan>;

/** What each sentence must say; null if it has no such form. */
const CHECKS: [RegExp, (parts: string[], found: Scan, set: DataSet) => (string | number)[]][] = [
  [
    /(\d+) reviews (?:have rated|rate) .+ ([\d.]+) out of 5 stars/,
    (_, { recent }) => {
      const sum = recent.reduce((all, { rating }) => all + rating, 0);
      return [recent.length, (Math.round((10 * sum) / recent.length) / 10).toFixed(1)];
    },
  ],
  [/all (\d+) reviews of .+ give (\d) stars?/, (_, { recent }) => [recent.length, recent[0]?.rating ?? 0]],
  [
    /of the (\d+) texts that could be read, (\d+) (?:is|are) positive and (\d+) negative/i,
    (_, { texts, whole }) => [texts.length, whole(["positive"]), whole(["negative"])],
  ],
  [
    /of the (\d+) texts that could be read, (\d+) (?:is|are) critical and only (\d+) positive/i,
    (_, { texts, whole }) => [texts.length, whole(["negative"]), whole(["positive"])],
  ],
  [/and (\d+) (?:is|are) mixed or neutral/, (_, { whole }) => [whole(["mixed", "neutral"])]],
  [/All (\d+) texts that could be read are positive/, (_, { whole }) => [whole(["positive"])]],
  [
    /(?:praise most|not all of them,)(?: is)? (.+): (\d+) of the (\d+) reviews that mention it are positive/,
    ([label = ""], { about }) => [label, about(label, "positive", false).length, about(label, null, false).length],
  ],
  [
    /(\d+) of them by people who gave three stars or fewer/,
    (_, { about }, set) => {
      const label = /(?:praise most|not all of them,)(?: is)? (.+?):/.exec(documentFor(set).summary)?.[1] ?? "";
      return [about(label, "positive", false).filter(({ rating }) => rating <= 3).length];
    },
  ],
  [
    /Complaints about (.+) (fell|rose) from (\d+) of (\d+) mentions before \w+ \d{4} to (\d+) of (\d+) since/,
    ([label = "", word = ""], { about }) => [
      label,
      word,
      about(label, "negative", true).length,
      about(label, null, true).length,
      about(label, "negative", false).length,
      about(label, null, false).length,
    ],
  ],
  [
    /(?:complaint is about|But) (.+?)(?: also gets the most complaints)?: (\d+) of the (\d+) reviews that mention it are critical/,
    ([label = ""], { about }) => [label, about(label, "negative", false).length, about(label, null, false).length],
  ],
  [
    /Of the (\d+) texts, (\d+) (?:is|are) in Spanish/,
    (_, { recent }) => [
      recent.filter(({ text }) => text !== null).length,
      recent.filter(({ language }) => language === "es").length,
    ],
  ],
  [/(\d+) reviews? ha(?:s|ve) stars only/, (_, { recent }) => [recent.filter(({ text }) => text === null).length]],
  [
    /(\d+) texts? could not be read/,
    (_, { recent, texts }) => [recent.filter(({ text }) => text !== null).length - texts.length],
  ],
  [
    /about (\d+) in 100 of the subjects/,
    (_, __, { engine }) => [Math.round(100 - engine.weights.header.figures.aspect_precision)],
  ],
];

describe.each(dataSets)("the summary of $name", (set) => {
  const { summary, summary_citations, date_range, window } = documentFor(set);
  const sentences = sentencesOf(summary);

  test("has four to seven sentences, each with a citation if there are texts", () => {
    expect(sentences.length).toBeGreaterThanOrEqual(4);
    expect(sentences.length).toBeLessThanOrEqual(7);
    const cited = new Set(summary_citations.map(({ sentence }) => sentence));
    for (const at of cited) expect(at).toBeLessThan(sentences.length);
    const unread = sentences.findIndex((sentence) => sentence.includes("which is not read here"));
    const expected = [...sentences.keys()].filter((at) => at !== unread);
    if (set.name !== "five stars without text") expect([...cited].sort()).toEqual(expected);
  });

  test("every number in it recomputes from the reviews", () => {
    const found = scan(set);
    let rest = summary.replace(/“[^”]*”/g, "");
    for (const [form, expected] of CHECKS) {
      const match = form.exec(rest);
      if (!match) continue;
      const [whole, ...parts] = match;
      expect(parts).toEqual(expected(parts, found, set).map(String));
      rest = rest.replace(whole, "");
    }
    for (const sentence of sentences) {
      const side = sentence.includes("speak well of") ? "positive" : sentence.includes("criticize") ? "negative" : null;
      for (const { label } of side ? set.engine.taxonomy.taxonomy.aspects : []) {
        const name = label.toLowerCase();
        const [text, part, all] = new RegExp(`\\b${name} \\((\\d+) of (\\d+)\\)`).exec(sentence) ?? [];
        if (!text) continue;
        const counted = [found.about(name, side, false).length, found.about(name, null, false).length];
        expect([name, part, all]).toEqual([name, ...counted.map(String)]);
        rest = rest.replace(text, "");
      }
      for (const { name } of sentence.includes("reasons for coming") ? set.engine.taxonomy.taxonomy.problems : []) {
        const [text, n] = new RegExp(`\\b${name.toLowerCase()} \\((\\d+)\\)`).exec(sentence) ?? [];
        if (!text) continue;
        expect([name, n]).toEqual([name, String(found.problem(name.toLowerCase()))]);
        rest = rest.replace(text, "");
      }
    }
    const then = /much as before \w+ \d{4} \((\d+) of (\d+)\)/.exec(rest);
    if (then) {
      const label = /complaint is about (.+?):/.exec(summary)?.[1] ?? "";
      expect([then[1], then[2]]).toEqual([
        String(found.about(label, "negative", true).length),
        String(found.about(label, null, true).length),
      ]);
      rest = rest.replace(then[0], "");
    }
    // What is left are names of people with their reviews, and months of the dates.
    const { technicians } = set.profile;
    for (const { name } of technicians) {
      const n = new RegExp(`${name} \\((\\d+) reviews?\\)`).exec(rest)?.[1];
      if (n)
        expect(found.texts.filter((one) => one.mentions.technicians.some((who) => who.name === name)).length).toBe(
          Number(n),
        );
      rest = rest.replace(`(${n} review`, "");
    }
    const dates = [date_range.earliest, date_range.latest, window.from].map((date) => {
      const [year = "", month = ""] = (date ?? "").split("-");
      return `${MONTHS[Number(month) - 1] ?? ""} ${year}`;
    });
    for (const date of dates) rest = rest.replaceAll(date, "");
    expect(rest.match(/\d+/g)).toBeNull();
  });

  test("has at most two short quotes, which make sense alone and are cited", () => {
    const quotes = quotesIn(summary);
    expect(quotes.length).toBeLessThanOrEqual(2);
    for (const quote of quotes) {
      expect(quote.split(/\s+/).length).toBeLessThanOrEqual(20);
      expect(quote).toMatch(/^[A-Z0-9¡¿"].*[.!]$/s);
      expect(quote).not.toMatch(/^(But|And|So|Then|She|He|It|They|This|That)\b/);
      expect(quote).not.toMatch(/\b(it|they|them)\b/i);
      expect(summary_citations.map(({ text }) => text)).toContain(quote);
    }
  });

  test("every citation is a slice of its review", () => {
    const texts = new Map(set.reviews.map(({ id, text }) => [id, text]));
    for (const { review_id, start, end, text } of summary_citations) {
      expect(texts.get(review_id)?.slice(start, end)).toBe(text);
    }
  });
});

test("different data give differently shaped summaries", () => {
  const shapes = dataSets.map((set) =>
    sentencesOf(documentFor(set).summary)
      .map((sentence) =>
        sentence
          .replace(/“[^”]*”/g, "")
          .split(" ")
          .filter((word) => /^[a-z]+$/.test(word))
          .slice(0, 6)
          .join(" "),
      )
      .join("|"),
  );
  expect(new Set(shapes).size).toBe(dataSets.length);
});

test("a clinic with more criticism than praise is described by its complaints first", () => {
  const [, , , bad] = dataSets;
  if (!bad) throw new Error("no data set");
  expect(bad.name).toBe("a bad clinic");
  expect(sentencesOf(documentFor(bad).summary)[1]).toStartWith("The most common complaint is about");
});

test("texts whose language nobody stated, or that are of a region, count in the language of their words", () => {
  const [spanish] = dataSets.filter(({ name }) => name === "mostly Spanish");
  if (!spanish) throw new Error("no data set");
  const reviews = spanish.reviews.map((review, at) =>
    review.language === "es" ? { ...review, language: at % 2 === 0 ? null : "es-MX" } : review,
  );
  const { summary, languages } = documentOf({ ...spanish, reviews });
  expect(summary).toContain(" Of the 38 texts, 30 are in Spanish. ");
  expect(languages).toEqual({ es: 15, "es-MX": 15, en: 8 });
});

test("a language of a fifth of the texts is named, and how its texts are read", () => {
  const mentions = { technicians: [], services: [], service_areas: [] };
  const review = { ...itemAt(demoReviews, 0), rating: 5, language: "en", translation: null, reply: null, mentions };
  const english = (n: number) =>
    Array.from({ length: n }, (_, at) => ({ ...review, id: `e${at}`, text: "The staff was kind." }));
  const german = { ...review, id: "g", language: "de", text: "Das Personal war freundlich." };
  const translated = { ...german, translation: { language: "en", text: "The staff was friendly." } };
  const told = (reviews: typeof demoReviews) =>
    sentencesOf(insightsOf(reviews, null).summary).filter((sentence) => sentence.includes("German"));
  expect(told([...english(4), german])).toEqual(["Of the 5 texts, 1 is in German, which is not read here."]);
  expect(told([...english(4), translated])).toEqual(["Of the 5 texts, 1 is in German, read in translation."]);
  expect(told([...english(5), german])).toEqual([]);
});

test("stars without texts say nothing about what people liked", () => {
  const [, , stars] = dataSets;
  if (!stars) throw new Error("no data set");
  expect(documentFor(stars).summary).toBe(
    "So far, all 60 reviews of Quiet Corner Physical Therapy give 5 stars. None of them has a text, so nothing here says what people liked or did not like. The first is from September 2025 and the newest from October 2026. Stars alone show how satisfied people were, not why.",
  );
});

test("a quote of the summary has 4 to 20 words, ends as a sentence, has nothing removed and makes sense alone", () => {
  const mentions = { technicians: [], services: [], service_areas: [] };
  const isQuoted = (text: string) => {
    const review = { ...itemAt(demoReviews, 0), rating: 5, language: "en", text, reply: null, mentions };
    const reviews = Array.from({ length: 8 }, (_, at) => ({ ...review, id: `r${at}` }));
    return insightsOf(reviews, null).summary.includes(`“${text}”`);
  };
  const long = (words: number) => `The staff was ${"very ".repeat(words - 6)}kind and helpful.`;
  expect(["The staff was kind.", "The staff was kind!", long(20)].map(isQuoted)).toEqual([true, true, true]);
  expect(["Very kind staff.", long(21), "The staff was kind and helpful"].map(isQuoted)).toEqual([false, false, false]);
  expect(["The staff at [phone] was kind.", "But the staff was kind."].map(isQuoted)).toEqual([false, false]);
});
