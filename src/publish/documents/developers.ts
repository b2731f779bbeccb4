import { renderDevelopers, renderErrorsGuide, renderGuide } from "../../pages/developers/developers.ts";
import type { OpenapiView } from "../../pages/developers/openapi-view.ts";
import { renderReference } from "../../pages/developers/reference.ts";
import { PATHS } from "../../render/links.ts";
import { JSON_TYPE } from "../../render/media-types.ts";
import { renderOpenapi } from "../../render/openapi/openapi.ts";
import { RELEASED_AT } from "../../version.ts";
import type { DatasetFacts } from "../dataset.ts";
import { type Draft, fixedChangedAt, pageDraft, siteOf, textDraft } from "./draft.ts";
import { GUIDES } from "./guides.ts";

/** The description of the service, for machines and for people. */
export function developerDocuments(facts: DatasetFacts): Draft[] {
  const site = siteOf(facts);
  const changed_at = fixedChangedAt(facts);
  const openapi = renderOpenapi(facts.base_url, facts.demonstration);
  const api = JSON.parse(openapi) as OpenapiView; // our own document, just rendered
  return [
    textDraft({ path: PATHS.openapi, content_type: JSON_TYPE, text: openapi, changed_at: RELEASED_AT }),
    pageDraft("/developers", renderDevelopers(site), changed_at),
    pageDraft("/developers/reference", renderReference(site, api), changed_at),
    pageDraft("/developers/errors", renderErrorsGuide(site), changed_at),
    ...GUIDES.map((guide) => pageDraft(guide.path, renderGuide(site, guide), changed_at)),
  ];
}
