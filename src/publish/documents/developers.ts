import { renderDevelopers, renderErrorsGuide, renderGuide } from "../../pages/developers/developers.ts";
import type { OpenapiView } from "../../pages/developers/openapi-view.ts";
import { renderReference } from "../../pages/developers/reference.ts";
import { PATHS } from "../../render/links.ts";
import { JSON_TYPE } from "../../render/media-types.ts";
import { renderOpenapi } from "../../render/openapi/openapi.ts";
import { RELEASED_AT } from "../../version.ts";
import type { SnapshotParts } from "../build.ts";
import { type Entry, fixedChangedAt, pageEntry, siteOfParts, textEntry } from "./entry.ts";
import { GUIDES } from "./guides.ts";

/** The description of the service, for machines and for people. */
export function developerDocuments(parts: SnapshotParts): Entry[] {
  const site = siteOfParts(parts);
  const changed_at = fixedChangedAt(parts);
  const openapi = renderOpenapi(parts.base_url);
  const api = JSON.parse(openapi) as OpenapiView; // our own document, just rendered
  return [
    textEntry(PATHS.openapi, JSON_TYPE, openapi, RELEASED_AT),
    pageEntry("/developers", renderDevelopers(site), changed_at),
    pageEntry("/developers/reference", renderReference(site, api), changed_at),
    pageEntry("/developers/errors", renderErrorsGuide(site), changed_at),
    ...GUIDES.map((guide) => pageEntry(guide.path, renderGuide(site, guide), changed_at)),
  ];
}
