import { cut } from "../../model/basics/cut.ts";
import { invalidParams, isObject, type Params, quotedValue, type RpcError } from "./json-rpc.ts";
import { CODES, type Era, FIRST_MODERN_VERSION, isModernVersion, META, MODERN_VERSIONS } from "./wire-values.ts";

/** `method` is null for a posted response. */
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

// Both have status 400. A client that speaks both eras reads the body of a 400 before it falls back to the older era.
const mismatch = (message: string): RpcError => ({ code: CODES.header_mismatch, message, status: 400 });
const malformed = (message: string): RpcError => ({ ...invalidParams(message).error, status: 400 });

/** `=?base64?…?=` is the form of a value that is not plain ASCII. Null if its encoding is broken. */
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
    return mismatch(`Header mismatch: Mcp-Method is ${quotedValue(method_header)}, but the body says ${cut(method)}`);
  }
  const member = NAMED.get(method);
  if (member === undefined) return null;
  const name = params[member];
  if (typeof name !== "string") return malformed(`params.${member} must be a string`);
  const name_header = headers.get("mcp-name");
  if (name_header === null) return mismatch("Header mismatch: the Mcp-Name header is missing");
  if (decodeHeader(name_header) !== name) {
    return mismatch(`Header mismatch: Mcp-Name is ${quotedValue(name_header)}, but the body says ${quotedValue(name)}`);
  }
  return null;
}

/**
 * The checks of 2026-07-28 before a method runs (Streamable HTTP, Server Validation). The version is checked first,
 * because the other fields may mean something else in an unknown version.
 */
export function checkModern(method: string, params: Params, headers: Headers): RpcError | null {
  const meta = params._meta;
  if (!isObject(meta)) return malformed("params._meta is missing");
  const version = meta[META.version];
  if (typeof version !== "string") return malformed(`params._meta must have ${META.version}, a string`);
  const header = headers.get("mcp-protocol-version");
  if (header === null) return mismatch("Header mismatch: the MCP-Protocol-Version header is missing");
  if (header !== version) {
    return mismatch(
      `Header mismatch: MCP-Protocol-Version is ${quotedValue(header)}, but the body says ${cut(version)}`,
    );
  }
  if (!isModernVersion(version)) {
    const data = { supported: MODERN_VERSIONS, requested: cut(version) };
    return { code: CODES.unsupported_version, message: "Unsupported protocol version", data, status: 400 };
  }
  if (!isObject(meta[META.client_capabilities])) {
    return malformed(`params._meta must have ${META.client_capabilities}, an object`);
  }
  return checkMethodHeaders(method, params, headers);
}
