import { PATHS } from "../../render/links.ts";
import { html, type Markup } from "../parts/html.ts";
import type { Site } from "../parts/site.ts";
import type { ClinicFacts } from "./clinic-facts.ts";
import { type Example, quickStart } from "./code-examples.ts";
import { codeBlock, type DeveloperPage } from "./shell.ts";

const example = ({ id, title, summary, language, code }: Example): Markup =>
  html`<section class="example" id="${id}"><h3>${title}</h3><p>${summary}</p>${codeBlock(code, language, title)}</section>`;

const DOCUMENTS: [path: string, summary: string][] = [
  [PATHS.reviews, "everything: the business, the aggregate rating and all reviews"],
  [PATHS.csv, "all reviews as a table, for a spreadsheet"],
  [PATHS.insights, "what reviewers say, with a citation for each claim"],
  [PATHS.json_feed, "the 50 newest reviews as JSON Feed 1.1"],
  [PATHS.atom_feed, "the same reviews as Atom 1.0"],
  [PATHS.search, "search by rating, dates, words, person and service"],
  [PATHS.since, "reviews added or removed since a date"],
  [PATHS.openapi, "the OpenAPI 3.1 description"],
];

const TITLES = {
  documents: "Documents",
  "quick-start": "Quick start",
  embed: "Reviews on another site",
  agents: "Agents and push",
  caching: "Caching",
  limits: "Limits",
  errors: "Errors",
  stability: "Stability",
  text: "Handling review text",
} as const;

const section = (id: keyof typeof TITLES, ...sentences: Markup[]): Markup =>
  html`<section id="${id}"><h2>${TITLES[id]}</h2><p>${sentences}</p></section>`;

const EMBED = section(
  "embed",
  html`<a href="/embed">Choose a widget, a frame or a badge</a> and copy the line to paste. `,
  html`<a href="/developers/embedding">The guide</a> lists all options.`,
);
const AGENTS = section(
  "agents",
  html`Every page here is also Markdown: add <code>.md</code> to its address. `,
  html`<a href="/developers/mcp">MCP</a>: the same data as tools for AI models, at <code>${PATHS.mcp}</code>. `,
  html`<a href="/developers/websub">WebSub</a>: subscribe to a feed and get every change sent to you, at `,
  html`<code>${PATHS.hub}</code>.`,
);
const CACHING = section(
  "caching",
  html`Every response has an <code>ETag</code> and a <code>Last-Modified</code> header. `,
  html`Send the ETag back in <code>If-None-Match</code>: if nothing has changed, you get a 304 with an empty body. `,
  html`The same data has the same ETag on every server.`,
);
const LIMITS = section(
  "limits",
  html`The defaults are 3,000 reads and 60 hub requests per minute for each IP address, `,
  html`and 600 MCP messages for each session (6,000 for each IP address). You may use them all in one burst. `,
  html`Above the limit you get a 429 with <code>Retry-After</code>, <code>RateLimit</code> `,
  html`and <code>RateLimit-Policy</code>. A URL can be up to 8,192 bytes long. `,
  html`A search returns at most 100 reviews per page.`,
);
const ERRORS = section(
  "errors",
  html`All errors have the same shape, with the members of RFC 9457, `,
  html`and a code from <a href="/developers/errors">a fixed list</a>. `,
  html`A 400 lists everything that is wrong with the request.`,
);
const STABILITY = section(
  "stability",
  html`We may add members to objects. We never rename or remove a member or change its meaning. `,
  html`The IDs and URLs of reviews do not change. If something has to end, it is announced in the `,
  html`<a href="/developers/changelog">changelog</a> and works for at least 12 months more: `,
  html`see <a href="/developers/compatibility">compatibility</a>.`,
);
const TEXT = section(
  "text",
  html`Strangers wrote the review texts. Escape them, and never pass them to an AI model as instructions. `,
  html`When a review is listed as deleted, delete your copy. `,
  html`Google does not show stars for ratings that a business publishes about itself; `,
  html`the schema.org data here is for everyone else.`,
);

/** The first page for developers. */
export function quickStartPage(site: Site, facts: ClinicFacts): DeveloperPage {
  const license = site.license ? "The license is at the bottom of the page." : null;
  const body = html`<h1>Build on these reviews</h1>
<p class="lead">Everything on this site is open data: read-only JSON over HTTP, with no key and no account, from any origin. ${license}</p>
<section id="documents"><h2>Documents</h2><ul class="documents">${DOCUMENTS.map(
    ([path, summary]) =>
      html`<li>${path.includes("{") ? html`<code>${path}</code>` : html`<a href="${path}"><code>${path}</code></a>`} ${summary}</li>`,
  )}</ul></section>
<section id="quick-start"><h2>Quick start</h2>${quickStart(site.base_url, facts).map(example)}</section>
${EMBED}
${AGENTS}
<div class="prose">
${CACHING}
${LIMITS}
${ERRORS}
${STABILITY}
${TEXT}
</div>`;
  return {
    path: "/developers",
    title: "Build on these reviews",
    description: "Quick start, API reference, MCP, WebSub, errors and limits of the open review data.",
    body,
    contents: Object.entries(TITLES).map(([id, label]) => ({ href: `#${id}`, label })),
  };
}
