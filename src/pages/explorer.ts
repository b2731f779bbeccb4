import type { FacetCounts } from "../model/explorer.ts";
import type { Issue } from "../model/problem.ts";
import type { Review } from "../model/review.ts";
import { QUERY_MAX_CHARACTERS, type SearchFilters, type Suggestion } from "../model/search.ts";
import { describeFilters, explorerHref, renderChosen, renderFacets, type ThemeLabels } from "./facets.ts";
import { html, type Markup, NOTHING } from "./parts/html.ts";
import { renderPage } from "./parts/layout.ts";
import { reviewCard } from "./parts/review-card.ts";
import { type Site, siteName } from "./parts/site.ts";
import { plural, renderCount } from "./parts/words.ts";

export type ExplorerInput = {
  site: Site;
  filters: SearchFilters;
  /** null if the URL gives none, or gives the default. */
  limit: number | null;
  total: number;
  matched: number;
  reviews: Review[];
  next_cursor: string | null;
  /** The URL has a cursor, so this is not the first page. */
  further: boolean;
  facets: FacetCounts;
  /** If nothing matches: what would. */
  suggestions: Suggestion[];
  labels: ThemeLabels;
  /** What is wrong with the URL. If there is anything, no search is run. */
  issues: Issue[];
};

function searchForm({ filters, limit }: ExplorerInput): Markup {
  const kept = { ...filters, ...(limit === null ? {} : { limit }) };
  const hidden = Object.entries(kept).filter(([name]) => !["query", "since", "until"].includes(name));
  return html`<form class="search" action="/reviews" method="get" role="search" data-search>
<p class="field wide"><label for="query">Search reviews</label>
<input id="query" name="query" type="search" value="${filters.query ?? ""}" maxlength="${QUERY_MAX_CHARACTERS}" autocomplete="off" spellcheck="false" enterkeyhint="search"></p>
<p class="field"><label for="since">From</label><input id="since" name="since" type="date" value="${filters.since ?? ""}"></p>
<p class="field"><label for="until">To</label><input id="until" name="until" type="date" value="${filters.until ?? ""}"></p>
${hidden.map(([name, value]) => html`<input type="hidden" name="${name}" value="${String(value)}">`)}
<p class="field"><button type="submit">Search</button></p>
</form>`;
}

function issueList(issues: Issue[]): Markup {
  if (issues.length === 0) return NOTHING;
  return html`<div class="faults" role="alert"><h2>We cannot run this search</h2><ul>${issues.map(
    ({ message }) => html`<li>${message}</li>`,
  )}</ul><p><a href="/reviews">Show all reviews</a></p></div>`;
}

function outcome({ total, matched, filters, reviews }: ExplorerInput): Markup {
  const filtered = Object.keys(filters).length > 0;
  const words =
    total === 0
      ? "No reviews have been published yet."
      : !filtered
        ? `${plural(total, "verified review")}, newest first`
        : `${renderCount(matched)} of ${plural(total, "review")} match${matched === 1 ? "es" : ""}`;
  return html`<p class="outcome">${words}${
    reviews.length < matched && reviews.length > 0
      ? html`<span class="of"> · showing ${renderCount(reviews.length)}</span>`
      : null
  }</p>`;
}

function paging({ filters, limit, next_cursor, further }: ExplorerInput): Markup {
  if (!next_cursor && !further) return NOTHING;
  const kept: Record<string, string> = limit === null ? {} : { limit: String(limit) };
  return html`<nav class="paging" aria-label="Pages">${
    further ? html`<a href="${explorerHref(filters, kept)}">Newest reviews</a>` : html`<span></span>`
  }${next_cursor ? html`<a rel="next" href="${explorerHref(filters, { ...kept, cursor: next_cursor })}">Older reviews</a>` : null}</nav>`;
}

function suggestionList({ site, suggestions, labels, limit }: ExplorerInput): Markup {
  if (suggestions.length === 0) return NOTHING;
  const kept: Record<string, string> = limit === null ? {} : { limit: String(limit) };
  return html`<div class="suggestions"><p class="note">These searches find something:</p><ul>${suggestions.map(
    ({ query, matched }) => {
      const words = describeFilters(site.business, query, labels).map((filter) => filter.words);
      return html`<li><a href="${explorerHref(query, kept)}"><span dir="auto">${words.join(", ") || "all reviews"}</span></a> (${plural(matched, "review")})</li>`;
    },
  )}</ul></div>`;
}

export function renderExplorer(input: ExplorerInput): string {
  const { site, filters, issues, reviews } = input;
  const name = siteName(site);
  const filtered = Object.keys(filters).length > 0 || input.further || input.limit !== null || issues.length > 0;
  const narrowed = Object.keys(filters).filter((key) => key !== "query").length;
  const body = html`<h1>Reviews</h1>
${searchForm(input)}
<p class="hidden" role="status" data-live></p>
<div class="explorer" data-results tabindex="-1">
<details class="facets"><summary>Filters${narrowed > 0 ? ` (${narrowed})` : ""}</summary><div role="group" aria-label="Filters"><h2 class="hidden">Filters</h2>${renderFacets(site.business, input.facets, filters)}</div></details>
<div class="results">
${issueList(issues)}
${
  issues.length > 0
    ? null
    : html`${outcome(input)}${renderChosen(site.business, filters, input.labels)}<h2 class="hidden">Results</h2>
<div class="reviews">${reviews.map((review) => reviewCard(review, filters.query))}</div>
${suggestionList(input)}
${reviews.length === 0 && input.total > 0 ? html`<p class="note">Try fewer filters or different words. <a href="/reviews">Show all reviews</a></p>` : null}
${paging(input)}`
}
</div></div>`;
  return renderPage({
    site,
    path: "/reviews",
    title: filters.query ? `“${filters.query}” in reviews of ${name}` : `All reviews of ${name}`,
    description: `Search ${plural(input.total, "verified review")} of ${name} by words, rating, person, service, year and source.`,
    body,
    script: "explorer",
    noindex: filtered,
  });
}
