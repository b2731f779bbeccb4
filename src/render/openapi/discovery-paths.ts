import { LINKSET_TYPE } from "../api-catalog.ts";
import { PATHS } from "../links.ts";
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
        example: {
          linkset: [
            {
              anchor: `${base_url}/`,
              "service-desc": [{ href: base_url + PATHS.openapi, type: "application/json" }],
              "service-doc": [{ href: base_url + PATHS.developers, type: "text/html" }],
            },
          ],
        },
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
    content: jsonContent("AiCatalog", {
      specVersion: "1.0",
      entries: [
        {
          identifier: "urn:air:reviews:mcp",
          type: "application/mcp-server-card+json",
          url: `${base_url}/mcp/server-card`,
        },
      ],
    }),
  }),
  "/.well-known/security.txt": readPath({
    id: "getSecurityTxt",
    tag: "Discovery",
    summary: "Where to report a vulnerability",
    description: "RFC 9116. Returns 404 if the operator has not given a contact.",
    content: textContent("text/plain", "Contact: mailto:hello@harborlane.example\nExpires: 2027-03-15T00:00:00Z\n"),
    statuses: NOT_FOUND,
  }),
  "/mcp/server-card": readPath({
    id: "getMcpServerCard",
    tag: "Discovery",
    summary: "The MCP server card",
    description: "Where and how to connect to the MCP endpoint, for clients that check before they connect.",
    content: {
      "application/mcp-server-card+json": {
        schema: schemaRef("ServerCard"),
        example: {
          name: "org.example.reviews/candor",
          version: "1.0.0",
          description: "Verified reviews of one clinic, read-only.",
          remotes: [{ type: "streamable-http", url: base_url + PATHS.mcp }],
        },
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
    content: textContent("text/plain", `User-agent: *\nAllow: /\nSitemap: ${base_url}/sitemap.xml\n`),
  }),
  "/sitemap.xml": readPath({
    id: "getSitemap",
    tag: "Discovery",
    summary: "The pages of this site",
    description: "The sitemaps.org format.",
    content: textContent(
      "application/xml",
      '<?xml version="1.0" encoding="utf-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">' +
        `<url><loc>${base_url}/</loc></url></urlset>\n`,
    ),
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
