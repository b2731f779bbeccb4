/** Revisions with `initialize` and a session, newest first. */
export const LEGACY_VERSIONS = ["2025-11-25", "2025-06-18", "2025-03-26"] as const;
export type LegacyVersion = (typeof LEGACY_VERSIONS)[number];
/** The only revision with JSON-RPC batches. */
export const BATCH_VERSION: LegacyVersion = "2025-03-26";
export const MAX_BATCH = 100;
/** The last revision without resource_link. Its clients refuse content of an unknown type. */
export const NO_LINKS_VERSION: LegacyVersion = "2025-03-26";

/** How deep arrays and objects in a body may be nested, including the outermost one. */
export const MAX_LEVELS = 64;
/** Limited because an answer repeats the id. */
export const MAX_ID_CHARACTERS = 256;

/** Stateless revisions: each request names its version in `_meta`. */
export const MODERN_VERSIONS = ["2026-07-28"] as const;
export const FIRST_MODERN_VERSION = "2026-07-28";

export const META = {
  version: "io.modelcontextprotocol/protocolVersion",
  client_capabilities: "io.modelcontextprotocol/clientCapabilities",
  server_info: "io.modelcontextprotocol/serverInfo",
} as const;

/** JSON-RPC 2.0 §5.1, and the codes that the revisions add. */
export const CODES = {
  parse_error: -32700,
  invalid_request: -32600,
  method_not_found: -32601,
  invalid_params: -32602,
  internal_error: -32603,
  /** Up to 2025-11-25. 2026-07-28 uses invalid_params with `data.uri`. */
  resource_not_found: -32002,
  header_mismatch: -32020,
  missing_client_capability: -32021,
  unsupported_version: -32022,
} as const;

export const isLegacyVersion = (value: string): value is LegacyVersion =>
  LEGACY_VERSIONS.some((version) => version === value);

type ModernVersion = (typeof MODERN_VERSIONS)[number];
export const isModernVersion = (value: string): value is ModernVersion =>
  MODERN_VERSIONS.some((version) => version === value);

/** The revision that the answer to a request uses. */
export type Version = LegacyVersion | ModernVersion;
export type Era = "legacy" | "modern";
export const eraOfVersion = (version: Version): Era => (isModernVersion(version) ? "modern" : "legacy");
