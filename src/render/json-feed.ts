import { demonstrationMark } from "../model/demonstration.ts";
import type { FeedDocument, FeedItem } from "../model/documents.ts";
import type { Review } from "../model/review.ts";
import { type Feed, feedDescription, feedTitle, itemTags, itemText, itemTitle } from "./feed-item.ts";
import { PATHS, reviewUrl } from "./links.ts";

function feedItem(review: Review): FeedItem {
  return {
    id: review.url,
    url: review.url,
    ...(review.source_url ? { external_url: review.source_url } : {}),
    title: itemTitle(review),
    content_text: itemText(review),
    date_published: review.published_at,
    date_modified: review.updated_at,
    authors: [{ name: review.author }],
    tags: itemTags(review),
    ...(review.language ? { language: review.language } : {}),
    _candor: {
      id: review.id,
      rating: review.rating,
      date: review.date,
      verified: true,
      verification_method: review.verification.method,
      verification_level: review.verification.level,
      source: review.source,
      revision: review.revision,
      incentivized: review.incentivized,
    },
  };
}

/** JSON Feed 1.1. */
export function renderJsonFeed(feed: Feed): string {
  const document: FeedDocument = {
    version: "https://jsonfeed.org/version/1.1",
    title: feedTitle(feed),
    home_page_url: `${feed.base_url}/`,
    feed_url: feed.base_url + PATHS.json_feed,
    description: feedDescription(feed),
    language: feed.language,
    hubs: [{ type: "WebSub", url: feed.base_url + PATHS.hub }],
    _candor: {
      about: feed.base_url + PATHS.developers,
      ...demonstrationMark(feed.demonstration),
      deleted: feed.deleted.map(({ id, deleted_at }) => ({ id, url: reviewUrl(feed.base_url, id), deleted_at })),
    },
    items: feed.reviews.map(feedItem),
  };
  return JSON.stringify(document);
}
