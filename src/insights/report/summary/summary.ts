import type { InsightsDocument } from "../../../model/insights-document.ts";
import { itemAt } from "../../../model/typed-array.ts";
import { counted } from "../../../spelling.ts";
import { round } from "../../engine/arithmetic.ts";
import { since } from "../period.ts";
import { capitalized, inSentence, languageName, listWords, monthAndYear } from "../words.ts";
import { clearSentences, type FactsInput, type SummaryFacts, summaryFacts } from "./facts.ts";
import { criticismSentences, praiseSentences, type Sentence } from "./opinions.ts";

const MOST_SENTENCES = 7;
const LEAST_NAMED = 3;
const ENOUGH_TEXTS = 5;

const isAre = (n: number): string => (n === 1 ? "is" : "are");

/** How many, and how good by the stars. */
function firstSentence(facts: SummaryFacts): Sentence {
  const { reviews, name, period } = facts;
  const n = reviews.length;
  const when = period.from === null ? "" : `${capitalized(since(period).trim())}, `;
  const stars = reviews.map(({ rating }) => rating);
  const lowest = Math.min(...stars);
  const highest = Math.max(...stars);
  const citations = facts.both_sides.slice(0, 2);
  if (n === 1)
    return { text: `${capitalized(name)} has one review${since(period)}, of ${counted(lowest, "star")}.`, citations };
  if (lowest === highest) {
    return { text: `${when || "So far, "}all ${n} reviews of ${name} give ${counted(lowest, "star")}.`, citations };
  }
  const average = round(stars.reduce((sum, one) => sum + one, 0) / n, 1);
  return {
    text: `${when}${n} reviews ${when ? "have rated" : "rate"} ${name} ${average} out of 5 stars on average.`.replace(
      /^./,
      (letter) => letter.toUpperCase(),
    ),
    citations,
  };
}

/** What the texts say as a whole; the words depend on how one-sided they are. */
function textSentence(facts: SummaryFacts): Sentence {
  const { analyzed, tally, reviews } = facts;
  const read = analyzed.length;
  const { positive, negative } = tally;
  const between = tally.mixed + tally.neutral;
  const citations = facts.both_sides;
  if (read === 0) {
    const texts = reviews.filter(({ text }) => text !== null).length;
    if (texts > 0)
      return {
        text: `${capitalized(counted(texts, "review"))} ${texts === 1 ? "has" : "have"} a text, but in no language that is read here.`,
        citations,
      };
    return { text: "None of them has a text, so nothing here says what people liked or did not like.", citations };
  }
  if (read === 1)
    return { text: `One text could be read, and it is ${analyzed[0]?.analysis.sentiment.label}.`, citations };
  if (positive === read) return { text: `All ${read} texts that could be read are positive.`, citations };
  if (negative === read) return { text: `All ${read} texts that could be read are negative.`, citations };
  const mixed = between > 0 ? `, and ${between} ${isAre(between)} mixed or neutral` : "";
  if (negative > positive)
    return {
      text: `Of the ${read} texts that could be read, ${negative} ${isAre(negative)} critical and only ${positive} positive${mixed}.`,
      citations,
    };
  if (negative === 0)
    return {
      text: `Of the ${read} texts that could be read, ${positive} ${isAre(positive)} positive and none is negative${mixed}.`,
      citations,
    };
  return {
    text: `Of the ${read} texts that could be read, ${positive} ${isAre(positive)} positive and ${negative} negative${mixed}.`,
    citations,
  };
}

/** Who is named, and why people come. */
function peopleSentence({ people, problems }: SummaryFacts): Sentence[] {
  const named = people.filter(({ reviews }) => reviews.length >= LEAST_NAMED).slice(0, 2);
  const reasons = problems.filter(({ reviews }) => reviews.length >= LEAST_NAMED).slice(0, 3);
  const who = named.map(({ name, reviews }) => `${name} (${counted(reviews.length, "review")})`);
  const why = reasons.map(({ name, reviews }) => `${inSentence(name)} (${reviews.length})`);
  const about = named.flatMap(({ reviews }) =>
    clearSentences(reviews, ({ analysis }, at) => itemAt(analysis.sentences, at).score > 0, 1),
  );
  const because = reasons.flatMap(({ reviews, id }) =>
    clearSentences(
      reviews,
      ({ analysis }, at) =>
        analysis.marks.some((mark) => mark.kind === "problem" && mark.id === id && mark.sentence === at),
      1,
    ),
  );
  const sentences: Sentence[] = [];
  if (why.length > 1)
    sentences.push({
      text: `The reasons for coming that reviews mention most are ${listWords(why)}.`,
      citations: because,
    });
  if (who.length > 0)
    sentences.push({
      text: `${listWords(who)} ${who.length === 1 ? "is" : "are"} named most often.`,
      citations: about,
    });
  return sentences;
}

/** Few texts: what two of them say. */
function fewTexts(facts: SummaryFacts): Sentence[] {
  const { analyzed, reviews } = facts;
  const [newest] = reviews;
  const oldest = reviews.at(-1);
  const span =
    newest && oldest && monthAndYear(newest.date) !== monthAndYear(oldest.date)
      ? `The first is from ${monthAndYear(oldest.date)} and the newest from ${monthAndYear(newest.date)}.`
      : `They are from ${monthAndYear(newest?.date ?? "")}.`;
  const citations = facts.both_sides;
  if (analyzed.length === 0) {
    return [
      { text: span, citations },
      { text: "Stars alone show how satisfied people were, not why.", citations },
    ];
  }
  return [
    { text: "That is too little to say what most people think of any one subject.", citations },
    { text: span, citations },
  ];
}

/** A language that a fifth or more of the texts have, beside English: as stated, or by their words. */
function languageSentence({ reviews, analyzed }: SummaryFacts): Sentence[] {
  const texts = reviews.filter(({ text }) => text !== null);
  const by_words = new Map(analyzed.map(({ review, analysis }) => [review.id, analysis.language]));
  const counts = new Map<string, number>();
  for (const { id, language } of texts) {
    const name = (language ?? by_words.get(id))?.toLowerCase().split("-")[0];
    if (name && name !== "en") counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const [top] = [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  if (!top || top[1] * 5 < texts.length) return [];
  const read = analyzed.filter(({ analysis }) => analysis.language === top[0]);
  const name = languageName(top[0]) ?? `another language (${top[0]})`;
  const unread = read.length === 0 ? ", which is not read here" : "";
  return [
    {
      text: `${top[1]} of the ${texts.length} texts are in ${name}${unread}.`,
      citations: clearSentences(read, () => true, 1),
    },
  ];
}

/** How sure all this is. */
function certaintySentence(facts: SummaryFacts): Sentence {
  const { engine, reviews, analyzed } = facts;
  const rating_only = reviews.filter(({ text }) => text === null).length;
  const unread = reviews.length - rating_only - analyzed.length;
  const parts = [
    ...(rating_only > 0 ? [`${counted(rating_only, "review")} ${rating_only === 1 ? "has" : "have"} stars only`] : []),
    ...(unread > 0 ? [`${counted(unread, "text")} could not be read`] : []),
    ...(engine.trained
      ? [
          `about ${Math.round(100 - engine.weights.header.figures.aspect_precision)} in 100 of the subjects that the program finds are wrong`,
        ]
      : ["how often the program is wrong has not been measured for this trade"]),
  ];
  const unclear = analyzed.filter(
    ({ analysis }) => analysis.sentiment.label === "mixed" || analysis.sentiment.label === "neutral",
  );
  const citations = clearSentences(unclear, () => true, 1);
  return {
    text: `A program counted all this: ${listWords(parts)}.`,
    citations: citations.length > 0 ? citations : facts.both_sides.slice(0, 1),
  };
}

/** Two sentences as one, so that there is room for others. */
const joined = (left: Sentence, right: Sentence): Sentence => ({
  text: `${left.text.slice(0, -1)}; ${inSentence(right.text)}`,
  citations: right.citations,
});

function composeSentences(facts: SummaryFacts): Sentence[] {
  const { analyzed, aspects, tally } = facts;
  const stars = firstSentence(facts);
  const texts = textSentence(facts);
  const languages = languageSentence(facts);
  const end = certaintySentence(facts);
  if (analyzed.length < ENOUGH_TEXTS || aspects.length === 0) {
    const few = [stars, texts, ...languages, ...fewTexts(facts)];
    return analyzed.length === 0 ? few : [...few, end];
  }
  const praise = praiseSentences(facts);
  const criticism = criticismSentences(facts);
  const middle = tally.negative > tally.positive ? [...criticism, ...praise] : [...praise, ...criticism];
  const whom = peopleSentence(facts);
  // The reasons for coming have a place of their own; the rest goes as far as there is room.
  const room = MOST_SENTENCES - 2 - languages.length - Math.min(1, whom.length);
  const told = middle.slice(0, room);
  return [joined(stars, texts), ...languages, ...told, ...whom.slice(0, 1 + room - told.length), end];
}

/** Four to seven sentences from counted facts, each with the words that support it. */
export function buildSummary(input: FactsInput): {
  summary: string;
  citations: InsightsDocument["summary_citations"];
} {
  if (input.reviews.length === 0) return { summary: "There are no reviews yet.", citations: [] };
  const sentences = composeSentences(summaryFacts(input));
  return {
    summary: sentences.map(({ text }) => text).join(" "),
    citations: sentences.flatMap(({ citations }, sentence) => citations.map((citation) => ({ sentence, ...citation }))),
  };
}
