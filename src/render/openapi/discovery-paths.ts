import { RELEASED_AT } from "../../version.ts";
import { LINKSET_TYPE, renderApiCatalog } from "../api-catalog.ts";
import { PATHS } from "../links.ts";
import { OPEN_SEARCH_PATH, OPEN_SEARCH_TYPE, renderOpenSearch } from "../open-search.ts";
import { renderRobotsTxt } from "../robots-txt.ts";
import { renderSecurityTxt } from "../security-txt.ts";
import { renderAiCatalog, renderServerCard, SERVER_CARD_TYPE } from "../server-card.ts";
import { renderSitemap } from "../sitemap.ts";
import { BUSINESS } from "./openapi-examples.ts";
import { operation, readPath } from "./operation.ts";
import { jsonContent, responseRef, textContent } from "./responses.ts";
import { type JsonObject, schemaRef } from "./schemas.ts";

const NOT_FOUND: JsonObject = { "404": responseRef("NotFound") };

const descriptions = (base_url: string): JsonObject => ({
  [PATHS.openapi]: readPath({
    id: "getOpenApi",
    tag: "Discovery",
    summary: "This description",
    description: "OpenAPI 3.1.0, generated from the same schemas that the service uses for validation.",
    content: {
      "application/json": {
        // Without the meta-schema, which is larger than this whole description.
        schema: {
          type: "object",
          description: "An OpenAPI document.",
          required: ["openapi", "info", "paths"],
          properties: {
            openapi: { type: "string", const: "3.1.0", description: "Version of OpenAPI." },
            info: { type: "object", minProperties: 2, description: "Title and version." },
            paths: { type: "object", minProperties: 1, description: "All paths." },
          },
        },
        example: { openapi: "3.1.0", info: { title: "Candor", version: "1.0.0" }, paths: { "/reviews.json": {} } },
      },
    },
  }),
  "/.well-known/api-catalog": readPath({
    id: "getApiCatalog",
    tag: "Discovery",
    summary: "The API catalog",
    description: "RFC 9727: a linkset that points to this description and to the developer pages.",
    content: {
      // RFC 9727 requires this type, so it is an exception to the rule that JSON is application/json.
      [LINKSET_TYPE]: {
        schema: schemaRef("ApiCatalog"),
        example: JSON.parse(renderApiCatalog(base_url)),
      },
    },
  }),
});

const forAgents = (base_url: string): JsonObject => ({
  "/.well-known/ai-catalog.json": readPath({
    id: "getAiCatalog",
    tag: "Discovery",
    summary: "What agents can use here",
    description: "Points to the MCP server card.",
    content: jsonContent("AiCatalog", JSON.parse(renderAiCatalog(base_url))),
  }),
  "/.well-known/security.txt": readPath({
    id: "getSecurityTxt",
    tag: "Discovery",
    summary: "Where to report a vulnerability",
    description: "RFC 9116. Returns 404 if the operator has not given a contact.",
    content: textContent("text/plain", renderSecurityTxt(base_url, BUSINESS, RELEASED_AT) ?? ""),
    statuses: NOT_FOUND,
  }),
  [PATHS.server_card]: readPath({
    id: "getMcpServerCard",
    tag: "Discovery",
    summary: "The MCP server card",
    description: "Where and how to connect to the MCP endpoint, for clients that check before they connect.",
    content: {
      [SERVER_CARD_TYPE]: {
        schema: schemaRef("ServerCard"),
        example: JSON.parse(renderServerCard(base_url, BUSINESS.name, false)),
      },
    },
  }),
});

const crawlers = (base_url: string): JsonObject => ({
  "/llms.txt": readPath({
    id: "getLlmsTxt",
    tag: "Discovery",
    summary: "Overview for language models",
    description: "What this site is and where its data is.",
    content: textContent(
      "text/plain",
      `# Harbor Lane Physical Therapy reviews\n\n- [Reviews](${base_url}/reviews.json)\n`,
    ),
  }),
  "/robots.txt": readPath({
    id: "getRobotsTxt",
    tag: "Discovery",
    summary: "Rules for crawlers",
    description: "RFC 9309. Crawlers may read everything except search results and /mcp.",
    content: textContent("text/plain", renderRobotsTxt(base_url)),
  }),
  "/sitemap.xml": readPath({
    id: "getSitemap",
    tag: "Discovery",
    summary: "The pages of this site",
    description: "The sitemaps.org format.",
    content: textContent("application/xml", renderSitemap(base_url, ["/"], [], null, false)),
  }),
  [OPEN_SEARCH_PATH]: readPath({
    id: "getOpenSearch",
    tag: "Discovery",
    summary: "How to search from a browser",
    description: "An OpenSearch 1.1 description, so that a browser can search the reviews from its address bar.",
    content: textContent(OPEN_SEARCH_TYPE, renderOpenSearch(base_url, BUSINESS.name, false)),
  }),
});

/** These are exempt from rate limits. */
const health = (): JsonObject => {
  const check = (id: string, summary: string, description: string, responses: JsonObject): JsonObject => ({
    get: operation({ id, tag: "Health", summary, description }, { responses }),
  });
  const state = (description: string, status: string): JsonObject => ({
    description,
    content: jsonContent("HealthState", { status }),
  });
  const problems = {
    "413": responseRef("BodyOnRead"),
    "414": responseRef("UriTooLong"),
    "500": responseRef("InternalError"),
  };
  return {
    "/healthz": check("getHealth", "Whether the process is running", "Returns 200 as long as the process responds.", {
      "200": state("The process is running.", "ok"),
      ...problems,
    }),
    "/readyz": check(
      "getReadiness",
      "Whether the service is ready",
      "Returns 503 until the first snapshot is built, and with a reason when this server cannot follow the data.",
      {
        "200": state("The service is ready.", "ready"),
        "503": state("The first snapshot is being built, or this server is older than its database.", "starting"),
        ...problems,
      },
    ),
  };
};

export const discoveryPaths = (base_url: string): JsonObject => ({
  ...descriptions(base_url),
  ...forAgents(base_url),
  ...crawlers(base_url),
  ...health(),
});
