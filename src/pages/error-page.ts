import { html } from "./parts/html.ts";
import { renderPage } from "./parts/layout.ts";
import { pageLink, reviewsLink } from "./parts/page-links.ts";
import { wordsOf } from "./parts/page-words.ts";
import type { Site } from "./parts/site.ts";

export type ErrorPageInput = {
  site: Site;
  path: string;
  status: number;
  title: string;
  detail: string;
  id: string | null;
};

export function renderErrorPage({ site, path, status, title, detail, id }: ErrorPageInput): string {
  const { error, layout, common } = wordsOf(site);
  const { headline, text } = error.told.get(status) ?? { headline: title, text: detail };
  const all = html`<a href="${reviewsLink(site)}">${common.all_reviews}</a>`;
  const body = html`<div class="error"><p class="status">${status}</p>
<h1>${headline}</h1>
<p class="lead">${text}</p>
${id ? html`<p>${error.id} <code>${id}</code></p>` : null}
<p class="onward"><a href="${pageLink(site, "/")}">${layout.overview}</a> ${all}</p></div>`;
  return renderPage({
    site,
    path,
    shown: "/",
    title: `${status}: ${headline}`,
    description: title,
    body,
    noindex: true,
  });
}
