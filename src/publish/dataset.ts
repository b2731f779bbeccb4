import { type Business, publicBusiness } from "../model/business.ts";
import type { AggregateRating } from "../model/documents.ts";
import { mayReturn, type Review, type VerificationMethod } from "../model/review.ts";
import type { SnapshotSource } from "../model/snapshot-source.ts";
import { renderTime } from "../model/time.ts";
import { aggregateRating } from "../render/reviews-json.ts";
import { reviewAt } from "../snapshot/review-at.ts";
import type { ReviewIndex, TombstoneIndex } from "../snapshot/review-index.ts";
import type { RenderedRows } from "./rendered-rows.ts";

const EPOCH = "1970-01-01T00:00:00Z";

/** What is known of the whole dataset once every row has been read. */
export type DatasetFacts = {
  base_url: string;
  demonstration: boolean;
  business: Business | null;
  profile: SnapshotSource["profile"];
  profile_changed_at: string | null;
  aggregate_rating: AggregateRating;
  verified_by: Record<VerificationMethod, number>;
  withheld: SnapshotSource["withheld"];
  erased: number;
  /** Newest `updated_at` or `deleted_at`; null of nothing. */
  updated_at: string | null;
  /** When a run last changed anything that is shown. */
  changed_at: string;
};

/** What pages and other documents are rendered from: the data of one snapshot, before it is served. */
export type Dataset = DatasetFacts & { reviews: ReviewIndex };

/** The newest of some times, or the epoch. */
export const newestTime = (...times: (string | null | undefined)[]): string =>
  times.reduce<string>((latest, time) => (time && Date.parse(time) > Date.parse(latest) ? time : latest), EPOCH);

/** Reviews that the overview and the widget show. */
export const NEWEST_SHOWN = 6;

/** The `count` newest reviews. */
export const newestReviews = (reviews: ReviewIndex, count: number): Review[] =>
  Array.from({ length: Math.min(count, reviews.count) }, (_, position) => reviewAt(reviews, position));

const highest = (values: Iterable<number>): number => {
  let found = 0;
  for (const value of values) found = Math.max(found, value);
  return found;
};

function ratingCounts(ratings: Float64Array): number[] {
  const counts = [0, 0, 0, 0, 0];
  for (const rating of ratings) counts[rating - 1] = (counts[rating - 1] ?? 0) + 1;
  return counts;
}

export function describeDataset(
  source: SnapshotSource,
  rendered: RenderedRows,
  tombstones: TombstoneIndex,
  base_url: string,
): DatasetFacts {
  const { demonstration, profile, profile_changed_at, withheld } = source;
  const updated_ms = Math.max(
    highest(rendered.updated_ms.values()),
    tombstones.prefix_updated_ms.at(-1) ?? 0, // none without tombstones
  );
  const changed_ms = Math.max(
    highest(rendered.changed_ms.values()),
    tombstones.prefix_changed_ms.at(-1) ?? 0,
    highest(tombstones.moved.map((move) => move.changed_ms)),
  );
  return {
    base_url,
    demonstration,
    business: profile ? publicBusiness(profile, demonstration) : null,
    profile,
    profile_changed_at,
    aggregate_rating: aggregateRating(ratingCounts(rendered.rating.values()), rendered.text_count),
    verified_by: rendered.verified_by,
    withheld,
    erased: source.tombstones.filter(({ reason }) => !mayReturn(reason)).length - withheld.legal,
    updated_at: updated_ms === 0 ? null : renderTime(updated_ms),
    changed_at: newestTime(renderTime(changed_ms), profile_changed_at, source.withheld_changed_at),
  };
}
