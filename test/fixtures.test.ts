import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { renderOpenapi } from "../src/render/openapi/openapi.ts";
import { HARBOR_URL, harborReport } from "./harbor-clinic.ts";

const ROOT = join(import.meta.dir, "..");

const SCHEMA = "a schema of the Model Context Protocol, which names the members of messages; see NOTICE beside it";
/** Files that look like documents of this program and come from outside all the same, each with its reason. */
const OUTSIDE: Record<string, string> = {
  "test/mcp/fixtures/schema/2025-03-26.json": SCHEMA,
  "test/mcp/fixtures/schema/2025-06-18.json": SCHEMA,
  "test/mcp/fixtures/schema/2025-11-25.json": SCHEMA,
  "test/mcp/fixtures/schema/2026-07-28.json": SCHEMA,
  "test/mcp/fixtures/schema/server-card.json": SCHEMA,
};

type Shape = { name: string; members: readonly string[] };

/** The required members of every object that this program publishes. With fewer than four, others have the same. */
const SHAPES: Shape[] = Object.entries<{ required?: string[] }>(
  JSON.parse(renderOpenapi(HARBOR_URL)).components.schemas,
).flatMap(([name, { required = [] }]) => (required.length < 4 ? [] : [{ name, members: required }]));

/** A document that has more than half of the required members imitates ours: one in a wrong shape more than one in a right one. */
const namesOf = (value: object): string[] => {
  if ("openapi" in value) return ["OpenAPI"];
  if ("jsonrpc" in value) return ["JSON-RPC"];
  return SHAPES.filter(
    ({ members }) => members.filter((member) => Object.hasOwn(value, member)).length * 2 > members.length,
  ).map(({ name }) => name);
};

/** The names of what a JSON value imitates, at any depth. */
function imitatedIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return [...namesOf(value), ...Object.values(value).flatMap(imitatedIn)];
}

const valuesOf = (path: string, text: string): unknown[] => {
  if (path.endsWith(".ndjson"))
    return text
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  return path.endsWith(".json") ? [JSON.parse(text)] : [];
};

const fixtures = ["test", "insights/test"]
  .flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((path) => `${folder}/${path}`),
  )
  .filter((path) => /\/fixtures\/.*\.\w+$/.test(path));

test("a fixture comes from outside: what this program makes, the tests let it make", () => {
  const imitations = fixtures.flatMap((path) => {
    const found = valuesOf(path, readFileSync(join(ROOT, path), "utf8")).flatMap(imitatedIn);
    return found.length === 0 || path in OUTSIDE ? [] : [`${path} imitates ${[...new Set(found)].join(", ")}`];
  });
  expect(imitations).toEqual([]);
  expect(fixtures.length).toBeGreaterThan(30);
  expect(Object.keys(OUTSIDE).filter((path) => !fixtures.includes(path))).toEqual([]);
});

test("a document in a right or a wrong shape, alone or in another, is recognized", async () => {
  const report = await harborReport();
  const { summary: _, limits: __, ...partial } = report;
  const wrong = { ...partial, concerns: [{ id: "punctuality" }] };
  for (const value of [report, wrong, [wrong], { result: { document: wrong } }]) {
    expect(imitatedIn(value)).toContain("InsightsDocument");
  }
  expect(imitatedIn({ jsonrpc: "2.0", id: 1, result: {} })).toEqual(["JSON-RPC"]);
  expect(imitatedIn({ id: "1", rating: 5, text: "Good.", author: "Ann", date: "2026-01-01" })).toEqual([]);
});
