import { PATHS } from "../render/links.ts";
import { renderOpenapi } from "../render/openapi.ts";
import {
  AI_CATALOG_PATH,
  renderAiCatalog,
  renderServerCard,
  SERVER_CARD_PATH,
  SERVER_CARD_TYPE,
} from "../render/server-card.ts";
import { JSON_TYPE, type RenderMore } from "../snapshot/build.ts";
import { buildDocument } from "../snapshot/document.ts";
import { RELEASED_AT } from "../version.ts";

const encoder = new TextEncoder();

const document = (path: string, content_type: string, text: string, changed_at: string) => ({
  path,
  document: buildDocument({ content_type, bytes: encoder.encode(text), changed_at }),
});

/** The documents of a snapshot that come from beyond the data's own formats. */
export const renderMore: RenderMore = ({ base_url, business, profile_changed_at }) => {
  const card = renderServerCard(base_url, business?.name ?? null);
  return [
    document(PATHS.openapi, JSON_TYPE, renderOpenapi(base_url), RELEASED_AT),
    document(SERVER_CARD_PATH, SERVER_CARD_TYPE, card, profile_changed_at ?? RELEASED_AT),
    document(AI_CATALOG_PATH, JSON_TYPE, renderAiCatalog(base_url), RELEASED_AT),
  ];
};
