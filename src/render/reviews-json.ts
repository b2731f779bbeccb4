import type { Business } from "../model/business.ts";
import type { AggregateRating, ReviewsDocument } from "../model/documents.ts";
import { PATHS } from "./links.ts";

/** `counts[i]` is the number of reviews with i + 1 stars, `account_count` that of reviews of a signed-in account. */
export function aggregateRating(counts: number[], review_count: number, account_count: number): AggregateRating {
  const rating_count = counts.reduce((sum, count) => sum + count, 0);
  const stars = counts.reduce((sum, count, i) => sum + count * (i + 1), 0);
  const [one = 0, two = 0, three = 0, four = 0, five = 0] = counts;
  return {
    // Multiply before dividing, so that halves round up: 189 / 40 is 4.725, which must give 4.73.
    rating_value: rating_count === 0 ? null : Math.round((stars * 100) / rating_count) / 100,
    rating_count,
    review_count,
    best_rating: 5,
    worst_rating: 1,
    distribution: { "1": one, "2": two, "3": three, "4": four, "5": five },
    verification_levels: { business: rating_count - account_count, account: account_count },
  };
}

/** `links` of /reviews.json. */
export const reviewsLinks = (base_url: string) => ({
  self: base_url + PATHS.reviews,
  insights: base_url + PATHS.insights,
  json_feed: base_url + PATHS.json_feed,
  atom_feed: base_url + PATHS.atom_feed,
  search: base_url + PATHS.search,
  since: base_url + PATHS.since,
  hub: base_url + PATHS.hub,
  mcp: base_url + PATHS.mcp,
  openapi: base_url + PATHS.openapi,
  policy: base_url + PATHS.policy,
});

export type ReviewsHead = Omit<ReviewsDocument, "reviews" | "links" | "schema_version" | "business"> & {
  business: Business | null;
};

/** The parts of /reviews.json before and after the reviews, which are already rendered. */
export function renderReviewsFrame(base_url: string, head: ReviewsHead): { before: string; after: string } {
  const { updated_at, license, business, aggregate_rating, withheld, erased, total } = head;
  const opening = JSON.stringify({
    schema_version: "1.0",
    updated_at,
    license,
    business,
    aggregate_rating,
    withheld,
    erased,
    total,
  });
  return {
    before: `${opening.slice(0, -1)},"reviews":[`,
    after: `],"links":${JSON.stringify(reviewsLinks(base_url))}}`,
  };
}
