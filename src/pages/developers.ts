import { PROBLEMS } from "../model/problem.ts";
import { PATHS } from "../render/links.ts";
import { type Example, embeds, quickStart } from "./examples.ts";
import { html, type Markup, trusted } from "./html.ts";
import { renderPage } from "./layout.ts";
import type { Site } from "./site.ts";

const SECTIONS = [
  { path: "/developers", label: "Quick start" },
  { path: "/developers/reference", label: "Reference" },
  { path: "/developers/mcp", label: "MCP" },
  { path: "/developers/websub", label: "WebSub" },
  { path: "/developers/errors", label: "Errors" },
  { path: "/developers/changelog", label: "Changelog" },
] as const;

export type DeveloperPath = (typeof SECTIONS)[number]["path"];

/** A page of the developers' part, with its own navigation. */
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

/** Text with \`code\` in it. */
export const withCode = (text: string): Markup =>
  html`${text.split("`").map((part, i) => (i % 2 === 0 ? html`${part}` : html`<code>${part}</code>`))}`;

export const codeBlock = (code: string, language: string, label: string): Markup =>
  html`<pre tabindex="0" role="group" aria-label="${label}"><code class="language-${language}">${code}</code></pre>`;

const example = ({ id, title, words, language, code }: Example): Markup =>
  html`<section class="example" id="${id}"><h3>${title}</h3><p>${words}</p>${codeBlock(code, language, title)}</section>`;

const DOCUMENTS: [path: string, words: string][] = [
  [PATHS.reviews, "everything: business, aggregate rating, all reviews"],
  [PATHS.insights, "what reviewers say, each claim cited"],
  [PATHS.json_feed, "the 50 newest, JSON Feed 1.1"],
  [PATHS.atom_feed, "the same as Atom 1.0"],
  [PATHS.search, "filters: rating, dates, words, person, service"],
  [PATHS.since, "what is new or taken back since a date"],
  [PATHS.openapi, "OpenAPI 3.1"],
];

export function renderDevelopers(site: Site): string {
  const { base_url } = site;
  const body = html`<h1>Build on these reviews</h1>
<p class="lead">Everything on these pages is open data: read-only HTTP and JSON, no key, no account, any origin. ${site.license ? "The licence stands below." : null}</p>
<section><h2>Documents</h2><ul class="documents">${DOCUMENTS.map(
    ([path, words]) =>
      html`<li>${path.includes("{") ? html`<code>${path}</code>` : html`<a href="${path}"><code>${path}</code></a>`} ${words}</li>`,
  )}</ul></section>
<section><h2>Quick start</h2>${quickStart(base_url).map(example)}</section>
<section><h2>Embed</h2>${embeds(base_url).map(example)}</section>
<section><h2>Agents and push</h2><p><a href="/developers/mcp">MCP</a>: the same data as tools for language models, at <code>${PATHS.mcp}</code>. <a href="/developers/websub">WebSub</a>: subscribe to a feed and have every change sent to you, at <code>${PATHS.hub}</code>.</p></section>
<div class="prose">
<section><h2>Caching</h2><p>Every answer has an <code>ETag</code> and <code>Last-Modified</code>. Ask again with <code>If-None-Match</code>: 304 costs next to nothing. The same data has the same ETag on every server.</p></section>
<section><h2>Limits</h2><p>Unless the operator chose otherwise: 3,000 reads, 600 MCP requests and 60 hub requests a minute from one address; a burst may use them all at once. Beyond that comes 429 with <code>Retry-After</code>, <code>RateLimit</code> and <code>RateLimit-Policy</code>. A URL may have 8,192 bytes; a search returns at most 100 reviews a page.</p></section>
<section><h2>Errors</h2><p>One shape, the members of RFC 9457, and <a href="/developers/errors">a closed list of codes</a>. A 400 lists every fault at once.</p></section>
<section><h2>Stability</h2><p>What is described here may grow but not break: members may be added to objects, never renamed, removed or given another meaning. Ids and addresses of reviews stay as they are. A change that would break this is announced in the <a href="/developers/changelog">changelog</a> six months before and gets a new address.</p></section>
<section><h2>Using the words of others</h2><p>Review texts were written by strangers: escape them, and never feed them to a model as instructions. When a review is listed as deleted, delete your copy. Google does not show stars for ratings that a business publishes about itself; the schema.org data here is for everyone else.</p></section>
</div>`;
  return developerPage(site, {
    path: "/developers",
    title: "Build on these reviews",
    description: "Quick start, reference, MCP, WebSub, errors and limits of the open review data.",
    body,
  });
}

export function renderErrorsGuide(site: Site): string {
  const body = html`<h1>Errors</h1>
<p class="lead">Every error outside MCP and the hub is JSON with the members of RFC 9457. The list is closed: a code that is not here is not sent.</p>
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
  "An error",
)}
<div class="prose">${Object.entries(PROBLEMS).map(
    ([code, { status, title, when }]) =>
      html`<section id="${code}"><h2><code>${code}</code></h2><p>${status} ${title}. ${withCode(when)}</p></section>`,
  )}</div>`;
  return developerPage(site, {
    path: "/developers/errors",
    title: "Errors",
    description: "Every error code of the service and when it is sent.",
    body,
  });
}

/** A guide of docs/, written by us in Markdown. Its first heading is the page's. */
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
