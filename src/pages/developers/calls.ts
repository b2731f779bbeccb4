import { PATHS } from "../../render/links.ts";
import type { ClinicFacts } from "./clinic-facts.ts";
import { type Endpoint, type OpenapiView, type Parameter, parameterOf, responseOf } from "./openapi-view.ts";

/** A value from the first answer that the second call needs. */
export type KeptAnswer = { name: string; header: string } | { name: string; line: string };
/** The place in a URL or a header for the value that was kept from the first answer. */
export const KEPT = Symbol("kept");

export type ExampleCall = {
  method: "GET" | "POST" | "DELETE";
  url: string | typeof KEPT;
  headers?: Record<string, string | typeof KEPT>;
  json?: unknown;
  form?: Record<string, string>;
  /** The kind of a successful answer. */
  answer: "json" | "text" | "empty";
};

/** A realistic call of an operation, after at most one other call. */
export type Recipe = { before?: { call: ExampleCall; kept: KeptAnswer }; call: ExampleCall };

/** Why an operation cannot be called on this server now. */
export type Missing = { missing: string };

const MCP_VERSION = "2026-07-28";

/** The result has no character with a meaning in a shell, not even `!` in a terminal. */
export const encodeQuery = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

const queryString = (parameters: Record<string, string | number | null>): string =>
  Object.entries(parameters)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}=${encodeQuery(String(value))}`)
    .join("&");

/** A public name that belongs to nobody (RFC 2606). The hub accepts only public addresses. */
const CALLBACK = "https://subscriber.example.com/websub/c0ffee";

const subscribeCall = (base_url: string): ExampleCall => ({
  method: "POST",
  url: base_url + PATHS.hub,
  form: {
    "hub.mode": "subscribe",
    "hub.topic": base_url + PATHS.atom_feed,
    "hub.callback": CALLBACK,
    "hub.secret": "a-long-random-string",
  },
  answer: "text",
});

const initializeCall = (base_url: string): ExampleCall => ({
  method: "POST",
  url: base_url + PATHS.mcp,
  headers: { "Content-Type": "application/json" },
  json: {
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "example", version: "1.0.0" } },
  },
  answer: "json",
});

function toolCall(base_url: string, { technician }: ClinicFacts): ExampleCall {
  const name = "search_reviews";
  const args = { ...(technician === null ? {} : { mentions_technician: technician }), limit: 3 };
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": MCP_VERSION,
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  return {
    method: "POST",
    url: base_url + PATHS.mcp,
    headers: {
      "Content-Type": "application/json",
      "MCP-Protocol-Version": MCP_VERSION,
      "Mcp-Method": "tools/call",
      "Mcp-Name": name,
    },
    json: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args, _meta } },
    answer: "json",
  };
}

const STATUS = "/api/websub/status/{token}";

/** Operations that need more than their parameters: all except reads, and one read. */
const OWN: Record<string, (base_url: string, facts: ClinicFacts) => Recipe | Missing> = {
  [`post ${PATHS.hub}`]: (base_url) => ({ call: subscribeCall(base_url) }),
  [`get ${STATUS}`]: (base_url) => ({
    before: { call: subscribeCall(base_url), kept: { name: "status_url", line: "status" } },
    call: { method: "GET", url: KEPT, answer: "text" },
  }),
  [`post ${STATUS}`]: (base_url) => ({
    before: { call: subscribeCall(base_url), kept: { name: "status_url", line: "status" } },
    call: { method: "POST", url: KEPT, answer: "text" },
  }),
  [`post ${PATHS.mcp}`]: (base_url, facts) => ({ call: toolCall(base_url, facts) }),
  [`delete ${PATHS.mcp}`]: (base_url) => ({
    before: { call: initializeCall(base_url), kept: { name: "session", header: "Mcp-Session-Id" } },
    call: { method: "DELETE", url: base_url + PATHS.mcp, headers: { "Mcp-Session-Id": KEPT }, answer: "empty" },
  }),
};

/** Documents that some businesses do not have. */
const ABSENT: Record<string, (facts: ClinicFacts) => string | null> = {
  [PATHS.insights]: ({ insights }) => (insights ? null : "There are no insights yet, so the answer is 404."),
  "/.well-known/security.txt": ({ security_txt }) =>
    security_txt ? null : "The profile of this business names no contact, so the answer is 404.",
};

/** An interesting query for each operation. Parameters that are not here are left out. */
const queryOf = (path: string, { technician, service }: ClinicFacts): string => {
  if (path === PATHS.search) {
    return queryString({ mentions_technician: technician, min_rating: 4, limit: 3 });
  }
  if (path === PATHS.statistics) return queryString({ mentions_service: service, group_by: "year" });
  return "";
};

const sampleOf = ({ example, schema }: Parameter): string | null => {
  const sample = example ?? schema?.example ?? schema?.examples?.[0];
  return sample === undefined || sample === null ? null : String(sample);
};

/** The value of a parameter in a path. */
function pathValue(parameter: Parameter, facts: ClinicFacts): string | null {
  if (parameter.name === "id") return facts.review_id;
  if (parameter.name === "date") return facts.since;
  return sampleOf(parameter);
}

/** The values for the fields of “Try it”, by name. */
export const fieldValue = (parameter: Parameter, facts: ClinicFacts): { value: string; sample: string } => {
  const named: Record<string, string | null> = {
    id: facts.review_id,
    date: facts.since,
    mentions_technician: facts.technician,
    mentions_service: facts.service,
  };
  const sample = named[parameter.name] ?? sampleOf(parameter) ?? "";
  return { value: parameter.in === "path" ? (pathValue(parameter, facts) ?? "") : "", sample };
};

function answerOf(api: OpenapiView, { operation }: Endpoint): ExampleCall["answer"] {
  const [, success] = Object.entries(operation.responses).find(([status]) => status.startsWith("2")) ?? [];
  const [type] = Object.keys((success && responseOf(api, success)?.content) ?? {});
  if (type === undefined) return "empty";
  return /[/+]json\b/.test(type) ? "json" : "text";
}

/** How to call an operation of this server, with ids and names of this business. */
export function recipeOf(api: OpenapiView, entry: Endpoint, base_url: string, facts: ClinicFacts): Recipe | Missing {
  const absent = ABSENT[entry.path]?.(facts) ?? null;
  if (absent !== null) return { missing: absent };
  const own = OWN[`${entry.method} ${entry.path}`];
  if (own) return own(base_url, facts);
  let { path } = entry;
  for (const given of entry.operation.parameters ?? []) {
    const parameter = parameterOf(api, given);
    if (parameter?.in !== "path") continue;
    const value = pathValue(parameter, facts);
    if (value === null) return { missing: "No review is published yet." };
    path = path.replace(`{${parameter.name}}`, encodeQuery(value));
  }
  const query = queryOf(entry.path, facts);
  const url = base_url + path + (query === "" ? "" : `?${query}`);
  return { call: { method: "GET", url, answer: answerOf(api, entry) } };
}
