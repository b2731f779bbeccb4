import { foldForSearch } from "../../model/basics/search-folding.ts";
import { FACETS, type FacetCounts } from "../../model/facets.ts";
import { SEARCH_LIMIT, type SearchFilters } from "../../model/search.ts";
import type { Issue } from "../../model/wire/problem.ts";
import { type ExplorerInput, type ExplorerPages, renderExplorer } from "../../pages/explorer-page.ts";
import type { Language } from "../../pages/parts/languages.ts";
import type { Site } from "../../pages/parts/site.ts";
import { readFilters } from "../../snapshot/meaning/read-filters.ts";
import { idAt, reviewAt } from "../../snapshot/review-at.ts";
import type { Position, Postings, ReviewIndex } from "../../snapshot/review-index.ts";
import { facetCounts, yearsOf } from "../../snapshot/search/facets.ts";
import { coverageNotes } from "../../snapshot/search/filters.ts";
import { findPlainWords, tellingWords } from "../../snapshot/search/plain-words.ts";
import { findText, matchFilters, renderCursor, searchInTurns } from "../../snapshot/search/search.ts";
import { suggestInTurns } from "../../snapshot/search/suggestions.ts";
import { lowerBound } from "../../snapshot/search/text-index.ts";
import { formsIn } from "../../snapshot/search/word-forms.ts";
import type { Snapshot } from "../../snapshot/snapshot.ts";
import { finish, inTurns, type Turns } from "../../snapshot/turns.ts";
import { isSearchParameter, parseSearchParameters, queryOf } from "../search-parameters.ts";
import { respondForms, wantsMarkdown } from "./respond-forms.ts";
import { type PageContext, ratingOf, respondFault, siteIn } from "./respond-page.ts";

export type Wanted = { filters: SearchFilters; limit: number; cursor: string | null; issues: Issue[] };

const NOTHING_WANTED = { filters: {}, limit: SEARCH_LIMIT.fallback, cursor: null };

const nameOf = (pair: string): string => pair.slice(0, pair.indexOf("="));

/**
 * The parameters of the search endpoint. Ignores empty fields, which a form sends, and unknown parameters, which
 * campaign links contain. If one filter is wrong, the other filters stay for the next search.
 */
export function parseExplorerQuery(query: string): Wanted {
  const given = query.split("&").filter((pair) => pair.includes("=") && !pair.endsWith("="));
  const pairs = given.filter((pair) => isSearchParameter(nameOf(pair)));
  const parsed = parseSearchParameters(pairs.join("&"));
  if (!("issues" in parsed)) return { ...parsed.request, issues: [] };
  const { issues } = parsed;
  const faulty = new Set(issues.map(({ path }) => path[0]));
  const rest = parseSearchParameters(pairs.filter((pair) => !faulty.has(nameOf(pair))).join("&"));
  return "issues" in rest ? { ...NOTHING_WANTED, issues } : { ...rest.request, cursor: null, issues };
}

/** How many pages before and after this one have a link. */
const NEAR = 2;

/** The places of all pages and years among the matches. A cursor names the last review of the page before. */
function pagesOf(index: ReviewIndex, { filters, limit }: Wanted, matches: Postings, before: number): ExplorerPages {
  const count = Math.max(1, Math.ceil(matches.length / limit));
  const number = Math.floor(before / limit) + 1;
  const cursorOf = (page: number): string | null => {
    const last = matches[(page - 1) * limit - 1];
    return last === undefined ? null : renderCursor(index, filters, last);
  };
  const near = Array.from({ length: 2 * NEAR + 1 }, (_, i) => number - NEAR + i);
  const linked = [...new Set([1, ...near, count])].filter((page) => page >= 1 && page <= count);
  const years = yearsOf(index).flatMap(({ value, from, to }) => {
    const first = lowerBound(matches, from);
    const position = matches[first];
    if (position === undefined || position >= to) return [];
    return [{ year: value, cursor: cursorOf(Math.floor(first / limit) + 1), id: idAt(index, position) }];
  });
  const links = linked.sort((a, b) => a - b).map((page) => ({ number: page, cursor: cursorOf(page) }));
  return { number, count, links, years };
}

/** People who asked not to be listed are not offered as a choice, unless the URL already names them. */
const listed = (snapshot: Snapshot, technicians: FacetCounts["technician"]): FacetCounts["technician"] => {
  const hidden = new Set(snapshot.profile?.technicians.filter(({ insights }) => !insights).map(({ id }) => id));
  return technicians.filter(({ value, chosen }) => chosen || !hidden.has(value));
};

/** How many reviews are shown that have the words of a query, where none has the query itself. */
const MOST_RELATED = 10;

/** The reviews that best answer the query as a question in plain words, among those of the other filters. */
function* relatedReviews(index: ReviewIndex, { query, ...others }: SearchFilters): Turns<ExplorerInput["related"]> {
  if (query === undefined) return [];
  const kept = yield* matchFilters(index, others);
  const isKept = (position: Position): boolean => kept[lowerBound(kept, position)] === position;
  const found = yield* findPlainWords(index, query, MOST_RELATED, isKept);
  const asked = tellingWords(query);
  return found.map((position) => {
    const review = reviewAt(index, position);
    return { review, words: formsIn(foldForSearch(`${review.title ?? ""} ${review.text ?? ""}`), asked) };
  });
}

/** What the explorer page shows for a query. */
function* explorerInTurns(site: Site, snapshot: Snapshot, query: string): Turns<ExplorerInput> {
  const index = snapshot.reviews;
  const wanted = parseExplorerQuery(query);
  const { limit, cursor, issues } = wanted;
  const { filters, understood } = readFilters(index, wanted.filters);
  // Searched once, for the results and for the counts beside them.
  const text = yield* findText(index, filters);
  const search = (from: string | null) => searchInTurns(index, { filters, limit, cursor: from }, text);
  const asked = issues.length > 0 ? null : yield* search(cursor);
  // The cursor belongs to other filters or was cut off when it was copied. People get the first page instead of an
  // error.
  const found = issues.length > 0 ? null : (asked ?? (yield* search(null)));
  const further = cursor !== null && asked !== null;
  const several = found !== null && (further || found.next_cursor !== null);
  const matches = several ? yield* matchFilters(index, filters, text) : null;
  const first = found?.positions[0];
  const before = !further || matches === null ? 0 : first === undefined ? matches.length : lowerBound(matches, first);
  const facets = yield* facetCounts(index, filters, text);
  return {
    site,
    filters,
    understood,
    limit: limit === SEARCH_LIMIT.fallback ? null : limit,
    total: index.count,
    read_count: coverageNotes(index, filters).length > 0 ? index.read_count : null,
    matched: found?.matched ?? 0,
    reviews: found?.positions.map((position) => reviewAt(index, position)) ?? [],
    next_cursor: found?.next_cursor ?? null,
    before,
    further,
    pages: matches && pagesOf(index, { ...wanted, filters }, matches, before),
    facets: { ...facets, technician: listed(snapshot, facets.technician) },
    suggestions: found?.matched === 0 ? yield* suggestInTurns(index, filters) : [],
    related: found?.matched === 0 ? yield* relatedReviews(index, filters) : [],
    labels: { aspect: index.aspect_labels, topic: index.topic_labels, condition: index.condition_labels },
    issues,
    aggregate_rating: ratingOf(index),
  };
}

/** The choices of the page without filters, with those of this page marked as chosen. */
function allFacets(snapshot: Snapshot, here: FacetCounts): FacetCounts {
  const all = finish(facetCounts(snapshot.reviews, {}, null));
  const facets = { ...all, technician: listed(snapshot, all.technician) };
  const entries = FACETS.map((name) => {
    const chosen = new Set(here[name].flatMap((value) => (value.chosen ? [value.value] : [])));
    return [name, facets[name].map((value) => ({ ...value, chosen: chosen.has(value.value) }))];
  });
  return Object.fromEntries(entries) as FacetCounts; // one entry for each facet
}

/**
 * For static files: the page for a query, how many reviews match, and the cursor of the next page. A choice on the page
 * replaces the filter instead of adding one, because each file has one filter.
 */
export function renderExplorerAt(site: Site, snapshot: Snapshot, query: string) {
  const input = finish(explorerInTurns(site, snapshot, query));
  const markup = renderExplorer({ ...input, facets: allFacets(snapshot, input.facets), added_to: {} });
  return { markup, matched: input.matched, next_cursor: input.next_cursor };
}

export function explorerPage(
  context: PageContext,
  request: Request,
  snapshot: Snapshot,
  language?: Language,
): Response | Promise<Response> {
  const { base_url, respondProblem } = context;
  const respond = (input: ExplorerInput): Response => {
    const { issues } = input;
    if (issues.length === 0) return respondForms(context, request, snapshot, renderExplorer(input));
    if (!wantsMarkdown(request)) return respondFault(400, renderExplorer(input));
    const detail = issues.map(({ message }) => message).join("; ");
    return respondProblem(request, "invalid_parameters", { detail, issues });
  };
  const input = inTurns(explorerInTurns(siteIn(base_url, snapshot, language), snapshot, queryOf(request.url)));
  return input instanceof Promise ? input.then(respond) : respond(input);
}
