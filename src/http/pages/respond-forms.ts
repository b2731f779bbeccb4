import { contentHash } from "../../model/basics/content-hash.ts";
import { VARY_BY_FORM } from "../../model/wire/common-headers.ts";
import { pageMarkdown } from "../../pages/parts/markdown.ts";
import { isTwinPath, linkToPage, linkToTwin, pagePathOf, twinAddress } from "../../pages/parts/page-twin.ts";
import { PAGE_HEADERS } from "../../pages/parts/site.ts";
import { MARKDOWN_TYPE } from "../../render/media-types.ts";
import { wholeBody } from "../../snapshot/body.ts";
import type { Document, Snapshot } from "../../snapshot/snapshot.ts";
import { parseQuality, weightOf } from "../accept-encoding.ts";
import { pathOf } from "../problems.ts";
import { respondDocument, respondParts } from "../respond.ts";
import { type PageContext, respondPage } from "./respond-page.ts";

/**
 * True if the request is for the Markdown form: by its path, or because Accept names text/markdown and does not prefer
 * HTML. Browsers never name it.
 */
export function wantsMarkdown(request: Request): boolean {
  if (isTwinPath(pathOf(request))) return true;
  const accept = request.headers.get("accept");
  if (accept === null || !/text\/markdown/i.test(accept)) return false;
  const weights = parseQuality(accept);
  const weight = weights.get("text/markdown") ?? 0;
  return weight > 0 && weight >= weightOf(weights, "text/html");
}

/** Path and query of the page, also if its twin is asked for. */
function addressOf(request: Request): string {
  const { pathname = "/", search = "" } = URL.parse(request.url) ?? {};
  return pagePathOf(pathname) + search;
}

function respondMarkdown(request: Request, text: string, changed_at: string, link: string): Response {
  return respondParts(request, {
    content_type: MARKDOWN_TYPE,
    hash: contentHash(text),
    changed_ms: Date.parse(changed_at),
    parts: [Buffer.from(text)],
    link,
    vary: VARY_BY_FORM,
    headers: { "X-Robots-Tag": "noindex" },
  });
}

/** A page rendered for this request, in the form that the client asks for. */
export function respondForms(
  { base_url }: PageContext,
  request: Request,
  snapshot: Snapshot,
  markup: string,
  headers: Record<string, string> = PAGE_HEADERS,
): Response {
  const address = addressOf(request);
  if (!wantsMarkdown(request)) {
    const both = { link: linkToTwin(base_url, address), vary: VARY_BY_FORM };
    return respondPage(request, snapshot, markup, headers, both);
  }
  const text = pageMarkdown(markup, (href) => new URL(href, base_url + address).href);
  return respondMarkdown(request, text, snapshot.changed_at, linkToPage(base_url, address));
}

/** The Markdown of prepared pages, made at the first request for it. */
const made = new WeakMap<Document, string>();

/** A prepared page. The pages for developers have a prepared twin, too, because guides are written in Markdown. */
export function respondPreparedForms(
  { base_url }: PageContext,
  request: Request,
  snapshot: Snapshot,
  path: string,
  page: Document,
): Response | Promise<Response> {
  if (!wantsMarkdown(request)) return respondDocument(request, page);
  const prepared = snapshot.documents.get(twinAddress(path));
  if (prepared) return respondDocument(request, prepared);
  const url = base_url + path;
  const text =
    made.get(page) ??
    pageMarkdown(new TextDecoder().decode(wholeBody(page.bodies.identity)), (href) => new URL(href, url).href);
  made.set(page, text);
  return respondMarkdown(request, text, page.changed_at, linkToPage(base_url, path));
}
