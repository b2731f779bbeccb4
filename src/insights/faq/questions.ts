import type { Taxonomy } from "../../../insights/engine/reading/taxonomy.ts";
import type { Analysis } from "../../model/analysis.ts";
import { compareText } from "../../model/basics/compare-text.ts";
import { itemAt } from "../../model/basics/typed-array.ts";
import type { Profile } from "../../model/business.ts";
import type { InsightsDocument } from "../../model/insights-document.ts";
import { type AnalyzedReview, type AnswerMention, groupSaid, type TopicMention } from "../analyzed-review.ts";
import type { InsightReview } from "../insight-review.ts";
import { buildSentenceCandidate, candidatesOf, citationOf, type Fits, pickQuotes, type Quote } from "../quotes.ts";
import type { ReportWords, Told } from "../sentences/report-english.ts";
import { standsAlone } from "../standalone.ts";
import { count, emptyTally, type Tally, total } from "../tally.ts";
import type { ReadReplyOf, ReplyAnswer } from "./reply-answers.ts";

/** An entry whose question and answer can be composed in each language. */
export type ToldFaq = Omit<InsightsDocument["faq"][number], "question" | "answer"> & { question: Told; answer: Told };
type Question = Taxonomy["questions"][number];

/** A question is answered only if this many reviews answer it. */
export const LEAST_REVIEWS = 3;
export const MOST_QUOTES = 3;
const MOST_CONDITIONS = 5;
/** "The needles hurt." is long enough for an answer. */
const SHORTEST_ANSWER = 12;

export const quotedTexts = (quotes: readonly { text: string }[]): string =>
  quotes.map(({ text }) => `“${text}”`).join(" ");

/** What happens at a first visit is told, not judged: one review is enough. */
const isTold = ({ profile }: Question): boolean => profile === "service";

/** "At the first visit they tested my strength": under the question, they are the business. */
const fitsTold: Fits = (text) => standsAlone(text.replace(/\b(they|their)\b/gi, "people"));

function quotesOf(answers: AnswerMention[], question: Question): { tally: Tally; quotes: Quote[] } {
  const tally = emptyTally();
  for (const { side } of answers) count(tally, side);
  const shares = question.facts ? { ...emptyTally(), positive: answers.length } : tally;
  const fits = isTold(question) ? fitsTold : standsAlone;
  const wanted = { most: MOST_QUOTES, shortest: SHORTEST_ANSWER, fits };
  return { tally, quotes: pickQuotes(candidatesOf(answers), shares, wanted) };
}

function answerWords({ faq }: ReportWords, question: Question, tally: Tally): string {
  if (question.facts || total(tally) < LEAST_REVIEWS) return "";
  return question.yes.length === 0 ? faq.sides(tally) : faq.yesAndNo(tally);
}

function reviewAnswer(question: Question, answers: AnswerMention[]) {
  const { tally, quotes } = quotesOf(answers, question);
  if (answers.length < (isTold(question) ? 1 : LEAST_REVIEWS) || quotes.length === 0) return null;
  const n = total(tally);
  const text: Told = (say) => `${say.faq.spoken(n, answerWords(say, question, tally))} ${quotedTexts(quotes)}`;
  return { text, quotes };
}

function serviceText({ services }: Profile, name: string): string | null {
  const wanted = name.toLowerCase();
  const found = services.find(
    (one) => one.name.toLowerCase() === wanted || one.aliases.some((alias) => alias.toLowerCase() === wanted),
  );
  return found?.description ? `${found.name}: ${found.description}` : null;
}

/** The answer from the profile. Null if it has none. */
export function profileAnswer(profile: Profile | null, { profile: member, service }: Question): Told | null {
  if (!profile || member === null) return null;
  if (member === "service") {
    const text = service === null ? null : serviceText(profile, service);
    return text === null ? null : () => text;
  }
  const { opening_hours } = profile;
  if (member === "opening_hours") return opening_hours.length === 0 ? null : ({ faq }) => faq.open(opening_hours);
  const { street_address, address_locality, address_region, postal_code } = profile.address ?? {};
  const region = [address_region, postal_code].filter(Boolean).join(" ");
  const parts = [street_address, address_locality, region].flatMap((part) => part || []);
  return parts.length === 0 ? null : ({ faq }) => faq.address(parts);
}

/** For each question, the newest reply that answers it. */
function replyAnswers(
  questions: readonly Question[],
  reviews: InsightReview[],
  replyOf: ReadReplyOf,
): Map<string, ReplyAnswer> {
  const most = questions.filter(({ replies }) => replies.length > 0).length;
  const found = new Map<string, ReplyAnswer>();
  for (const review of reviews) {
    if (found.size >= most) break;
    for (const [id, answer] of replyOf(review).answers) if (!found.has(id)) found.set(id, answer);
  }
  return found;
}

type AnswersInput = {
  profile: Profile | null;
  reviews: InsightReview[];
  analyzed: AnalyzedReview[];
  replyOf: ReadReplyOf;
};

/**
 * The common questions, each answered by the profile, a reply and the reviews, in this order. Questions without an
 * answer are left out.
 */
export function answerQuestions(
  questions: readonly Question[],
  { profile, reviews, analyzed, replyOf }: AnswersInput,
): ToldFaq[] {
  const by_replies = replyAnswers(questions, reviews, replyOf);
  const answering = groupSaid(
    analyzed,
    ({ answers }) => answers,
    ({ id }) => id,
  );
  return questions.flatMap((question) =>
    answerQuestion(question, {
      by_profile: profileAnswer(profile, question),
      by_reply: by_replies.get(question.id) ?? null,
      by_reviews: reviewAnswer(question, answering.get(question.id) ?? []),
    }),
  );
}

type Answers = {
  by_profile: ReturnType<typeof profileAnswer>;
  by_reply: ReplyAnswer | null;
  by_reviews: ReturnType<typeof reviewAnswer>;
};

function answerQuestion(question: Question, { by_profile, by_reply, by_reviews }: Answers): ToldFaq[] {
  const parts = [by_profile, by_reply?.answer, by_reviews?.text].filter((part) => part !== null && part !== undefined);
  // An address alone says nothing about parking or how to get there.
  const is_address = question.profile === "address" && by_reply === null && by_reviews === null;
  if (parts.length === 0 || is_address) return [];
  return [
    {
      id: question.id,
      question: ({ faq }) => faq.question(question.question),
      answer: (say) => parts.map((part) => part(say)).join(" "),
      source: by_profile ? "profile" : by_reply ? "replies" : "template",
      citations: by_reviews?.quotes.map(citationOf) ?? [],
      reply_citations: by_reply ? [by_reply.citation] : [],
    },
  ];
}

/** What people with a health problem say. Only sentences that reveal nobody's health are quoted. */
function answerCondition(
  { problem_aspects }: Taxonomy,
  { id, name }: Taxonomy["problems"][number],
  mentions: TopicMention[],
): { mentions: number; entry: ToldFaq } | null {
  const used = mentions.filter(({ review }) => review.analysis.problems.includes(id));
  const tally = emptyTally();
  for (const { review } of used) count(tally, review.label);
  // "A curtain that stops at your knees" is about the place, not about a knee problem.
  const tells = ({ aspects }: Analysis["sentences"][number]): boolean =>
    problem_aspects.length === 0 || aspects.some((aspect) => problem_aspects.includes(aspect));
  const candidates = used.flatMap(({ review: { review, text, analysis, label }, marks }) =>
    marks
      .filter(({ sentence }) => tells(itemAt(analysis.sentences, sentence)))
      .flatMap(({ sentence }) => buildSentenceCandidate(review, text, analysis, sentence, label) ?? []),
  );
  const quotes = pickQuotes(candidates, tally, { most: 2 });
  if (used.length < LEAST_REVIEWS || quotes.length === 0) return null;
  const entry: ToldFaq = {
    id: `condition-${id}`,
    question: ({ faq }) => faq.condition(name),
    answer: ({ faq }) => `${faq.ofCondition(used.length, tally)} ${quotedTexts(quotes)}`,
    source: "template",
    citations: quotes.map(citationOf),
    reply_citations: [],
  };
  return { mentions: used.length, entry };
}

/** Answers for the health problems that are mentioned most. */
export function answerConditions(taxonomy: Taxonomy, by_topic: ReadonlyMap<string, TopicMention[]>): ToldFaq[] {
  return taxonomy.problems
    .flatMap((problem) => answerCondition(taxonomy, problem, by_topic.get(problem.id) ?? []) ?? [])
    .sort((left, right) => right.mentions - left.mentions || compareText(left.entry.id, right.entry.id))
    .slice(0, MOST_CONDITIONS)
    .map(({ entry }) => entry);
}
