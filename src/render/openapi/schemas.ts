import { z } from "zod";
import { changesDocument } from "../../model/changes-document.ts";
import {
  feedDocument,
  reviewsDocument,
  searchDocument,
  sinceDocument,
  statisticsDocument,
} from "../../model/documents.ts";
import { insightsDocument, reviewInsights } from "../../model/insights-document.ts";
import { aiCatalog, apiCatalog, healthState, serverCard } from "../../model/wire/discovery.ts";
import { hubRequest } from "../../model/wire/hub-request.ts";
import { jsonRpcRequest, jsonRpcResponse } from "../../model/wire/json-rpc-schemas.ts";
import { problem } from "../../model/wire/problem.ts";

export type Json = null | boolean | number | string | Json[] | JsonObject;
export type JsonObject = { [name: string]: Json };

export const isJsonObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** All schemas of bodies. Schemas that they refer to are included under their own `id`. */
const BODIES = z.tuple([
  reviewsDocument,
  insightsDocument,
  reviewInsights,
  feedDocument,
  searchDocument,
  statisticsDocument,
  sinceDocument,
  changesDocument,
  problem,
  jsonRpcRequest,
  jsonRpcResponse,
  hubRequest,
  apiCatalog,
  aiCatalog,
  serverCard,
  healthState,
]);

/** The bounds of every z.int(). They are omitted because they tell a reader nothing. */
const SAFE_INTEGER = Number.MAX_SAFE_INTEGER;

const isPlainType = (schema: JsonObject): boolean => Object.keys(schema).every((keyword) => keyword === "type");

/**
 * Writes an `anyOf` of types as one list of types, and a component or null as `oneOf`. The same values are valid, but
 * code generators make a nullable member instead of a union of classes.
 */
export function collapseUnion({ anyOf, ...rest }: JsonObject): JsonObject {
  const members = Array.isArray(anyOf) ? anyOf.filter(isJsonObject) : [];
  const constrained = members.filter((member) => !isPlainType(member));
  const types = members.map(({ type }) => type ?? null);
  const [only = {}] = constrained;
  // A keyword such as pattern applies only to its own type. enum and const apply to every type, so they stay separate.
  if (constrained.length <= 1 && types.every((type) => typeof type === "string") && !only.enum && !("const" in only)) {
    return { ...only, ...rest, type: types };
  }
  return { ...rest, [members.some(({ type }) => type === "null") ? "oneOf" : "anyOf"]: members };
}

/**
 * Omits defaults, which matter only when a profile is read, because a response always has every member. Also omits the
 * bounds of safe integers.
 */
const isLeftOut = (keyword: string, value: Json): boolean =>
  keyword === "default" ||
  (keyword === "maximum" && value === SAFE_INTEGER) ||
  (keyword === "minimum" && value === -SAFE_INTEGER);

/**
 * Converts a zod schema to the form of OpenAPI: other paths of components, `examples`, patterns whose slashes are not
 * escaped (generators escape them again), and without what `isLeftOut` names.
 */
export function rewriteSchema(node: Json): Json {
  if (Array.isArray(node)) return node.map(rewriteSchema);
  if (!isJsonObject(node)) return node;
  const schema: JsonObject = {};
  for (const [keyword, value] of Object.entries(node)) {
    if (keyword === "$ref" && typeof value === "string") {
      schema.$ref = value.replace("#/$defs/", "#/components/schemas/");
    } else if (keyword === "pattern" && typeof value === "string") {
      schema.pattern = value.replace(/\\(.)/gs, (escaped, character) => (character === "/" ? "/" : escaped));
    } else if (keyword === "properties" && isJsonObject(value)) {
      // These are property names, not keywords. A property may be called "example" or "default".
      schema.properties = Object.fromEntries(Object.entries(value).map(([name, of]) => [name, rewriteSchema(of)]));
    } else if (keyword === "example") schema.examples = [value];
    else if (!isLeftOut(keyword, value)) schema[keyword] = rewriteSchema(value);
  }
  return "anyOf" in schema ? collapseUnion(schema) : schema;
}

/** `components.schemas`: the schemas of the model as JSON Schema 2020-12, which OpenAPI 3.1 uses. */
export function buildSchemas(): Record<string, JsonObject> {
  const converted: JsonObject = JSON.parse(
    JSON.stringify(z.toJSONSchema(BODIES, { target: "draft-2020-12", io: "output" })),
  );
  const schemas: Record<string, JsonObject> = {};
  for (const [name, schema] of Object.entries(isJsonObject(converted.$defs) ? converted.$defs : {})) {
    const rewritten = rewriteSchema(schema);
    if (isJsonObject(rewritten)) schemas[name] = rewritten;
  }
  return schemas;
}

export const schemaRef = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
