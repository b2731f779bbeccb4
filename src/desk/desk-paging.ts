import { html, type Markup, NOTHING } from "../pages/parts/html.ts";
import type { Visit } from "./visit.ts";
import { FRAME_WORDS } from "./words/frame-words.ts";

/** The page that the URL asks for, from 1 on. */
export function askedPage({ url }: Visit): number {
  const asked = url.searchParams.get("page") ?? "1";
  return /^[1-9]\d{0,5}$/.test(asked) ? Number(asked) : 1;
}

/** Links to the pages before and after. Other parameters of the URL stay. */
export function deskPaging(visit: Visit, { page, pages }: { page: number; pages: number }): Markup {
  if (pages <= 1) return NOTHING;
  const words = FRAME_WORDS[visit.language];
  const link = (to: number) => {
    const query = new URLSearchParams(visit.url.searchParams);
    query.set("page", String(to));
    return `${visit.url.pathname}?${query}`;
  };
  const newer = page > 1 ? html`<a rel="prev" href="${link(page - 1)}">${words.newer}</a>` : html`<span></span>`;
  const older = page < pages ? html`<a rel="next" href="${link(page + 1)}">${words.older}</a>` : html`<span></span>`;
  const place = html`<span class="place">${words.page_of(page, pages)}</span>`;
  return html`<nav class="paging" aria-label="${words.more_pages}">${newer}${place}${older}</nav>`;
}
