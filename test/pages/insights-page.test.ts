import { expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { renderInsightsPage } from "../../src/pages/insights-page.ts";
import { harborReport } from "../harbor-clinic.ts";
import { openRandom } from "../random.ts";
import { SPANISH } from "./site.ts";

const INSIGHTS = await harborReport();
const INPUT = {
  site: {
    base_url: "https://reviews.example",
    demonstration: false,
    structured_data: "business" as const,
    business: null,
    license: null,
  },
  aggregate_rating: {
    rating_value: 4.5,
    rating_count: 2,
    review_count: 2,
    best_rating: 5 as const,
    worst_rating: 1 as const,
    distribution: { 1: 0, 2: 0, 3: 0, 4: 1, 5: 1 },
    verification_levels: { business: 1, account: 1 },
  },
  months: [],
  insights: INSIGHTS,
};
const NOBODY = { technicians: [], services: [], service_areas: [], problems: [] };
const [aspect] = INSIGHTS.aspects;
if (!aspect) throw new Error("the report has no aspect");

const page = renderInsightsPage(INPUT);

test("the page says who reads, and counts nothing that it cannot show", () => {
  expect(page).toContain("A program on this server reads the reviews.");
});

test("health problems are spoken of only where reviews name some", () => {
  const without = renderInsightsPage({ ...INPUT, insights: { ...INSIGHTS, entities: NOBODY } });
  expect(without).not.toContain("medical advice");
  const [problem] = INSIGHTS.entities.technicians;
  const entities = { ...NOBODY, problems: problem ? [problem] : [] };
  expect(renderInsightsPage({ ...INPUT, insights: { ...INSIGHTS, entities } })).toContain("medical advice");
});

test("one review is enough for the chart, which shows the last five years", () => {
  const months = Array.from({ length: 70 }, (_, at) => {
    const month = `${2020 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, "0")}`;
    return { month, review_count: 5, average_rating: 4 };
  });
  const monthsShown = (rating_count: number) =>
    renderInsightsPage({ ...INPUT, months, aggregate_rating: { ...INPUT.aggregate_rating, rating_count } }).match(
      /<a class="month"/g,
    )?.length;
  expect([monthsShown(1), monthsShown(0)]).toEqual([60, undefined]);
});

test("only a significant trend is mentioned, as better or as worse", () => {
  const told = (of: string) =>
    page.split(`Opinions were ${of} in the last 6 months than in the 6 months before.`).length - 1;
  expect([told("better"), told("worse")]).toEqual([1, 1]); // of waiting and of cost
  const trend = { window_months: 12, score: 0.1, previous_score: 0.4, n: 40, significant: true };
  const changed = (significant: boolean) =>
    renderInsightsPage({
      ...INPUT,
      insights: { ...INSIGHTS, aspects: [{ ...aspect, trend: { ...trend, significant } }] },
    }).match(/Opinions were [^.]*\./g);
  expect(changed(true)).toEqual(["Opinions were worse in the last 12 months than in the 12 months before."]);
  expect(changed(false)).toBeNull();
});

test("an aspect with too few reviews says so; an aspect without reviews is left out", () => {
  const few = renderInsightsPage({ ...INPUT, insights: { ...INSIGHTS, topics: [], entities: NOBODY } });
  expect(few.match(/These are too few reviews to draw a conclusion\./g)).toHaveLength(3); // of three aspects
  const silent = { ...aspect, label: "Parking", mention_count: 0 };
  expect(renderInsightsPage({ ...INPUT, insights: { ...INSIGHTS, aspects: [aspect, silent] } })).not.toContain(
    "Parking",
  );
});

test("a person with fewer than five reviews says so; one whom no review mentions is left out", () => {
  const [person] = INSIGHTS.entities.technicians;
  if (!person) throw new Error("the report has no technician");
  const people = [4, 5, 0].map((mention_count) => ({ ...person, name: `Person ${mention_count}`, mention_count }));
  const entities = { technicians: people, services: [], service_areas: [], problems: [] };
  const shown = renderInsightsPage({ ...INPUT, insights: { ...INSIGHTS, aspects: [], topics: [], entities } });
  const few = "These are too few reviews to draw a conclusion.";
  const average = `Average rating of these reviews: ${(person.average_rating ?? 0).toFixed(1)}.`;
  expect(Array.from(shown.matchAll(/<p class="note">([^<]+)</g), ([, note]) => note).slice(0, 2)).toEqual([
    `${few} ${average}`,
    average,
  ]);
  expect(shown.match(/<div class="lines">/g)).toHaveLength(1);
  expect(["Person 4", "Person 5", "Person 0"].map((name) => shown.includes(name))).toEqual([true, true, false]);
});

test("the ten most mentioned people have quotes, of at most 320 characters", () => {
  const [person] = INSIGHTS.entities.technicians;
  const [quote] = aspect.quotes;
  if (!person || !quote) throw new Error("the report has no technician or no quote");
  const quoted = (length: number) => ({ ...person, quotes: [{ ...quote, text: "x".repeat(length) }] });
  const technicians = [quoted(320), quoted(321), ...Array.from({ length: 9 }, () => quoted(20))];
  const entities = { technicians, services: [], service_areas: [], problems: [] };
  const shown = renderInsightsPage({ ...INPUT, insights: { ...INSIGHTS, aspects: [], topics: [], entities } });
  const texts = Array.from(shown.matchAll(/<span dir="auto">(x+…?)</g), ([, text = ""]) => text);
  expect(texts).toEqual(["x".repeat(320), `${"x".repeat(320)}…`, ...Array(8).fill("x".repeat(20))]);
});

test("a note of an aspect has what there is to say", () => {
  const aspects = [
    { ...aspect, trend: null },
    { ...aspect, trend: null, enough: false },
  ];
  const shown = renderInsightsPage({ ...INPUT, insights: { ...INSIGHTS, aspects, topics: [], entities: NOBODY } });
  expect(Array.from(shown.matchAll(/<p class="note">([^<]+)</g), ([, note]) => note).slice(0, 2)).toEqual([
    "Average rating of these reviews: 3.2.",
    "These are too few reviews to draw a conclusion. Average rating of these reviews: 3.2.",
  ]);
});

test("reviews without a text are mentioned if there are any", () => {
  const linesOf = (review_count: number) =>
    renderInsightsPage({ ...INPUT, aggregate_rating: { ...INPUT.aggregate_rating, review_count } })
      .split('<section class="limits">')[1]
      ?.match(/<li>/g)?.length;
  expect(linesOf(1)).toBe((linesOf(2) ?? 0) + 1);
});

test("what the insights lack is left out: a summary, aspects, an average", () => {
  const insights = { ...INSIGHTS, headline: "", summary: "", aspects: [] };
  const bare = renderInsightsPage({ ...INPUT, insights });
  for (const heading of ['<p class="headline"', "<h2>What reviews talk about</h2>"]) {
    expect([page.includes(heading), bare.includes(heading)]).toEqual([true, false]);
  }
  const averages = (average: number | null) =>
    renderInsightsPage({
      ...INPUT,
      insights: {
        ...INSIGHTS,
        aspects: [{ ...aspect, average_rating_when_mentioned: average }],
        entities: NOBODY,
      },
    }).match(/Average rating of these reviews: [\d.]+\./g);
  expect([averages(4.2), averages(null)]).toEqual([["Average rating of these reviews: 4.2."], null]);
});

test("at most 25 topics are listed, and a section without content is left out", () => {
  const [topic] = INSIGHTS.topics;
  if (!topic) throw new Error("the report has no topic");
  const topics = Array.from({ length: 30 }, (_, i) => ({ ...topic, id: `t${i}` }));
  const names = renderInsightsPage({ ...INPUT, insights: { ...INSIGHTS, topics } }).match(
    /href="\/reviews\?topic=t\d+"/g,
  );
  expect(names).toHaveLength(25);
  const headings = (count: number) =>
    renderInsightsPage({ ...INPUT, insights: { ...INSIGHTS, topics: topics.slice(0, count) } }).match(/<h2>/g)?.length;
  expect(headings(1)).toBe((headings(0) ?? 0) + 1);
  const unasked = renderInsightsPage({ ...INPUT, insights: { ...INSIGHTS, topics: [], faq: [] } });
  expect(unasked.match(/<h2>/g)).toHaveLength((headings(0) ?? 0) - 1);
});

test("a page in another language says which answers are not translated", () => {
  const entry = INSIGHTS.faq.find(({ id }) => id === "about-punctuality");
  if (!entry) throw new Error("the report has no such question");
  const asked = { ...entry, id: "asked-punctuality" };
  const shown = (source: "operator" | "reviews") =>
    renderInsightsPage({ ...INPUT, site: SPANISH, insights: { ...INSIGHTS, faq: [{ ...asked, source }] } });
  expect(shown("operator")).toContain('<summary lang="en">Do appointments start on time?</summary>');
  expect(shown("reviews")).toContain("<summary>Do appointments start on time?</summary>");
  const note = "Las respuestas que escribió el negocio están en su propio idioma.";
  expect([shown("operator").includes(note), shown("reviews").includes(note)]).toEqual([true, false]);
});

test("an answer that the business wrote says so", () => {
  const [operator, ...others] = INSIGHTS.faq;
  expect([operator?.source, others.length > 0]).toEqual(["operator", true]);
  expect(page.split("Answer from the business.").length - 1).toBe(1);
  const unanswered = renderInsightsPage({ ...INPUT, insights: { ...INSIGHTS, faq: others } });
  expect(unanswered).not.toContain("Answer from the business.");
});

test("without insights the page shows the ratings, and without reviews it says that there are none", () => {
  const ratings = renderInsightsPage({ ...INPUT, insights: null });
  expect(ratings).toContain("<h2>Ratings</h2>");
  expect(page).not.toContain("<h2>Ratings</h2>");
  const aggregate_rating = { ...INPUT.aggregate_rating, rating_value: null, rating_count: 0 };
  const empty = renderInsightsPage({ ...INPUT, aggregate_rating, insights: null });
  expect(empty).toContain("No reviews have been published yet.");
  expect(empty).not.toContain("<h2>Month by month</h2>");
});

test("each aspect, person, service and topic links to its reviews", () => {
  for (const link of [
    '<a href="/reviews?aspect=results"><span dir="auto">Results and recovery</span>',
    '<a href="/reviews?aspect=results&amp;aspect_sentiment=negative">1 negative</a>',
    '<a href="/reviews?mentions_technician=ana-ruiz"><span dir="auto">Ana Ruiz</span>',
    '<a href="/reviews?mentions_service=dry-needling"><span dir="auto">Dry needling</span>',
    '<a href="/reviews?topic=bills"><span dir="auto">Bills</span>',
  ]) {
    expect(page).toContain(link);
  }
});

test("a topic with the name of an aspect or of a service is not listed beside it with another count", () => {
  expect(INSIGHTS.topics.map(({ label }) => label)).toContain("front desk");
  expect(page.match(/<span dir="auto">Front desk<\/span>/g)).toHaveLength(1);
  expect(page).toContain('<a href="/reviews?aspect=front_desk">');
  expect(page).not.toContain("topic=front-desk");
});

test("a bar links to what it counts: each of its parts", () => {
  const page = renderInsightsPage(INPUT);
  const barsOf = (filter: string) =>
    Array.from(page.matchAll(/<svg class="bar opinions".*?<\/svg>/g), ([bar]) =>
      Array.from(bar.matchAll(/href="\/reviews\?([^"]*)"/g), ([, query = ""]) => query),
    ).filter(([query = ""]) => query.startsWith(filter));
  expect(barsOf("aspect=billing")).toEqual([
    ["positive", "neutral", "mixed", "negative"].map((side) => `aspect=billing&amp;aspect_sentiment=${side}`),
  ]);
  // The bar of a line is in what opens it, which has no links inside.
  expect(barsOf("topic=front-desk")).toEqual([]);
});

test("a quote in another language than the page names it", () => {
  const [first, ...rest] = INSIGHTS.aspects;
  if (!first) throw new Error("the report has aspects");
  const quotes = first.quotes.map((quote) => ({ ...quote, language: "es-MX" }));
  const page = renderInsightsPage({ ...INPUT, insights: { ...INSIGHTS, aspects: [{ ...first, quotes }, ...rest] } });
  expect(page.split('<span dir="auto" lang="es-MX">').length - 1).toBe(quotes.length);
});

test("a person has the figures of all reviews that the link finds, and says that not all were read", () => {
  const mentioned = {
    mentions_technician: new Map([["ana-ruiz", { count: 12, average_rating: 4.25 }]]),
    mentions_service: new Map(),
  };
  const all = renderInsightsPage({ ...INPUT, mentioned });
  expect(all).toContain('Ana Ruiz</span> <span class="of">12 reviews</span></a>');
  expect(all).toContain("Average rating of these reviews: 4.3. The program could not read all of them.");
  expect(all.match(/could not read/g)).toHaveLength(1);
});

test("the words are for patients: no names of members, no measures of statistics", () => {
  const technical = { ...INSIGHTS, limits: ["`enough` is false; an F1 of 63 %; per_review lists the newest"] };
  const words = renderInsightsPage({ ...INPUT, insights: technical }).replace(/<[^>]*>/g, " ");
  expect(words).not.toMatch(/`|\bF1\b|\benough\b|per_review|_count|\b\w+_\w+\b/);
  expect(words).toContain("Nobody checks its work by hand.");
});

test("at most six quotes are shown for an aspect", () => {
  const [quote] = aspect.quotes;
  if (!quote) throw new Error("the report has no quote");
  const aspects = [{ ...aspect, quotes: Array.from({ length: 9 }, () => ({ ...quote })) }];
  const entities = { technicians: [], services: [], service_areas: [], problems: [] };
  const many = renderInsightsPage({ ...INPUT, insights: { ...INSIGHTS, aspects, entities, topics: [], faq: [] } });
  expect(many.match(/<blockquote/g)).toHaveLength(6);
});

test("sixty people, sixty services and long quotes are less than 60 KB, compressed with gzip", () => {
  const random = openRandom(7);
  const vocabulary = Array.from({ length: 3000 }, () => Math.floor(random() * 36 ** (2 + random() * 4)).toString(36));
  const words = (count: number) =>
    Array.from({ length: count }, () => vocabulary[Math.floor(random() ** 2 * 3000)]).join(" ");
  const [quote] = aspect.quotes;
  const [person] = INSIGHTS.entities.technicians;
  const [topic] = INSIGHTS.topics;
  const [entry] = INSIGHTS.faq;
  if (!quote || !person || !topic || !entry) throw new Error("the report lacks something");
  const quotes = (count: number) =>
    Array.from({ length: count }, () => ({
      ...quote,
      review_id: words(6).slice(0, 26),
      text: words(60).slice(0, 260),
    }));
  const many = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
  const people = () => many(60, (i) => ({ ...person, id: `p${i}`, name: words(3), quotes: quotes(3) }));
  const insights = {
    ...INSIGHTS,
    aspects: many(9, (i) => ({ ...aspect, id: `a${i}`, quotes: quotes(6) })),
    topics: many(25, (i) => ({ ...topic, id: `t${i}`, quotes: quotes(2) })),
    entities: { ...INSIGHTS.entities, technicians: people(), services: people() },
    faq: many(28, () => {
      const citations = quotes(3);
      return { ...entry, answer: citations.map(({ text }) => text).join(" "), citations };
    }),
  };
  const large = renderInsightsPage({ ...INPUT, insights });
  expect(gzipSync(large).length).toBeLessThan(60_000);
  expect(large.match(/<details class="line-card" id="technician-/g)).toHaveLength(40);
});
