import { html, type Markup } from "./html.ts";
import { wordsOf } from "./page-words.ts";
import type { Site } from "./site.ts";

export type Paging = {
  site: Site;
  /** This page, from 1, of `count`. */
  number: number;
  count: number;
  /** The pages that get a link, in order. */
  pages: { number: number; href: string }[];
};

/** Numbered links to the pages of a list. A gap says that pages between two numbers have no link. */
export function pagingLinks({ site, number, count, pages }: Paging): Markup {
  const { explorer, format } = wordsOf(site);
  const hrefOf = (wanted: number) => pages.find((page) => page.number === wanted)?.href;
  const step = (to: number, rel: "prev" | "next", words: string): Markup => {
    const href = hrefOf(to);
    return href === undefined || to < 1 || to > count
      ? html`<span></span>`
      : html`<a rel="${rel}" href="${href}">${words}</a>`;
  };
  const items = pages.map((page, i) => {
    const gap = i > 0 && page.number - (pages[i - 1]?.number ?? 0) > 1 ? html`<li aria-hidden="true">…</li>` : null;
    const current = page.number === number ? html` aria-current="page"` : null;
    const label = html`<span class="hidden">${explorer.page} </span>${format.count(page.number)}`;
    return html`${gap}<li><a${current} href="${page.href}">${label}</a></li>`;
  });
  const newer = step(number - 1, "prev", explorer.newer);
  const older = step(number + 1, "next", explorer.older);
  return html`<nav class="paging" aria-label="${explorer.pages}">${newer} <ol class="pages">${items}</ol> ${older}</nav>`;
}
