import { expect } from "bun:test";
import { randomBytes } from "node:crypto";
import { createProblems } from "../../src/http/problems.ts";
import { readRoutes } from "../../src/http/routes.ts";
import { startServer } from "../../src/http/server.ts";
import { createLog, type Log } from "../../src/log.ts";
import { createMcp } from "../../src/mcp/mcp-handler.ts";
import type { Catalog } from "../../src/mcp/protocol/catalog.ts";
import { createEndpoint } from "../../src/mcp/protocol/endpoint.ts";
import { createSessions, type Revocations } from "../../src/mcp/protocol/sessions.ts";
import type { Profile } from "../../src/model/business.ts";
import { type InsightsDocument, insightsDocument } from "../../src/model/insights-document.ts";
import type { ReviewRow } from "../../src/model/review-row.ts";
import type { SnapshotSource, StoredTombstone } from "../../src/model/snapshot-source.ts";
import type { Route } from "../../src/model/wire/route.ts";
import { documentsBeside } from "../../src/publish/documents/documents-beside.ts";
import type { Insights } from "../../src/publish/insights.ts";
import type { SnapshotData } from "../../src/publish/snapshot-data.ts";
import { createCurrent } from "../../src/snapshot/current.ts";
import type { Snapshot } from "../../src/snapshot/snapshot.ts";
import { buildOf, NO_INSIGHTS } from "../build.ts";
import { readTexts } from "../read-texts.ts";
import { reviewRow, testProfile } from "../rows.ts";

const BASE_URL = "http://localhost:8080";
export const TEST_KEY = "k".repeat(32);

export type TestData = {
  rows?: ReviewRow[];
  tombstones?: StoredTombstone[];
  profile?: Profile | null;
  /** In place of the three above. */
  source?: SnapshotSource;
  /** Whether the texts are read. A function changes the report that comes of it, which must still fit its schema. */
  analyzed?: boolean | ((report: InsightsDocument) => InsightsDocument);
  /** Reads the texts, in place of `analyzed`. */
  readInsights?: (dataset: SnapshotData) => Promise<Insights>;
  /** How many of the newest reviews the insights read; all without it. */
  read_count?: number;
  base_url?: string;
};

const sourceOf = (data: TestData): SnapshotSource => ({
  dataset_version: 1,
  commit_id: "first",
  committed_at: "2026-01-01T00:00:00Z",
  demonstration: false,
  profile: data.profile === undefined ? testProfile() : data.profile,
  profile_changed_at: "2026-01-01T00:00:00Z",
  withheld: { unverified: 0, consent: 0, duplicate: 0, legal: 0 },
  withheld_changed_at: null,
  tombstones: data.tombstones ?? [],
  reviews: async function* () {
    yield data.rows ?? [reviewRow(1), reviewRow(2), reviewRow(3)];
  },
});

/** A snapshot with every document, without a database. */
export function testSnapshot(data: TestData = {}): Promise<Snapshot> {
  const { analyzed = false } = data;
  const readAnalyzed = async (dataset: SnapshotData): Promise<Insights> => {
    if (analyzed === false) return NO_INSIGHTS;
    const { document: report, themes, ...found } = await readTexts(dataset);
    const document = analyzed === true || !report ? report : insightsDocument.parse(analyzed(report));
    return { ...found, document, themes: { ...themes, read_count: data.read_count ?? themes.read_count } };
  };
  return buildOf(data.source ?? sourceOf(data), {
    base_url: data.base_url ?? BASE_URL,
    readInsights: data.readInsights ?? readAnalyzed,
    renderDocuments: documentsBeside(null),
  });
}

export const memoryRevocations = (): Revocations => {
  const ended = new Set<string>();
  return {
    has: (session) => ended.has(session),
    add: async (session) => {
      ended.add(session);
    },
  };
};

const NO_LIMITS = { RATE_LIMIT_READ: null, RATE_LIMIT_MCP: null, RATE_LIMIT_MCP_ADDRESS: null, RATE_LIMIT_HUB: null };

export type TestEndpointOptions = {
  keys?: string[];
  max_age_seconds?: number;
  revocations?: Revocations;
  now?: () => Date;
  base_url?: string;
  lines?: string[];
  /** Messages per minute of a session, and of an address; no limit without them. */
  session_limit?: number;
  address_limit?: number;
};

function listen(routes: Route[], base_url: string, log: Log, options: TestEndpointOptions = {}) {
  const limits = {
    ...NO_LIMITS,
    RATE_LIMIT_MCP: options.session_limit ?? null,
    RATE_LIMIT_MCP_ADDRESS: options.address_limit ?? null,
  };
  const settings = { HOST: "127.0.0.1", PORT: 0, TRUST_PROXY: 0, ...limits };
  const server = startServer({ settings, routes, respondProblem: createProblems(base_url), log, now: Date.now });
  const origin = `http://127.0.0.1:${server.port}`;
  return { origin, url: `${origin}/mcp`, port: server.port, stop: () => server.stop() };
}

/** The HTTP routes and the MCP endpoint over one snapshot, on a real port. */
export function startEndpoint(snapshot: Snapshot | null, options: TestEndpointOptions = {}) {
  const base_url = options.base_url ?? BASE_URL;
  const log = createLog("info", (line) => options.lines?.push(line));
  const current = { ...createCurrent(), get: () => snapshot };
  const mcp = createMcp({
    snapshot: current.get,
    base_url,
    keys: options.keys ?? [TEST_KEY],
    session_max_age_seconds: options.max_age_seconds ?? 3600,
    revocations: options.revocations ?? memoryRevocations(),
    now: options.now ?? (() => new Date()),
    random: randomBytes,
    log,
  });
  const routes = [...readRoutes({ current, base_url, respondProblem: createProblems(base_url) }), ...mcp];
  return listen(routes, base_url, log, options);
}

/** Another catalog behind the same dispatcher. */
export function startCatalog(catalog: Catalog, options: { lines?: string[]; random?: typeof randomBytes } = {}) {
  const random = options.random ?? randomBytes;
  const now = () => new Date();
  const sessions = createSessions({
    keys: [TEST_KEY],
    max_age_seconds: 3600,
    revocations: memoryRevocations(),
    now,
    random,
  });
  const log = createLog("info", (line) => options.lines?.push(line));
  const handle = createEndpoint({ catalog, sessions, base_url: BASE_URL, random, log });
  return listen([{ path: "/mcp", methods: ["POST", "DELETE"], limit: "mcp", handle }], BASE_URL, log);
}

/** The body of an answer: any JSON. */
// biome-ignore lint/suspicious/noExplicitAny: a wire test reads members without knowing their types
export type Wire = any;

export type Answer = { status: number; headers: Headers; text: string; body: Wire };

export async function send(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  const text = await response.text();
  const body_type = response.headers.get("content-type");
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: body_type === "application/json" ? JSON.parse(text) : null,
  };
}

export const request = (method: string, params?: object, id: unknown = 1) => ({
  jsonrpc: "2.0",
  id,
  method,
  ...(params ? { params } : {}),
});

export async function openSession(url: string, version = "2025-06-18"): Promise<Record<string, string>> {
  const answer = await send(
    url,
    request("initialize", { protocolVersion: version, capabilities: {}, clientInfo: { name: "test", version: "1" } }),
  );
  return { "Mcp-Session-Id": answer.headers.get("mcp-session-id") ?? "", "MCP-Protocol-Version": version };
}

export const MODERN_META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** A 2026-07-28 request with all its headers. `changes` overrides headers; "" leaves one out. */
export function sendModern(
  url: string,
  method: string,
  params: Wire = {},
  changes: Record<string, string> = {},
  id: unknown = 1,
) {
  const name: unknown = params.name ?? params.uri;
  const headers: Record<string, string> = {
    "MCP-Protocol-Version": "2026-07-28",
    "Mcp-Method": method,
    ...(typeof name === "string" && /^(tools\/call|prompts\/get|resources\/read)$/.test(method)
      ? { "Mcp-Name": name }
      : {}),
    ...changes,
  };
  const sent = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ""));
  return send(url, request(method, { _meta: MODERN_META, ...params }, id), sent);
}

/** The structured content of a tool's answer, or `{ fault }`. The text block must be its exact compact JSON; links follow. */
export async function callTool(url: string, name: string, given: unknown = {}): Promise<Wire> {
  const { result } = (await sendModern(url, "tools/call", { name, arguments: given })).body;
  if (result.isError) return { fault: result.content[0].text };
  const [text, ...links] = result.content;
  expect(text).toEqual({ type: "text", text: JSON.stringify(result.structuredContent) });
  expect(links.every(({ type }: Wire) => type === "resource_link")).toBe(true);
  return result.structuredContent;
}

/** Test reviews have numbers as ids. */
export const idNumbers = (reviews: Wire[]): number[] => reviews.map(({ id }) => Number(id));
