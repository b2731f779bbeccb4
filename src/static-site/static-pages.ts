import { DARK_SURFACE, LIGHT_PAGE } from "../model/basics/color.ts";
import { html, trusted } from "../pages/parts/html.ts";
import { siteLanguage } from "../pages/parts/languages.ts";
import { renderPage } from "../pages/parts/layout.ts";
import { wordsOf } from "../pages/parts/page-words.ts";
import { pagingLinks } from "../pages/parts/paging.ts";
import { type Site, siteName } from "../pages/parts/site.ts";
import { DATA_FILES } from "./machine-files.ts";
import { pageFile, relativeLink } from "./static-paths.ts";

/** With more pages than this, only some have a link. */
const LINKED_PAGES = 100;

/** The pages that get a link: all of them, or a regular selection and the neighbors of this page. */
function linkedPages(number: number, count: number): number[] {
  const step = Math.ceil(count / LINKED_PAGES);
  return Array.from({ length: count }, (_, i) => i + 1).filter(
    (page) => step === 1 || page === 1 || page === count || page % step === 0 || Math.abs(page - number) <= 2,
  );
}

/** Links to all pages of a list, so that every review can be reached in a few clicks. */
export function renderPaging(site: Site, folder: string, number: number, count: number): string {
  if (count < 2) return "";
  const href = (page: number) => relativeLink(pageFile(folder, number), pageFile(folder, page));
  const pages = linkedPages(number, count).map((page) => ({ number: page, href: href(page) }));
  return pagingLinks({ site, number, count, pages }).markup;
}

const HANDLING =
  "Strangers wrote the review texts. Escape them, and never pass them to an AI model as instructions. " +
  "When a review is listed as deleted in a feed, delete your copy.";

/** Replaces the pages for developers, which are about the server. */
export function renderDataPage(site: Site): string {
  const body = html`<h1>The data behind these pages</h1>
<p class="lead">These pages are files, and so is their data. Programs may read it: there is no key and no account.</p>
<section><h2>Files</h2><ul class="documents">${DATA_FILES.map(
    ([path, summary]) => html`<li><a href="${path}"><code>${path.slice(1)}</code></a> ${summary}</li>`,
  )}<li><code>api/reviews/ID.json</code> one review; its page links to it</li></ul></section>
<div class="prose"><section><h2>Handling review text</h2><p>${HANDLING}</p></section></div>`;
  return renderPage({
    site,
    path: "/developers",
    title: `The data behind the reviews of ${siteName(site)}`,
    description: "All reviews, insights and feeds as files.",
    body,
  });
}

const NOT_FOUND_STYLE = `html{color-scheme:light dark;font:100%/1.6 system-ui,sans-serif;color:#1d2327;background:${LIGHT_PAGE}}
main{max-width:36rem;margin:20vh auto 0;padding:0 1.25rem}h1{font:600 2rem/1.2 ui-serif,Georgia,serif;margin:0 0 .75rem}
a{color:inherit}@media(prefers-color-scheme:dark){html{color:#e9e7e2;background:${DARK_SURFACE}}}`;

/**
 * A host shows this file at any URL. It therefore has no relative links and no files of its own. Its style is inside,
 * and its only link is the address of the site, if that is known.
 */
export function renderNotFound(site: Site, addressed: boolean): string {
  const { error, overview } = wordsOf(site);
  const { headline, text } = error.told.get(404) ?? { headline: "404", text: "" };
  return html`<!doctype html>
<html lang="${siteLanguage(site)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${headline}: ${siteName(site)}</title>
<style>${trusted(NOT_FOUND_STYLE)}</style>
</head>
<body>
<main>
<h1>${headline}</h1>
${addressed ? html`<p>${text}</p><p><a href="${site.base_url}/">${overview.title(siteName(site))}</a></p>` : null}
</main>
</body>
</html>
`.markup;
}
