import type { Label } from "../../src/model/analysis.ts";
import type { InsightsDocument } from "../../src/model/insights-document.ts";
import type { Clinic } from "./clinics.ts";

/** How many reviews speak of a thing, and how many of them praise and criticize it. */
export type Count = { mentions: number; positive: number; negative: number };
/** Without `exact`, the number of reviews is the most that a reader may count. */
export type Truth = Count & { exact: boolean };

/** A statement of the page. With `truth`, its numbers are compared with what readers counted; otherwise a reader judges it. */
export type Statement = {
  /** The clinic, the part of the page and the thing, such as "mesa topic parking". Without numbers. */
  place: string;
  text: string;
  said: Count | null;
  /** Null if nobody has counted. */
  truth: Truth | null;
};
/** A quote, with what it is quoted for. */
export type Quoted = { claim: string; text: string };
export type Page = { statements: Statement[]; quotes: Quoted[] };

/** What readers counted, by place. */
export type Counted = ReadonlyMap<string, Truth>;

type Counts = Pick<InsightsDocument["aspects"][number], "mention_count" | "positive_count" | "negative_count">;
const countOf = ({ mention_count, positive_count, negative_count }: Counts): Count => ({
  mentions: mention_count,
  positive: positive_count,
  negative: negative_count,
});

/** What readers of the single reviews found about a thing. */
function countSaid(said: Clinic["says"], id: string, exact = true): Truth {
  const all = [...said.values()].flatMap((by_id) => (by_id[id] ? [by_id[id]] : []));
  const taking = (side: Label): number => all.filter(([first]) => first === side).length;
  return { mentions: all.length, positive: taking("positive"), negative: taking("negative"), exact };
}

const words = ({ mentions, positive, negative }: Count): string =>
  `${mentions} reviews, ${positive} positive, ${negative} negative`;

/** An answer without its quotes. */
const withoutQuotes = (text: string): string => text.replace(/“[^”]*”/g, "").trim();
/** The sentences of the summary, without the quotes at their ends. */
const sentencesOf = (text: string): string[] =>
  text.replace(/(?:; one says, |: )(?:“[^”]*” ?)+/g, ". ").split(/(?<=[.])\s+(?=\p{Lu})/u);

function saidOfAspects({ name, says, generous }: Clinic, { aspects, strengths, concerns }: InsightsDocument): Page {
  const page: Page = { statements: [], quotes: [] };
  for (const aspect of aspects) {
    const { id, label, quotes, trend } = aspect;
    const said = countOf(aspect);
    const truth = countSaid(says, id, !generous);
    page.statements.push({ place: `${name} aspect ${id}`, text: `${label}: ${words(said)}`, said, truth });
    for (const line of [...strengths, ...concerns].filter((one) => one.startsWith(`${label}: `)))
      page.statements.push({ place: `${name} ranked ${id}`, text: line, said, truth });
    if (trend?.significant) {
      const text = `${label}: ${trend.window_months} months, ${trend.previous_score} before, ${trend.score} since`;
      page.statements.push({ place: `${name} trend ${id}`, text, said: null, truth: null });
    }
    for (const { sentiment, text } of quotes) page.quotes.push({ claim: `${name} ${label}: ${sentiment}`, text });
  }
  for (const line of [...strengths, ...concerns].filter((one) => one.startsWith("Too few to rank")))
    page.statements.push({ place: `${name} voices`, text: line, said: null, truth: null });
  return page;
}

function saidOfThings({ name, about }: Clinic, { topics, entities }: InsightsDocument, counted: Counted): Page {
  const things = [
    ...topics.map((topic) => ({ ...topic, name: topic.label, kind: "topic" })),
    ...(["technicians", "services", "service_areas", "problems"] as const).flatMap((kind) =>
      entities[kind].map((entity) => ({ ...entity, kind })),
    ),
  ];
  const page: Page = { statements: [], quotes: [] };
  for (const thing of things) {
    const place = `${name} ${thing.kind} ${thing.id}`;
    const said = countOf(thing);
    const read = about !== null && (thing.kind === "technicians" || thing.kind === "services");
    const truth = read ? countSaid(about, thing.id) : (counted.get(place) ?? null);
    page.statements.push({ place, text: `${thing.name}: ${words(said)}`, said, truth });
    for (const { sentiment, text } of thing.quotes)
      page.quotes.push({ claim: `${name} ${thing.kind} ${thing.name}: ${sentiment}`, text });
  }
  return page;
}

function saidInAnswers({ name, says, generous }: Clinic, { faq, aspects }: InsightsDocument): Page {
  const page: Page = { statements: [], quotes: [] };
  for (const { id, question, answer, source, citations } of faq) {
    if (source === "operator") continue;
    const about = id.startsWith("about-") ? aspects.find((one) => `about-${one.id}` === id) : undefined;
    page.statements.push({
      place: `${name} faq ${id}`,
      text: `${question} ${withoutQuotes(answer)}`,
      said: about ? countOf(about) : null,
      truth: about ? countSaid(says, about.id, !generous) : null,
    });
    for (const { text } of citations) page.quotes.push({ claim: `${name} ${question}`, text });
  }
  return page;
}

function saidInSummary({ name }: Clinic, document: InsightsDocument): Page {
  const { headline, summary, temporal, pull_quote } = document;
  const judged = (place: string, text: string): Statement => ({
    place: `${name} ${place}`,
    text,
    said: null,
    truth: null,
  });
  const quoted = [...summary.matchAll(/([^“”]*)“([^”]*)”/g)].map(([, before = "", text = ""]) => {
    const side = /complain|criticize/.test(before) ? "complaint" : "praise";
    const about = /(?:praise|complain most about) (.+?)(?: most)?: /.exec(before)?.[1] ?? "single voice";
    return { claim: `${name} summary, ${side}: ${about}`, text };
  });
  return {
    statements: [
      judged("headline", headline),
      ...sentencesOf(summary).map((text) => judged("summary", text)),
      judged("opinion over time", String(temporal.trend)),
    ],
    quotes: [...quoted, ...(pull_quote === null ? [] : [{ claim: `${name}, as a whole`, text: pull_quote }])],
  };
}

/** Every statement and every quote of the insights of a clinic. */
export function readPage(clinic: Clinic, document: InsightsDocument, counted: Counted): Page {
  const parts = [
    saidInSummary(clinic, document),
    saidOfAspects(clinic, document),
    saidInAnswers(clinic, document),
    saidOfThings(clinic, document, counted),
  ];
  return {
    statements: parts.flatMap(({ statements }) => statements),
    quotes: parts.flatMap(({ quotes }) => quotes),
  };
}
