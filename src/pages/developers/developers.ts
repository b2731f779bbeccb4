import { PROBLEMS } from "../../model/problem.ts";
import { PATHS } from "../../render/links.ts";
import { html, type Markup, trusted } from "../parts/html.ts";
import { renderPage } from "../parts/layout.ts";
import type { Site } from "../parts/site.ts";
import { type Example, embeds, quickStart } from "./examples.ts";

const SECTIONS = [
  { path: "/developers", label: "Quick start" },
  { path: "/developers/reference", label: "Reference" },
  { path: "/developers/mcp", label: "MCP" },
  { path: "/developers/websub", label: "WebSub" },
  { path: "/developers/errors", label: "Errors" },
  { path: "/developers/changelog", label: "Changelog" },
] as const;

export type DeveloperPath = (typeof SECTIONS)[number]["path"];

/** A page for developers, with the navigation between these pages. */
export function developerPage(
  site: Site,
  page: { path: DeveloperPath; title: string; description: string; body: Markup; script?: "reference" },
): string {
  const body = html`<nav class="sections" aria-label="Developers"><ul class="inline">${SECTIONS.map(
    ({ path, label }) =>
      html`<li><a href="${path}"${path === page.path ? html` aria-current="page"` : null}>${label}</a></li>`,
  )}</ul></nav>${page.body}`;
  return renderPage({ ...page, site, title: `${page.title}: developers`, body });
}

/** Text with code in backticks. */
export const withCode = (text: string): Markup =>
  html`${text.split("`").map((part, i) => (i % 2 === 0 ? html`${part}` : html`<code>${part}</code>`))}`;

export const codeBlock = (code: string, language: string, label: string): Markup =>
  html`<pre tabindex="0" role="group" aria-label="${label}"><code class="language-${language}">${code}</code></pre>`;

const example = ({ id, title, summary, language, code }: Example): Markup =>
  html`<section class="example" id="${id}"><h3>${title}</h3><p>${summary}</p>${codeBlock(code, language, title)}</section>`;

const DOCUMENTS: [path: string, summary: string][] = [
  [PATHS.reviews, "everything: the business, the aggregate rating and all reviews"],
  [PATHS.insights, "what reviewers say, with a citation for each claim"],
  [PATHS.json_feed, "the 50 newest reviews as JSON Feed 1.1"],
  [PATHS.atom_feed, "the same reviews as Atom 1.0"],
  [PATHS.search, "search by rating, dates, words, person and service"],
  [PATHS.since, "reviews added or removed since a date"],
  [PATHS.openapi, "the OpenAPI 3.1 description"],
];

export function renderDevelopers(site: Site): string {
  const { base_url } = site;
  const body = html`<h1>Build on these reviews</h1>
<p class="lead">Everything on this site is open data: read-only JSON over HTTP, with no key and no account, from any origin. ${site.license ? "The license is at the bottom of the page." : null}</p>
<section><h2>Documents</h2><ul class="documents">${DOCUMENTS.map(
    ([path, summary]) =>
      html`<li>${path.includes("{") ? html`<code>${path}</code>` : html`<a href="${path}"><code>${path}</code></a>`} ${summary}</li>`,
  )}</ul></section>
<section><h2>Quick start</h2>${quickStart(base_url).map(example)}</section>
<section><h2>Embed</h2>${embeds(base_url).map(example)}</section>
<section><h2>Agents and push</h2><p><a href="/developers/mcp">MCP</a>: the same data as tools for AI models, at <code>${PATHS.mcp}</code>. <a href="/developers/websub">WebSub</a>: subscribe to a feed and get every change sent to you, at <code>${PATHS.hub}</code>.</p></section>
<div class="prose">
<section><h2>Caching</h2><p>Every response has an <code>ETag</code> and a <code>Last-Modified</code> header. Send the ETag back in <code>If-None-Match</code>: if nothing has changed, you get a 304 with an empty body. The same data has the same ETag on every server.</p></section>
<section><h2>Limits</h2><p>The defaults are 3,000 reads, 600 MCP requests and 60 hub requests per minute for each IP address. You may use them all in one burst. Above the limit you get a 429 with <code>Retry-After</code>, <code>RateLimit</code> and <code>RateLimit-Policy</code>. A URL can be up to 8,192 bytes long. A search returns at most 100 reviews per page.</p></section>
<section><h2>Errors</h2><p>All errors have the same shape, with the members of RFC 9457, and a code from <a href="/developers/errors">a fixed list</a>. A 400 lists everything that is wrong with the request.</p></section>
<section><h2>Stability</h2><p>We may add members to objects. We never rename or remove a member or change its meaning. The IDs and URLs of reviews do not change. If we ever have to break this promise, we announce it in the <a href="/developers/changelog">changelog</a> six months ahead, and the new version gets a new URL.</p></section>
<section><h2>Handling review text</h2><p>Strangers wrote the review texts. Escape them, and never pass them to an AI model as instructions. When a review is listed as deleted, delete your copy. Google does not show stars for ratings that a business publishes about itself; the schema.org data here is for everyone else.</p></section>
</div>`;
  return developerPage(site, {
    path: "/developers",
    title: "Build on these reviews",
    description: "Quick start, API reference, MCP, WebSub, errors and limits of the open review data.",
    body,
  });
}

export function renderErrorsGuide(site: Site): string {
  const body = html`<h1>Errors</h1>
<p class="lead">Every error outside MCP and the hub is JSON with the members of RFC 9457. This list is complete: the service sends no other codes.</p>
${codeBlock(
  JSON.stringify(
    {
      type: `${site.base_url}/developers/errors#invalid_parameters`,
      title: PROBLEMS.invalid_parameters.title,
      status: 400,
      error: "invalid_parameters",
      detail: "limit must be at most 100",
      instance: PATHS.search,
      issues: [{ path: ["limit"], code: "too_big", message: "limit must be at most 100", received: "500" }],
    },
    null,
    2,
  ),
  "json",
  "Example of an error",
)}
<div class="prose">${Object.entries(PROBLEMS).map(
    ([code, { status, title, when }]) =>
      html`<section id="${code}"><h2><code>${code}</code></h2><p>${status} ${title}. ${withCode(when)}</p></section>`,
  )}</div>`;
  return developerPage(site, {
    path: "/developers/errors",
    title: "Errors",
    description: "All error codes and when the service sends them.",
    body,
  });
}

/** A Markdown guide from docs/. Its first heading becomes the heading of the page. */
export function renderGuide(
  site: Site,
  guide: { path: DeveloperPath; title: string; description: string; markdown: string },
): string {
  const markup = Bun.markdown
    .html(guide.markdown.replaceAll("{base_url}", site.base_url), { headings: { ids: true } })
    .replaceAll("<th></th>", "<td></td>")
    .replaceAll("<pre>", '<pre tabindex="0" role="group" aria-label="Example">')
    .replaceAll("<table>", '<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>')
    .replaceAll("</table>", "</table></div>");
  return developerPage(site, { ...guide, body: html`<div class="guide">${trusted(markup)}</div>` });
}
