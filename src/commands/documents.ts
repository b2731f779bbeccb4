import { PATHS } from "../render/links.ts";
import { renderOpenapi } from "../render/openapi.ts";
import { JSON_TYPE, type RenderMore } from "../snapshot/build.ts";
import { buildDocument } from "../snapshot/document.ts";
import { RELEASED_AT } from "../version.ts";

const encoder = new TextEncoder();

/** The documents of a snapshot that come from beyond the data's own formats. */
export const renderMore: RenderMore = ({ base_url }) => [
  {
    path: PATHS.openapi,
    document: buildDocument({
      content_type: JSON_TYPE,
      bytes: encoder.encode(renderOpenapi(base_url)),
      changed_at: RELEASED_AT,
    }),
  },
];
