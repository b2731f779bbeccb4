import { z } from "zod";
import { calendarDate, demonstration, utcTime } from "./basics/members.ts";
import { mentions, reviewId } from "./review.ts";

const count = z.int().min(0);
const score = z.number().min(-1).max(1);
const percent = z.number().min(0).max(100);
const stars = z.number().min(1).max(5);
const label = z.enum(["positive", "negative", "neutral", "mixed"]);
const offset = count.meta({ description: "Offset in the text, in UTF-16 code units." });
/** The description is published in the OpenAPI document. */
const described = <T extends z.ZodType>(schema: T, description: string): T => schema.meta({ description });

const evidence = z
  .strictObject({ start: offset, end: offset, weight: described(z.number(), "Exact contribution to the score.") })
  .meta({ id: "Evidence", description: "Words that changed a score." });

const citation = z
  .strictObject({
    review_id: reviewId,
    start: offset,
    end: offset,
    text: described(z.string(), "The quoted words: text.slice(start, end)."),
  })
  .meta({ id: "Citation", description: "The words that support a claim." });

const summaryCitation = z
  .strictObject({
    sentence: described(count, "Which sentence of the summary it supports, from 0."),
    ...citation.shape,
  })
  .meta({ id: "SummaryCitation", description: "The words that support a sentence of the summary." });

const quote = z
  .strictObject({
    ...citation.shape,
    sentiment: described(label, "Sentiment of these words."),
    score: described(score, "Sentiment score from -1 to 1."),
    evidence: described(z.array(evidence), "The words that determined the score."),
  })
  .meta({ id: "Quote", description: "A passage of a review, with the words that determined its sentiment." });

// Counts are per review, so a long review counts as much as a short one.
const counts = {
  mention_count: described(count, "Number of reviews that mention it."),
  positive_count: described(count, "Number of positive reviews."),
  neutral_count: described(count, "Number of neutral reviews."),
  mixed_count: described(count, "Number of mixed reviews."),
  negative_count: described(count, "Number of negative reviews."),
};
const examples = {
  top_phrases: described(z.array(z.string()), "Frequent phrases, as people wrote them."),
  example_review_ids: described(z.array(reviewId), "IDs of example reviews."),
  quotes: described(z.array(quote), "Quotes from reviews."),
};

const aspect = z
  .strictObject({
    id: described(z.string(), "ID in the taxonomy, such as results."),
    label: described(z.string(), "Display name."),
    ...counts,
    positive_pct: described(
      percent.nullable(),
      "Percentage of reviews that are positive about it; null without mentions.",
    ),
    score: described(score.nullable(), "Sentiment score from -1 to 1; null without mentions."),
    ci95: described(z.array(score).length(2).nullable(), "95% confidence interval of the score."),
    enough: described(z.boolean(), "Whether at least 5 reviews mention it."),
    average_rating_when_mentioned: described(stars.nullable(), "Average rating of the reviews that mention it."),
    trend: z
      .strictObject({
        window_months: described(z.int().min(1), "Length of each window in months."),
        score: described(score.nullable(), "Score in the latest window."),
        previous_score: described(score.nullable(), "Score in the window before that."),
        n: described(count, "Number of reviews compared."),
        significant: described(z.boolean(), "Whether the change is statistically significant."),
      })
      .nullable()
      .meta({ description: "How the score changes over time; null if there are too few reviews." }),
    ...examples,
  })
  .meta({ id: "AspectInsights", description: "What reviewers say about one aspect." });

const entity = z
  .strictObject({
    id: described(z.string(), "ID in the profile or the taxonomy."),
    name: described(z.string(), "Display name."),
    ...counts,
    score: described(score.nullable(), "Sentiment score from -1 to 1; null without mentions."),
    average_rating: described(stars.nullable(), "Average rating of the reviews that mention it."),
    aspects: described(
      z.record(z.string(), z.strictObject({ mention_count: count, score: score.nullable() })),
      "Counts and scores by aspect ID.",
    ),
    ...examples,
  })
  .meta({ id: "EntityInsights", description: "What reviewers say about a person, service, area or problem." });

const perReview = z
  .strictObject({
    label: described(label, "Sentiment of the whole review."),
    score,
    aspects: described(z.array(z.string()), "IDs of the aspects it mentions."),
  })
  .meta({ id: "ReviewSentiment", description: "Short form of the analysis of a review." });

/** `/insights.json`. */
export const insightsDocument = z
  .strictObject({
    version: described(z.string(), "Version of the format of this document."),
    generated_at: described(utcTime.nullable(), "When the data last changed, not when this document was built."),
    model: described(z.string(), "Name of the model."),
    engine: z
      .strictObject({
        version: described(z.string(), "Version of the engine."),
        model_sha256: described(z.string(), "SHA-256 of the weights."),
        taxonomy_sha256: described(z.string(), "SHA-256 of the taxonomy."),
        method: described(z.string(), "How the engine works, in one sentence."),
        accuracy_url: described(z.url(), "Page that says how often the engine is wrong."),
        accuracy: described(
          z
            .strictObject({
              test_texts: described(count, "Number of labeled texts that the engine was tested with."),
              overall_right_pct: described(z.number(), "Of these, how many got the right overall sentiment."),
              aspects_right_pct: described(
                z.number(),
                "Of the aspects that it publishes, how many are right: of reviews with stars.",
              ),
              aspects_found_pct: described(
                z.number(),
                "Of the aspects that a person names in them, how many it publishes.",
              ),
              against_stars_found_pct: described(
                z.number(),
                "Of criticism with 4 or 5 stars and praise with 1 or 2, how much it publishes.",
              ),
            })
            .nullable(),
          "How often it was right; null for a taxonomy that has no labeled test.",
        ),
      })
      .meta({ id: "InsightsEngine", description: "The program that made these insights." }),
    demonstration,
    review_count: described(count, "Number of published reviews."),
    text_count: described(count, "Number of published reviews with text."),
    date_range: described(
      z.strictObject({ earliest: calendarDate.nullable(), latest: calendarDate.nullable() }),
      "Dates of the first and the last review.",
    ),
    window: z
      .strictObject({
        from: described(calendarDate.nullable(), "First day; null if every review counts."),
        to: described(calendarDate.nullable(), "Date of the newest review."),
        review_count: described(count, "Number of reviews in this time."),
        text_count: described(count, "Number of reviews with text in this time."),
      })
      .meta({
        id: "InsightsWindow",
        description:
          "The time that this document speaks of: every review. What changed in the 24 months up to the newest review is " +
          "told as change.",
      }),
    languages: described(z.record(z.string(), count), "Number of reviews by language."),
    overall_sentiment: z
      .strictObject({
        score: described(score.nullable(), "Sentiment score from -1 to 1; null without texts."),
        positive_pct: described(percent.nullable(), "Percentage of positive texts."),
        neutral_pct: described(percent.nullable(), "Percentage of neutral texts."),
        negative_pct: described(percent.nullable(), "Percentage of negative texts."),
        positive_count: counts.positive_count,
        neutral_count: counts.neutral_count,
        mixed_count: counts.mixed_count,
        negative_count: counts.negative_count,
      })
      .meta({ id: "OverallSentiment", description: "Sentiment across all texts." }),
    aspects: described(z.array(aspect), "Aspects, most mentioned first."),
    entities: described(
      z.strictObject({
        technicians: z.array(entity),
        services: z.array(entity),
        service_areas: z.array(entity),
        problems: z.array(entity),
      }),
      "People, services, areas and problems that reviews mention.",
    ),
    topics: z
      .array(
        z
          .strictObject({
            id: described(z.string(), "ID in the taxonomy, or made from the words of the phrase."),
            label: described(z.string(), "Display name, or the phrase as people wrote it."),
            ...counts,
            score: described(score.nullable(), "Sentiment score from -1 to 1."),
            enough: described(z.boolean(), "Whether at least 5 reviews mention it."),
            aspect_ids: described(z.array(z.string()), "IDs of the aspects it belongs to."),
            example_review_ids: examples.example_review_ids,
            quotes: described(z.array(quote), "Two quotes; of both sides if a fifth of the reviews disagree."),
          })
          .meta({ id: "Topic", description: "Something that at least three reviews talk about." }),
      )
      .meta({ description: "Topics, most mentioned first." }),
    temporal: z
      .strictObject({
        monthly: z.array(
          z.strictObject({
            month: z.string().regex(/^\d{4}-\d{2}$/),
            review_count: count,
            average_rating: stars.nullable(),
            score: score.nullable(),
          }),
        ),
        trend: z.enum(["improving", "steady", "declining"]).nullable(),
      })
      .meta({ id: "TemporalInsights", description: "Ratings and sentiment month by month." }),
    per_review: described(z.record(reviewId, perReview), "The 5,000 newest reviews, by review ID."),
    faq: z
      .array(
        z
          .strictObject({
            id: described(z.string(), "Stable ID."),
            question: described(z.string(), "The question."),
            answer: described(z.string(), "Counts and quotes, or text that the operator wrote."),
            source: described(
              z.enum(["operator", "profile", "replies", "reviews", "template"]),
              "operator: the business wrote both; profile: its profile answers; " +
                "replies: a response from the owner answers; reviews: a review or a reply asks it; " +
                "template: reviews answer a usual question.",
            ),
            citations: described(z.array(citation), "The words of reviews that support the answer."),
            reply_citations: described(
              z.array(citation),
              "The words of owner responses, with offsets in the response.",
            ),
          })
          .meta({ id: "FaqEntry", description: "A question and its answer, with citations." }),
      )
      .meta({ description: "Questions and answers; those of the operator come first." }),
    headline: described(z.string(), "The finding in at most twelve words, made of counts."),
    summary: described(
      z.string(),
      "At most 90 words made of counts and quotes: the strongest praise and the strongest complaint. No text is generated.",
    ),
    summary_citations: described(z.array(summaryCitation), "The words that support each sentence."),
    pull_quote: described(z.string().nullable(), "One sentence that represents the reviews."),
    pull_quote_review_id: described(reviewId.nullable(), "The review that contains the sentence."),
    strengths: described(
      z.array(z.string()),
      "Aspects that at least three reviews praise, twice as many as criticize them, with counts; most first.",
    ),
    concerns: described(
      z.array(z.string()),
      "Aspects that at least three reviews criticize, and a third of those that mention them, with counts and a change; " +
        "most first. No aspect is in both lists.",
    ),
    limits: described(z.array(z.string()), "What these insights are, how often they are wrong, and what was left out."),
  })
  .meta({ id: "InsightsDocument", description: "What reviewers say, with the words that support each claim." });
export type InsightsDocument = z.infer<typeof insightsDocument>;

/** The sentences of the report. The document has them in English, the pages in their own language. */
export type ToldReport = Pick<InsightsDocument, "faq" | "headline" | "summary" | "summary_citations">;
export type ToldReports = Partial<Record<"en" | "es", ToldReport>>;

/** `/api/reviews/{id}/insights`. */
export const reviewInsights = z
  .strictObject({
    demonstration,
    id: reviewId,
    read: described(
      z.enum(["text", "translation"]),
      "What was read, and what the offsets are of: the text of the review, or its translation if only that is in English or Spanish.",
    ),
    sentiment: described(z.strictObject({ label, score }), "Sentiment of the whole text."),
    aspects: z
      .array(
        z
          .strictObject({
            aspect: described(z.string(), "ID of the aspect."),
            sentiment: described(label, "Sentiment of this passage."),
            score: described(score, "Sentiment score from -1 to 1."),
            start: offset,
            end: offset,
            evidence: described(z.array(evidence), "The words that determined the score."),
          })
          .meta({ id: "AspectMention", description: "A passage about one aspect." }),
      )
      .meta({ description: "Passages in the order of the text." }),
    mentions,
    note: z
      .string()
      .optional()
      .meta({ description: "Says so if the review was not analyzed, because it is too old or its text is not read." }),
  })
  .meta({ id: "ReviewInsights", description: "The analysis of one review." });
export type ReviewInsights = z.infer<typeof reviewInsights>;
