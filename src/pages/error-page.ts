import { html } from "./html.ts";
import { renderPage } from "./layout.ts";
import type { Site } from "./site.ts";

export type ErrorPageInput = {
  site: Site;
  path: string;
  status: number;
  title: string;
  detail: string;
  id: string | null;
};

const HEADLINES: Record<number, string> = {
  404: "There is no such page",
  410: "This review was taken back",
  429: "Too many requests",
  500: "Something went wrong here",
  503: "Starting up",
};

const EXPLANATIONS: Record<number, string> = {
  404: "The address may be mistyped, or the page never existed.",
  410: "It was published once. Its author asked for it to be erased, or it disappeared at its source, and nothing of it is kept.",
  429: "Please wait a moment, then load the page again.",
  500: "It is our fault, not yours, and it was logged. Loading the page again may help.",
  503: "The reviews are being read. Load the page again in a few seconds.",
};

export function renderErrorPage({ site, path, status, title, detail, id }: ErrorPageInput): string {
  const body = html`<div class="error"><p class="status">${status}</p>
<h1>${HEADLINES[status] ?? title}</h1>
<p class="lead">${EXPLANATIONS[status] ?? detail}</p>
${id ? html`<p>If you tell us about it, this number helps: <code>${id}</code></p>` : null}
<p class="onward"><a href="/">Overview</a> <a href="/reviews">All reviews</a></p></div>`;
  return renderPage({
    site,
    path,
    title: `${status}: ${HEADLINES[status] ?? title}`,
    description: title,
    body,
    noindex: true,
  });
}
