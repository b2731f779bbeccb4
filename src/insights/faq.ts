import type { Profile } from "../model/business.ts";
import type { InsightsDocument } from "../model/insights-document.ts";
import type { FoldedReview } from "./folded-review.ts";
import { citationOf, pickQuotes, type Quote } from "./quotes.ts";
import type { Taxonomy } from "./taxonomy.ts";

type Faq = InsightsDocument["faq"][number];
type AspectInsights = InsightsDocument["aspects"][number];

/** A question is answered from reviews only where this many speak of it. */
const LEAST_REVIEWS = 3;
const MOST_QUOTES = 3;
const MOST_ASKED = 5;
const SHORTEST_WORDS = 4;
const LONGEST_WORDS = 20;
/** What a reader asks begins so; "Need I say more?" does not. */
const ASKS =
  /^(?:do they|does (?:the|this|anyone|it)|is there|are there|can (?:i|we)|how (?:long|much|soon|early|often|far)|what (?:is|are) the|where (?:is|do)|which)\b/i;

const plural = (n: number, word: string): string => `${n} ${word}${n === 1 ? "" : "s"}`;

/** Counts and one to three quotes; both sides where a fifth disagree. */
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
  const said = quotes.map(({ text }) => `“${text}”`).join(" ");
  return {
    answer: `${plural(mention_count, "review")} speak${mention_count === 1 ? "s" : ""} of it: ${parts.join(", ")}. ${said}`,
    quotes,
  };
}

function fromReviews(id: string, question: string, source: Faq["source"], aspect: AspectInsights): Faq[] {
  const sided = aspect.positive_count + aspect.negative_count + aspect.mixed_count;
  const { answer, quotes } = answerFrom(aspect);
  if (sided < LEAST_REVIEWS || quotes.length === 0) return [];
  return [{ id, question, answer, source, citations: quotes.map(citationOf) }];
}

/** Questions that reviewers ask about an aspect that others speak of. */
function asked(reviews: FoldedReview[], aspects: AspectInsights[]): Faq[] {
  const found = new Map<string, Faq>();
  for (const { review, text, analysis } of reviews) {
    for (const { start, end, words, aspects: of, private: told } of analysis.sentences) {
      if (told || text[end - 1] !== "?" || words < SHORTEST_WORDS || words > LONGEST_WORDS) continue;
      const question = text.slice(start, end);
      if (!ASKS.test(question)) continue;
      const aspect = aspects.find(({ id }) => id === of[0]);
      if (!aspect || found.has(aspect.id) || found.size >= MOST_ASKED) continue;
      for (const entry of fromReviews(`asked-${aspect.id}`, question, "reviews", aspect)) {
        found.set(aspect.id, {
          ...entry,
          citations: [{ review_id: review.id, start, end, text: question }, ...entry.citations],
        });
      }
    }
  }
  return [...found.values()];
}

/** The operator's own first, then what reviewers asked, then the taxonomy's, where reviews answer them. */
export function buildFaq(
  profile: Profile | null,
  taxonomy: Taxonomy,
  reviews: FoldedReview[],
  aspects: AspectInsights[],
): Faq[] {
  const own = (profile?.faq ?? []).map(
    ({ question, answer }, index): Faq => ({
      id: `operator-${index + 1}`,
      question,
      answer,
      source: "operator",
      citations: [],
    }),
  );
  const questions = new Map(taxonomy.aspects.map(({ id, question }) => [id, question]));
  const templates = aspects.flatMap((aspect) => {
    const question = questions.get(aspect.id);
    return question ? fromReviews(`about-${aspect.id}`, question, "template", aspect) : [];
  });
  return [...own, ...asked(reviews, aspects), ...templates];
}
