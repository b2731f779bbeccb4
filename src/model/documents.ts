import { z } from "zod";
import { business } from "./business.ts";
import { HELD_REASONS, review, reviewId, SOURCES, tombstone, VERIFICATION_METHODS } from "./review.ts";
import { searchFilters } from "./search.ts";
import { calendarDate, utcTime } from "./time.ts";

const count = z.int().min(0);

const aggregateRating = z
  .strictObject({
    rating_value: z
      .number()
      .min(1)
      .max(5)
      .nullable()
      .meta({ description: "The mean, two decimals; null without reviews." }),
    rating_count: count.meta({ description: "All published reviews." }),
    review_count: count.meta({ description: "Those with text." }),
    best_rating: z.literal(5).meta({ description: "The best there is." }),
    worst_rating: z.literal(1).meta({ description: "The worst there is." }),
    distribution: z
      .strictObject({
        "1": count.meta({ description: "Reviews with 1 star." }),
        "2": count.meta({ description: "Reviews with 2 stars." }),
        "3": count.meta({ description: "Reviews with 3 stars." }),
        "4": count.meta({ description: "Reviews with 4 stars." }),
        "5": count.meta({ description: "Reviews with 5 stars." }),
      })
      .meta({ description: "How many reviews gave how many stars." }),
  })
  .meta({ id: "AggregateRating", description: "The rating over all published reviews." });
export type AggregateRating = z.infer<typeof aggregateRating>;

const withheld = z
  .strictObject(
    Object.fromEntries(
      HELD_REASONS.map((reason) => [reason, count.meta({ description: `Held as ${reason}.` })]),
    ) as Record<(typeof HELD_REASONS)[number], typeof count>,
  )
  .meta({ id: "Withheld", description: "How many reviews are stored and not published, by neutral reason." });

const links = z
  .strictObject({
    self: z.url().meta({ description: "This document." }),
    insights: z.url().meta({ description: "What reviewers say." }),
    json_feed: z.url().meta({ description: "The newest reviews as JSON Feed." }),
    atom_feed: z.url().meta({ description: "The newest reviews as Atom." }),
    search: z.url().meta({ description: "Filtered reviews." }),
    since: z.string().meta({ description: "A template: put a date for {date}." }),
    hub: z.url().meta({ description: "The WebSub hub." }),
    mcp: z.url().meta({ description: "The MCP endpoint." }),
    openapi: z.url().meta({ description: "The description of this service." }),
    policy: z.url().meta({ description: "How reviews are collected and shown." }),
  })
  .meta({ id: "Links", description: "Where the rest is." });

export const SCHEMA_VERSION = "1.0";

export const reviewsDocument = z
  .strictObject({
    schema_version: z.literal(SCHEMA_VERSION).meta({ description: "Of this document's shape." }),
    updated_at: utcTime
      .nullable()
      .meta({ description: "The newest updated_at or deleted_at in the data; null without any." }),
    license: z.string().nullable().meta({ description: "Of the data, as the operator states it." }),
    business: business.nullable().meta({ description: "null until the operator gives a profile." }),
    aggregate_rating: aggregateRating,
    withheld,
    erased: count.meta({ description: "How many reviews were taken back." }),
    total: count.meta({ description: "All published reviews." }),
    reviews: z.array(review).meta({ description: "All of them, newest first." }),
    links,
  })
  .meta({ id: "ReviewsDocument", description: "The whole dataset." });
export type ReviewsDocument = z.infer<typeof reviewsDocument>;

export const searchDocument = z
  .strictObject({
    query: searchFilters,
    total: count.meta({ description: "All published reviews." }),
    matched: count.meta({ description: "All that match the filters." }),
    returned: count.meta({ description: "Those in this answer." }),
    limit: z.int().min(1).max(100).meta({ description: "The most this answer could have." }),
    next_url: z.url().nullable().meta({ description: "The next page, or null at the end." }),
    reviews: z.array(review).meta({ description: "Newest first." }),
  })
  .meta({ id: "SearchDocument", description: "Matching reviews, newest first." });

export const sinceDocument = z
  .strictObject({
    since: calendarDate.meta({ description: "The date asked for." }),
    updated_at: utcTime
      .nullable()
      .meta({ description: "The newest updated_at or deleted_at shown; null without any." }),
    returned: count.meta({ description: "Reviews in this answer." }),
    reviews: z.array(review).meta({ description: "Newest first." }),
    deleted: z.array(tombstone).meta({ description: "Reviews of these dates that were taken back." }),
  })
  .meta({ id: "SinceDocument", description: "All reviews on or after a date, and those taken back." });

const feedItem = z
  .strictObject({
    id: z.url().meta({ description: "The review's url." }),
    url: z.url().meta({ description: "Its page." }),
    external_url: z.url().optional().meta({ description: "Its address at the source." }),
    title: z.string().min(1).meta({ description: "Its title, or its stars and author." }),
    content_text: z.string().min(1).meta({ description: "Its words; for a rating alone, a sentence that says so." }),
    date_published: utcTime.meta({ description: "published_at of the review." }),
    date_modified: utcTime.meta({ description: "updated_at of the review." }),
    authors: z
      .array(z.strictObject({ name: z.string().meta({ description: "Display name." }) }))
      .meta({ description: "The one author." }),
    tags: z.array(z.string()).meta({ description: "Its stars and what it mentions." }),
    language: z.string().optional().meta({ description: "BCP 47." }),
    _candor: z
      .strictObject({
        id: reviewId,
        rating: z.int().min(1).max(5).meta({ description: "Stars." }),
        date: calendarDate.meta({ description: "In the business's time zone." }),
        verified: z.literal(true).meta({ description: "Only verified reviews are published." }),
        verification_method: z.enum(VERIFICATION_METHODS).meta({ description: "What it is known by." }),
        source: z.enum(SOURCES).meta({ description: "Where it was written." }),
        revision: z.int().min(1).meta({ description: "1 = never edited." }),
        incentivized: z.boolean().meta({ description: "Whether something was offered for it." }),
      })
      .meta({ description: "What JSON Feed has no name for." }),
  })
  .meta({ id: "FeedItem", description: "One review in the feed." });
export type FeedItem = z.infer<typeof feedItem>;

export const feedDocument = z
  .strictObject({
    version: z.literal("https://jsonfeed.org/version/1.1").meta({ description: "JSON Feed 1.1." }),
    title: z.string().min(1).meta({ description: "Of the feed." }),
    home_page_url: z.url().meta({ description: "The overview page." }),
    feed_url: z.url().meta({ description: "This document." }),
    description: z.string().meta({ description: "What the feed holds." }),
    language: z.string().meta({ description: "Of the business; items may have their own." }),
    hubs: z
      .array(
        z.strictObject({
          type: z.literal("WebSub").meta({ description: "The protocol." }),
          url: z.url().meta({ description: "Where to subscribe." }),
        }),
      )
      .meta({ description: "Who tells of changes." }),
    _candor: z
      .strictObject({
        about: z.url().meta({ description: "What these members mean." }),
        demonstration: z.literal(true).optional().meta({ description: "Present on a demonstration." }),
        deleted: z
          .array(
            z.strictObject({
              id: reviewId,
              url: z.url().meta({ description: "The item's id." }),
              deleted_at: utcTime.meta({ description: "When it was taken back." }),
            }),
          )
          .max(50)
          .meta({ description: "The newest reviews that were taken back." }),
      })
      .meta({ description: "What JSON Feed has no name for." }),
    items: z.array(feedItem).max(50).meta({ description: "The newest reviews, newest first." }),
  })
  .meta({ id: "FeedDocument", description: "JSON Feed 1.1 of the 50 newest reviews." });
export type FeedDocument = z.infer<typeof feedDocument>;
