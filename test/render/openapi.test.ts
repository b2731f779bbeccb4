import { describe, expect, test } from "bun:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import type { Business } from "../../src/model/business.ts";
import { DEMONSTRATION } from "../../src/model/demonstration.ts";
import { publicBusiness } from "../../src/model/public-business.ts";
import { renderOpenapi } from "../../src/render/openapi/openapi.ts";
import { collapseUnion, isJsonObject, type Json, type JsonObject } from "../../src/render/openapi/schemas.ts";
import { testProfile } from "../rows.ts";

const ORIGIN = "https://reviews.example.org";
const text = renderOpenapi(ORIGIN);
const document: JsonObject = JSON.parse(text);
const at = (...path: string[]): Json =>
  path.reduce<Json>((node, name) => (isJsonObject(node) ? (node[name] ?? null) : null), document);
const under = (...path: string[]): JsonObject => {
  const node = at(...path);
  return isJsonObject(node) ? node : {};
};

function* nodes(node: Json): Iterable<JsonObject> {
  if (isJsonObject(node)) yield node;
  for (const child of isJsonObject(node) || Array.isArray(node) ? Object.values(node) : []) yield* nodes(child);
}

const METHODS = ["get", "post", "put", "patch", "delete", "options"];
const operations = Object.entries(under("paths")).flatMap(([key, item]) =>
  Object.entries(isJsonObject(item) ? item : {})
    .filter(([method]) => METHODS.includes(method))
    .map(([method, of]) => ({
      name: `${method.toUpperCase()} ${key}`,
      of: isJsonObject(of) ? of : {},
    })),
);

const resolve = (node: Json): JsonObject => {
  if (!isJsonObject(node)) return {};
  return typeof node.$ref === "string" ? under(...node.$ref.slice(2).split("/")) : node;
};

describe("the description covers the contract", () => {
  test("it is OpenAPI 3.1.0, version 1.0.0, for one origin, without security", () => {
    expect(document.openapi).toBe("3.1.0");
    expect(at("info", "version")).toBe("1.0.0");
    expect(document.servers).toEqual([{ url: ORIGIN, description: "The public origin." }]);
    expect(document.security).toEqual([]);
  });

  test("the contact is the business; only a demonstration says that its data is made up", () => {
    const infoOf = (...more: [boolean, Business?]) => JSON.parse(renderOpenapi(ORIGIN, ...more)).info;
    const business = publicBusiness(testProfile({ name: "Tern", email: "hello@tern.example" }));
    expect(infoOf(false, business).contact).toEqual({ name: "Tern", url: ORIGIN, email: "hello@tern.example" });
    expect(infoOf(false, { ...business, email: null, url: "https://tern.example" }).contact).toEqual({
      name: "Tern",
      url: "https://tern.example",
    });
    expect(at("info", "contact")).toEqual({ name: "The operator of this service", url: ORIGIN });
    expect(at("info", "description")).toStartWith("The reviews of one business as open data. Each is checked by");
    expect(infoOf(true).description).toStartWith(DEMONSTRATION);
  });

  test("every path of the contract has its methods, statuses and types", () => {
    const described = operations.map(({ name, of }) => {
      const responses = isJsonObject(of.responses) ? of.responses : {};
      const content = Object.entries(responses)
        .filter(([status]) => status.startsWith("2"))
        .flatMap(([, answer]) =>
          Object.keys(isJsonObject(resolve(answer).content) ? (resolve(answer).content ?? {}) : {}),
        );
      return `${name} ${Object.keys(responses).join(" ")} ${content.join(" ")}`.trim();
    });
    expect(described).toEqual([
      "GET /reviews.json 200 206 304 412 413 414 416 429 500 503 application/json application/json",
      "GET /reviews.csv 200 304 412 413 414 429 500 503 text/csv",
      "GET /insights.json 200 206 304 404 412 413 414 416 429 500 503 application/json application/json",
      "GET /api/feed.json 200 206 304 412 413 414 416 429 500 503 application/json application/json",
      "GET /feed.xml 200 206 304 412 413 414 416 429 500 503 application/atom+xml application/atom+xml",
      "GET /api/reviews/search 200 304 400 412 413 414 429 500 503 application/json",
      "GET /api/reviews/stats 200 304 400 412 413 414 429 500 503 application/json",
      "GET /api/reviews/since/{date} 200 304 400 412 413 414 429 500 503 application/json",
      "GET /api/changes.json 200 304 400 410 412 413 414 429 500 503 application/json",
      "GET /api/reviews/{id} 200 304 400 404 410 412 413 414 429 500 503 application/json",
      "GET /api/reviews/{id}/insights 200 304 400 404 410 412 413 414 429 500 503 application/json",
      "POST /mcp 200 202 400 403 404 406 413 414 415 429 500 503 application/json text/event-stream",
      "DELETE /mcp 204 400 403 404 414 429 500",
      "POST /api/websub/hub 202 400 413 414 415 429 500 503 text/plain",
      "GET /api/websub/status/{token} 200 404 413 414 429 500 text/plain application/json text/html",
      "POST /api/websub/status/{token} 202 404 409 414 429 500 503 text/plain",
      "GET /.well-known/openapi.json 200 304 412 413 414 429 500 503 application/json",
      'GET /.well-known/api-catalog 200 304 412 413 414 429 500 503 application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
      "GET /.well-known/ai-catalog.json 200 304 412 413 414 429 500 503 application/json",
      "GET /.well-known/security.txt 200 304 404 412 413 414 429 500 503 text/plain",
      "GET /mcp/server-card 200 304 412 413 414 429 500 503 application/mcp-server-card+json",
      "GET /llms.txt 200 304 412 413 414 429 500 503 text/plain",
      "GET /robots.txt 200 304 412 413 414 429 500 503 text/plain",
      "GET /sitemap.xml 200 304 412 413 414 429 500 503 application/xml",
      "GET /opensearch.xml 200 304 412 413 414 429 500 503 application/opensearchdescription+xml",
      "GET /healthz 200 413 414 500 application/json",
      "GET /readyz 200 413 414 500 503 application/json",
      "GET / 200 304 412 413 414 429 500 503 text/html text/markdown",
      "GET /reviews 200 304 400 412 413 414 429 500 503 text/html text/markdown",
      "GET /reviews/{id} 200 304 400 404 410 412 413 414 429 500 503 text/html text/markdown",
      "GET /insights 200 304 412 413 414 429 500 503 text/html text/markdown",
      "GET /policy 200 304 412 413 414 429 500 503 text/html text/markdown",
      "GET /developers 200 304 412 413 414 429 500 503 text/html text/markdown",
      "GET /embed 200 304 412 413 414 429 500 503 text/html",
      "GET /embed/frame 200 304 412 413 414 429 500 503 text/html",
      "GET /badge.svg 200 304 412 413 414 429 500 503 image/svg+xml",
      "GET /widget.js 200 304 412 413 414 429 500 503 text/javascript",
    ]);
  });

  test("the search has the contract's parameters and bounds", () => {
    const parameters = under("paths", "/api/reviews/search", "get").parameters;
    const shown = (Array.isArray(parameters) ? parameters : [])
      .map(resolve)
      .filter((parameter) => parameter.in === "query")
      .map(({ name, schema }) => [name, schema]);
    expect(shown).toEqual([
      ["rating", { type: "integer", minimum: 1, maximum: 5 }],
      ["min_rating", { type: "number", minimum: 1, maximum: 5 }],
      ["since", { type: "string", format: "date" }],
      ["until", { type: "string", format: "date" }],
      ["query", { type: "string", maxLength: 200 }],
      ["mentions_technician", { type: "string", maxLength: 300 }],
      ["mentions_service", { type: "string", maxLength: 300 }],
      ["max_rating", { type: "number", minimum: 1, maximum: 5 }],
      [
        "source",
        {
          type: "string",
          enum: ["google", "yelp", "facebook", "trustpilot", "healthgrades", "direct", "other"],
        },
      ],
      ["verification", { type: "string", enum: ["visit_record", "invitation", "platform_account", "operator"] }],
      ["language", { type: "string", maxLength: 100, pattern: "^[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*$" }],
      ["has_text", { type: "boolean" }],
      ["has_reply", { type: "boolean" }],
      ["incentivized", { type: "boolean" }],
      ["edited", { type: "boolean" }],
      ["aspect", { type: "string", maxLength: 300 }],
      ["aspect_sentiment", { type: "string", enum: ["positive", "negative", "neutral", "mixed"] }],
      ["topic", { type: "string", maxLength: 300 }],
      ["condition", { type: "string", maxLength: 300 }],
      ["sentiment", { type: "string", enum: ["positive", "negative", "neutral", "mixed"] }],
      ["verification_level", { type: "string", enum: ["business", "account"] }],
      ["updated_since", { type: "string", maxLength: 100 }],
      ["limit", { type: "integer", minimum: 1, maximum: 100, default: 20 }],
      ["cursor", { type: "string", minLength: 1, maxLength: 500 }],
    ]);
  });

  test("topics name their hub, in a 200 and in a 304", () => {
    for (const path of ["/reviews.json", "/api/feed.json", "/feed.xml"]) {
      for (const status of ["200", "304"]) {
        const { headers } = resolve(at("paths", path, "get", "responses", status));
        expect(headers).toHaveProperty("Link");
      }
    }
  });

  test("a nullable member is a list of types, and a component or null is oneOf", () => {
    expect(at("components", "schemas", "Review", "properties", "source_url", "type")).toEqual(["string", "null"]);
    expect(at("components", "schemas", "OwnerReply", "type")).toEqual(["object", "null"]);
    expect(at("components", "schemas", "ReviewsDocument", "properties", "business", "oneOf")).toEqual([
      { $ref: "#/components/schemas/Business" },
      { type: "null" },
    ]);
    expect(text).not.toContain('"anyOf"');
  });

  test("a schema has neither the defaults of profiles nor the bounds of a safe integer", () => {
    expect(at("components", "schemas", "Business", "properties", "type")).toEqual({
      description: "A schema.org type.",
      type: "string",
      minLength: 1,
      maxLength: 300,
    });
    expect(at("components", "schemas", "Review", "properties", "revision")).toEqual({
      description: "1 if the review was never edited.",
      type: "integer",
      minimum: 1,
    });
  });

  test("a secret of the hub has under 200 bytes", () => {
    const { properties } = under("components", "schemas", "HubRequest");
    expect(isJsonObject(properties) && properties["hub.secret"]).toMatchObject({ minLength: 1, maxLength: 199 });
  });

  test("a callback always has a mode and a topic; the rest depends on the mode", () => {
    const sent = [...nodes(document)].filter(({ name }) => typeof name === "string" && name.startsWith("hub."));
    expect(sent.filter(({ in: place }) => place === "query").map(({ name, required }) => [name, required])).toEqual([
      ["hub.mode", true],
      ["hub.topic", true],
      ["hub.challenge", false],
      ["hub.lease_seconds", false],
      ["hub.reason", false],
    ]);
  });

  test("an example of few reviews says that they are too few", () => {
    const groups = [...nodes(document)].filter(({ enough }) => typeof enough === "boolean");
    expect(groups.length).toBeGreaterThan(0);
    for (const { enough, count, mention_count, n } of groups) {
      const reviews = Number(count ?? mention_count ?? n);
      expect([reviews, enough]).toEqual([reviews, reviews >= 5]);
    }
  });

  test("a union with a fixed value is not merged into a list of types", () => {
    expect(collapseUnion({ anyOf: [{ type: "number", const: 5 }, { type: "null" }] })).toEqual({
      oneOf: [{ type: "number", const: 5 }, { type: "null" }],
    });
    expect(collapseUnion({ anyOf: [{ type: "string", enum: ["a"] }, { type: "null" }] })).toEqual({
      oneOf: [{ type: "string", enum: ["a"] }, { type: "null" }],
    });
    expect(collapseUnion({ anyOf: [{ type: "string", maxLength: 3 }, { type: "null" }] })).toEqual({
      maxLength: 3,
      type: ["string", "null"],
    });
  });
});

describe("the description is sound", () => {
  test("the same origin gives the same bytes, and only the origin differs", () => {
    expect(renderOpenapi(ORIGIN)).toBe(text);
    expect(renderOpenapi("http://localhost:8080")).toBe(
      text
        .replaceAll(ORIGIN, "http://localhost:8080")
        .replaceAll("tag:reviews.example.org,", "tag:localhost,")
        .replaceAll("urn:air:reviews.example.org:", "urn:air:localhost:")
        .replaceAll('"org.example.reviews/reviews"', '"localhost/reviews"'),
    );
  });

  test("no parameter has the name of a schema, whatever the case, and no pattern has an escaped slash", () => {
    const named = (kind: string) => Object.keys(under("components", kind)).map((name) => name.toLowerCase());
    const schemas = new Set(named("schemas"));
    expect(named("parameters").filter((name) => schemas.has(name))).toEqual([]);
    const patterns = Array.from(nodes(document), ({ pattern }) => pattern).filter((one) => typeof one === "string");
    expect(patterns.length).toBeGreaterThan(10);
    expect(patterns.filter((pattern) => pattern.includes("\\/"))).toEqual([]);
  });

  test("every component is used", () => {
    const components = Object.entries(under("components")).flatMap(([kind, of]) =>
      Object.keys(isJsonObject(of) ? of : {}).map((name) => `#/components/${kind}/${name}`),
    );
    const used = new Set(Array.from(nodes(document), ({ $ref }) => $ref));
    expect(components.length).toBeGreaterThan(60);
    expect(components.filter((name) => !used.has(name))).toEqual([]);
  });

  test("every operation has a unique ID, a described tag, a summary and a description", () => {
    const tags = new Set(
      (Array.isArray(document.tags) ? document.tags : []).map((tag) => isJsonObject(tag) && tag.name),
    );
    for (const { name, of } of operations) {
      expect([name, (Array.isArray(of.tags) ? of.tags : []).every((tag) => tags.has(`${tag}`))]).toEqual([name, true]);
      expect(of.summary).toBeString();
      expect(of.description).toBeString();
    }
    expect(new Set(operations.map(({ of }) => of.operationId)).size).toBe(operations.length);
  });

  test("every example validates against its schema", () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    formats.default(ajv);
    const errors: string[] = [];
    let checked = 0;
    const check = (schema: Json, value: Json) => {
      const validate = ajv.compile({ ...(isJsonObject(schema) ? schema : {}), components: under("components") });
      checked++;
      if (!validate(value)) errors.push(`${JSON.stringify(value).slice(0, 80)}: ${ajv.errorsText(validate.errors)}`);
    };
    for (const node of nodes(document)) {
      if (isJsonObject(node.schema)) {
        if (node.example !== undefined) check(node.schema, node.example);
        for (const example of Object.values(isJsonObject(node.examples) ? node.examples : {})) {
          check(node.schema, isJsonObject(example) ? (example.value ?? null) : null);
        }
      }
      if (Array.isArray(node.examples)) for (const example of node.examples) check(node, example);
    }
    expect(errors).toEqual([]);
    expect(checked).toBeGreaterThan(90);
  });

  test("every body has an example", () => {
    const bare = operations.flatMap(({ name, of }) => {
      const answers = Object.values(isJsonObject(of.responses) ? of.responses : {}).map(resolve);
      return [...answers, resolve(of.requestBody ?? null)]
        .flatMap(({ content }) => Object.values(isJsonObject(content) ? content : {}))
        .filter((media) => isJsonObject(media) && media.example === undefined && media.examples === undefined)
        .map(() => name);
    });
    expect(bare).toEqual([]);
  });
});
