import { beforeAll, describe, expect, test } from "bun:test";
import { createProblems } from "../../src/http/problems.ts";
import { readRoutes } from "../../src/http/routes.ts";
import { buildHandlers, type Handler } from "../../src/http/server.ts";
import { createLog } from "../../src/log.ts";
import type { SnapshotSource } from "../../src/model/snapshot-source.ts";
import type { RouteRequest } from "../../src/model/wire/route.ts";
import { documentsBeside } from "../../src/publish/documents/documents-beside.ts";
import { renderOpenapi } from "../../src/render/openapi/openapi.ts";
import { type Current, createCurrent } from "../../src/snapshot/current.ts";
import { buildOf } from "../build.ts";
import { reviewRow, testProfile } from "../rows.ts";
import { openResponseCheck } from "./openapi-check.ts";

const ORIGIN = "https://reviews.example.org";
const check = openResponseCheck(JSON.parse(renderOpenapi(ORIGIN)));
const JSON_HEADERS = {
  "Content-Type": "application/json",
  ETag: '"a"',
  "Last-Modified": "Sun, 15 Mar 2026 09:12:44 GMT",
  "Cache-Control": "max-age=60",
  Vary: "Accept-Encoding",
};
const answer = (body: string | null, headers: Record<string, string> = JSON_HEADERS, status = 200) =>
  new Response(body, { headers, status });

const REVIEW_ID = reviewRow(1).id;
const ERASED_ID = "3F8K1T6WQ0ZRM9C5XVHJ2N7BDE";

const source: SnapshotSource = {
  dataset_version: 1,
  commit_id: "first",
  committed_at: "2026-01-01T00:00:00Z",
  demonstration: true,
  profile: testProfile({ email: "hello@harbor.example", geo: { latitude: 34, longitude: -118 } }),
  profile_changed_at: "2026-01-01T00:00:00Z",
  withheld: { unverified: 1, consent: 0, duplicate: 0, legal: 0 },
  withheld_changed_at: null,
  tombstones: [
    {
      id: ERASED_ID,
      date: "2024-01-05",
      deleted_at: "2026-01-01T00:00:00Z",
      reason: "erased_on_request",
      changed_at: "2026-01-01T00:00:00Z",
    },
  ],
  reviews: async function* () {
    yield [
      reviewRow(3, { text: null, language: null, reply_text: "Thanks.", reply_state: "published" }),
      reviewRow(2, {
        translation_text: "Good.",
        translation_language: "en",
        redactions: '[{"kind":"phone","count":1}]',
      }),
      reviewRow(1),
    ];
  },
};

function openService(current: Current, rate_limit: number | null): Map<string, Handler> {
  const respondProblem = createProblems(ORIGIN);
  return buildHandlers({
    settings: {
      HOST: "127.0.0.1",
      PORT: 0,
      TRUST_PROXY: 0,
      RATE_LIMIT_READ: rate_limit,
      RATE_LIMIT_MCP: null,
      RATE_LIMIT_MCP_ADDRESS: null,
      RATE_LIMIT_HUB: null,
    },
    routes: readRoutes({ current, base_url: ORIGIN, respondProblem }),
    respondProblem,
    log: createLog("silent"),
    now: () => 0,
  });
}

type Asked = { route: string; path: string; status: number; init?: RequestInit; params?: Record<string, string> };

async function ask(service: Map<string, Handler>, { route, path, status, init, params = {} }: Asked) {
  const request: RouteRequest = Object.assign(new Request(ORIGIN + path, init), { params });
  const response = await service.get(route)?.(request, { address: "192.0.2.1" });
  if (!response) throw new Error(`no route ${route}`);
  expect([path, response.status]).toEqual([path, status]);
  // A server drops the body of HEAD. A handler that is called directly does not.
  const body = request.method === "HEAD" ? "" : await response.text();
  return check(request.method, path, response, body);
}

describe("the read side responds as described", () => {
  const current = createCurrent();
  const service = openService(current, null);
  beforeAll(async () =>
    current.swap(await buildOf(source, { base_url: ORIGIN, renderDocuments: documentsBeside(null) })),
  );

  const since = (date: string) => ({
    route: "/api/reviews/since/:date",
    path: `/api/reviews/since/${date}`,
    params: { date },
  });
  const review = (id: string) => ({ route: "/api/reviews/:id", path: `/api/reviews/${id}`, params: { id } });
  const plain = (path: string) => ({ route: path.split("?")[0] ?? "", path });
  const asked: Asked[] = [
    { ...plain("/reviews.json"), status: 200 },
    { ...plain("/reviews.json"), status: 200, init: { method: "HEAD" } },
    { ...plain("/reviews.json"), status: 304, init: { headers: { "If-None-Match": "*" } } },
    { ...plain("/reviews.json"), status: 405, init: { method: "POST" } },
    { ...plain("/reviews.json"), status: 204, init: { method: "OPTIONS" } },
    { ...plain(`/reviews.json?${"a".repeat(9000)}`), status: 414 },
    { ...plain(`/reviews.json?${"a".repeat(9000)}`), status: 414, init: { method: "DELETE" } },
    { ...plain("/reviews.json"), status: 413, init: { method: "PUT", headers: { "Content-Length": "99999999" } } },
    { ...plain("/api/feed.json"), status: 200 },
    { ...plain("/feed.xml"), status: 200 },
    { ...plain("/.well-known/openapi.json"), status: 200 },
    { ...plain("/api/reviews/search?min_rating=4&query=number&limit=1"), status: 200 },
    { ...plain("/api/reviews/search?limit=500&rating=x&color=red"), status: 400 },
    { ...since("2024-01-01"), status: 200 },
    { ...since("2024-02-30"), status: 400 },
    { ...review(REVIEW_ID), status: 200 },
    { ...review("nothing"), status: 404 },
    { ...review(ERASED_ID), status: 410 },
    { ...plain("/healthz"), status: 200 },
    { ...plain("/readyz"), status: 200 },
    { route: "/*", path: "/nothing-here", status: 404 },
  ];
  for (const one of asked) {
    test(`${one.init?.method ?? "GET"} ${one.path.slice(0, 60)} is ${one.status}`, async () => {
      expect(await ask(service, one)).toEqual([]);
    });
  }

  test("before the first snapshot it is 503, and over the limit 429", async () => {
    const starting = openService(createCurrent(), 1);
    expect(await ask(starting, { ...plain("/reviews.json"), status: 503 })).toEqual([]);
    expect(await ask(starting, { ...plain("/reviews.json"), status: 429 })).toEqual([]);
    expect(await ask(starting, { ...plain("/readyz"), status: 503 })).toEqual([]);
  });
});

describe("the check finds what is wrong", () => {
  const feed = '{"status":"ok"}';

  test("a status that is not documented", () => {
    expect(check("GET", "/reviews.json", answer("{}", JSON_HEADERS, 418), "{}")).toEqual([
      "GET /reviews.json: status 418 is not documented",
    ]);
  });

  test("a JSON type with a parameter, and a text type with another charset", () => {
    const json = { "Content-Type": "application/json; charset=utf-8" };
    expect(check("GET", "/healthz", answer(feed, json), feed)).toEqual([
      "GET /healthz: type application/json; charset=utf-8 is none of application/json",
    ]);
    const page = (type: string) =>
      check("GET", "/policy", answer("<p>", { ...JSON_HEADERS, "Content-Type": type }), "<p>");
    expect(page("text/html; charset=utf-8")).toEqual([]);
    expect(page("text/html")).toEqual([]);
    expect(page("text/html; charset=latin1")).toEqual([
      "GET /policy: type text/html; charset=latin1 is none of text/html, text/markdown",
    ]);
  });

  test("a body that is not JSON, or not what the schema says", () => {
    expect(check("GET", "/healthz", answer("{", { "Content-Type": "application/json" }), "{")).toEqual([
      "GET /healthz: body is not JSON",
    ]);
    const body = '{"status":"fine","since":1}';
    expect(check("GET", "/healthz", answer(body, { "Content-Type": "application/json" }), body)).toEqual([
      "GET /healthz: body must NOT have additional properties",
      "GET /healthz: body/status must be equal to one of the allowed values",
    ]);
  });

  test("a header that is missing", () => {
    const { ETag: _, ...headers } = JSON_HEADERS;
    const body = '{"openapi":"3.1.0","info":{"title":"t","version":"v"},"paths":{"/":{}}}';
    expect(check("GET", "/.well-known/openapi.json", answer(body, headers), body)).toEqual([
      "GET /.well-known/openapi.json: header ETag is missing",
    ]);
    expect(check("GET", "/feed.xml", answer(null, JSON_HEADERS, 304), "")).toEqual([
      "GET /feed.xml: header Link is missing",
      "GET /feed.xml: must not have the type application/json",
    ]);
  });

  test("a body or a type where there must be none", () => {
    const { "Content-Type": _, ...headers } = JSON_HEADERS;
    expect(check("GET", "/policy", answer(null, headers, 304), "")).toEqual([]);
    expect(check("GET", "/policy", answer(null, headers, 304), "x")).toEqual(["GET /policy: must be empty"]);
    expect(check("HEAD", "/healthz", answer(feed, { "Content-Type": "application/json" }), feed)).toEqual([
      "HEAD /healthz: must be empty",
    ]);
    expect(check("OPTIONS", "/mcp", answer(null, {}, 204), "")).toEqual([]);
    expect(check("OPTIONS", "/mcp", answer(null, {}, 200), "")).toEqual(["OPTIONS /mcp: status 200 is not documented"]);
  });

  test("a literal path is taken before a template, and the one below /api is found", () => {
    const search =
      '{"query":{},"total":0,"matched":0,"returned":0,"limit":20,"next_url":null,"suggestions":[],"reviews":[]}';
    expect(check("GET", "/api/reviews/search?rating=5", answer(search), search)).toEqual([]);
    const analysis =
      '{"id":"3F8K1T6WQ0ZRM9C5XVHJ2N7BDE","read":"text","sentiment":{"label":"neutral","score":0},"aspects":[],"mentions":{"technicians":[],"services":[],"service_areas":[]}}';
    expect(check("GET", `/api/reviews/${ERASED_ID}/insights`, answer(analysis), analysis)).toEqual([]);
    expect(check("GET", `/reviews/${ERASED_ID}/insights`, answer(analysis), analysis)).toEqual([
      `GET /reviews/${ERASED_ID}/insights: status 200 is not documented`,
    ]);
  });

  test("an unknown path may only be 404, and an unsupported method must be 405 with Allow", () => {
    expect(check("GET", "/nothing", answer("{}", JSON_HEADERS), "{}")).toEqual([
      "GET /nothing: status 200 is not documented",
    ]);
    expect(check("GET", "/reviews.json", answer(null, {}, 405), "")).toEqual([
      "GET /reviews.json: status 405 is not documented",
    ]);
    expect(check("PUT", "/reviews.json", answer(null, {}, 405), "")).toEqual([
      "PUT /reviews.json: header Allow is missing",
      "PUT /reviews.json: type null is none of application/json",
    ]);
    const allowed = { Allow: "POST, DELETE, OPTIONS", "Content-Type": "application/json" };
    const rpc = '{"jsonrpc":"2.0","error":{"code":-32600,"message":"POST a JSON-RPC message"}}';
    expect(check("GET", "/mcp", answer(rpc, allowed, 405), rpc)).toEqual([]);
    const hub = { Allow: "POST, OPTIONS", "Content-Type": "text/plain; charset=utf-8" };
    expect(check("GET", "/api/websub/hub", answer("POST here\n", hub, 405), "POST here\n")).toEqual([]);
  });
});
