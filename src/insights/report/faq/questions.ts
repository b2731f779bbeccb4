import type { Profile } from "../../../model/business.ts";
import type { InsightsDocument } from "../../../model/insights-document.ts";
import { itemAt } from "../../../model/typed-array.ts";
import { counted } from "../../../spelling.ts";
import type { Taxonomy } from "../../engine/reading/taxonomy.ts";
import type { AnalyzedReview } from "../analyzed-review.ts";
import type { InsightReview } from "../insight-review.ts";
import { type AnswerMention, answerOf } from "../mentioned-topics.ts";
import { ALL_TIME, isRecent, type Period, since } from "../period.ts";
import { buildSentenceCandidate, citationOf, pickQuotes, type Quote } from "../quotes.ts";
import { count, emptyTally, type Tally, total } from "../statistics.ts";
import { capitalized, listWords } from "../words.ts";
import { profileAnswer, replyAnswer } from "./sources.ts";

type Faq = InsightsDocument["faq"][number];
type Question = Taxonomy["questions"][number];
type Answered = { review: AnalyzedReview; answer: AnswerMention["answer"]; sentence: number };

/** A question is answered only if this many reviews answer it. */
export const LEAST_REVIEWS = 3;
export const MOST_QUOTES = 3;
const MOST_CONDITIONS = 5;
/** "The needles hurt." is an answer. */
const SHORTEST_ANSWER = 12;

export const quoted = (quotes: readonly { text: string }[]): string => quotes.map(({ text }) => `“${text}”`).join(" ");

/** "Since November 2024, 9 reviews". */
export const reviewsSince = (period: Period, n: number): string =>
  period.from === null ? counted(n, "review") : `${capitalized(since(period).trim())}, ${counted(n, "review")}`;

/** "5 positive, 3 negative and 1 mixed"; both sides are always named. */
export function sidesOf({ positive, negative, mixed, neutral }: Tally): string {
  const parts = [`${positive || "none"} positive`, `${negative || "none"} negative`];
  if (mixed > 0) parts.push(`${mixed} mixed`);
  if (neutral > 0) parts.push(`${neutral} neutral`);
  return listWords(parts);
}

/** Of the period if it has enough, otherwise of all time. */
function pickTime<T extends { review: AnalyzedReview }>(period: Period, all: T[]): { used: T[]; time: Period } {
  const recent = all.filter(({ review }) => isRecent(period, review.month));
  return recent.length >= LEAST_REVIEWS ? { used: recent, time: period } : { used: all, time: ALL_TIME };
}

/** Yes is one side and no the other, whatever the sentiment of the words. */
const sideOf = (answer: AnswerMention["answer"]) =>
  answer === "yes" ? "positive" : answer === "no" ? "negative" : answer;

function quotesOf(answered: Answered[], facts: boolean): { tally: Tally; quotes: Quote[] } {
  const tally = emptyTally();
  const candidates = answered.flatMap(({ review, answer, sentence }) => {
    const side = facts ? "neutral" : sideOf(answer);
    count(tally, side);
    const { review: from, text, analysis } = review;
    const { score } = itemAt(analysis.sentences, sentence);
    // Yes and no are sides of the question: the sentence may praise or criticize.
    const is_answer = facts || answer === "yes" || answer === "no";
    const label = is_answer ? (score > 0 ? "positive" : "negative") : side;
    const candidate = buildSentenceCandidate(from, text, analysis, sentence, Math.abs(score) < 0.2 ? "neutral" : label);
    return candidate ? [{ ...candidate, sentiment: facts ? ("positive" as const) : side, doubtful: false }] : [];
  });
  const shares = facts ? { ...emptyTally(), positive: answered.length } : tally;
  return { tally, quotes: pickQuotes(candidates, shares, MOST_QUOTES, SHORTEST_ANSWER) };
}

function answerWords(question: Question, tally: Tally): string {
  if (question.facts) return "";
  const { positive, negative, mixed, neutral } = tally;
  if (question.yes.length === 0) return `: ${sidesOf(tally)}`;
  const both = mixed + neutral;
  return `: ${positive} say${positive === 1 ? "s" : ""} yes and ${negative} no${both > 0 ? `, ${both} both` : ""}`;
}

function reviewAnswer(period: Period, question: Question, reviews: AnalyzedReview[]) {
  const all = reviews.flatMap((review): Answered[] => {
    const marks = review.answers.get(question.id);
    const found = marks && answerOf(review.analysis, review.review.rating, marks, question.aspects);
    return found ? [{ review, answer: found.answer, sentence: found.mark.sentence }] : [];
  });
  const { used, time } = pickTime(period, all);
  const { tally, quotes } = quotesOf(used, question.facts);
  if (used.length < LEAST_REVIEWS || quotes.length === 0) return null;
  const n = total(tally);
  const says = n === 1 ? "speaks" : "speak";
  return { text: `${reviewsSince(time, n)} ${says} of this${answerWords(question, tally)}. ${quoted(quotes)}`, quotes };
}

/** A usual question, answered by the profile, a reply and the reviews, in this order; [] if nothing answers it. */
export function answerQuestion(
  question: Question,
  period: Period,
  profile: Profile | null,
  reviews: InsightReview[],
  analyzed: AnalyzedReview[],
): Faq[] {
  const by_profile = profileAnswer(profile, question);
  const by_reply = replyAnswer(reviews, question);
  const by_reviews = reviewAnswer(period, question, analyzed);
  const parts = [by_profile, by_reply?.answer, by_reviews?.text].filter((part) => part !== null && part !== undefined);
  if (parts.length === 0) return [];
  return [
    {
      id: question.id,
      question: question.question,
      answer: parts.join(" "),
      source: by_profile ? "profile" : by_reply ? "replies" : "template",
      citations: by_reviews?.quotes.map(citationOf) ?? [],
      reply_citations: by_reply ? [by_reply.citation] : [],
    },
  ];
}

/** What people with a problem say. Only sentences that reveal nobody's health are quoted. */
function answerCondition(
  { id, name }: Taxonomy["problems"][number],
  period: Period,
  analyzed: AnalyzedReview[],
): { mentions: number; entry: Faq } | null {
  const all = analyzed.flatMap((review) => {
    if (!review.analysis.problems.includes(id)) return [];
    const mention = review.topics.find((topic) => topic.id === id);
    return mention ? [{ review, answer: review.analysis.sentiment.label, marks: mention.marks }] : [];
  });
  const { used, time } = pickTime(period, all);
  const tally = emptyTally();
  for (const { answer } of used) count(tally, answer);
  const candidates = used.flatMap(({ review, answer, marks }) =>
    marks.flatMap(
      ({ sentence }) => buildSentenceCandidate(review.review, review.text, review.analysis, sentence, answer) ?? [],
    ),
  );
  const quotes = pickQuotes(candidates, tally, 2);
  if (used.length < LEAST_REVIEWS || quotes.length === 0) return null;
  const entry: Faq = {
    id: `condition-${id}`,
    question: `${name}: what do people who come for this say?`,
    answer: `${reviewsSince(time, used.length)} mention it. As a whole, ${sidesOf(tally)}. ${quoted(quotes)}`,
    source: "template",
    citations: quotes.map(citationOf),
    reply_citations: [],
  };
  return { mentions: used.length, entry };
}

/** The problems that most people come with. */
export function answerConditions(taxonomy: Taxonomy, period: Period, analyzed: AnalyzedReview[]): Faq[] {
  return taxonomy.problems
    .flatMap((problem) => answerCondition(problem, period, analyzed) ?? [])
    .sort((left, right) => right.mentions - left.mentions || (left.entry.id < right.entry.id ? -1 : 1))
    .slice(0, MOST_CONDITIONS)
    .map(({ entry }) => entry);
}
