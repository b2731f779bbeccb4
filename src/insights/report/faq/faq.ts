import type { Analysis } from "../../../model/analysis.ts";
import type { Profile } from "../../../model/business.ts";
import type { InsightsDocument } from "../../../model/insights-document.ts";
import { analyze } from "../../engine/analyze.ts";
import type { Engine } from "../../engine/engine.ts";
import type { AnalyzedReview, ReviewsByAspect } from "../analyzed-review.ts";
import { aspectQuotes, tallyOf } from "../aspects.ts";
import type { InsightReview } from "../insight-review.ts";
import { ALL_TIME, type AspectNow, type Period } from "../period.ts";
import { type Citation, citationOf } from "../quotes.ts";
import { total } from "../statistics.ts";
import {
  answerConditions,
  answerQuestion,
  LEAST_REVIEWS,
  MOST_QUOTES,
  quoted,
  reviewsSince,
  sidesOf,
} from "./questions.ts";

type Faq = InsightsDocument["faq"][number];

export type FaqInput = {
  engine: Engine;
  profile: Profile | null;
  period: Period;
  reviews: InsightReview[];
  analyzed: AnalyzedReview[];
  /** Every aspect that a review mentions. */
  aspects: readonly { id: string }[];
  by_aspect: ReviewsByAspect;
  now: AspectNow[];
};

const MOST_ASKED = 5;
const SHORTEST_WORDS = 4;
const LONGEST_WORDS = 20;
/** Real questions begin like this; "Need I say more?" does not. */
const OPENING =
  "(?:do they|does (?:the|this|anyone|it)|is there|are there|can (?:i|we)|how (?:long|much|soon|early|often|far)|what (?:is|are) the|where (?:is|do)|which)\\b";
const ASKS = new RegExp(`^${OPENING}`, "i");
/** A quick test, because hardly any reply asks a question. */
const MAY_ASK = new RegExp(`(?:^|[.!?\\n] ?)${OPENING}`, "i");

/** Counts of the period, then one to three quotes, of both sides if a fifth of the reviews disagree. */
function fromReviews(
  { period, by_aspect, now }: FaqInput,
  id: string,
  question: string,
  source: Faq["source"],
  aspect: string,
): Faq[] {
  const reviews = by_aspect.get(aspect) ?? [];
  const told = now.find((one) => one.id === aspect);
  const tally = told?.now ?? tallyOf(reviews, aspect);
  const time = told ? period : ALL_TIME;
  const quotes = aspectQuotes(time, reviews, aspect, MOST_QUOTES);
  const { positive, negative, mixed } = tally;
  if (positive + negative + mixed < LEAST_REVIEWS || quotes.length === 0) return [];
  const n = total(tally);
  const answer = `${reviewsSince(time, n)} mention${n === 1 ? "s" : ""} it: ${sidesOf(tally)}. ${quoted(quotes)}`;
  return [{ id, question, answer, source, citations: quotes.map(citationOf), reply_citations: [] }];
}

type FoundQuestion = Omit<Citation, "review_id"> & { aspect: string | undefined };
type Question = { text: string; aspect: string | undefined; citations: Citation[] };

/** The questions in a text, each with the first aspect that it is about. */
function* questionsIn(text: string, { sentences }: Analysis): Iterable<FoundQuestion> {
  for (const { start, end, words, aspects, private: is_private } of sentences) {
    if (is_private || text[end - 1] !== "?" || words < SHORTEST_WORDS || words > LONGEST_WORDS) continue;
    const question = text.slice(start, end);
    if (ASKS.test(question)) yield { start, end, text: question, aspect: aspects[0] };
  }
}

/** Questions of reviewers, then of replies. A reply is not cited, because citations are passages of reviews. */
function* allQuestions(engine: Engine, reviews: InsightReview[], analyzed: AnalyzedReview[]): Iterable<Question> {
  for (const { review, text, analysis } of analyzed) {
    for (const { aspect, ...place } of questionsIn(text, analysis)) {
      yield { text: place.text, aspect, citations: [{ review_id: review.id, ...place }] };
    }
  }
  for (const { reply } of reviews) {
    if (!reply?.includes("?") || !MAY_ASK.test(reply)) continue;
    for (const { text, aspect } of questionsIn(reply, analyze(engine, reply))) yield { text, aspect, citations: [] };
  }
}

/** The first question about each aspect that reviews can answer. Stops reading replies once there are enough. */
function askedQuestions(input: FaqInput): Faq[] {
  const found = new Map<string, Faq>();
  for (const { text, aspect, citations } of allQuestions(input.engine, input.reviews, input.analyzed)) {
    if (found.size >= MOST_ASKED) break;
    if (!aspect || found.has(aspect)) continue;
    for (const entry of fromReviews(input, `asked-${aspect}`, text, "reviews", aspect)) {
      found.set(aspect, { ...entry, citations: [...citations, ...entry.citations] });
    }
  }
  return [...found.values()];
}

/** The operator's questions, then those of reviews and replies, then usual ones that something answers. */
export function buildFaq(input: FaqInput): Faq[] {
  const { engine, profile, period, reviews, analyzed, aspects } = input;
  const { taxonomy } = engine.taxonomy;
  const operator = (profile?.faq ?? []).map(
    ({ question, answer }, index): Faq => ({
      id: `operator-${index + 1}`,
      question,
      answer,
      source: "operator",
      citations: [],
      reply_citations: [],
    }),
  );
  const questions = new Map(taxonomy.aspects.map(({ id, question }) => [id, question]));
  const about = aspects.flatMap(({ id }) => {
    const question = questions.get(id);
    return question ? fromReviews(input, `about-${id}`, question, "template", id) : [];
  });
  const usual = taxonomy.questions.flatMap((question) => answerQuestion(question, period, profile, reviews, analyzed));
  return [...operator, ...askedQuestions(input), ...usual, ...about, ...answerConditions(taxonomy, period, analyzed)];
}
