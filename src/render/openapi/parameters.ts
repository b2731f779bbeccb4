import { SEARCH_LIMIT } from "../../model/search.ts";
import { DIMENSIONS, MOST_DIMENSIONS } from "../../model/statistics.ts";
import { EXAMPLE_DATE, EXAMPLE_REVIEW_ID } from "./openapi-examples.ts";
import { parameterKey, parameterRef } from "./operation.ts";
import { isJsonObject, type Json, type JsonObject, schemaRef } from "./schemas.ts";

// These match the example review, so the example search finds it.
const SEARCH_EXAMPLES: Record<string, Json> = {
  rating: 5,
  min_rating: 4,
  since: EXAMPLE_DATE,
  until: "2026-03-31",
  query: "vertigo",
  mentions_technician: "Ana Ruiz",
  mentions_service: "vestibular",
  max_rating: 5,
  source: "google",
  verification: "visit_record",
  language: "en",
  has_text: true,
  has_reply: true,
  incentivized: false,
  edited: false,
  aspect: "results",
  aspect_sentiment: "positive",
  topic: "three-visits",
  condition: "dizziness",
  sentiment: "positive",
  verification_level: "business",
  updated_since: "2026-03-01T00:00:00Z",
};

/** The query parameters of the search, made from the schema that validates its filters. */
function filterParameters(filters: JsonObject): Record<string, JsonObject> {
  const parameters: Record<string, JsonObject> = {};
  for (const [name, property] of Object.entries(isJsonObject(filters.properties) ? filters.properties : {})) {
    if (!isJsonObject(property)) continue;
    const { description = "", examples: _, ...schema } = property;
    parameters[name] = { name, in: "query", description, schema, example: SEARCH_EXAMPLES[name] ?? null };
  }
  return parameters;
}

const header = (name: string, description: string, example: string): JsonObject => ({
  name,
  in: "header",
  description,
  schema: { type: "string" },
  example,
});

/** `components.parameters`. */
export function buildParameters(schemas: Record<string, JsonObject>): Record<string, JsonObject> {
  const parameters = { ...filterParameters(schemas.SearchFilters ?? {}), ...otherParameters() };
  return Object.fromEntries(Object.entries(parameters).map(([name, parameter]) => [parameterKey(name), parameter]));
}

function otherParameters(): Record<string, JsonObject> {
  const { min, max, fallback } = SEARCH_LIMIT;
  return {
    limit: {
      name: "limit",
      in: "query",
      description: "Maximum number of reviews per page.",
      schema: { type: "integer", minimum: min, maximum: max, default: fallback },
      example: 50,
    },
    cursor: {
      name: "cursor",
      in: "query",
      description: "Position of the next page. Take it from `next_url` and keep the same filters.",
      schema: { type: "string", minLength: 1, maxLength: 500 },
      example: "MjAyNi0wMy0xNA",
    },
    group_by: {
      name: "group_by",
      in: "query",
      description: "One or two dimensions, with a comma between two.",
      style: "form",
      explode: false,
      schema: {
        type: "array",
        items: { type: "string", enum: [...DIMENSIONS] },
        minItems: 1,
        maxItems: MOST_DIMENSIONS,
        uniqueItems: true,
      },
      example: ["source", "year"],
    },
    ReviewId: {
      name: "id",
      in: "path",
      required: true,
      description: "ID of the review.",
      schema: schemaRef("ReviewId"),
      example: EXAMPLE_REVIEW_ID,
    },
    IfMatch: header(
      "If-Match",
      "The response is 412 if none of these ETags is current. A weak one never is.",
      '"Zk3vXo0aQ1mC7yP9sT2wLd"',
    ),
    Range: header("Range", "One range of bytes. Several ranges, or another unit, get the whole.", "bytes=0-999"),
    IfRange: header(
      "If-Range",
      "The range is sent only if this ETag is current; otherwise the whole.",
      '"Zk3vXo0aQ1mC7yP9sT2wLd"',
    ),
    IfNoneMatch: header(
      "If-None-Match",
      "ETags that the client already has. The response is 304 if one of them is current.",
      '"Zk3vXo0aQ1mC7yP9sT2wLd"',
    ),
    IfModifiedSince: header(
      "If-Modified-Since",
      "The response is 304 if nothing has changed since this time. Ignored if If-None-Match is present.",
      "Sun, 15 Mar 2026 09:12:44 GMT",
    ),
  };
}

const filterRefs = (schemas: Record<string, JsonObject>): JsonObject[] =>
  Object.keys(filterParameters(schemas.SearchFilters ?? {})).map(parameterRef);

/** The filters that the search, the explorer page and the statistics share. */
export const queryParameterRefs = (schemas: Record<string, JsonObject>) => ({
  search: [...filterRefs(schemas), parameterRef("limit"), parameterRef("cursor")],
  statistics: [...filterRefs(schemas), parameterRef("group_by")],
});
export type QueryParameterRefs = ReturnType<typeof queryParameterRefs>;
