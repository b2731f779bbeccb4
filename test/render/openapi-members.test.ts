import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { renderOpenapi } from "../../src/render/openapi/openapi.ts";
import { isObject, type Json, type JsonObject } from "../../src/render/openapi/schemas.ts";

const document: JsonObject = JSON.parse(renderOpenapi("https://reviews.example.org"));
const pinned = readFileSync(join(import.meta.dir, "fixtures/openapi-members.txt"), "utf8")
  .trimEnd()
  .split("\n");

const PROSE = ["description", "example", "examples"];
/** These hold other schemas, which have lines of their own. */
const PARTS = ["properties", "items", "schema"];

/** A line for each schema and each of its members: its type and its limits. A member that may be absent has a "?". */
function linesOf(name: string, node: Json): string[] {
  if (!isObject(node)) return [];
  const { required: listed, ...own } = node;
  const required = Array.isArray(listed) ? listed : [];
  const limits = Object.entries(Array.isArray(listed) ? own : node).filter(
    ([key]) => !PROSE.includes(key) && !PARTS.includes(key),
  );
  return [
    `${name} ${JSON.stringify(Object.fromEntries(limits))}`,
    ...Object.entries(isObject(node.properties) ? node.properties : {}).flatMap(([key, of]) =>
      linesOf(`${name}.${key}${required.includes(key) ? "" : "?"}`, of),
    ),
    ...linesOf(`${name}[]`, node.items ?? null),
    ...linesOf(name, node.schema ?? null),
  ];
}

test("every schema, parameter and header that is published has the type and limits of the contract", () => {
  const components = isObject(document.components) ? document.components : {};
  const lines = ["schemas", "parameters", "headers"].flatMap((kind) =>
    Object.entries(isObject(components[kind]) ? components[kind] : {}).flatMap(([name, node]) => linesOf(name, node)),
  );
  expect(lines).toEqual(pinned);
});
