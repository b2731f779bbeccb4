import { afterAll, beforeAll, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { renderServerCard, serverName } from "../../src/render/server-card.ts";
import { sendModern, startEndpoint, testSnapshot, type Wire } from "./endpoint.ts";

let endpoint: ReturnType<typeof startEndpoint>;
beforeAll(async () => {
  endpoint = startEndpoint(await testSnapshot());
});
afterAll(() => endpoint.stop());

const CARD = {
  $schema: "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json",
  name: "localhost/reviews",
  version: "1.0.0",
  title: "Harbor Physical Therapy reviews",
  description: "All reviews of Harbor Physical Therapy, read-only",
  websiteUrl: "http://localhost:8080/",
  remotes: [
    {
      type: "streamable-http",
      url: "http://localhost:8080/mcp",
      supportedProtocolVersions: ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26"],
    },
  ],
};

test("the catalog links to the card, and the card to the endpoint", async () => {
  const catalog = await fetch(`${endpoint.origin}/.well-known/ai-catalog.json`);
  expect(catalog.headers.get("content-type")).toBe("application/json");
  expect(await catalog.json()).toEqual({
    specVersion: "1.0",
    entries: [
      {
        identifier: "urn:air:localhost:mcp:reviews",
        type: "application/mcp-server-card+json",
        url: "http://localhost:8080/mcp/server-card",
      },
    ],
  });
  const card = await fetch(`${endpoint.origin}/mcp/server-card`);
  expect(card.headers.get("content-type")).toBe("application/mcp-server-card+json");
  expect(card.headers.get("access-control-allow-origin")).toBe("*");
  expect(await card.json()).toEqual(CARD);
});

test("the card has an ETag, and a request with it gets 304", async () => {
  const etag = (await fetch(`${endpoint.origin}/mcp/server-card`)).headers.get("etag") ?? "";
  expect(etag).toMatch(/^"[\w-]+"$/);
  const again = await fetch(`${endpoint.origin}/mcp/server-card`, { headers: { "If-None-Match": etag } });
  expect([again.status, await again.text()]).toEqual([304, ""]);
});

test("the card has the name and version that the endpoint reports", async () => {
  const { result } = (await sendModern(endpoint.url, "server/discover")).body;
  const info = result._meta["io.modelcontextprotocol/serverInfo"];
  expect([info.name, info.version]).toEqual([CARD.name, CARD.version]);
});

test.each([
  ["https://reviews.example.com", "com.example.reviews/reviews"],
  ["http://127.0.0.1:8080", "127.0.0.1/reviews"],
  ["http://[::1]:8080", "localhost/reviews"],
])("the server at %s is called %s", (base_url, name) => expect(serverName(base_url)).toBe(name));

test("a long business name is cut to the length that the card's schema allows", () => {
  const card = JSON.parse(renderServerCard("https://example.com", "Clinic ".repeat(40), false));
  expect([card.title.length, card.description.length]).toEqual([100, 100]);
});

const read = (path: string): Wire => JSON.parse(readFileSync(join(import.meta.dir, path), "utf8"));

test("the card matches its schema", () => {
  const schema = read("fixtures/schema/server-card.json");
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile({
    ...schema,
    $ref: "#/$defs/ServerCard",
  });
  for (const name of ["Harbor", "Clinic ".repeat(40), null]) {
    validate(JSON.parse(renderServerCard("https://example.com", name, false)));
    expect(validate.errors ?? []).toEqual([]);
  }
  expect(validate({})).toBe(false);
});

/** What the registry requires of server.json (schema of 2025-12-11): members, lengths and patterns. */
const REGISTRY_ENTRY = {
  type: "object",
  required: ["$schema", "name", "description", "version", "remotes"],
  properties: {
    $schema: { const: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json" },
    name: { type: "string", minLength: 3, maxLength: 200, pattern: "^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$" },
    title: { type: "string", minLength: 1, maxLength: 100 },
    description: { type: "string", minLength: 1, maxLength: 100 },
    version: { type: "string", maxLength: 255, pattern: "^\\d+\\.\\d+\\.\\d+$" },
    websiteUrl: { type: "string", pattern: "^https://" },
    remotes: {
      type: "array",
      minItems: 1,
      items: {
        type: "object",
        required: ["type", "url"],
        properties: { type: { const: "streamable-http" }, url: { type: "string", pattern: "^https://[^\\s]+$" } },
        additionalProperties: false,
      },
    },
  },
  additionalProperties: false,
};

test("server.json is a valid registry entry, made from the server card of a made-up service", () => {
  const server = read("../../server.json");
  const validate = new Ajv2020({ strict: true }).compile(REGISTRY_ENTRY);
  validate(server);
  expect(validate.errors ?? []).toEqual([]);
  const { remotes, ...card } = JSON.parse(renderServerCard("https://reviews.example.com", "Example Clinic", false));
  expect(server).toEqual({
    ...card,
    $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    remotes: remotes.map(({ type, url }: Wire) => ({ type, url })),
  });
  expect([server.name, server.version]).toEqual(["com.example.reviews/reviews", read("../../package.json").version]);
});
