import { renderBadge } from "../../pages/embeds/badge.ts";
import { renderWidget } from "../../pages/embeds/widget.ts";
import { renderLlmsTxt } from "../../render/llms-txt.ts";
import { renderSitemap } from "../../render/sitemap.ts";
import { idAt } from "../../snapshot/review-at.ts";
import type { SnapshotParts } from "../build.ts";
import { type Entry, newestOf, siteOfParts, textEntry } from "./entry.ts";

/** A picture that is opened by itself runs and loads nothing either. */
const BADGE_HEADERS = { "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'" };

const SITEMAP_PAGES = ["/", "/reviews", "/insights", "/policy", "/developers", "/developers/reference"];

function* idsOf({ reviews }: SnapshotParts): Iterable<string> {
  for (let i = 0; i < reviews.count; i++) yield idAt(reviews, i);
}

/** For other sites, crawlers and models: what changes with the reviews. */
export function embedDocuments(parts: SnapshotParts): Entry[] {
  const { base_url, changed_at, updated_at, aggregate_rating } = parts;
  const site = siteOfParts(parts);
  const sitemap = renderSitemap(base_url, SITEMAP_PAGES, idsOf(parts), updated_at);
  const widget = renderWidget({ site, aggregate_rating, newest: newestOf(parts) });
  return [
    textEntry("/badge.svg", "image/svg+xml", renderBadge(site, aggregate_rating), changed_at, {
      headers: BADGE_HEADERS,
    }),
    textEntry("/widget.js", "text/javascript; charset=utf-8", widget, changed_at),
    textEntry("/llms.txt", "text/plain; charset=utf-8", renderLlmsTxt({ ...site, aggregate_rating }), changed_at),
    textEntry("/sitemap.xml", "application/xml", sitemap, changed_at),
  ];
}
