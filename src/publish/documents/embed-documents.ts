import { BADGE_HEADERS, renderBadge } from "../../pages/embeds/badge.ts";
import { MOST_SHOWN } from "../../pages/embeds/options.ts";
import { renderWidget } from "../../pages/embeds/widget.ts";
import { inLanguage, siteLanguage } from "../../pages/parts/languages.ts";
import { reviewAt } from "../../snapshot/review-at.ts";
import { finish } from "../../snapshot/turns.ts";
import { wordsFirst } from "../../snapshot/words-first.ts";
import type { SnapshotData } from "../snapshot-data.ts";
import { type Draft, siteOf, textDraft } from "./draft.ts";

/** For other sites: the badge and the widget, in the form that their URLs have without parameters. */
export function embedDocuments(dataset: SnapshotData): Draft[] {
  const { changed_at, aggregate_rating, profile, reviews } = dataset;
  const site = inLanguage(siteOf(dataset), { profile, by_language: reviews.by_language });
  const language = siteLanguage(site);
  const { positions, ...counts } = finish(wordsFirst(reviews, {}, MOST_SHOWN));
  const newest = positions.map((position) => reviewAt(reviews, position));
  const input = { site, aggregate_rating, reviews: newest, ...counts, filters: {}, filter_name: null };
  return [
    textDraft({
      path: "/badge.svg",
      content_type: "image/svg+xml",
      text: renderBadge(site, aggregate_rating, { theme: "auto", language }),
      changed_at,
      headers: BADGE_HEADERS,
    }),
    textDraft({
      path: "/widget.js",
      content_type: "text/javascript; charset=utf-8",
      text: renderWidget(input, language),
      changed_at,
    }),
  ];
}
