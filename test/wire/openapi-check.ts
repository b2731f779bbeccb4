import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { isJsonObject, type Json, type JsonObject } from "../../src/render/openapi/schemas.ts";

/** What in a response differs from the description. `path` may have a query. */
export type ResponseCheck = (method: string, path: string, response: Response, body: string) => string[];

const member = (of: Json | undefined, name: string): JsonObject => {
  const value = isJsonObject(of) ? of[name] : undefined;
  return isJsonObject(value) ? value : {};
};

type Template = { pattern: RegExp; item: JsonObject };

function templatesOf(document: JsonObject): Template[] {
  return Object.entries(member(document, "paths"))
    .filter((entry): entry is [string, JsonObject] => isJsonObject(entry[1]))
    .map(([path, item]) => ({ path, item }))
    .sort((a, b) => (sortKey(a.path) < sortKey(b.path) ? -1 : 1))
    .map(({ path, item }) => ({
      pattern: new RegExp(`^${path.replace(/[.]/g, "\\.").replace(/\{[^}]+\}/g, "[^/]+")}$`),
      item,
    }));
}

/** Literal segments sort before variables, so that the same path wins as in a router. */
const sortKey = (path: string): string => path.replace(/\{[^}]+\}/g, "\uffff");

/** JSON and XML types are exact (contract §1). Text may have the charset UTF-8. */
function findMedia(content: JsonObject, type: string): JsonObject | null {
  const exact = content[type];
  if (isJsonObject(exact)) return exact;
  const plain = /^(text\/[a-z-]+); ?charset=utf-8$/i.exec(type)?.[1];
  const media = plain === undefined ? undefined : content[plain];
  return isJsonObject(media) ? media : null;
}

function openValidator(document: JsonObject): (schema: JsonObject, value: unknown) => string[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  const compiled = new Map<JsonObject, ValidateFunction>();
  return (schema, value) => {
    // Schemas refer to #/components, so each one is compiled with the components.
    const validate = compiled.get(schema) ?? ajv.compile({ ...schema, components: document.components });
    compiled.set(schema, validate);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(({ instancePath, message }) => `body${instancePath} ${message}`);
  };
}

function parseJson(body: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(body) };
  } catch {
    return null;
  }
}

/** Statuses that the route table returns before any operation: methods, sizes and unknown paths (contract §1). */
const BEFORE_OPERATION = { known: [405, 413, 414], unknown: [404, 414, 429, 500] };

export function openResponseCheck(document: JsonObject): ResponseCheck {
  const templates = templatesOf(document);
  const validate = openValidator(document);
  const responses = member(member(document, "components"), "responses");
  const headers = member(member(document, "components"), "headers");
  const resolve = (node: JsonObject, components: JsonObject): JsonObject =>
    typeof node.$ref === "string" ? member(components, node.$ref.split("/").at(-1) ?? "") : node;

  const missingHeaders = (listed: JsonObject, response: Response): string[] =>
    Object.entries(listed)
      .filter(([name, of]) => isJsonObject(of) && resolve(of, headers).required === true && !response.headers.has(name))
      .map(([name]) => `header ${name} is missing`);

  const bodyErrors = (content: JsonObject, method: string, response: Response, body: string): string[] => {
    const type = response.headers.get("content-type");
    if (Object.keys(content).length === 0) {
      return [...(body === "" ? [] : ["must be empty"]), ...(type === null ? [] : [`must not have the type ${type}`])];
    }
    const media = findMedia(content, type ?? "");
    if (!media) return [`type ${type} is none of ${Object.keys(content).join(", ")}`];
    if (method === "HEAD") return body === "" ? [] : ["must be empty"];
    // A part of a document is no document.
    if (response.status === 206) return [];
    const parsed = /[/+]json(;|$)/.test(type ?? "") ? parseJson(body) : { value: body };
    return parsed ? validate(member(media, "schema"), parsed.value) : ["body is not JSON"];
  };

  /** A response that no operation lists. It looks like the 414 of the same path, which also comes from the route table. */
  const unlisted = (item: JsonObject | undefined, method: string, status: number): JsonObject | null => {
    if (method === "OPTIONS" && status === 204) return {};
    if (!BEFORE_OPERATION[item ? "known" : "unknown"].includes(status)) return null;
    const [operation] = Object.values(item ?? {}).filter((of) => isJsonObject(of) && isJsonObject(of.responses));
    const answer = item ? member(member(operation, "responses"), "414") : member(responses, "NotFound");
    return { ...resolve(answer, responses), headers: status === 405 ? { Allow: { required: true } } : {} };
  };

  const errorsOf = (method: string, path: string, response: Response, body: string): string[] => {
    const item = templates.find(({ pattern }) => pattern.test(path.split("?", 1)[0] ?? ""))?.item;
    const operation = item?.[method === "HEAD" ? "get" : method.toLowerCase()];
    const listed = isJsonObject(operation)
      ? member(operation, "responses")[String(response.status)]
      : unlisted(item, method, response.status);
    if (!isJsonObject(listed)) return [`status ${response.status} is not documented`];
    const answer = resolve(listed, responses);
    return [
      ...missingHeaders(member(answer, "headers"), response),
      ...bodyErrors(member(answer, "content"), method, response, body),
    ];
  };
  return (method, path, response, body) =>
    errorsOf(method, path, response, body).map((error) => `${method} ${path}: ${error}`);
}
