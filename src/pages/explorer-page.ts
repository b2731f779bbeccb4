import type { AggregateRating } from "../model/documents.ts";
import type { FacetCounts } from "../model/facets.ts";
import type { Review } from "../model/review.ts";
import { QUERY_MAX_CHARACTERS, type SearchFilters, type Suggestion } from "../model/search.ts";
import type { Issue } from "../model/wire/problem.ts";
import { describeFilters, renderChosen } from "./chosen-filters.ts";
import { renderFacets, type ThemeLabels } from "./facets.ts";
import { html, type Markup, NOTHING } from "./parts/html.ts";
import { renderPage, socialTitle } from "./parts/layout.ts";
import { reviewsLink } from "./parts/page-links.ts";
import { wordsOf } from "./parts/page-words.ts";
import { reviewCard } from "./parts/review-card.ts";
import { type Site, siteName } from "./parts/site.ts";

export type ExplorerInput = {
  site: Site;
  filters: SearchFilters;
  /** Null if the URL has no limit, or has the default. */
  limit: number | null;
  total: number;
  /**
   * How many of the newest reviews were analyzed. Only set if the filters use the analysis and it does not cover all
   * reviews.
   */
  read_count?: number | null;
  matched: number;
  reviews: Review[];
  /** How many matches come before the first shown review. */
  before: number;
  next_cursor: string | null;
  /** The cursor of the previous page. Null if that is the first page, which needs no cursor. */
  previous_cursor: string | null;
  /** True if the URL has a cursor, so this is not the first page. */
  further: boolean;
  facets: FacetCounts;
  /** Other filters that match something, if nothing matches. */
  suggestions: Suggestion[];
  labels: ThemeLabels;
  /** Faults in the URL. If there are any, no search is run. */
  issues: Issue[];
  /** The filters to which a choice is added, if they are not those of the page. */
  added_to?: SearchFilters;
  /** The rating of all reviews, independent of the filters. */
  aggregate_rating?: AggregateRating;
};

const keptOf = ({ limit }: ExplorerInput): Record<string, string> => (limit === null ? {} : { limit: String(limit) });

function searchForm(input: ExplorerInput): Markup {
  const { site, filters } = input;
  const { explorer } = wordsOf(site);
  const hidden = Object.entries({ ...filters, ...keptOf(input) }).filter(
    ([name]) => !["query", "since", "until"].includes(name),
  );
  const value = html`value="${filters.query ?? ""}" maxlength="${QUERY_MAX_CHARACTERS}"`;
  const dateField = (name: "since" | "until", label: string): Markup => {
    const input = html`<input id="${name}" name="${name}" type="date" value="${filters[name] ?? ""}" max="9999-12-31" autocomplete="off">`;
    return html`<p class="field"><label for="${name}">${label}</label>${input}</p>`;
  };
  return html`<form class="search" action="${reviewsLink(site)}" method="get" role="search" data-search>
<p class="field wide"><label for="query">${explorer.search_label}</label>
<input id="query" name="query" type="search" ${value} autocomplete="off" spellcheck="false" enterkeyhint="search"></p>
${dateField("since", explorer.from)}
${dateField("until", explorer.to)}
${hidden.map(([name, value]) => html`<input type="hidden" name="${name}" value="${String(value)}">`)}
<p class="field"><button type="submit">${explorer.search}</button></p>
</form>`;
}

/** The page's label of the filter that a fault is about. */
function labelOfIssue(site: Site, { path }: Issue): string {
  const { filters } = wordsOf(site);
  const names: Record<string, string> = {
    ...filters.title,
    min_rating: filters.title.rating,
    max_rating: filters.title.rating,
    mentions_technician: filters.title.technician,
    mentions_service: filters.title.service,
    aspect_sentiment: filters.title.sentiment,
    query: filters.query,
    since: filters.since,
    until: filters.until,
    updated_since: filters.updated_since,
    limit: filters.limit,
    cursor: filters.cursor,
  };
  const name = String(path[0] ?? "");
  return Object.hasOwn(names, name) ? (names[name] ?? name) : name;
}

function issueList({ site, issues }: ExplorerInput): Markup {
  const { explorer } = wordsOf(site);
  return html`<div class="faults" role="alert"><h2>${explorer.fault}</h2><ul>${issues.map(
    (issue) => html`<li>${explorer.faultOf(labelOfIssue(site, issue), String(issue.received ?? ""))}</li>`,
  )}</ul><p><a href="${reviewsLink(site)}" data-all>${explorer.show_all}</a></p></div>`;
}

function outcome({ site, total, read_count, matched, filters, reviews, before }: ExplorerInput): Markup {
  const { common, explorer } = wordsOf(site);
  const filtered = Object.keys(filters).length > 0;
  const words =
    total === 0 ? common.none_yet : filtered ? explorer.matching(matched, total) : explorer.newestFirst(total);
  return html`<p class="outcome">${words}${
    reviews.length < matched && reviews.length > 0
      ? html`<span class="of"> · ${explorer.showing(before + 1, before + reviews.length, matched)}</span>`
      : null
  }</p>${typeof read_count === "number" ? html`<p class="note">${explorer.readOf(read_count, total)}</p>` : null}`;
}

function paging(input: ExplorerInput): Markup {
  const { site, filters, next_cursor, previous_cursor, further, before, matched, reviews } = input;
  if (!next_cursor && !further) return NOTHING;
  const { explorer } = wordsOf(site);
  const link = (cursor: string | null) =>
    reviewsLink(site, filters, { ...keptOf(input), ...(cursor === null ? {} : { cursor }) });
  const newer = html`<a rel="prev" href="${link(previous_cursor)}">${explorer.newer}</a>`;
  const older = next_cursor
    ? html`<a rel="next" href="${link(next_cursor)}">${explorer.older}</a>`
    : html`<span></span>`;
  const place = reviews.length > 0 ? explorer.range(before + 1, before + reviews.length, matched) : "";
  const first = previous_cursor === null ? null : html`<a class="first" href="${link(null)}">${explorer.newest}</a>`;
  const links = html`${further ? newer : html`<span></span>`}<span class="place">${place}</span>${older}${first}`;
  return html`<nav class="paging" aria-label="${explorer.pages}">${links}</nav>`;
}

function suggestionList(input: ExplorerInput): Markup {
  const { site, suggestions, labels } = input;
  if (suggestions.length === 0) return NOTHING;
  const { common, explorer } = wordsOf(site);
  return html`<div class="suggestions"><p class="note">${explorer.suggestions}</p><ul>${suggestions.map(
    ({ query, matched }) => {
      const words = describeFilters(site, query, labels).map((filter) => filter.words);
      const label = html`<span dir="auto">${words.join(", ") || common.all_reviews}</span>`;
      return html`<li><a href="${reviewsLink(site, query, keptOf(input))}">${label}</a> (${common.reviews(matched)})</li>`;
    },
  )}</ul></div>`;
}

function results(input: ExplorerInput): Markup {
  const { site, filters, reviews, total, issues } = input;
  const { explorer } = wordsOf(site);
  if (issues.length > 0) return issueList(input);
  const all = html`<a href="${reviewsLink(site)}" data-all>${explorer.show_all}</a>`;
  return html`${outcome(input)}${renderChosen(site, filters, input.labels)}<h2 class="hidden">${explorer.results}</h2>
<div class="reviews">${reviews.map((review) => reviewCard(site, review, filters.query, reviews.length))}</div>
${suggestionList(input)}
${reviews.length === 0 && total > 0 ? html`<p class="note">${explorer.advice} ${all}</p>` : null}
${paging(input)}`;
}

export function renderExplorer(input: ExplorerInput): string {
  const { site, filters, issues } = input;
  const { explorer } = wordsOf(site);
  const name = siteName(site);
  const filtered = Object.keys(filters).length > 0 || input.further || input.limit !== null || issues.length > 0;
  const narrowed = Object.keys(filters).filter((key) => key !== "query").length;
  const lists = renderFacets(site, input.facets, input.added_to ?? filters, input.labels);
  const heading = html`<h2 class="hidden">${explorer.filters}</h2>`;
  const facets = html`<div role="group" aria-label="${explorer.filters}">${heading}${lists}</div>`;
  const body = html`<h1>${explorer.heading}</h1>
${searchForm(input)}
<p class="hidden" role="status" data-live></p>
<div class="explorer" data-results tabindex="-1">
<details class="facets" id="facets"><summary>${explorer.filterCount(narrowed)}</summary>${facets}</details>
<div class="results">
${results(input)}
</div></div>`;
  return renderPage({
    site,
    path: "/reviews",
    // The language switch keeps the filters but not the position in the results, because the cursor is long.
    shown: reviewsLink({ ...site, languages: [] }, filters, keptOf(input)),
    title: filters.query ? explorer.searchTitle(filters.query, name) : explorer.title(name),
    description: explorer.described(input.total, name),
    ...(input.aggregate_rating ? socialTitle(site, explorer.title(name), input.aggregate_rating) : {}),
    body,
    script: "explorer",
    noindex: filtered,
  });
}
