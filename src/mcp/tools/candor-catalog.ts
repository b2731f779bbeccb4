import { cut } from "../../model/basics/cut.ts";
import { PATHS } from "../../render/links.ts";
import { serverName } from "../../render/server-card.ts";
import type { Snapshot } from "../../snapshot/snapshot.ts";
import { VERSION } from "../../version.ts";
import { type Tool, toolCalls } from "../answers/tool.ts";
import { buildListPages, type Catalog, type ServerInfo } from "../protocol/catalog.ts";
import { createCompletion } from "./completion.ts";
import { getAspectSentiment } from "./get-aspect-sentiment.ts";
import { getBusiness } from "./get-business.ts";
import { getReview } from "./get-review.ts";
import { getReviewsSince } from "./get-reviews-since.ts";
import { getService } from "./get-service.ts";
import { getStatistics } from "./get-statistics.ts";
import { getSummary } from "./get-summary.ts";
import { getTechnician } from "./get-technician.ts";
import { getTrends } from "./get-trends.ts";
import { renderInstructions } from "./instructions.ts";
import { PROMPTS, promptCalls } from "./prompts.ts";
import { RESOURCE_TEMPLATES, RESOURCES, resourceReader } from "./resources.ts";
import { fetchTool, searchTool } from "./search-and-fetch.ts";
import { searchReviews } from "./search-reviews.ts";

/** General tools come first, because a client that uses only some of the tools takes the first ones. */
const TOOLS: readonly Tool[] = [
  getSummary,
  getAspectSentiment,
  getTrends,
  getTechnician,
  getService,
  getStatistics,
  searchReviews,
  getReview,
  getReviewsSince,
  getBusiness,
  searchTool,
  fetchTool,
];

/** Short enough for FRAME_BYTES with any names, because every result of 2026-07-28 contains it. */
function serverInfo(snapshot: Snapshot | null, base_url: string): ServerInfo {
  const name = cut(snapshot?.profile?.name ?? "");
  const whose = name === "" ? "" : ` of ${name}`;
  const url = snapshot?.profile?.url ?? base_url;
  return {
    name: serverName(base_url),
    title: name === "" ? "Reviews" : `${name}: reviews`,
    version: VERSION,
    description: snapshot?.demonstration
      ? `Demonstration: made-up reviews${whose}`
      : `All reviews${whose} and what they say, read-only`,
    websiteUrl: url.length > MAX_URL_CHARACTERS ? base_url : url,
    icons: [{ src: base_url + PATHS.icon, mimeType: "image/svg+xml", sizes: ["any"] }],
  };
}
const MAX_URL_CHARACTERS = 300;

/** Everything that this server offers, from the current snapshot. */
export function buildCandorCatalog(current: () => Snapshot | null, base_url: string): Catalog {
  let known: { snapshot: Snapshot | null; info: ServerInfo } | null = null;
  return {
    server_info: () => {
      const snapshot = current();
      if (known?.snapshot !== snapshot || !known) known = { snapshot, info: serverInfo(snapshot, base_url) };
      return known.info;
    },
    capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
    instructions: () => renderInstructions(current()?.profile ?? null, current()?.demonstration ?? false),
    lists: {
      tools: buildListPages(
        "tools",
        TOOLS.map(({ definition }) => definition),
      ),
      prompts: buildListPages(
        "prompts",
        PROMPTS.map(({ definition }) => definition),
      ),
      resources: buildListPages("resources", RESOURCES),
      resource_templates: buildListPages("resourceTemplates", RESOURCE_TEMPLATES),
    },
    tools: toolCalls(TOOLS, current, base_url),
    prompts: promptCalls(),
    readResource: resourceReader(current, base_url),
    complete: createCompletion(current, base_url),
  };
}
