import { invalidParams, isObject, type Params, type RpcError } from "./json-rpc.ts";
import { CODES, type Era, FIRST_MODERN_VERSION, isModernVersion, META, MODERN_VERSIONS } from "./wire-values.ts";

/** Which era a message belongs to; a notification counts as a message of its method. */
export function eraOf(method: string | null, params: Params, version_header: string | null): Era {
  if (isObject(params._meta) && params._meta[META.version] !== undefined) return "modern";
  if (method === "initialize" || version_header === null) return "legacy";
  const dated = /^\d{4}-\d{2}-\d{2}$/.test(version_header);
  return dated && version_header >= FIRST_MODERN_VERSION ? "modern" : "legacy";
}

/** Methods whose `Mcp-Name` header repeats a member of params. */
const NAMED: ReadonlyMap<string, string> = new Map([
  ["tools/call", "name"],
  ["prompts/get", "name"],
  ["resources/read", "uri"],
]);

// Both are told by their status too: a client that speaks both eras looks at the body of a 400 before it falls back.
const mismatch = (message: string): RpcError => ({ code: CODES.header_mismatch, message, status: 400 });
const malformed = (message: string): RpcError => ({ ...invalidParams(message).error, status: 400 });

/** `=?base64?…?=` where the value is not plain ASCII; null for a broken one. */
function decodeHeader(value: string): string | null {
  const match = /^=\?base64\?(.*)\?=$/.exec(value);
  if (!match) return value;
  const encoded = match[1] ?? "";
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(encoded)) return null;
  return Buffer.from(encoded, "base64").toString("utf8");
}

function checkMethodHeaders(method: string, params: Params, headers: Headers): RpcError | null {
  const method_header = headers.get("mcp-method");
  if (method_header === null) return mismatch("Header mismatch: the Mcp-Method header is missing");
  if (method_header !== method) {
    return mismatch(`Header mismatch: Mcp-Method says ${JSON.stringify(method_header)}, the body ${method}`);
  }
  const member = NAMED.get(method);
  if (member === undefined) return null;
  const name = params[member];
  if (typeof name !== "string") return malformed(`params.${member} must be a string`);
  const name_header = headers.get("mcp-name");
  if (name_header === null) return mismatch("Header mismatch: the Mcp-Name header is missing");
  if (decodeHeader(name_header) !== name) {
    return mismatch(`Header mismatch: Mcp-Name says ${JSON.stringify(name_header)}, the body ${JSON.stringify(name)}`);
  }
  return null;
}

/**
 * What 2026-07-28 asks of a request before its method is looked at (Streamable HTTP, Server Validation). The version
 * comes first: what an unknown version's other fields mean is not known.
 */
export function checkModern(method: string, params: Params, headers: Headers): RpcError | null {
  const meta = params._meta;
  if (!isObject(meta)) return malformed("params._meta is missing");
  const version = meta[META.version];
  if (typeof version !== "string") return malformed(`params._meta must have ${META.version}, a string`);
  const header = headers.get("mcp-protocol-version");
  if (header === null) return mismatch("Header mismatch: the MCP-Protocol-Version header is missing");
  if (header !== version) {
    return mismatch(`Header mismatch: MCP-Protocol-Version says ${JSON.stringify(header)}, the body ${version}`);
  }
  if (!isModernVersion(version)) {
    const data = { supported: MODERN_VERSIONS, requested: version };
    return { code: CODES.unsupported_version, message: "Unsupported protocol version", data, status: 400 };
  }
  if (!isObject(meta[META.client_capabilities])) {
    return malformed(`params._meta must have ${META.client_capabilities}, an object`);
  }
  return checkMethodHeaders(method, params, headers);
}
