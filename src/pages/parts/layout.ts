import { PATHS } from "../../render/links.ts";
import { ASSETS, CARD_PATH, ICON_PATH } from "../assets.ts";
import { html, type Markup, NOTHING, scriptJson } from "./html.ts";
import { isWebAddress, type Site, siteName } from "./site.ts";

const NAVIGATION = [
  { href: "/", label: "Overview" },
  { href: "/reviews", label: "Reviews" },
  { href: "/insights", label: "Insights" },
  { href: "/policy", label: "Policy" },
  { href: "/developers", label: "Developers" },
] as const;

export type Page = {
  site: Site;
  /** The path of the canonical URL, such as /reviews. */
  path: string;
  title: string;
  description: string;
  body: Markup;
  json_ld?: object;
  script?: "explorer" | "reference";
  /** True for an error page or a filtered view: search engines should not index it. */
  noindex?: boolean;
};

/** The first thing on every page of a demonstration. */
const demonstration = (site: Site): Markup =>
  site.demonstration
    ? html`<aside class="demonstration" aria-label="About this site"><strong>Demonstration.</strong> This business, its people and all its reviews are made up.</aside>`
    : NOTHING;

function head(page: Page): Markup {
  const { site, title, description } = page;
  const canonical = site.base_url + page.path;
  return html`<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="${description}">
${page.noindex || site.demonstration ? html`<meta name="robots" content="noindex">` : html`<link rel="canonical" href="${canonical}">`}
<meta name="color-scheme" content="light dark">
<link rel="stylesheet" href="${ASSETS.style.path}">
<link rel="icon" type="image/svg+xml" href="${ICON_PATH}">
<link rel="alternate" type="application/atom+xml" title="${siteName(site)}: newest reviews (Atom)" href="${PATHS.atom_feed}">
<link rel="alternate" type="application/feed+json" title="${siteName(site)}: newest reviews (JSON Feed)" href="${PATHS.json_feed}">
<link rel="service-desc" type="application/json" href="${PATHS.openapi}">
<link rel="api-catalog" href="/.well-known/api-catalog">
${isWebAddress(site.license) ? html`<link rel="license" href="${site.license}">` : null}
<meta property="og:type" content="website">
<meta property="og:site_name" content="${siteName(site)}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${canonical}">
<meta property="og:image" content="${site.base_url}${CARD_PATH}">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta property="og:image:alt" content="All verified reviews, published in full">
<meta name="twitter:card" content="summary_large_image">
${page.script ? html`<script type="module" src="${ASSETS[page.script].path}"></script>` : null}
${page.json_ld && !site.demonstration ? html`<script type="application/ld+json">${scriptJson(page.json_ld)}</script>` : null}`;
}

function navigationLink(path: string, { href, label }: { href: string; label: string }): Markup {
  const here = href === path ? "page" : href !== "/" && path.startsWith(`${href}/`) ? "true" : null;
  return html`<li><a href="${href}"${here ? html` aria-current="${here}"` : null}>${label}</a></li>`;
}

function footer(site: Site): Markup {
  const { business } = site;
  const license = isWebAddress(site.license)
    ? html`<a rel="license" href="${site.license}">${site.license.replace(/^https?:\/\//, "")}</a>`
    : site.license;
  return html`<footer class="foot"><div class="wrap">
<p>We show every verified review, newest first, good or bad. <a href="/policy">How it works</a></p>
<ul class="inline">
<li><a href="${PATHS.reviews}">All data as JSON</a></li>
<li><a href="${PATHS.atom_feed}">Atom feed</a></li>
<li><a href="${PATHS.json_feed}">JSON Feed</a></li>
<li><a href="${PATHS.openapi}">OpenAPI</a></li>
${business && isWebAddress(business.url) ? html`<li><a href="${business.url}">${business.name}</a></li>` : null}
</ul>
${license ? html`<p>License: ${license}</p>` : null}
</div></footer>`;
}

export function renderPage(page: Page): string {
  const { site } = page;
  return html`<!doctype html>
<html lang="en">
<head>
${head(page)}
</head>
<body>
<a class="skip" href="#main">Skip to main content</a>
${demonstration(site)}
<header class="top"><div class="wrap">
<a class="brand" href="/">${siteName(site)}</a>
<nav aria-label="Main"><ul>${NAVIGATION.map((link) => navigationLink(page.path, link))}</ul></nav>
</div></header>
<main id="main" class="wrap" tabindex="-1">
${page.body}
</main>
${footer(site)}
</body>
</html>
`.markup;
}
