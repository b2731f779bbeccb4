import { html } from "./parts/html.ts";
import { renderPage } from "./parts/layout.ts";
import type { Site } from "./parts/site.ts";

export type ErrorPageInput = {
  site: Site;
  path: string;
  status: number;
  title: string;
  detail: string;
  id: string | null;
};

const HEADLINES: Record<number, string> = {
  404: "Page not found",
  410: "This review was removed",
  429: "Too many requests",
  500: "Something went wrong",
  503: "We are starting up",
};

const EXPLANATIONS: Record<number, string> = {
  404: "Check the address for typos, or start from one of the pages below.",
  410: "It was published here once. Then the author asked us to erase it, the law required its removal, or it was removed from the site where it was written. We no longer keep its text.",
  429: "Please wait a minute, then reload the page.",
  500: "This is our mistake, not yours, and we have logged it. Reloading the page may help.",
  503: "We are loading the reviews. Please reload the page in a few seconds.",
};

export function renderErrorPage({ site, path, status, title, detail, id }: ErrorPageInput): string {
  const body = html`<div class="error"><p class="status">${status}</p>
<h1>${HEADLINES[status] ?? title}</h1>
<p class="lead">${EXPLANATIONS[status] ?? detail}</p>
${id ? html`<p>If you contact us about this error, please include this ID: <code>${id}</code></p>` : null}
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
