import { z } from "zod";
import { aiCatalog, apiCatalog, healthState, serverCard } from "../../model/discovery.ts";
import { feedDocument, reviewsDocument, searchDocument, sinceDocument } from "../../model/documents.ts";
import { hubRequest } from "../../model/hub.ts";
import { insightsDocument, reviewInsights } from "../../model/insights-document.ts";
import { jsonRpcRequest, jsonRpcResponse } from "../../model/json-rpc.ts";
import { problem } from "../../model/problem.ts";

export type Json = null | boolean | number | string | Json[] | JsonObject;
export type JsonObject = { [name: string]: Json };

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Everything that a body can be. What these refer to comes along, each under its own `id`. */
const BODIES = z.tuple([
  reviewsDocument,
  insightsDocument,
  reviewInsights,
  feedDocument,
  searchDocument,
  sinceDocument,
  problem,
  jsonRpcRequest,
  jsonRpcResponse,
  hubRequest,
  apiCatalog,
  aiCatalog,
  serverCard,
  healthState,
]);

/** Of every z.int(): true, and of no use to a reader. */
const SAFE_INTEGER = Number.MAX_SAFE_INTEGER;

const isPlainType = (schema: JsonObject): boolean => Object.keys(schema).every((keyword) => keyword === "type");

/**
 * `anyOf` of types is written as one list of types, and a component or null as `oneOf`: the same values pass, and
 * generators take it for what it is instead of for a choice between classes.
 */
function collapseUnion({ anyOf, ...rest }: JsonObject): JsonObject {
  const members = Array.isArray(anyOf) ? anyOf.filter(isObject) : [];
  if (members.length === 0) return rest;
  const constrained = members.filter((member) => !isPlainType(member));
  const types = members.map(({ type }) => type ?? null);
  const [only = {}] = constrained;
  // A keyword such as pattern binds its own type alone; enum and const bind every type, so they stay apart.
  if (constrained.length <= 1 && types.every((type) => typeof type === "string") && !only.enum && !("const" in only)) {
    return { ...only, ...rest, type: types };
  }
  return { ...rest, [members.some(({ type }) => type === "null") ? "oneOf" : "anyOf"]: members };
}

function rewriteSchema(node: Json): Json {
  if (Array.isArray(node)) return node.map(rewriteSchema);
  if (!isObject(node)) return node;
  const schema: JsonObject = {};
  for (const [keyword, value] of Object.entries(node)) {
    if (keyword === "$ref" && typeof value === "string") {
      schema.$ref = value.replace("#/$defs/", "#/components/schemas/");
    } else if (keyword === "properties" && isObject(value)) {
      // Names chosen by us, not keywords: a property may be called "example" or "default".
      schema.properties = Object.fromEntries(Object.entries(value).map(([name, of]) => [name, rewriteSchema(of)]));
    } else if (keyword === "example") schema.examples = [value];
    // An answer carries every member: what would stand for a missing one is a matter of reading profiles.
    else if (keyword === "default") continue;
    else if ((keyword === "maximum" && value === SAFE_INTEGER) || (keyword === "minimum" && value === -SAFE_INTEGER))
      continue;
    else if (keyword === "const" || keyword === "enum") schema[keyword] = value;
    else schema[keyword] = rewriteSchema(value);
  }
  return "anyOf" in schema ? collapseUnion(schema) : schema;
}

/** `components.schemas`: the model's own schemas, as JSON Schema 2020-12, which OpenAPI 3.1 speaks. */
export function buildSchemas(): Record<string, JsonObject> {
  const converted: JsonObject = JSON.parse(
    JSON.stringify(z.toJSONSchema(BODIES, { target: "draft-2020-12", io: "output" })),
  );
  const schemas: Record<string, JsonObject> = {};
  for (const [name, schema] of Object.entries(isObject(converted.$defs) ? converted.$defs : {})) {
    const rewritten = rewriteSchema(schema);
    if (isObject(rewritten)) schemas[name] = rewritten;
  }
  return schemas;
}

export const schemaRef = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
