import type { Params, RpcReply } from "./json-rpc.ts";
import type { Version } from "./wire-values.ts";

/** Rendered pages of a list, by cursor. The first page has the cursor "". */
export type ListPages = ReadonlyMap<string, string>;

export type CallTool = (params: Params, version: Version) => RpcReply | Promise<RpcReply>;

/** `Implementation` in the schema. 2025-11-25 added the members after the version. */
export type ServerInfo = {
  name: string;
  title: string;
  version: string;
  description?: string;
  websiteUrl?: string;
  icons?: { src: string; mimeType: string; sizes: string[] }[];
};

/** What a server offers. The dispatcher knows nothing else about it. */
export type Catalog = {
  /** Returns the same object as long as its content and the instructions do not change. */
  server_info: () => ServerInfo;
  capabilities: Record<string, Record<string, unknown>>;
  instructions: () => string;
  lists: { tools: ListPages; prompts: ListPages; resources: ListPages; resource_templates: ListPages };
  /** `params` are those of tools/call: name and arguments. */
  tools: ReadonlyMap<string, CallTool>;
  /** `params` are those of prompts/get: name and arguments. */
  prompts: ReadonlyMap<string, CallTool>;
  /** Null if there is no such resource. */
  readResource: (uri: string, params: Params, version: Version) => RpcReply | null | Promise<RpcReply | null>;
  complete: (params: Params) => RpcReply | Promise<RpcReply>;
};

/** Every list fits on one page today. */
const PAGE_ITEMS = 50;

/** Renders each page once, in the order given, so that every call returns the same bytes. */
export function buildListPages(member: string, items: readonly unknown[], page_items = PAGE_ITEMS): ListPages {
  const cursorOf = (first: number) => Buffer.from(`${member}:${first}`).toString("base64url");
  const pages = new Map<string, string>();
  for (let first = 0; first === 0 || first < items.length; first += page_items) {
    const next = first + page_items;
    const page = {
      [member]: items.slice(first, next),
      ...(next < items.length ? { nextCursor: cursorOf(next) } : {}),
    };
    pages.set(first === 0 ? "" : cursorOf(first), JSON.stringify(page));
  }
  return pages;
}
