import { DEMONSTRATION } from "../../model/demonstration.ts";
import { html, type Markup, NOTHING } from "../parts/html.ts";
import { renderPage } from "../parts/layout.ts";
import { toMarkdown } from "../parts/markdown.ts";
import type { Site } from "../parts/site.ts";
import { DEVELOPER_SECTIONS, type DeveloperPath } from "./developer-paths.ts";

/** An entry of the sidebar: a section of the page with its subsections. */
export type Entry = { href: string; label: string; entries?: Entry[] };

/** A page for developers. Its HTML and its Markdown are made from the same body. */
export type DeveloperPage = {
  path: DeveloperPath;
  title: string;
  description: string;
  body: Markup;
  contents: Entry[];
  /** The Markdown from which the body was made, if there is one. */
  markdown?: string;
  /** Shown above the contents, such as a search field. */
  aside?: Markup;
};

const entryList = (entries: Entry[]): Markup =>
  html`<ul>${entries.map(
    ({ href, label, entries: inner }) =>
      html`<li><a href="${href}">${label}</a>${inner ? entryList(inner) : null}</li>`,
  )}</ul>`;

function sidebar(page: DeveloperPage): Markup {
  const sections = DEVELOPER_SECTIONS.map(
    ({ path, label }) =>
      html`<li><a href="${path}"${path === page.path ? html` aria-current="page"` : null}>${label}</a></li>`,
  );
  const pages = html`<nav aria-label="Developers" class="sections"><ul>${sections}</ul></nav>`;
  const contents =
    page.contents.length > 0
      ? html`<nav aria-label="On this page" class="contents" data-contents>${entryList(page.contents)}</nav>`
      : null;
  return html`<aside class="sidebar" aria-label="Contents">${pages}${page.aside ?? NOTHING}${contents}</aside>`;
}

export function renderDeveloperPage(site: Site, page: DeveloperPage): string {
  const { path, title, description } = page;
  return renderPage({
    site,
    path,
    title: `${title}: developers`,
    description,
    body: html`<div class="docs">${sidebar(page)}<div class="docs-body">${page.body}</div></div>`,
    script: "reference",
    twin: true,
  });
}

/** The same page for agents and editors. */
export function renderDeveloperMarkdown(site: Site, page: DeveloperPage): string {
  const text = page.markdown ?? toMarkdown(page.body.markup, (href) => new URL(href, site.base_url + page.path).href);
  // After the heading, which is the first line.
  return site.demonstration ? text.replace("\n", () => `\n\n> ${DEMONSTRATION}\n`) : text;
}

/** Text with code in backticks. */
export const withCode = (text: string): Markup =>
  html`${text.split("`").map((part, i) => (i % 2 === 0 ? html`${part}` : html`<code>${part}</code>`))}`;

const COPY = { copy: "Copy", copied: "Copied", selected: "Selected: press Ctrl+C" };

/** Code with a button that copies it. The stylesheet hides the button if no script runs. */
export function codeBlock(code: string, language: string, label: string, shown = "", words = COPY): Markup {
  const heading = shown === "" ? null : html`<span>${shown}</span>`;
  const told = words === COPY ? null : html` data-copied="${words.copied}" data-selected="${words.selected}"`;
  const button = html`<button type="button" class="copy" data-copy aria-label="${words.copy}: ${label}"${told}>${words.copy}</button>`;
  const lines = html`<code class="language-${language}">${code}</code>`;
  const block = html`<pre tabindex="0" role="group" aria-label="${label}">${lines}</pre>`;
  return html`<div class="code"><div class="code-head">${heading}${button}</div>${block}</div>`;
}
