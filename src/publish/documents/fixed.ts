import { readFileSync } from "node:fs";
import { ASSET_HEADERS, ASSETS, CARD_PATH, ICON, ICON_PATH } from "../../pages/assets.ts";
import CARD from "../../pages/card.png" with { type: "file" };
import { API_CATALOG_PATH, apiCatalogLink, LINKSET_TYPE, renderApiCatalog } from "../../render/api-catalog.ts";
import { JSON_TYPE } from "../../render/media-types.ts";
import { renderRobotsTxt } from "../../render/robots-txt.ts";
import { renderSecurityTxt } from "../../render/security-txt.ts";
import {
  AI_CATALOG_PATH,
  renderAiCatalog,
  renderServerCard,
  SERVER_CARD_PATH,
  SERVER_CARD_TYPE,
} from "../../render/server-card.ts";
import { RELEASED_AT } from "../../version.ts";
import type { SnapshotParts } from "../build.ts";
import { buildDocument } from "../compress.ts";
import { type Entry, fixedChangedAt, textEntry } from "./entry.ts";

const TEXT_TYPE = "text/plain; charset=utf-8";

/** The picture that a shared link shows. Compressed already: identity alone. */
function cardEntry(): Entry {
  const bytes = new Uint8Array(readFileSync(CARD));
  const { bodies, ...document } = buildDocument({ content_type: "image/png", bytes, changed_at: RELEASED_AT });
  return { path: CARD_PATH, document: { ...document, bodies: { identity: bodies.identity } } };
}

/** Style, scripts, pictures, and what crawlers and researchers look for at fixed places. */
export function fixedDocuments(parts: SnapshotParts): Entry[] {
  const { base_url, business } = parts;
  const changed_at = fixedChangedAt(parts);
  const security = renderSecurityTxt(base_url, business, RELEASED_AT);
  return [
    ...Object.values(ASSETS).map(({ path, content_type, text }) =>
      textEntry(path, content_type, text, RELEASED_AT, { headers: ASSET_HEADERS }),
    ),
    textEntry(ICON_PATH, "image/svg+xml", ICON, RELEASED_AT),
    cardEntry(),
    textEntry("/robots.txt", TEXT_TYPE, renderRobotsTxt(base_url), RELEASED_AT),
    textEntry(API_CATALOG_PATH, LINKSET_TYPE, renderApiCatalog(base_url), RELEASED_AT, {
      link: apiCatalogLink(base_url),
    }),
    textEntry(AI_CATALOG_PATH, JSON_TYPE, renderAiCatalog(base_url), RELEASED_AT),
    textEntry(SERVER_CARD_PATH, SERVER_CARD_TYPE, renderServerCard(base_url, business?.name ?? null), changed_at),
    ...(security === null ? [] : [textEntry("/.well-known/security.txt", TEXT_TYPE, security, changed_at)]),
  ];
}
