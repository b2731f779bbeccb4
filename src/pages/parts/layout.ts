import type { AggregateRating } from "../../model/documents.ts";
import { shownRating } from "../../model/rating.ts";
import { logoPath, PATHS } from "../../render/links.ts";
import { OPEN_SEARCH_PATH, OPEN_SEARCH_TYPE } from "../../render/open-search.ts";
import { ASSETS, CARD_PATH, ICON_PATH, styleFor } from "../assets.ts";
import { html, type Markup, NOTHING, scriptJson } from "./html.ts";
import { siteLanguage, twinOf } from "./languages.ts";
import { pageLink, RESULTS_ID } from "./page-links.ts";
import { twinAddress } from "./page-twin.ts";
import { wordsOf } from "./page-words.ts";
import { isWebAddress, type Site, siteName } from "./site.ts";

const NAVIGATION = [
  { path: "/", name: "overview" },
  { path: "/reviews", name: "reviews" },
  { path: "/insights", name: "insights" },
  { path: "/policy", name: "policy" },
  { path: "/developers", name: "developers" },
] as const;

export type Page = {
  site: Site;
  /** The path of the canonical URL without the language, such as /reviews. */
  path: string;
  /** Path and query of the shown content, if that is more than `path`. The language switch keeps it. */
  shown?: string;
  title: string;
  description: string;
  /** The title of a shared link, if it is another than `title`. */
  social_title?: string;
  body: Markup;
  json_ld?: object;
  script?: "explorer" | "reference" | "chart" | "overview";
  /** The words of a link at the top that skips to the list of reviews. */
  results?: string;
  /** True if the page is also there as Markdown. */
  twin?: boolean;
  /** True for an error page or a filtered view: search engines should not index it. */
  noindex?: boolean;
};

/** The title of a page with the rating of the business, for shared links. */
export function socialTitle(site: Site, title: string, rating: AggregateRating): { social_title?: string } {
  const { overview, format } = wordsOf(site);
  const shown = shownRating(rating);
  return shown === null ? {} : { social_title: overview.shared(title, format.tenth(shown), rating.rating_count) };
}

/** The notice at the top of every page of a demonstration. */
function demonstration(site: Site): Markup {
  if (!site.demonstration) return NOTHING;
  const { about, demonstration: title, made_up } = wordsOf(site).layout;
  return html`<aside class="demonstration" aria-label="${about}"><strong>${title}</strong> ${made_up}</aside>`;
}

/** The same site in each offered language. */
const twinsOf = (site: Site) => (site.languages ?? []).map((language) => ({ language, twin: twinOf(site, language) }));

/** Names the versions of a page in other languages for search engines. The profile's language is the default. */
function alternates({ site, path, noindex }: Page): Markup {
  const twins = twinsOf(site);
  // The original of a mirrored page names its own versions.
  const mirrored = (site.original_url ?? site.base_url) !== site.base_url;
  if (noindex || mirrored || twins.length < 2) return NOTHING;
  const links = twins.map(
    ({ language, twin }) =>
      html`<link rel="alternate" hreflang="${language}" href="${site.base_url}${pageLink(twin, path)}">
`,
  );
  return html`${links}<link rel="alternate" hreflang="x-default" href="${site.base_url}${path}">
`;
}

/** A link to the same page in the other language. */
function languageSwitch({ site, path, shown }: Page): Markup {
  const here = siteLanguage(site);
  const links = twinsOf(site)
    .filter(({ language }) => language !== here)
    .map(({ language, twin }) => {
      const name = wordsOf(twin).common.language_name;
      return html`<a class="language" lang="${language}" hreflang="${language}" href="${pageLink(twin, shown ?? path)}">${name}</a>`;
    });
  return html`${links}`;
}

function head(page: Page): Markup {
  const { site, title, description } = page;
  const { layout } = wordsOf(site);
  const { base_url, original_url = base_url } = site;
  // The original of a mirrored page may not exist in this language.
  const canonical = original_url + (original_url === base_url ? pageLink(site, page.path) : page.path);
  // A page is small, so it is painted when it is complete, and nothing moves while the rest of a table arrives.
  return html`<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="expect" href="#foot" blocking="render">
<title>${title}</title>
<meta name="description" content="${description}">
${page.noindex || site.demonstration ? html`<meta name="robots" content="noindex">` : html`<link rel="canonical" href="${canonical}">`}
${alternates(page)}<meta name="color-scheme" content="light dark">
<link rel="stylesheet" href="${styleFor(site.accent_color ?? null).path}">
<link rel="icon" type="image/svg+xml" href="${ICON_PATH}">
<link rel="alternate" type="application/atom+xml" title="${layout.feed(siteName(site), "Atom")}" href="${PATHS.atom_feed}">
<link rel="alternate" type="application/feed+json" title="${layout.feed(siteName(site), "JSON Feed")}" href="${PATHS.json_feed}">
${page.twin ? html`<link rel="alternate" type="text/markdown" href="${twinAddress(pageLink(site, page.shown ?? page.path))}">` : null}
<link rel="service-desc" type="application/json" href="${PATHS.openapi}">
<link rel="search" type="${OPEN_SEARCH_TYPE}" title="${siteName(site)}" href="${OPEN_SEARCH_PATH}">
<link rel="api-catalog" href="/.well-known/api-catalog">
${isWebAddress(site.license) ? html`<link rel="license" href="${site.license}">` : null}
<meta property="og:type" content="website">
<meta property="og:site_name" content="${siteName(site)}">
<meta property="og:title" content="${page.social_title ?? title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${canonical}">
<meta property="og:image" content="${site.base_url}${CARD_PATH}">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta property="og:image:alt" content="${layout.card}">
<meta name="twitter:card" content="summary_large_image">
${page.script ? html`<script type="module" src="${ASSETS[page.script].path}"></script>` : null}
${page.json_ld && !site.demonstration ? html`<script type="application/ld+json">${scriptJson(page.json_ld)}</script>` : null}`;
}

function navigationLink({ site, path: current }: Page, { path, name }: (typeof NAVIGATION)[number]): Markup {
  const here = path === current ? "page" : path !== "/" && current.startsWith(`${path}/`) ? "true" : null;
  // The reference exists only in English.
  const href = path === "/developers" ? path : pageLink(site, path);
  return html`<li><a href="${href}"${here ? html` aria-current="${here}"` : null}>${wordsOf(site).layout[name]}</a></li>`;
}

/** The alt text is empty because the name follows. The size is given, so that nothing moves when the picture loads. */
const logo = ({ logo: picture }: Site): Markup =>
  picture
    ? html`<img class="logo" src="${logoPath(picture)}" alt="" width="${picture.width}" height="${picture.height}">`
    : NOTHING;

function footer(site: Site): Markup {
  const { business } = site;
  const { layout } = wordsOf(site);
  const license = isWebAddress(site.license)
    ? html`<a rel="license" href="${site.license}">${site.license.replace(/^https?:\/\//, "")}</a>`
    : site.license;
  return html`<footer id="foot" class="foot"><div class="wrap">
<p>${layout.promise} <a href="${pageLink(site, "/policy")}">${layout.how}</a></p>
<ul class="inline">
<li><a href="${PATHS.reviews}">${layout.all_data}</a></li>
<li><a href="${PATHS.atom_feed}">Atom feed</a></li>
<li><a href="${PATHS.json_feed}">JSON Feed</a></li>
<li><a href="${PATHS.openapi}">OpenAPI</a></li>
${business && isWebAddress(business.url) ? html`<li><a href="${business.url}">${business.name}</a></li>` : null}
</ul>
${license ? html`<p>${layout.license} ${license}</p>` : null}
</div></footer>`;
}

export function renderPage(page: Page): string {
  const { site } = page;
  return html`<!doctype html>
<html lang="${siteLanguage(site)}">
<head>
${head(page)}
</head>
<body>
<a class="skip" href="#main">${wordsOf(site).layout.skip}</a>
${page.results ? html`<a class="skip" href="#${RESULTS_ID}">${page.results}</a>` : null}
${demonstration(site)}
<header class="top"><div class="wrap">
<a class="brand" href="${pageLink(site, "/")}">${logo(site)}<span>${siteName(site)}</span></a>
${languageSwitch(page)}
<nav aria-label="${wordsOf(site).layout.main}"><ul>${NAVIGATION.map((link) => navigationLink(page, link))}</ul></nav>
</div></header>
<main id="main" class="wrap" tabindex="-1">
${page.body}
</main>
${footer(site)}
</body>
</html>
`.markup;
}
