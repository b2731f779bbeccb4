import { VERSION } from "../version.ts";
import { PATHS } from "./links.ts";

export const AI_CATALOG_PATH = "/.well-known/ai-catalog.json";
export const SERVER_CARD_TYPE = "application/mcp-server-card+json";

/** The MCP revisions of the endpoint, newest first. */
const PROTOCOL_VERSIONS = ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26"] as const;

const MAX_TITLE = 100;
const cut = (text: string): string =>
  text.length > MAX_TITLE ? `${text.slice(0, MAX_TITLE - 1).toWellFormed()}…` : text;

const hostOf = (base_url: string): string => new URL(base_url).hostname.replace(/^\[.*\]$/, "localhost");

/** Reverse DNS, a slash and a name: com.example/reviews. An IPv4 address is not reversed. */
export function serverName(base_url: string): string {
  const host = hostOf(base_url);
  const namespace = /^[\d.]+$/.test(host) ? host : host.split(".").reverse().join(".");
  return `${namespace}/reviews`;
}

/**
 * MCP Server Card (SEP-2127): the identity of the server and its endpoint. It lists no tools, because the protocol
 * does.
 */
export function renderServerCard(base_url: string, business_name: string | null, demonstration: boolean): string {
  const of = business_name ? ` of ${business_name}` : "";
  return JSON.stringify({
    $schema: "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json",
    name: serverName(base_url),
    version: VERSION,
    title: cut(`${demonstration ? "Demonstration: " : ""}${business_name ?? "Customer"} reviews`),
    description: cut(demonstration ? `Demonstration: made-up reviews${of}` : `All reviews${of}, read-only`),
    websiteUrl: `${base_url}/`,
    remotes: [{ type: "streamable-http", url: base_url + PATHS.mcp, supportedProtocolVersions: PROTOCOL_VERSIONS }],
  });
}

/** AI Catalog 1.0. Its only entry is the server card. */
export function renderAiCatalog(base_url: string): string {
  return JSON.stringify({
    specVersion: "1.0",
    entries: [
      {
        identifier: `urn:air:${hostOf(base_url)}:mcp:reviews`,
        type: SERVER_CARD_TYPE,
        url: base_url + PATHS.server_card,
      },
    ],
  });
}
