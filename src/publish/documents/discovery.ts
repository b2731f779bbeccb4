import { renderLlmsTxt } from "../../render/llms-txt.ts";
import { renderSitemap } from "../../render/sitemap.ts";
import { idAt } from "../../snapshot/review-at.ts";
import type { Dataset } from "../dataset.ts";
import { type Draft, siteOf, textDraft } from "./draft.ts";

const SITEMAP_PAGES = ["/", "/reviews", "/insights", "/policy", "/developers", "/developers/reference"];

function* idsOf({ reviews }: Dataset): Iterable<string> {
  for (let position = 0; position < reviews.count; position++) yield idAt(reviews, position);
}

/** For crawlers and models: what is here, as it changes with the reviews. */
export function discoveryDocuments(dataset: Dataset): Draft[] {
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
      text: renderSitemap(base_url, SITEMAP_PAGES, idsOf(dataset), updated_at, dataset.demonstration),
      changed_at,
    }),
  ];
}
