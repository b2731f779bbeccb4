import { PROBLEMS } from "../../model/wire/problem.ts";
import { PATHS } from "../../render/links.ts";
import { html, trusted } from "../parts/html.ts";
import type { Site } from "../parts/site.ts";
import type { DeveloperPath } from "./developer-paths.ts";
import { codeBlock, type DeveloperPage, type Entry, withCode } from "./shell.ts";

export function errorsGuide(site: Site): DeveloperPage {
  const example = {
    type: `${site.base_url}/developers/errors#invalid_parameters`,
    title: PROBLEMS.invalid_parameters.title,
    status: 400,
    error: "invalid_parameters",
    detail: "limit must be at most 100",
    instance: PATHS.search,
    issues: [{ path: ["limit"], code: "too_big", message: "limit must be at most 100", received: "500" }],
  };
  const codes = Object.entries(PROBLEMS);
  const body = html`<h1>Errors</h1>
<p class="lead">Every error outside MCP and the hub is JSON with the members of RFC 9457. This list is complete: the service sends no other codes.</p>
${codeBlock(JSON.stringify(example, null, 2), "json", "Example of an error")}
<div class="prose">${codes.map(
    ([code, { status, title, when }]) =>
      html`<section id="${code}"><h2><code>${code}</code></h2><p>${status} ${title}. ${withCode(when)}</p></section>`,
  )}</div>`;
  return {
    path: "/developers/errors",
    title: "Errors",
    description: "All error codes and when the service sends them.",
    body,
    contents: codes.map(([code]) => ({ href: `#${code}`, label: code })),
  };
}

export type Guide = { path: DeveloperPath; title: string; description: string; markdown: string };

/** Marks around text that readers of the repository need and readers of this server do not. */
const REPOSITORY_ONLY = ["<!-- repository -->", "<!-- /repository -->"] as const;
/** The made-up address in the guides, because the repository has no real one. */
const MADE_UP = "https://reviews.example.com";

function withoutRepositoryParts(markdown: string): string {
  const [begin, end] = REPOSITORY_ONLY;
  const [first = "", ...rest] = markdown.split(begin);
  return first + rest.map((part) => part.split(end)[1] ?? "").join("");
}

/** The guide with the address of this server. */
const localMarkdown = (site: Site, markdown: string): string =>
  withoutRepositoryParts(markdown)
    .replaceAll("{base_url}", site.base_url)
    .replaceAll(MADE_UP, site.base_url)
    .replaceAll(new URL(MADE_UP).host, new URL(site.base_url).host);

const plain = (markup: string): string =>
  markup
    .replace(/<[^<>]{0,500}>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");

const headings = (markup: string): Entry[] =>
  markup
    .split('<h2 id="')
    .slice(1)
    .map((part) => {
      const [id = "", rest = ""] = part.split('">');
      return { href: `#${id}`, label: plain(rest.split("</h2>")[0] ?? "") };
    });

const COPY =
  '<div class="code-head"><button type="button" class="copy" data-copy aria-label="Copy: example">Copy</button></div>';

/** A Markdown guide from docs/. Its first heading becomes the heading of the page. */
export function guidePage(site: Site, { markdown: source, ...guide }: Guide): DeveloperPage {
  const markdown = localMarkdown(site, source);
  const markup = Bun.markdown
    .html(markdown, { headings: { ids: true } })
    .replaceAll("<th></th>", "<td></td>")
    .replaceAll("<pre>", `<div class="code">${COPY}<pre tabindex="0" role="group" aria-label="Example">`)
    .replaceAll("</pre>", "</pre></div>")
    .replaceAll("<table>", '<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>')
    .replaceAll("</table>", "</table></div>");
  const body = html`<div class="guide">${trusted(markup)}</div>`;
  return { ...guide, body, contents: headings(markup), markdown };
}
