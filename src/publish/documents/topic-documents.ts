import { compareText } from "../../model/basics/compare-text.ts";
import { contentHash } from "../../model/basics/content-hash.ts";
import { renderTime } from "../../model/basics/time.ts";
import { markJson } from "../../model/demonstration.ts";
import type { StoredTombstone } from "../../model/snapshot-source.ts";
import { renderAtom } from "../../render/atom.ts";
import { FEED_ITEMS, type Feed } from "../../render/feed-item.ts";
import { renderJsonFeed } from "../../render/json-feed.ts";
import { PATHS, topicLink } from "../../render/links.ts";
import { ATOM_TYPE, JSON_TYPE } from "../../render/media-types.ts";
import { renderReviewsFrame } from "../../render/reviews-json.ts";
import { type ChangeLog, logChangedAt } from "../../snapshot/change-entries.ts";
import { changesPage } from "../../snapshot/changes-page.ts";
import type { ReviewIndex } from "../../snapshot/review-index.ts";
import { newestOf } from "../../snapshot/running-values.ts";
import type { Frame } from "../rows/reviews-body.ts";
import { type DatasetFacts, newestReviews, newestTime, type SnapshotData } from "../snapshot-data.ts";
import { type Draft, textDraft } from "./draft.ts";

const encoder = new TextEncoder();

/** The parts of /reviews.json before and after its reviews. */
export function frameReviews(facts: DatasetFacts): Frame {
  const { base_url, demonstration, updated_at, business, aggregate_rating, withheld, erased } = facts;
  const license = facts.profile?.license ?? null;
  const total = aggregate_rating.rating_count;
  const head = { updated_at, license, business, aggregate_rating, withheld, erased, total };
  const { before, after } = renderReviewsFrame(base_url, head);
  return { before: encoder.encode(markJson(before, demonstration)), after: encoder.encode(after) };
}

/** Both feeds show the 50 newest reviews and the 50 newest deletions. */
function feedOf(dataset: SnapshotData, tombstones: readonly StoredTombstone[]): { feed: Feed; changed_at: string } {
  const { base_url, demonstration, business, profile, profile_changed_at } = dataset;
  const reviews = newestReviews(dataset.reviews, FEED_ITEMS);
  const deleted = [...tombstones]
    .sort((a, b) => Date.parse(b.deleted_at) - Date.parse(a.deleted_at) || compareText(b.id, a.id))
    .slice(0, FEED_ITEMS);
  const shown = [...reviews.map(({ updated_at }) => updated_at), ...deleted.map(({ deleted_at }) => deleted_at)];
  const feed: Feed = {
    base_url,
    demonstration,
    business,
    license: profile?.license ?? null,
    language: profile?.language ?? "en",
    updated_at: shown.length === 0 ? null : newestTime(...shown),
    reviews,
    deleted,
  };
  const last = reviews.length - 1;
  const reviews_changed_at = last < 0 ? null : renderTime(newestOf(dataset.reviews, last + 1).changed_ms);
  const deletions = deleted.map(({ changed_at }) => changed_at);
  return { feed, changed_at: newestTime(reviews_changed_at, ...deletions, profile_changed_at) };
}

/** The hash of the frame and of each review's hash. After a change, the bytes of the other reviews need not be read. */
function reviewsHash({ json, hash }: ReviewIndex): string {
  return contentHash(json.at(0) ?? "", hash, json.at(-1) ?? "");
}

/** The newest changes. It is small, so a subscriber of a large clinic gets this instead of every review. */
function changesDraft(dataset: SnapshotData, changes: ChangeLog): Draft {
  const { base_url, demonstration, reviews } = dataset;
  const { hash, parts } = changesPage({ base_url, demonstration, changes, reviews }, null);
  const body = [Buffer.concat(parts)];
  const link = topicLink(base_url, PATHS.changes);
  return { path: PATHS.changes, content_type: JSON_TYPE, body, hash, changed_at: logChangedAt(changes), link };
}

/**
 * The documents that are sent to subscribers. The bytes of /reviews.json come from the index. `compressed` has its
 * encodings if it has several pieces.
 */
export function topicDocuments(
  dataset: SnapshotData,
  tombstones: readonly StoredTombstone[],
  compressed: Draft["compressed"] | null,
): Draft[] {
  const { feed, changed_at } = feedOf(dataset, tombstones);
  const { base_url, reviews, changes } = dataset;
  const place = changes && { history: changes.history, sequence: changes.sequence };
  const topic = (path: string, content_type: string, text: string): Draft =>
    textDraft({ path, content_type, text, changed_at, link: topicLink(base_url, path) });
  const topics: Draft[] = [
    {
      path: PATHS.reviews,
      content_type: JSON_TYPE,
      body: reviews.json,
      ...(compressed ? { compressed, hash: reviewsHash(reviews) } : {}),
      changed_at: dataset.changed_at,
      link: topicLink(base_url, PATHS.reviews),
    },
    topic(PATHS.json_feed, JSON_TYPE, renderJsonFeed(feed)),
    topic(PATHS.atom_feed, ATOM_TYPE, renderAtom(feed)),
    ...(changes ? [changesDraft(dataset, changes)] : []),
  ];
  return place ? topics.map((draft) => ({ ...draft, place })) : topics;
}
