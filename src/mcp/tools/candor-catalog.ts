import { serverName } from "../../render/server-card.ts";
import type { Snapshot } from "../../snapshot/snapshot.ts";
import { VERSION } from "../../version.ts";
import { type Tool, toolCalls } from "../answers/tool.ts";
import { buildListPages, type Catalog } from "../protocol/catalog.ts";
import { openCompletion } from "./completion.ts";
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
import { searchReviews } from "./search-reviews.ts";

/** General tools first: a client that shows or keeps only some tools takes the first ones. */
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
];

/** Everything this server offers, from the current snapshot. */
export function buildCandorCatalog(current: () => Snapshot | null, base_url: string): Catalog {
  return {
    server_info: { name: serverName(base_url), title: "Candor: verified customer reviews", version: VERSION },
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
    complete: openCompletion(current, base_url),
  };
}
