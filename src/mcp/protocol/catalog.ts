import type { Params, Reply } from "./json-rpc.ts";
import type { Era } from "./wire-values.ts";

/** Rendered pages of a list by cursor; the first has the cursor "". */
export type ListPages = ReadonlyMap<string, string>;

export type Call = (params: Params, era: Era) => Reply | Promise<Reply>;

/** What a server offers, apart from how it is asked. The dispatcher knows nothing else of it. */
export type Catalog = {
  server_info: { name: string; title: string; version: string };
  capabilities: Record<string, Record<string, unknown>>;
  instructions: () => string;
  lists: { tools: ListPages; prompts: ListPages; resources: ListPages; resource_templates: ListPages };
  /** `params` are those of tools/call: name, arguments. */
  tools: ReadonlyMap<string, Call>;
  /** `params` are those of prompts/get: name, arguments. */
  prompts: ReadonlyMap<string, Call>;
  /** Null: there is none. */
  readResource: (uri: string, params: Params, era: Era) => Reply | null | Promise<Reply | null>;
  complete: (params: Params) => Reply | Promise<Reply>;
};

/** More than there is of anything today: one page each, and the cursors are there when it grows. */
const PAGE_ITEMS = 50;

/** Renders a list once, whole: the same bytes from call to call, in the order given. */
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
