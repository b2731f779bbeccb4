import { type Business, publicBusiness } from "../model/business.ts";
import type { AggregateRating } from "../model/documents.ts";
import type { Tombstone } from "../model/review.ts";
import type { SnapshotSource } from "../model/snapshot-source.ts";
import { renderTime } from "../model/time.ts";
import { renderAtom } from "../render/atom.ts";
import { FEED_ITEMS, type Feed } from "../render/feed-item.ts";
import { renderJsonFeed } from "../render/json-feed.ts";
import { PATHS, topicLink } from "../render/links.ts";
import { ATOM_TYPE, JSON_TYPE } from "../render/media-types.ts";
import { aggregateRating, renderReviewsFrame } from "../render/reviews-json.ts";
import { reviewAt } from "../snapshot/review-at.ts";
import type { ReviewIndex } from "../snapshot/review-index.ts";
import type { Document, Snapshot } from "../snapshot/snapshot.ts";
import { type BuiltIndex, buildReviewIndex } from "./build-index.ts";
import { buildDocument } from "./compress.ts";

const MANY = 20_000;
const EPOCH = "1970-01-01T00:00:00Z";

/** What pages and other documents are rendered from: the data of one snapshot, before it is served. */
export type SnapshotParts = {
  base_url: string;
  business: Business | null;
  profile: SnapshotSource["profile"];
  profile_changed_at: string | null;
  aggregate_rating: AggregateRating;
  verified_by: BuiltIndex["verified_by"];
  withheld: SnapshotSource["withheld"];
  erased: number;
  updated_at: string | null;
  changed_at: string;
  reviews: ReviewIndex;
};

/** Renders further documents of a snapshot, by path. */
export type RenderMore = (
  parts: SnapshotParts,
) => { path: string; document: Document }[] | Promise<{ path: string; document: Document }[]>;

const encoder = new TextEncoder();
const newest = (...times: (string | null | undefined)[]): string =>
  times.reduce<string>((latest, time) => (time && Date.parse(time) > Date.parse(latest) ? time : latest), EPOCH);

const lastOf = (values: Float64Array): number => values.at(-1) ?? 0;

/** Both feeds: the 50 newest reviews and the 50 newest deletions. */
function feedOf(parts: SnapshotParts, tombstones: SnapshotSource["tombstones"]) {
  const count = Math.min(FEED_ITEMS, parts.reviews.count);
  const reviews = Array.from({ length: count }, (_, position) => reviewAt(parts.reviews, position));
  const deleted = [...tombstones]
    .sort((a, b) => Date.parse(b.deleted_at) - Date.parse(a.deleted_at) || (a.id < b.id ? 1 : -1))
    .slice(0, FEED_ITEMS);
  const shown = [...reviews.map(({ updated_at }) => updated_at), ...deleted.map(({ deleted_at }) => deleted_at)];
  const feed: Feed = {
    base_url: parts.base_url,
    business: parts.business,
    license: parts.profile?.license ?? null,
    language: parts.profile?.language ?? "en",
    updated_at: shown.length === 0 ? null : newest(...shown),
    reviews,
    deleted: deleted satisfies Tombstone[],
  };
  const changed = count === 0 ? null : renderTime(parts.reviews.prefix_changed_ms[count - 1] as number);
  return { feed, changed_at: newest(changed, ...deleted.map((tombstone) => tombstone.changed_at)) };
}

/** Between the stages of a build of many reviews: 1.3 GB became 0.86 at 100,000 (measured). */
export function giveMemoryBack({ count }: ReviewIndex): void {
  if (count > MANY) Bun.gc(true);
}

/** The body of /reviews.json; the index then reads its reviews from these very bytes, so they are in memory once. */
function frameReviews(parts: SnapshotParts): Uint8Array<ArrayBuffer> {
  const { reviews } = parts;
  const frame = renderReviewsFrame(parts.base_url, {
    updated_at: parts.updated_at,
    license: parts.profile?.license ?? null,
    business: parts.business,
    aggregate_rating: parts.aggregate_rating,
    withheld: parts.withheld,
    erased: parts.erased,
    total: reviews.count,
  });
  const before = encoder.encode(frame.before);
  const after = encoder.encode(frame.after);
  const length = Math.max(0, reviews.json.length - 1); // without the comma after the last
  const body = new Uint8Array(before.length + length + after.length);
  body.set(before);
  body.set(reviews.json.subarray(0, length), before.length);
  body.set(after, before.length + length);
  for (let i = 0; i < reviews.json_start.length; i++) {
    reviews.json_start[i] = (reviews.json_start[i] as number) + before.length;
  }
  reviews.json = body;
  giveMemoryBack(reviews);
  return body;
}

export async function buildSnapshot(
  source: SnapshotSource,
  options: { base_url: string; renderMore: RenderMore },
): Promise<Snapshot> {
  const { base_url } = options;
  const { profile, tombstones } = source;
  const built = await buildReviewIndex({ rows: source.reviews(), tombstones, profile, base_url });
  const { index } = built;
  const updated_ms = Math.max(lastOf(index.prefix_updated_ms), lastOf(index.tombstones.prefix_updated_ms));
  const changed_ms = Math.max(
    lastOf(index.prefix_changed_ms),
    lastOf(index.tombstones.prefix_changed_ms),
    index.tombstones.moved.reduce((latest, move) => Math.max(latest, move.changed_ms), 0),
  );
  const parts: SnapshotParts = {
    base_url,
    profile,
    profile_changed_at: source.profile_changed_at,
    business: profile ? publicBusiness(profile) : null,
    aggregate_rating: aggregateRating(built.rating_counts, built.review_count),
    verified_by: built.verified_by,
    withheld: source.withheld,
    erased: tombstones.filter(({ reason }) => reason !== "removed_at_source").length - source.withheld.legal,
    updated_at: updated_ms === 0 ? null : renderTime(updated_ms),
    changed_at: newest(renderTime(changed_ms), source.profile_changed_at, source.withheld_changed_at),
    reviews: index,
  };
  const topic = (path: string, content_type: string, bytes: Uint8Array<ArrayBuffer>, changed_at: string) => ({
    path,
    document: buildDocument({ content_type, bytes, changed_at, link: topicLink(base_url, path) }),
  });
  const { feed, changed_at } = feedOf(parts, tombstones);
  const feedChanged = newest(changed_at, source.profile_changed_at);
  const documents = [
    topic(PATHS.reviews, JSON_TYPE, frameReviews(parts), parts.changed_at),
    topic(PATHS.json_feed, JSON_TYPE, encoder.encode(renderJsonFeed(feed)), feedChanged),
    topic(PATHS.atom_feed, ATOM_TYPE, encoder.encode(renderAtom(feed)), feedChanged),
    ...(await options.renderMore(parts)),
  ];
  return {
    dataset_version: source.dataset_version,
    profile,
    profile_changed_at: source.profile_changed_at,
    changed_at: parts.changed_at,
    documents: new Map(documents.map(({ path, document }) => [path, document])),
    reviews: index,
    verified_by: built.verified_by,
  };
}
