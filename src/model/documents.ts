import { z } from "zod";
import { business } from "./business.ts";
import { HELD_REASONS, review, reviewId, tombstone } from "./review.ts";
import { searchFilters } from "./search.ts";
import { calendarDate, utcTime } from "./time.ts";

const count = z.int().min(0);

export const aggregateRating = z
  .strictObject({
    rating_value: z
      .number()
      .min(1)
      .max(5)
      .nullable()
      .meta({ description: "The mean, two decimals; null without reviews." }),
    rating_count: count.meta({ description: "All published reviews." }),
    review_count: count.meta({ description: "Those with text." }),
    best_rating: z.literal(5),
    worst_rating: z.literal(1),
    distribution: z.strictObject({ "1": count, "2": count, "3": count, "4": count, "5": count }),
  })
  .meta({ id: "AggregateRating", description: "The rating over all published reviews." });
export type AggregateRating = z.infer<typeof aggregateRating>;

export const withheld = z
  .strictObject(
    Object.fromEntries(HELD_REASONS.map((reason) => [reason, count])) as Record<
      (typeof HELD_REASONS)[number],
      typeof count
    >,
  )
  .meta({ id: "Withheld", description: "How many reviews are stored and not published, by neutral reason." });

export const links = z
  .strictObject({
    self: z.url(),
    insights: z.url(),
    json_feed: z.url(),
    atom_feed: z.url(),
    search: z.url(),
    since: z.string().meta({ description: "A template: put a date for {date}." }),
    hub: z.url(),
    mcp: z.url(),
    openapi: z.url(),
    policy: z.url(),
  })
  .meta({ id: "Links", description: "Where the rest is." });

export const SCHEMA_VERSION = "1.0";

export const reviewsDocument = z
  .strictObject({
    schema_version: z.literal(SCHEMA_VERSION),
    updated_at: utcTime
      .nullable()
      .meta({ description: "The newest updated_at or deleted_at in the data; null without any." }),
    license: z.string().nullable(),
    business: business.nullable(),
    aggregate_rating: aggregateRating,
    withheld,
    erased: count.meta({ description: "How many reviews were taken back." }),
    total: count,
    reviews: z.array(review),
    links,
  })
  .meta({ id: "ReviewsDocument", description: "The whole dataset." });
export type ReviewsDocument = z.infer<typeof reviewsDocument>;

export const searchDocument = z
  .strictObject({
    query: searchFilters,
    total: count.meta({ description: "All published reviews." }),
    matched: count.meta({ description: "All that match the filters." }),
    returned: count,
    limit: z.int().min(1).max(100),
    next_url: z.url().nullable().meta({ description: "The next page, or null at the end." }),
    reviews: z.array(review),
  })
  .meta({ id: "SearchDocument", description: "Matching reviews, newest first." });

export const sinceDocument = z
  .strictObject({
    since: calendarDate,
    updated_at: utcTime.nullable(),
    returned: count,
    reviews: z.array(review),
    deleted: z.array(tombstone).meta({ description: "Reviews of these dates that were taken back." }),
  })
  .meta({ id: "SinceDocument", description: "All reviews on or after a date, and those taken back." });

const feedItem = z
  .strictObject({
    id: z.url(),
    url: z.url(),
    external_url: z.url().optional(),
    title: z.string(),
    content_text: z.string(),
    date_published: utcTime,
    date_modified: utcTime,
    authors: z.array(z.strictObject({ name: z.string() })),
    tags: z.array(z.string()),
    language: z.string().optional(),
    _candor: z.strictObject({
      id: reviewId,
      rating: z.int().min(1).max(5),
      date: calendarDate,
      verified: z.literal(true),
      verification_method: z.string(),
      source: z.string(),
      revision: z.int().min(1),
      incentivized: z.boolean(),
    }),
  })
  .meta({ id: "FeedItem", description: "One review in the feed." });
export type FeedItem = z.infer<typeof feedItem>;

export const feedDocument = z
  .strictObject({
    version: z.literal("https://jsonfeed.org/version/1.1"),
    title: z.string(),
    home_page_url: z.url(),
    feed_url: z.url(),
    description: z.string(),
    language: z.string(),
    hubs: z.array(z.strictObject({ type: z.literal("WebSub"), url: z.url() })),
    _candor: z.strictObject({
      about: z.url(),
      demonstration: z.literal(true).optional(),
      deleted: z.array(z.strictObject({ id: reviewId, url: z.url(), deleted_at: utcTime })),
    }),
    items: z.array(feedItem).max(50),
  })
  .meta({ id: "FeedDocument", description: "JSON Feed 1.1 of the 50 newest reviews." });
export type FeedDocument = z.infer<typeof feedDocument>;
