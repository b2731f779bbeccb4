import { DEVELOPER_PATHS } from "../../pages/developers/developer-paths.ts";
import { inLanguage, languagesFor } from "../../pages/parts/languages.ts";
import { pageLink } from "../../pages/parts/page-links.ts";
import { renderLlmsTxt } from "../../render/llms-txt.ts";
import { renderSitemap } from "../../render/sitemap.ts";
import { idAt } from "../../snapshot/review-at.ts";
import type { SnapshotData } from "../snapshot-data.ts";
import { type Draft, siteOf, textDraft } from "./draft.ts";

const SITEMAP_PAGES = ["/", "/reviews", "/insights", "/policy", "/embed", ...DEVELOPER_PATHS];

/** The other pages are for developers and exist only in English. */
const TRANSLATED_PAGES = new Set(["/", "/reviews", "/insights", "/policy", "/embed"]);

function* idsOf({ reviews }: SnapshotData): Iterable<string> {
  for (let position = 0; position < reviews.count; position++) yield idAt(reviews, position);
}

/** The pages of the sitemap, each followed by its versions in other languages. */
function* sitemapPages(dataset: SnapshotData): Iterable<string> {
  const spoken = { profile: dataset.profile, by_language: dataset.reviews.by_language };
  const [, ...others] = languagesFor(spoken);
  for (const path of SITEMAP_PAGES) {
    yield path;
    if (!TRANSLATED_PAGES.has(path)) continue;
    for (const language of others) yield pageLink(inLanguage(siteOf(dataset), spoken, language), path);
  }
}

/** Documents that tell crawlers and models what is published here. They change with the reviews. */
export function discoveryDocuments(dataset: SnapshotData): Draft[] {
  const { base_url, changed_at, updated_at, aggregate_rating } = dataset;
  return [
    textDraft({
      path: "/llms.txt",
      content_type: "text/plain; charset=utf-8",
      text: renderLlmsTxt({ ...siteOf(dataset), aggregate_rating }),
      changed_at,
    }),
    textDraft({
      path: "/sitemap.xml",
      content_type: "application/xml",
      text: renderSitemap(base_url, [...sitemapPages(dataset)], idsOf(dataset), updated_at, dataset.demonstration),
      changed_at,
    }),
  ];
}
