import { publicAddress, relativeLink } from "./static-paths.ts";

export type Rewriting = {
  base_url: string;
  /** False if nobody said where the files will be. The page then names no URL of its own. */
  addressed: boolean;
  /** The file that the page is written to. */
  file: string;
  /** The file for a URL of the server, such as /reviews?rating=5. Null if the export has none. */
  fileOf: (address: string) => string | null;
  /** Replaces the links to newer and older reviews. */
  paging: string;
};

/** Elements that need the server: forms, buttons and their scripts, and descriptions of its interfaces. */
const NEEDS_SERVER =
  'form, button, script[src], [data-server], link[rel="search"], link[rel="service-desc"], link[rel="api-catalog"]';

type Target = { file: string; hash: string };

/**
 * The file that a link leads to. undefined: it leads elsewhere or within the page. null: only the server can answer it.
 */
function targetOf({ base_url, fileOf }: Rewriting, href: string): Target | null | undefined {
  const own = href === base_url || href.startsWith(`${base_url}/`) ? href.slice(base_url.length) || "/" : href;
  if (!own.startsWith("/") || own.startsWith("//")) return undefined;
  const [, address = "", hash = ""] = /^([^#]*)(#.*)?$/s.exec(own) ?? [];
  const file = fileOf(address);
  return file === null ? null : { file, hash };
}

const decode = (attribute: string): string => attribute.replaceAll("&amp;", "&").replaceAll("&#38;", "&");

/** Removes list items that contain only a dead link. */
function dropDeadItems(markup: string, rewriting: Rewriting): string {
  return markup
    .split(/(?=<li[ >])/)
    .map((item) => {
      const href = /^<li[^>]*><a [^>]*?href="([^"]*)"/.exec(item)?.[1];
      const end = item.indexOf(ITEM_END);
      const dead = href !== undefined && end !== -1 && targetOf(rewriting, decode(href)) === null;
      return dead ? item.slice(end + ITEM_END.length) : item;
    })
    .join("");
}

const ITEM_END = "</a></li>";
const OWN_ADDRESS =
  'link[rel="canonical"], link[hreflang], meta[property="og:url"], meta[property^="og:image"], script[type="application/ld+json"]';

/**
 * Turns a page of the server into a file that needs no server, without dead links and without controls that do nothing.
 */
export function rewritePage(markup: string, rewriting: Rewriting): string {
  const { base_url, file } = rewriting;
  const relative = (target: Target): string => relativeLink(file, target.file) + target.hash;
  const own = publicAddress(base_url, file);
  const rewriter = new HTMLRewriter();
  if (!rewriting.addressed) rewriter.on(OWN_ADDRESS, { element: (element) => void element.remove() });
  return rewriter
    .on(NEEDS_SERVER, { element: (element) => void element.remove() })
    .on("nav.years", { element: (element) => void element.remove() })
    .on("nav.paging", { element: (element) => void element.replace(rewriting.paging, { html: true }) })
    .on("a[href]", {
      element(element) {
        const target = targetOf(rewriting, decode(element.getAttribute("href") ?? ""));
        if (target === null) element.removeAndKeepContent();
        else if (target) element.setAttribute("href", relative(target));
      },
    })
    .on("link[href]", {
      element(element) {
        const target = targetOf(rewriting, decode(element.getAttribute("href") ?? ""));
        // It leads elsewhere, such as the link of a mirror to its origin, and stays.
        if (target === undefined) return;
        // Search engines accept only full URLs here.
        if (element.getAttribute("rel") === "canonical") element.setAttribute("href", own);
        else if (target === null) element.remove();
        else if (element.getAttribute("hreflang")) element.setAttribute("href", publicAddress(base_url, target.file));
        else element.setAttribute("href", relative(target));
      },
    })
    .on("[src]", {
      element(element) {
        const target = targetOf(rewriting, decode(element.getAttribute("src") ?? ""));
        if (target === null) element.remove();
        else if (target) element.setAttribute("src", relative(target));
      },
    })
    .on('meta[property="og:url"]', {
      element(element) {
        const elsewhere = targetOf(rewriting, decode(element.getAttribute("content") ?? "")) === undefined;
        if (!elsewhere) element.setAttribute("content", own);
      },
    })
    .transform(dropDeadItems(markup, rewriting));
}
