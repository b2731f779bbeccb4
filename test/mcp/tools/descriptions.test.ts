import { afterAll, beforeAll, expect, test } from "bun:test";
import { sendModern, startEndpoint, testSnapshot, type Wire } from "../endpoint.ts";
import insights from "../fixtures/insights.json";

let endpoint: ReturnType<typeof startEndpoint>;
let tools: Wire[];
beforeAll(async () => {
  endpoint = startEndpoint(await testSnapshot({ insights }));
  tools = (await sendModern(endpoint.url, "tools/list")).body.result.tools;
});
afterAll(() => endpoint.stop());

const toolOf = (name: string): Wire => tools.find((tool) => tool.name === name);

/** Every property of a schema, at any depth, as path and schema. */
function* propertiesOf(schema: Wire, path: string): Iterable<[string, Wire]> {
  for (const [name, member] of Object.entries<Wire>(schema.properties ?? {})) {
    yield [`${path}.${name}`, member];
    yield* propertiesOf(member, `${path}.${name}`);
    if (member.items) yield* propertiesOf(member.items, `${path}.${name}[]`);
  }
}

test("every argument and every member of an answer is described", () => {
  const silent = tools
    .flatMap(({ name, inputSchema, outputSchema }) => [
      ...propertiesOf(inputSchema, `${name} in`),
      ...propertiesOf(outputSchema, `${name} out`),
    ])
    .filter(([, { description }]) => typeof description !== "string" || !/^.{4,}\.$/.test(description));
  expect(silent.map(([path]) => path)).toEqual([]);
});

test("every member of every answer is in its schema", async () => {
  for (const [name, given] of [
    ["get_summary", {}],
    ["get_aspect_sentiment", {}],
    ["get_aspect_sentiment", { aspect: "waits" }],
    ["get_aspect_sentiment", { aspect: "waits", limit: 1 }],
    ["get_trends", { aspect: "waits" }],
    ["get_technician", {}],
    ["get_technician", { technician: "ana" }],
    ["get_service", {}],
    ["get_service", { service: "needling" }],
    ["get_service", { service: "vertigo" }],
    ["search_reviews", { technician: "nobody" }],
    ["get_review", { id: "00000000000000000000000001" }],
    ["get_reviews_since", { date: "2024-01-01" }],
    ["get_business", {}],
  ] as const) {
    const { result } = (await sendModern(endpoint.url, "tools/call", { name, arguments: given })).body;
    const known = Object.keys(toolOf(name).outputSchema.properties);
    const strange = Object.keys(result.structuredContent).filter((member) => !known.includes(member));
    expect([name, given, strange]).toEqual([name, given, []]);
  }
});

test("where a review's verification is read, each method is explained", async () => {
  expect(toolOf("get_review").outputSchema.properties.review.properties.verification.properties.method).toEqual({
    type: "string",
    enum: ["visit_record", "invitation", "platform_account", "operator"],
    description:
      "visit_record: a record of the visit matches. invitation: sent after a visit. platform_account: an account at its source, no proof of a visit. operator: the business checked by hand.",
  });
  const { instructions } = (await sendModern(endpoint.url, "server/discover")).body.result;
  expect(instructions).toContain(
    "verification.method says how: visit_record (a record of the visit matches), invitation (sent after a visit), platform_account (an account at the source, no proof of a visit) or operator (checked by hand by the business)",
  );
  expect(instructions.length).toBeLessThan(2000);
});

test("the words for a direction and for a sentiment are closed lists", () => {
  expect(toolOf("get_trends").outputSchema.properties.aspects.items.properties.direction.enum).toEqual([
    "better",
    "worse",
    "steady",
    "too few to say",
  ]);
  expect(toolOf("get_aspect_sentiment").inputSchema.properties.sentiment.enum).toEqual([
    "positive",
    "negative",
    "neutral",
    "mixed",
  ]);
});

test("an agent is told to go on by cursor, not by url", () => {
  const { next_cursor, next_url } = toolOf("search_reviews").outputSchema.properties;
  expect([next_cursor.description, next_url.description]).toEqual([
    "The cursor of the next page.",
    "The same over HTTP; here use next_cursor.",
  ]);
});
