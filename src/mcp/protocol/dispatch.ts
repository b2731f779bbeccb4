import { cut, ECHO_CHARACTERS } from "../../model/basics/cut.ts";
import type { Catalog, ServerInfo } from "./catalog.ts";
import { fail, invalidParams, type Params, type RpcReply, type RpcResult, shown } from "./json-rpc.ts";
import { CODES, eraOfVersion, isModernVersion, META, MODERN_VERSIONS, type Version } from "./wire-values.ts";

/** How long a client may cache lists, which change only with the program. */
const STATIC_TTL_MS = 3_600_000;
/** How long a client may cache data. The same as the max-age of the HTTP documents. */
const DATA_TTL_MS = 60_000;

type Method = (params: Params, version: Version) => RpcReply | Promise<RpcReply>;

const json = (value: unknown, ttl_ms?: number): { result: RpcResult } => ({
  result: { json: JSON.stringify(value), ...(ttl_ms === undefined ? {} : { ttl_ms }) },
});

function listMethod(pages: ReadonlyMap<string, string>): Method {
  return ({ cursor }) => {
    if (cursor !== undefined && typeof cursor !== "string") return invalidParams("cursor must be a string");
    const page = pages.get(cursor ?? "");
    if (page === undefined) return invalidParams("cursor does not belong to this list: call again without it");
    return { result: { json: page, ttl_ms: STATIC_TTL_MS } };
  };
}

function unknownName(kind: string, given: unknown, known: ReadonlyMap<string, unknown>): RpcReply {
  const name = typeof given === "string" ? cut(given) : shown(given);
  const fault = name === null ? "name must be a string" : `Unknown ${kind}: ${name}`;
  return invalidParams(`${fault}. The ${kind}s are ${[...known.keys()].join(", ")}`);
}

/** A long URI appears only in `data`, where it is cut. */
function resourceNotFound(uri: string, version: Version): RpcReply {
  const code = isModernVersion(version) ? CODES.invalid_params : CODES.resource_not_found;
  const message = uri.length > ECHO_CHARACTERS ? "Resource not found" : `Resource not found: ${uri}`;
  return fail(code, message, { uri: cut(uri) });
}

function buildMethods(catalog: Catalog) {
  // An empty list is answered too, because some clients drop a server when any list method fails.
  const shared: [string, Method][] = [
    ["tools/list", listMethod(catalog.lists.tools)],
    ["prompts/list", listMethod(catalog.lists.prompts)],
    ["resources/list", listMethod(catalog.lists.resources)],
    ["resources/templates/list", listMethod(catalog.lists.resource_templates)],
    [
      "tools/call",
      (params, version) => {
        const call = typeof params.name === "string" ? catalog.tools.get(params.name) : undefined;
        return call ? call(params, version) : unknownName("tool", params.name, catalog.tools);
      },
    ],
    [
      "resources/read",
      async (params, version) => {
        const { uri } = params;
        if (typeof uri !== "string") return invalidParams("uri must be a string");
        const reply = await catalog.readResource(uri, params, version);
        if (!reply) return resourceNotFound(uri, version);
        return "result" in reply ? { result: { ttl_ms: DATA_TTL_MS, ...reply.result } } : reply;
      },
    ],
    [
      "prompts/get",
      (params, version) => {
        const get = typeof params.name === "string" ? catalog.prompts.get(params.name) : undefined;
        return get ? get(params, version) : unknownName("prompt", params.name, catalog.prompts);
      },
    ],
    ["completion/complete", (params) => catalog.complete(params)],
  ];
  const discover: Method = () =>
    json(
      {
        supportedVersions: MODERN_VERSIONS,
        capabilities: catalog.capabilities,
        instructions: catalog.instructions(),
      },
      DATA_TTL_MS,
    );
  return {
    legacy: new Map<string, Method>([...shared, ["ping", () => json({})]]),
    modern: new Map<string, Method>([...shared, ["server/discover", discover]]),
  };
}

export type Dispatch = (method: string, params: Params, version: Version) => RpcReply | Promise<RpcReply>;

/** Methods are in Maps, because in an object `constructor` would be a known method. */
export function createDispatch(catalog: Catalog): Dispatch {
  const methods = buildMethods(catalog);
  return (method, params, version) => {
    const run = methods[eraOfVersion(version)].get(method);
    return run ? run(params, version) : fail(CODES.method_not_found, `Method not found: ${cut(method)}`);
  };
}

/** The start of a result. 2026-07-28 adds the result type, caching hints and the server's name. */
export function createResultRenderer(catalog: Catalog): (result: RpcResult, version: Version) => string {
  // The same object until the snapshot changes. It is rendered once, because every result contains it.
  let known: ServerInfo | null = null;
  let meta = "";
  return ({ json: text, ttl_ms, result_type = "complete" }, version) => {
    if (!isModernVersion(version)) return text;
    const info = catalog.server_info();
    if (info !== known) {
      known = info;
      meta = JSON.stringify({ [META.server_info]: info });
    }
    const caching = ttl_ms === undefined ? "" : `"ttlMs":${ttl_ms},"cacheScope":"public",`;
    const head = `{"resultType":"${result_type}",${caching}"_meta":${meta}`;
    return text === "{}" ? `${head}}` : `${head},${text.slice(1)}`;
  };
}
