import { serverName } from "../../render/server-card.ts";
import type { Snapshot } from "../../snapshot/snapshot.ts";
import { VERSION } from "../../version.ts";
import { NOT_READY, type Tool, toolCalls } from "../answers/tool.ts";
import { viewOf } from "../answers/view.ts";
import { buildListPages, type Catalog } from "../protocol/catalog.ts";
import { invalidParams, isObject, type Params, type Reply } from "../protocol/json-rpc.ts";
import { getService, getTechnician } from "./entity-tools.ts";
import { getAspectSentiment } from "./get-aspect-sentiment.ts";
import { getTrends } from "./get-trends.ts";
import { renderInstructions } from "./instructions.ts";
import { getBusiness, getSummary } from "./overview-tools.ts";
import { PROMPTS, promptCalls } from "./prompts.ts";
import {
  type Completion,
  completeFrom,
  completeReviewId,
  RESOURCE_TEMPLATES,
  RESOURCES,
  REVIEW_TEMPLATE,
  resourceReader,
} from "./resources.ts";
import { getReview, getReviewsSince, searchReviews } from "./search-tools.ts";

/** The general ones first: where a client shows or keeps only some tools, it is the first ones. */
const TOOLS: readonly Tool[] = [
  getSummary,
  getAspectSentiment,
  getTrends,
  getTechnician,
  getService,
  searchReviews,
  getReview,
  getReviewsSince,
  getBusiness,
];

const completed = (completion: Completion): Reply => ({ result: { json: JSON.stringify({ completion }) } });

/** Which prompt arguments name an aspect. */
const ASPECT_ARGUMENTS = new Set(["aspect", "first", "second"]);

function openCompletion(current: () => Snapshot | null, base_url: string): (params: Params) => Reply {
  return ({ ref, argument }) => {
    if (!isObject(ref) || !isObject(argument)) return invalidParams("ref and argument must be objects");
    const { name, value } = argument;
    if (typeof name !== "string" || typeof value !== "string") {
      return invalidParams("argument must have a name and a value, both strings");
    }
    const snapshot = current();
    if (!snapshot) return NOT_READY;
    const view = viewOf(snapshot, base_url);
    if (ref.type === "ref/resource") {
      if (ref.uri !== REVIEW_TEMPLATE) return invalidParams(`ref.uri must be ${REVIEW_TEMPLATE}`);
      return completed(name === "id" ? completeReviewId(view.index, value) : completeFrom([], value));
    }
    const prompt = PROMPTS.find(({ definition }) => ref.type === "ref/prompt" && definition.name === ref.name);
    if (!prompt) return invalidParams("ref must name the review template or one of the prompts");
    const aspects = ASPECT_ARGUMENTS.has(name) ? (view.insights?.aspects ?? []).map(({ id }) => id) : [];
    return completed(completeFrom(aspects, value));
  };
}

/** Everything this server offers, over whatever snapshot is current. */
export function buildCandorCatalog(current: () => Snapshot | null, base_url: string): Catalog {
  return {
    server_info: { name: serverName(base_url), title: "Candor: verified customer reviews", version: VERSION },
    capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
    instructions: () => renderInstructions(current()?.profile ?? null),
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
