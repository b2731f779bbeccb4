import type { AggregateRating } from "../model/documents.ts";
import type { FacetCounts } from "../model/facets.ts";
import type { Understood } from "../model/meaning.ts";
import type { Review } from "../model/review.ts";
import { QUERY_MAX_CHARACTERS, type SearchFilters, type Suggestion } from "../model/search.ts";
import type { Issue } from "../model/wire/problem.ts";
import { describeFilters, renderChosen, renderUnderstood } from "./chosen-filters.ts";
import { renderFacets, type ThemeLabels } from "./facets.ts";
import { html, type Markup, NOTHING } from "./parts/html.ts";
import { renderPage, socialTitle } from "./parts/layout.ts";
import { RESULTS_ID, reviewsLink } from "./parts/page-links.ts";
import { wordsOf } from "./parts/page-words.ts";
import { pagingLinks } from "./parts/paging.ts";
import { reviewCard } from "./parts/review-card.ts";
import { type Site, siteName } from "./parts/site.ts";

/** A page is found by its cursor; the first needs none. */
export type ExplorerPages = {
  /** From 1. */
  number: number;
  count: number;
  /** The first, the last, and those around this one, in order. */
  links: { number: number; cursor: string | null }[];
  /** For each year: the page on which its newest review is, and that review. */
  years: { year: string; cursor: string | null; id: string }[];
};

export type ExplorerInput = {
  site: Site;
  filters: SearchFilters;
  /** How words of the URL were read that are no ID and no label. */
  understood: Understood[];
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
  /** True if the URL has a cursor, so this is not the first page. */
  further: boolean;
  /** Null if nothing is searched for. */
  pages: ExplorerPages | null;
  facets: FacetCounts;
  /** Other filters that match something, if nothing matches. */
  suggestions: Suggestion[];
  /** Reviews with words of the query or forms of them, best first, if no review has the query itself. */
  related: { review: Review; words: string[] }[];
  labels: ThemeLabels;
  /** Faults in the URL. If there are any, no search is run. */
  issues: Issue[];
  /** The filters to which a choice is added, if they are not those of the page. */
  added_to?: SearchFilters;
  /** The rating of all reviews, independent of the filters. */
  aggregate_rating?: AggregateRating;
};

const keptOf = ({ limit }: ExplorerInput): Record<string, string> => (limit === null ? {} : { limit: String(limit) });

/** The dates are fields of the form, too, and stand with the filters: a date has several Tab stops. */
const FORM_ID = "search";

function searchForm(input: ExplorerInput): Markup {
  const { site, filters } = input;
  const { explorer } = wordsOf(site);
  const hidden = Object.entries({ ...filters, ...keptOf(input) }).filter(
    ([name]) => !["query", "since", "until"].includes(name),
  );
  const value = html`value="${filters.query ?? ""}" maxlength="${QUERY_MAX_CHARACTERS}"`;
  return html`<form class="search" id="${FORM_ID}" action="${reviewsLink(site)}" method="get" role="search" data-search>
<p class="field wide"><label for="query">${explorer.search_label}</label>
<input id="query" name="query" type="search" ${value} autocomplete="off" spellcheck="false" enterkeyhint="search"></p>
${hidden.map(([name, value]) => html`<input type="hidden" name="${name}" value="${String(value)}">`)}
<p class="field"><button type="submit">${explorer.search}</button></p>
</form>`;
}

function dateFields({ site, filters }: ExplorerInput): Markup {
  const { explorer } = wordsOf(site);
  const dateField = (name: "since" | "until", label: string): Markup => {
    const named = html`id="${name}" name="${name}" form="${FORM_ID}" value="${filters[name] ?? ""}"`;
    const field = html`<input ${named} type="date" max="9999-12-31" autocomplete="off">`;
    return html`<p class="field"><label for="${name}">${label}</label>${field}</p>`;
  };
  const both = html`${dateField("since", explorer.from)}${dateField("until", explorer.to)}`;
  return html`<div class="dates" role="group" aria-label="${explorer.dates}" data-server>${both}</div>`;
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
      ? html` · <span class="of">${explorer.showing(before + 1, before + reviews.length, matched)}</span>`
      : null
  }</p>${typeof read_count === "number" ? html`<p class="note">${explorer.readOf(read_count, total)}</p>` : null}`;
}

function paging(input: ExplorerInput): Markup {
  const { site, filters, pages } = input;
  if (pages === null || pages.count < 2) return NOTHING;
  const { explorer } = wordsOf(site);
  const href = (cursor: string | null, hash = "") =>
    reviewsLink(site, filters, { ...keptOf(input), ...(cursor === null ? {} : { cursor }) }) + hash;
  const years = pages.years.map(
    ({ year, cursor, id }) => html`<li><a href="${href(cursor, `#${id}`)}">${year}</a></li>`,
  );
  return html`${pagingLinks({
    site,
    number: pages.number,
    count: pages.count,
    pages: pages.links.map(({ number, cursor }) => ({ number, href: href(cursor) })),
  })}${
    years.length < 2
      ? null
      : html`<nav class="years" aria-label="${explorer.years}"><span>${explorer.years}</span><ul class="inline">${years}</ul></nav>`
  }`;
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

function relatedList({ site, related }: ExplorerInput): Markup {
  if (related.length === 0) return NOTHING;
  const { explorer } = wordsOf(site);
  return html`<h2>${explorer.related}</h2>
<div class="reviews">${related.map(({ review, words }) => reviewCard(site, review, words, related.length))}</div>`;
}

/** The links that remove a filter are shown on top, and come last, just before the filters: each is a Tab stop. */
function results(input: ExplorerInput): Markup {
  const { site, filters, understood, reviews, total, issues } = input;
  const { explorer } = wordsOf(site);
  if (issues.length > 0) return issueList(input);
  const all = html`<a href="${reviewsLink(site)}" data-all>${explorer.show_all}</a>`;
  const about = html`${outcome(input)}${renderUnderstood(site, understood, input.labels)}`;
  return html`${about}<h2 class="hidden">${explorer.results}</h2>
<div class="reviews">${reviews.map((review) => reviewCard(site, review, filters.query, reviews.length))}</div>
${suggestionList(input)}
${relatedList(input)}
${reviews.length === 0 && total > 0 ? html`<p class="note">${explorer.advice} ${all}</p>` : null}
${paging(input)}
${renderChosen(site, filters, input.labels)}`;
}

export function renderExplorer(input: ExplorerInput): string {
  const { site, filters, issues } = input;
  const { explorer, overview } = wordsOf(site);
  const name = siteName(site);
  const filtered = Object.keys(filters).length > 0 || input.further || input.limit !== null || issues.length > 0;
  const narrowed = Object.keys(filters).filter((key) => key !== "query").length;
  const lists = renderFacets(site, input.facets, input.added_to ?? filters, input.labels);
  const heading = html`<h2 class="hidden">${explorer.filters}</h2>`;
  const group = html`role="group" aria-label="${explorer.filters}" data-part="facets" tabindex="-1"`;
  const facets = html`<div ${group}>${heading}${lists}</div>`;
  const body = html`<h1>${explorer.heading}</h1>
${searchForm(input)}
<p class="hidden" role="status" data-live data-busy="${overview.busy}"></p>
<div class="explorer">
<div class="results" id="${RESULTS_ID}" data-results data-part="results" tabindex="-1">
${results(input)}
</div>
<details class="facets" id="facets"><summary><span data-part="count">${explorer.filterCount(narrowed)}</span></summary>
<div class="sheet">${facets}${dateFields(input)}</div></details>
</div>`;
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
    // The twin of another page than the first is named by its Link header, because the cursor is long.
    twin: issues.length === 0 && !input.further,
    results: explorer.skip,
    noindex: filtered,
  });
}
