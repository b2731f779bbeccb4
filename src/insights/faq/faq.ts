import type { Engine } from "../../../insights/engine/engine.ts";
import type { Profile } from "../../model/business.ts";
import type { AnalyzedReview, ByAspect, TopicMention } from "../analyzed-review.ts";
import { aspectQuotes, tallyOf } from "../aspects.ts";
import type { InsightReview } from "../insight-review.ts";
import type { RecentMonths } from "../period.ts";
import { type Citation, citationOf } from "../quotes.ts";
import type { Told } from "../sentences/report-english.ts";
import { total } from "../tally.ts";
import {
  answerConditions,
  answerQuestions,
  LEAST_REVIEWS,
  MOST_QUOTES,
  quotedTexts,
  type ToldFaq,
} from "./questions.ts";
import type { ReadReplyOf } from "./reply-answers.ts";

export type FaqInput = {
  engine: Engine;
  profile: Profile | null;
  recent: RecentMonths;
  reviews: InsightReview[];
  analyzed: AnalyzedReview[];
  /** Every aspect that a review mentions. */
  aspects: readonly { id: string }[];
  by_aspect: ByAspect;
  by_topic: ReadonlyMap<string, TopicMention[]>;
  replyOf: ReadReplyOf;
};

const MOST_ASKED = 5;

/** Counts, then one to three quotes. Both sides are quoted if a fifth of the reviews disagree. */
function fromReviews(
  { recent, by_aspect }: FaqInput,
  id: string,
  question: Told,
  source: ToldFaq["source"],
  aspect: string,
): ToldFaq[] {
  const mentions = by_aspect.get(aspect) ?? [];
  const tally = tallyOf(mentions);
  const quotes = aspectQuotes(recent, mentions, MOST_QUOTES);
  const { positive, negative, mixed } = tally;
  if (positive + negative + mixed < LEAST_REVIEWS || quotes.length === 0) return [];
  const answer: Told = ({ faq }) => `${faq.mentioned(total(tally), tally)} ${quotedTexts(quotes)}`;
  return [{ id, question, answer, source, citations: quotes.map(citationOf), reply_citations: [] }];
}

type Question = { text: string; aspect: string | undefined; citations: Citation[] };

/** Questions from reviewers, then from replies. A reply is not cited, because citations are passages of reviews. */
function* allQuestions({ reviews, analyzed, replyOf }: FaqInput): Iterable<Question> {
  for (const { review, questions } of analyzed) {
    for (const { aspect, ...place } of questions) {
      yield { text: place.text, aspect, citations: [{ review_id: review.id, ...place }] };
    }
  }
  for (const review of reviews) {
    for (const { text, aspect } of replyOf(review).questions()) yield { text, aspect, citations: [] };
  }
}

/** The first question about each aspect that reviews can answer. Stops reading when there are enough. */
function askedQuestions(input: FaqInput): ToldFaq[] {
  const found = new Map<string, ToldFaq>();
  const asked = new Set<string>();
  for (const { text, aspect, citations } of allQuestions(input)) {
    if (found.size >= MOST_ASKED) break;
    // Each aspect is tried once, because another question about it would get the same result.
    if (!aspect || asked.has(aspect)) continue;
    asked.add(aspect);
    for (const entry of fromReviews(input, `asked-${aspect}`, () => text, "reviews", aspect)) {
      found.set(aspect, { ...entry, citations: [...citations, ...entry.citations] });
    }
  }
  return [...found.values()];
}

/** The operator's questions, then those from reviews and replies, then common questions that have an answer. */
export function buildFaq(input: FaqInput): ToldFaq[] {
  const { engine, profile, aspects, by_topic } = input;
  const { taxonomy } = engine.taxonomy;
  const operator = (profile?.faq ?? []).map(
    ({ question, answer }, index): ToldFaq => ({
      id: `operator-${index + 1}`,
      question: () => question,
      answer: () => answer,
      source: "operator",
      citations: [],
      reply_citations: [],
    }),
  );
  const questions = new Map(taxonomy.aspects.map(({ id, question }) => [id, question]));
  const about = aspects.flatMap(({ id }) => {
    const question = questions.get(id);
    return question ? fromReviews(input, `about-${id}`, ({ faq }) => faq.question(question), "template", id) : [];
  });
  const usual = answerQuestions(taxonomy.questions, input);
  return [...operator, ...askedQuestions(input), ...usual, ...about, ...answerConditions(taxonomy, by_topic)];
}
