import { readFileSync } from "node:fs";
import {
  ASSET_HEADERS,
  ASSETS,
  CARD_PATH,
  embedStyleFor,
  ICON_PATH,
  renderIcon,
  styleFor,
} from "../../pages/assets.ts";
import CARD from "../../pages/card.png" with { type: "file" };
import { API_CATALOG_PATH, apiCatalogLink, LINKSET_TYPE, renderApiCatalog } from "../../render/api-catalog.ts";
import { logoPath, PATHS } from "../../render/links.ts";
import { JSON_TYPE } from "../../render/media-types.ts";
import { OPEN_SEARCH_PATH, OPEN_SEARCH_TYPE, renderOpenSearch } from "../../render/open-search.ts";
import { renderRobotsTxt } from "../../render/robots-txt.ts";
import { renderSecurityTxt } from "../../render/security-txt.ts";
import { AI_CATALOG_PATH, renderAiCatalog, renderServerCard, SERVER_CARD_TYPE } from "../../render/server-card.ts";
import { RELEASED_AT } from "../../version.ts";
import type { DatasetFacts } from "../snapshot-data.ts";
import { type Draft, fixedChangedAt, textDraft } from "./draft.ts";

const TEXT_TYPE = "text/plain; charset=utf-8";

/** The picture that a shared link shows. */
const cardDraft = (): Draft => ({
  path: CARD_PATH,
  content_type: "image/png",
  body: [new Uint8Array(readFileSync(CARD))],
  changed_at: RELEASED_AT,
  compress: false,
});

/** The logo of the business. Its type is determined from its content, and nosniff prevents another interpretation. */
function logoDraft(facts: DatasetFacts): Draft[] {
  const logo = facts.profile?.logo;
  if (!logo) return [];
  const { content_type } = logo;
  const bytes = new Uint8Array(Buffer.from(logo.base64, "base64"));
  const changed_at = fixedChangedAt(facts);
  return [{ path: logoPath(logo), content_type, body: [bytes], changed_at, headers: ASSET_HEADERS, compress: false }];
}

/** Documents that crawlers and security researchers expect at fixed paths. */
function wellKnownDocuments(facts: DatasetFacts): Draft[] {
  const { base_url, business } = facts;
  const changed_at = fixedChangedAt(facts);
  const security = renderSecurityTxt(base_url, business, RELEASED_AT);
  const released = (path: string, content_type: string, text: string): Draft =>
    textDraft({ path, content_type, text, changed_at: RELEASED_AT });
  const profiled = (path: string, content_type: string, text: string): Draft =>
    textDraft({ path, content_type, text, changed_at });
  return [
    released("/robots.txt", TEXT_TYPE, renderRobotsTxt(base_url)),
    { ...released(API_CATALOG_PATH, LINKSET_TYPE, renderApiCatalog(base_url)), link: apiCatalogLink(base_url) },
    released(AI_CATALOG_PATH, JSON_TYPE, renderAiCatalog(base_url)),
    profiled(
      PATHS.server_card,
      SERVER_CARD_TYPE,
      renderServerCard(base_url, business?.name ?? null, facts.demonstration),
    ),
    profiled(
      OPEN_SEARCH_PATH,
      OPEN_SEARCH_TYPE,
      renderOpenSearch(base_url, business?.name ?? "Reviews", facts.demonstration),
    ),
    ...(security === null ? [] : [profiled("/.well-known/security.txt", TEXT_TYPE, security)]),
  ];
}

/** The style, scripts, pictures, and the documents at well-known paths. */
export function fixedDocuments(facts: DatasetFacts): Draft[] {
  const accent_color = facts.profile?.accent_color ?? null;
  const changed_at = fixedChangedAt(facts);
  const assets = [styleFor(accent_color), embedStyleFor(accent_color), ...Object.values(ASSETS)].map(
    ({ path, content_type, text }) =>
      textDraft({ path, content_type, text, changed_at: RELEASED_AT, headers: ASSET_HEADERS }),
  );
  const icon = textDraft({
    path: ICON_PATH,
    content_type: "image/svg+xml",
    text: renderIcon(accent_color),
    changed_at,
  });
  return [...assets, icon, cardDraft(), ...logoDraft(facts), ...wellKnownDocuments(facts)];
}
