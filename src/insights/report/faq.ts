import type { Analysis } from "../../model/analysis.ts";
import type { Profile } from "../../model/business.ts";
import type { InsightsDocument } from "../../model/insights-document.ts";
import { analyze } from "../engine/analyze.ts";
import type { Engine } from "../engine/engine.ts";
import type { AnalyzedReview } from "./analyzed-review.ts";
import type { InsightReview } from "./insight-review.ts";
import { type Citation, citationOf, pickQuotes, type Quote } from "./quotes.ts";

type Faq = InsightsDocument["faq"][number];
type AspectInsights = InsightsDocument["aspects"][number];

/** A question is answered only if this many reviews take a side on it. */
const LEAST_REVIEWS = 3;
const MOST_QUOTES = 3;
const MOST_ASKED = 5;
const SHORTEST_WORDS = 4;
const LONGEST_WORDS = 20;
/** Real questions begin like this; "Need I say more?" does not. */
const OPENING =
  "(?:do they|does (?:the|this|anyone|it)|is there|are there|can (?:i|we)|how (?:long|much|soon|early|often|far)|what (?:is|are) the|where (?:is|do)|which)\\b";
const ASKS = new RegExp(`^${OPENING}`, "i");
/** A quick test, because hardly any reply asks a question. */
const MAY_ASK = new RegExp(`(?:^|[.!?\\n] ?)${OPENING}`, "i");

const plural = (n: number, word: string): string => `${n} ${word}${n === 1 ? "" : "s"}`;

/** Counts, then one to three quotes; of both sides if a fifth of the reviews disagree. */
function answerFrom(aspect: AspectInsights): { answer: string; quotes: Quote[] } {
  const { mention_count, positive_count, negative_count, mixed_count, neutral_count } = aspect;
  const parts = [
    `${positive_count} positive`,
    `${negative_count} negative`,
    ...(mixed_count > 0 ? [`${mixed_count} mixed`] : []),
    ...(neutral_count > 0 ? [`${neutral_count} neutral`] : []),
  ];
  const quotes = pickQuotes(
    aspect.quotes.map((quote, at) => ({ ...quote, clarity: -at, quote: () => quote })),
    MOST_QUOTES,
  );
  const quoted = quotes.map(({ text }) => `“${text}”`).join(" ");
  return {
    answer: `${plural(mention_count, "review")} mention${mention_count === 1 ? "s" : ""} it: ${parts.join(", ")}. ${quoted}`,
    quotes,
  };
}

function fromReviews(id: string, question: string, source: Faq["source"], aspect: AspectInsights): Faq[] {
  const sided = aspect.positive_count + aspect.negative_count + aspect.mixed_count;
  const { answer, quotes } = answerFrom(aspect);
  if (sided < LEAST_REVIEWS || quotes.length === 0) return [];
  return [{ id, question, answer, source, citations: quotes.map(citationOf) }];
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
function askedQuestions(questions: Iterable<Question>, aspects: AspectInsights[]): Faq[] {
  const found = new Map<string, Faq>();
  for (const { text, aspect: asked, citations } of questions) {
    if (found.size >= MOST_ASKED) break;
    const aspect = aspects.find(({ id }) => id === asked);
    if (!aspect || found.has(aspect.id)) continue;
    for (const entry of fromReviews(`asked-${aspect.id}`, text, "reviews", aspect)) {
      found.set(aspect.id, { ...entry, citations: [...citations, ...entry.citations] });
    }
  }
  return [...found.values()];
}

/** The operator's questions, then those of reviews and replies, then those of the taxonomy that reviews answer. */
export function buildFaq(
  engine: Engine,
  profile: Profile | null,
  reviews: InsightReview[],
  analyzed: AnalyzedReview[],
  aspects: AspectInsights[],
): Faq[] {
  const operator = (profile?.faq ?? []).map(
    ({ question, answer }, index): Faq => ({
      id: `operator-${index + 1}`,
      question,
      answer,
      source: "operator",
      citations: [],
    }),
  );
  const questions = new Map(engine.taxonomy.taxonomy.aspects.map(({ id, question }) => [id, question]));
  const templates = aspects.flatMap((aspect) => {
    const question = questions.get(aspect.id);
    return question ? fromReviews(`about-${aspect.id}`, question, "template", aspect) : [];
  });
  return [...operator, ...askedQuestions(allQuestions(engine, reviews, analyzed), aspects), ...templates];
}
