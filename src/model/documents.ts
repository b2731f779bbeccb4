import { z } from "zod";
import { calendarDate, demonstration, utcTime } from "./basics/members.ts";
import { business } from "./business.ts";
import { understood } from "./meaning.ts";
import { review, reviewId, tombstone } from "./review.ts";
import { HELD_REASONS, SOURCES, VERIFICATION_LEVELS, VERIFICATION_METHODS } from "./review-kinds.ts";
import { searchFilters } from "./search.ts";
import { DIMENSIONS, distribution, figuresSchema, group, MOST_DIMENSIONS, MOST_GROUPS } from "./statistics.ts";

const count = z.int().min(0);

const aggregateRating = z
  .strictObject({
    rating_value: z
      .number()
      .min(1)
      .max(5)
      .nullable()
      .meta({ description: "Average rating with two decimals; null if there are no reviews." }),
    rating_count: count.meta({ description: "Number of published reviews." }),
    review_count: count.meta({ description: "Number of published reviews with text." }),
    best_rating: z.literal(5).meta({ description: "Highest possible rating." }),
    worst_rating: z.literal(1).meta({ description: "Lowest possible rating." }),
    distribution,
    verification_levels: z
      .strictObject({
        business: count.meta({ description: "Reviews that the business checked." }),
        account: count.meta({ description: "Reviews of a signed-in account at their source." }),
      })
      .meta({ description: "Number of reviews for each level of verification." }),
  })
  .meta({ id: "AggregateRating", description: "The rating across all published reviews." });
export type AggregateRating = z.infer<typeof aggregateRating>;

const withheld = z
  .strictObject(
    Object.fromEntries(
      HELD_REASONS.map((reason) => [reason, count.meta({ description: `Number of reviews withheld as ${reason}.` })]),
    ) as Record<(typeof HELD_REASONS)[number], typeof count>,
  )
  .meta({
    id: "Withheld",
    description: "Number of stored reviews that are not published, by reason. The reason is never the rating.",
  });

const links = z
  .strictObject({
    self: z.url().meta({ description: "This document." }),
    insights: z.url().meta({ description: "The insights document." }),
    json_feed: z.url().meta({ description: "The newest reviews as JSON Feed." }),
    atom_feed: z.url().meta({ description: "The newest reviews as Atom." }),
    search: z.url().meta({ description: "The search endpoint." }),
    since: z.string().meta({ description: "A URL template: replace {date} with a date." }),
    hub: z.url().meta({ description: "The WebSub hub." }),
    mcp: z.url().meta({ description: "The MCP endpoint." }),
    openapi: z.url().meta({ description: "The OpenAPI description of this service." }),
    policy: z.url().meta({ description: "The page that explains how reviews are collected and shown." }),
  })
  .meta({ id: "Links", description: "Related documents and endpoints." });

export const reviewsDocument = z
  .strictObject({
    demonstration,
    schema_version: z.literal("1.0").meta({ description: "Version of the format of this document." }),
    updated_at: utcTime
      .nullable()
      .meta({ description: "The newest updated_at or deleted_at in the data; null if there is none." }),
    license: z.string().nullable().meta({ description: "License of the data, as the operator states it." }),
    business: business.nullable().meta({ description: "The business; null until the operator provides a profile." }),
    aggregate_rating: aggregateRating,
    withheld,
    erased: count.meta({ description: "Number of reviews that were published and then removed." }),
    total: count.meta({ description: "Number of published reviews." }),
    reviews: z.array(review).meta({ description: "All published reviews, newest first." }),
    links,
  })
  .meta({ id: "ReviewsDocument", description: "The whole dataset." });
export type ReviewsDocument = z.infer<typeof reviewsDocument>;

const suggestion = z
  .strictObject({
    kind: z.enum(["spelling", "name", "dates", "word"]).meta({
      description:
        "What was changed: the words to known ones, a name to a listed one, the dates left out, or one word of several.",
    }),
    query: searchFilters,
    matched: count.min(1).meta({ description: "Number of reviews that match it." }),
    url: z.url().meta({ description: "The search with these filters." }),
  })
  .meta({ id: "Suggestion", description: "Other filters that match something." });

const note = z
  .string()
  .optional()
  .meta({ description: "Present where aspects or topics were asked for and not all reviews were analyzed." });

export const searchDocument = z
  .strictObject({
    demonstration,
    query: searchFilters,
    understood,
    total: count.meta({ description: "Number of published reviews." }),
    matched: count.meta({ description: "Number of reviews that match the filters." }),
    returned: count.meta({ description: "Number of reviews in this response." }),
    limit: z.int().min(1).max(100).meta({ description: "Maximum number of reviews per page." }),
    next_url: z.url().nullable().meta({ description: "URL of the next page; null on the last page." }),
    suggestions: z
      .array(suggestion)
      .max(8)
      .meta({ description: "Where nothing matches: what would, best first. Otherwise empty." }),
    reviews: z.array(review).meta({ description: "Newest first." }),
    note,
    deleted: z
      .array(tombstone)
      .optional()
      .meta({ description: "With updated_since: all reviews that were removed at or after that time." }),
  })
  .meta({ id: "SearchDocument", description: "Matching reviews, newest first." });

export const statisticsDocument = z
  .strictObject({
    demonstration,
    query: searchFilters,
    understood,
    group_by: z.array(z.enum(DIMENSIONS)).max(MOST_DIMENSIONS).meta({ description: "The dimensions of the groups." }),
    total: count.meta({ description: "Number of published reviews." }),
    matched: count.meta({ description: "Number of reviews that match the filters." }),
    overall: figuresSchema,
    group_count: count.meta({ description: "Number of groups." }),
    groups: z
      .array(group)
      .max(MOST_GROUPS)
      .meta({ description: `The first ${MOST_GROUPS} groups that have a review.` }),
    note,
  })
  .meta({ id: "StatisticsDocument", description: "Figures of the matching reviews, and of groups of them." });

const moved = z
  .strictObject({
    id: reviewId,
    from_date: calendarDate.meta({ description: "Its newest date so far, in this window." }),
    to_date: calendarDate.meta({ description: "Its date now, before this window." }),
    moved_at: utcTime.meta({ description: "When the import that moved it was committed." }),
  })
  .meta({ id: "Moved", description: "A review whose date left the window." });

export const sinceDocument = z
  .strictObject({
    demonstration,
    since: calendarDate.meta({ description: "The requested date." }),
    updated_at: utcTime
      .nullable()
      .meta({ description: "The newest updated_at or deleted_at in this response; null if there is none." }),
    returned: count.meta({ description: "Number of reviews in this response." }),
    reviews: z.array(review).meta({ description: "Newest first." }),
    deleted: z.array(tombstone).meta({ description: "Reviews of these dates that were removed." }),
    moved: z
      .array(moved)
      .meta({ description: "Reviews whose date left this window: they are in neither of the others." }),
  })
  .meta({
    id: "SinceDocument",
    description: "All reviews on or after a date, and those of these dates that were removed.",
  });

const feedItem = z
  .strictObject({
    id: z.url().meta({ description: "URL of the review." }),
    url: z.url().meta({ description: "Page of the review." }),
    external_url: z.url().optional().meta({ description: "URL of the review at its source." }),
    title: z.string().min(1).meta({ description: "Title of the review, or its stars and author." }),
    content_text: z.string().min(1).meta({
      description: "Text of the review and the owner's response; if it is a rating only, a sentence that says so.",
    }),
    date_published: utcTime.meta({ description: "published_at of the review." }),
    date_modified: utcTime.meta({ description: "updated_at of the review." }),
    authors: z
      .array(z.strictObject({ name: z.string().meta({ description: "Display name." }) }))
      .meta({ description: "The author, always one." }),
    tags: z.array(z.string()).meta({ description: "The stars, and the people, services and areas it mentions." }),
    language: z.string().optional().meta({ description: "BCP 47 language tag." }),
    _candor: z
      .strictObject({
        id: reviewId,
        rating: z.int().min(1).max(5).meta({ description: "Number of stars." }),
        date: calendarDate.meta({ description: "Date in the time zone of the business." }),
        verified: z.literal(true).meta({ description: "Always true: only verified reviews are published." }),
        verification_method: z.enum(VERIFICATION_METHODS).meta({ description: "How the review was verified." }),
        verification_level: z.enum(VERIFICATION_LEVELS).meta({ description: "Who checked it: see Verification." }),
        source: z.enum(SOURCES).meta({ description: "Where it was written." }),
        revision: z.int().min(1).meta({ description: "1 if the review was never edited." }),
        incentivized: z.boolean().meta({ description: "Whether the author was offered something for the review." }),
      })
      .meta({ description: "Members that JSON Feed does not define." }),
  })
  .meta({ id: "FeedItem", description: "One review in the feed." });
export type FeedItem = z.infer<typeof feedItem>;

export const feedDocument = z
  .strictObject({
    version: z.literal("https://jsonfeed.org/version/1.1").meta({ description: "JSON Feed 1.1." }),
    title: z.string().min(1).meta({ description: "Title of the feed." }),
    home_page_url: z.url().meta({ description: "The overview page." }),
    feed_url: z.url().meta({ description: "This document." }),
    description: z.string().meta({ description: "What the feed contains." }),
    language: z.string().meta({ description: "Language of the business; items can have their own." }),
    hubs: z
      .array(
        z.strictObject({
          type: z.literal("WebSub").meta({ description: "Protocol of the hub." }),
          url: z.url().meta({ description: "Where to subscribe." }),
        }),
      )
      .meta({ description: "Hubs that push changes." }),
    _candor: z
      .strictObject({
        about: z.url().meta({ description: "Page that documents these members." }),
        demonstration,
        deleted: z
          .array(
            z.strictObject({
              id: reviewId,
              url: z.url().meta({ description: "The id of the feed item." }),
              deleted_at: utcTime.meta({ description: "When the review was removed." }),
            }),
          )
          .max(50)
          .meta({ description: "The most recently removed reviews." }),
      })
      .meta({ description: "Members that JSON Feed does not define." }),
    items: z.array(feedItem).max(50).meta({ description: "The newest reviews, newest first." }),
  })
  .meta({ id: "FeedDocument", description: "The 50 newest reviews as JSON Feed 1.1." });
export type FeedDocument = z.infer<typeof feedDocument>;
