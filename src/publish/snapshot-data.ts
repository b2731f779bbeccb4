import { renderTime } from "../model/basics/time.ts";
import { f64At, u8At } from "../model/basics/typed-array.ts";
import type { Business } from "../model/business.ts";
import type { AggregateRating } from "../model/documents.ts";
import { publicBusiness } from "../model/public-business.ts";
import type { Review } from "../model/review.ts";
import { mayReturn, type VerificationMethod } from "../model/review-kinds.ts";
import type { SnapshotSource } from "../model/snapshot-source.ts";
import { aggregateRating } from "../render/reviews-json.ts";
import type { ChangeLog } from "../snapshot/change-entries.ts";
import { reviewAt } from "../snapshot/review-at.ts";
import { FLAGS, type ReviewIndex, type TombstoneIndex } from "../snapshot/review-index.ts";
import type { Canonical } from "../snapshot/snapshot.ts";
import type { RowColumns } from "./rows/ordered-rows.ts";

const EPOCH = "1970-01-01T00:00:00Z";

/** The facts about the whole dataset that are known after every row was read. */
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
  /** In how many published reviews the business hid words. */
  words_hidden: number;
  /** The newest `updated_at` or `deleted_at`. Null if there is none. */
  updated_at: string | null;
  /** When a run last changed anything that is shown. */
  changed_at: string;
};

/** The data of one snapshot, from which pages and other documents are rendered. */
export type SnapshotData = DatasetFacts & { reviews: ReviewIndex; canonical?: Canonical; changes?: ChangeLog };

/** The newest of these times, or the epoch. */
export const newestTime = (...times: (string | null | undefined)[]): string =>
  times.reduce<string>((latest, time) => (time && Date.parse(time) > Date.parse(latest) ? time : latest), EPOCH);

/** How many reviews the overview and the widget show. */
export const NEWEST_SHOWN = 6;

/** The `count` newest reviews. */
export const newestReviews = (reviews: ReviewIndex, count: number): Review[] =>
  Array.from({ length: Math.min(count, reviews.count) }, (_, position) => reviewAt(reviews, position));

function highest(values: Float64Array): number {
  let found = 0;
  for (let i = 0; i < values.length; i++) found = Math.max(found, f64At(values, i));
  return found;
}

function countFlag(flags: Uint8Array, flag: number): number {
  let count = 0;
  for (let position = 0; position < flags.length; position++) if (u8At(flags, position) & flag) count++;
  return count;
}

function verifiedBy({ by_verification }: RowColumns): Record<VerificationMethod, number> {
  const counted = (method: VerificationMethod) => by_verification.get(method)?.length ?? 0;
  return {
    visit_record: counted("visit_record"),
    invitation: counted("invitation"),
    platform_account: counted("platform_account"),
    operator: counted("operator"),
  };
}

export function describeDataset(
  source: SnapshotSource,
  rows: RowColumns,
  tombstones: TombstoneIndex,
  base_url: string,
): DatasetFacts {
  const { demonstration, profile, profile_changed_at, withheld } = source;
  const verified_by = verifiedBy(rows);
  const updated_ms = Math.max(highest(rows.updated_ms), highest(tombstones.updated_ms));
  const changed_ms = Math.max(
    highest(rows.changed_ms),
    highest(tombstones.changed_ms),
    highest(Float64Array.from(tombstones.moved, (move) => move.changed_ms)),
  );
  return {
    base_url,
    demonstration,
    business: profile ? publicBusiness(profile, demonstration) : null,
    profile,
    profile_changed_at,
    aggregate_rating: aggregateRating(
      rows.by_rating.map(({ length }) => length),
      countFlag(rows.flags, FLAGS.has_text),
      verified_by.platform_account,
    ),
    verified_by,
    withheld,
    erased: source.tombstones.filter(({ reason }) => !mayReturn(reason)).length - withheld.legal,
    words_hidden: countFlag(rows.flags, FLAGS.words_hidden),
    updated_at: updated_ms === 0 ? null : renderTime(updated_ms),
    changed_at: newestTime(renderTime(changed_ms), profile_changed_at, source.withheld_changed_at),
  };
}
