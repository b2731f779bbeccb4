import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { renderOpenapi } from "../../src/render/openapi/openapi.ts";
import { isJsonObject, type Json, type JsonObject } from "../../src/render/openapi/schemas.ts";

const document: JsonObject = JSON.parse(renderOpenapi("https://reviews.example.org"));
const pinned = (name: string): string[] =>
  readFileSync(join(import.meta.dir, "pins", name), "utf8")
    .trimEnd()
    .split("\n");

const PROSE = ["description", "example", "examples", "summary"];
/** These hold other schemas, which have lines of their own. */
const PARTS = ["properties", "items", "schema"];

/** A line for each schema and each of its members: its type and its limits. A member that may be absent has a "?". */
function linesOf(name: string, node: Json): string[] {
  if (!isJsonObject(node)) return [];
  const { required: listed, ...own } = node;
  const required = Array.isArray(listed) ? listed : [];
  const limits = Object.entries(Array.isArray(listed) ? own : node).filter(
    ([key]) => !PROSE.includes(key) && !PARTS.includes(key),
  );
  return [
    `${name} ${JSON.stringify(Object.fromEntries(limits))}`,
    ...Object.entries(isJsonObject(node.properties) ? node.properties : {}).flatMap(([key, of]) =>
      linesOf(`${name}.${key}${required.includes(key) ? "" : "?"}`, of),
    ),
    ...linesOf(`${name}[]`, node.items ?? null),
    ...linesOf(name, node.schema ?? null),
  ];
}

test("every schema, parameter and header that is published has the type and limits of the contract", () => {
  const components = isJsonObject(document.components) ? document.components : {};
  const lines = ["schemas", "parameters", "headers"].flatMap((kind) =>
    Object.entries(isJsonObject(components[kind]) ? components[kind] : {}).flatMap(([name, node]) =>
      linesOf(name, node),
    ),
  );
  expect(lines).toEqual(pinned("openapi-members.txt"));
});

/** A line for each part of an operation: its parameters, its body, each answer. A component is its name. */
function partsOf(name: string, node: JsonObject): string[] {
  return Object.entries(node).flatMap(([key, part]) => {
    if (key === "responses" && isJsonObject(part))
      return Object.entries(part).map(([status, answer]) => `${name} ${status} ${plain(answer)}`);
    if (key === "callbacks" && isJsonObject(part)) return operationsOf(`${name} callback`, part);
    return PROSE.includes(key) ? [] : [`${name} ${key} ${plain(part)}`];
  });
}

const plain = (node: Json): string =>
  JSON.stringify(node, (key, value) => (PROSE.includes(key) ? undefined : value)).replace(
    /\{"\$ref":"#\/components\/\w+\/(\w+)"\}/g,
    "$1",
  );

const METHODS = ["get", "post", "put", "patch", "delete", "options"];
const operationsOf = (name: string, node: JsonObject): string[] =>
  Object.entries(node).flatMap(([key, of]) => {
    if (!isJsonObject(of)) return [];
    return METHODS.includes(key) ? partsOf(`${name} ${key}`, of) : operationsOf(`${name} ${key}`.trim(), of);
  });

test("every operation takes and answers what the contract says", () => {
  const { responses = null } = isJsonObject(document.components) ? document.components : {};
  const lines = [
    ...operationsOf("", isJsonObject(document.paths) ? document.paths : {}),
    ...Object.entries(isJsonObject(responses) ? responses : {}).map(([name, answer]) => `${name} ${plain(answer)}`),
  ];
  expect(lines).toEqual(pinned("openapi-operations.txt"));
});
