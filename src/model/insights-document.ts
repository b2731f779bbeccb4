import { z } from "zod";
import { mentions, reviewId } from "./review.ts";
import { calendarDate, utcTime } from "./time.ts";

const count = z.int().min(0);
const score = z.number().min(-1).max(1);
const percent = z.number().min(0).max(100);
const stars = z.number().min(1).max(5);
const label = z.enum(["positive", "negative", "neutral", "mixed"]);
const offset = count.meta({ description: "In UTF-16 code units of the text." });
/** Every member says what it is: the description is served with it. */
const described = <T extends z.ZodType>(schema: T, description: string): T => schema.meta({ description });

const evidence = z
  .strictObject({ start: offset, end: offset, weight: described(z.number(), "Its exact share of the score.") })
  .meta({ id: "Evidence", description: "Words that moved a score." });

const citation = z
  .strictObject({
    review_id: reviewId,
    start: offset,
    end: offset,
    text: described(z.string(), "text.slice(start, end)."),
  })
  .meta({ id: "Citation", description: "The words a claim comes from." });

const quote = z
  .strictObject({
    ...citation.shape,
    sentiment: described(label, "Of these words."),
    score: described(score, "From -1 to 1."),
    evidence: described(z.array(evidence), "The words behind the score."),
  })
  .meta({ id: "Quote", description: "A passage of a review, with the words that decided its sentiment." });

// An aspect counts reviews, so that one long review weighs as much as a short one.
const counts = {
  mention_count: described(count, "Reviews, not mentions."),
  positive_count: described(count, "Reviews that praise."),
  neutral_count: described(count, "Reviews that state a fact."),
  mixed_count: described(count, "Reviews that do both."),
  negative_count: described(count, "Reviews that criticise."),
};
const examples = {
  top_phrases: described(z.array(z.string()), "As people wrote them."),
  example_review_ids: described(z.array(reviewId), "Reviews to read."),
  quotes: described(z.array(quote), "The words themselves."),
};

const aspect = z
  .strictObject({
    id: described(z.string(), "Of the taxonomy, such as results."),
    label: described(z.string(), "For people."),
    ...counts,
    positive_pct: described(percent.nullable(), "Share that praises; null without mentions."),
    score: described(score.nullable(), "From -1 to 1; null without mentions."),
    ci95: described(z.array(score).length(2).nullable(), "95 % confidence interval of the score."),
    enough: described(z.boolean(), "Whether 5 reviews or more mention it."),
    average_rating_when_mentioned: described(stars.nullable(), "Mean rating of those reviews."),
    trend: z
      .strictObject({
        window_months: described(z.int().min(1), "Length of each window."),
        score: described(score.nullable(), "In the newest window."),
        previous_score: described(score.nullable(), "In the window before."),
        n: described(count, "Reviews compared."),
        significant: described(z.boolean(), "Whether chance is an unlikely cause."),
      })
      .nullable()
      .meta({ description: "How it changes; null where too few reviews tell." }),
    ...examples,
  })
  .meta({ id: "AspectInsights", description: "What reviewers say about one aspect." });

const entity = z
  .strictObject({
    id: described(z.string(), "Of the profile or the taxonomy."),
    name: described(z.string(), "For people."),
    ...counts,
    score: described(score.nullable(), "From -1 to 1; null without mentions."),
    average_rating: described(stars.nullable(), "Mean rating of the reviews that mention it."),
    aspects: described(
      z.record(z.string(), z.strictObject({ mention_count: count, score: score.nullable() })),
      "By aspect id.",
    ),
    ...examples,
  })
  .meta({ id: "EntityInsights", description: "What reviewers say about a person, a service, an area or a problem." });

const perReview = z
  .strictObject({
    label: described(label, "Of the whole review."),
    score,
    aspects: described(z.array(z.string()), "Ids."),
  })
  .meta({ id: "ReviewSentiment", description: "The analysis of a review, in short." });

/** `/insights.json`. */
export const insightsDocument = z
  .strictObject({
    version: described(z.string(), "Of this document's shape."),
    generated_at: described(utcTime.nullable(), "Time of the last change of the data; no clock."),
    model: described(z.string(), "Name of the model."),
    engine: z
      .strictObject({
        version: described(z.string(), "Of the engine."),
        model_sha256: described(z.string(), "Of the weights."),
        taxonomy_sha256: described(z.string(), "Of the taxonomy."),
        method: described(z.string(), "How it works, in a sentence."),
        accuracy_url: described(z.url(), "How often it errs."),
      })
      .meta({ id: "InsightsEngine", description: "What made these insights." }),
    demonstration: z.literal(true).optional().meta({ description: "Present on a demonstration." }),
    review_count: described(count, "All published reviews."),
    text_count: described(count, "Those with text."),
    date_range: described(
      z.strictObject({ earliest: calendarDate.nullable(), latest: calendarDate.nullable() }),
      "First and last review.",
    ),
    languages: described(z.record(z.string(), count), "Reviews by language."),
    overall_sentiment: z
      .strictObject({
        score: described(score.nullable(), "From -1 to 1; null without texts."),
        positive_pct: described(percent.nullable(), "Share of positive texts."),
        neutral_pct: described(percent.nullable(), "Share of neutral texts."),
        negative_pct: described(percent.nullable(), "Share of negative texts."),
        positive_count: counts.positive_count,
        neutral_count: counts.neutral_count,
        mixed_count: counts.mixed_count,
        negative_count: counts.negative_count,
      })
      .meta({ id: "OverallSentiment", description: "Over all texts." }),
    aspects: described(z.array(aspect), "Most mentioned first."),
    entities: described(
      z.strictObject({
        technicians: z.array(entity),
        services: z.array(entity),
        service_areas: z.array(entity),
        problems: z.array(entity),
      }),
      "People, services, areas and problems that reviews name.",
    ),
    topics: z
      .array(
        z
          .strictObject({
            id: described(z.string(), "Made of its words."),
            label: described(z.string(), "As people wrote it."),
            mention_count: counts.mention_count,
            score: described(score.nullable(), "From -1 to 1."),
            aspect_ids: described(z.array(z.string()), "Aspects it belongs to."),
            example_review_ids: examples.example_review_ids,
          })
          .meta({ id: "Topic", description: "A phrase that at least three reviews use." }),
      )
      .meta({ description: "Frequent phrases." }),
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
      .meta({ id: "TemporalInsights", description: "Month by month." }),
    per_review: described(z.record(reviewId, perReview), "The newest 5,000, by review id."),
    faq: z
      .array(
        z
          .strictObject({
            id: described(z.string(), "Stable."),
            question: described(z.string(), "As asked."),
            answer: described(z.string(), "Counts and quotes, or the operator's own words."),
            source: described(z.enum(["operator", "reviews", "template"]), "Whose question it is."),
            citations: described(z.array(citation), "Where the answer comes from."),
          })
          .meta({ id: "FaqEntry", description: "A question and its cited answer." }),
      )
      .meta({ description: "The operator's own first." }),
    summary: described(z.string(), "Extracted, never generated."),
    summary_citations: described(z.array(citation), "Every sentence's source."),
    pull_quote: described(z.string().nullable(), "One sentence to quote."),
    pull_quote_review_id: described(reviewId.nullable(), "Where it stands."),
    strengths: described(z.array(z.string()), "Aspects that are praised."),
    concerns: described(z.array(z.string()), "Aspects that are criticised."),
    limits: described(z.array(z.string()), "What this is, how often it errs, what was left out."),
  })
  .meta({ id: "InsightsDocument", description: "What reviewers say, each claim with the words it comes from." });
export type InsightsDocument = z.infer<typeof insightsDocument>;

/** `/api/reviews/{id}/insights`. */
export const reviewInsights = z
  .strictObject({
    id: reviewId,
    sentiment: described(z.strictObject({ label, score }), "Of the whole text."),
    aspects: z
      .array(
        z
          .strictObject({
            aspect: described(z.string(), "Aspect id."),
            sentiment: described(label, "Of this passage."),
            score: described(score, "From -1 to 1."),
            start: offset,
            end: offset,
            evidence: described(z.array(evidence), "The words behind the score."),
          })
          .meta({ id: "AspectMention", description: "A passage about one aspect." }),
      )
      .meta({ description: "In the order of the text." }),
    mentions,
  })
  .meta({ id: "ReviewInsights", description: "The analysis of one review." });
export type ReviewInsights = z.infer<typeof reviewInsights>;
