import { renderBadge } from "../../pages/embeds/badge.ts";
import { renderWidget } from "../../pages/embeds/widget.ts";
import { type Dataset, NEWEST_SHOWN, newestReviews } from "../dataset.ts";
import { type Draft, siteOf, textDraft } from "./draft.ts";

/** The picture runs and loads nothing, even when it is opened directly. */
const BADGE_HEADERS = { "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'" };

/** For other sites: the badge and the widget. */
export function embedDocuments(dataset: Dataset): Draft[] {
  const { changed_at, aggregate_rating } = dataset;
  const site = siteOf(dataset);
  const newest = newestReviews(dataset.reviews, NEWEST_SHOWN);
  return [
    textDraft({
      path: "/badge.svg",
      content_type: "image/svg+xml",
      text: renderBadge(site, aggregate_rating),
      changed_at,
      headers: BADGE_HEADERS,
    }),
    textDraft({
      path: "/widget.js",
      content_type: "text/javascript; charset=utf-8",
      text: renderWidget({ site, aggregate_rating, newest }),
      changed_at,
    }),
  ];
}
