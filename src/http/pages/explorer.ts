import type { ExplorerFilters } from "../../model/explorer.ts";
import type { Issue } from "../../model/problem.ts";
import { SOURCES } from "../../model/review.ts";
import { SEARCH_LIMIT } from "../../model/search.ts";
import { type ExplorerInput, renderExplorer } from "../../pages/explorer.ts";
import { facetCounts } from "../../snapshot/facets.ts";
import { reviewAt } from "../../snapshot/review-at.ts";
import { search } from "../../snapshot/search.ts";
import type { Snapshot } from "../../snapshot/snapshot.ts";
import { isSearchParameter, parseSearchParameters } from "../search-parameters.ts";
import { type PageContext, respondFault, respondPage, siteOf } from "./respond-page.ts";

type Wanted = { filters: ExplorerFilters; limit: number; cursor: string | null; issues: Issue[] };

const nameOf = (pair: string): string => pair.slice(0, pair.indexOf("="));

/**
 * The parameters of the search endpoint, and `source`. Empty fields, which a form sends, and unknown parameters, which
 * campaign links carry, are ignored.
 */
function parseExplorerQuery(query: string): Wanted {
  const pairs = query.split("&").filter((pair) => pair.includes("=") && !pair.endsWith("="));
  const own = pairs.filter((pair) => nameOf(pair) === "source");
  const parsed = parseSearchParameters(pairs.filter((pair) => isSearchParameter(nameOf(pair))).join("&"));
  const source = SOURCES.find((name) => own.length === 1 && own[0] === `source=${name}`);
  const issues = "issues" in parsed ? parsed.issues : [];
  if (own.length > 0 && !source) {
    const message = `source must be one of ${SOURCES.join(", ")}`;
    issues.unshift({ path: ["source"], code: "invalid_value", message });
  }
  if ("issues" in parsed || issues.length > 0) {
    return { filters: {}, limit: SEARCH_LIMIT.fallback, cursor: null, issues };
  }
  const { filters, limit, cursor } = parsed.request;
  return { filters: source ? { ...filters, source } : filters, limit, cursor, issues };
}

const queryOf = (url: string): string => URL.parse(url)?.search.slice(1) ?? "";

/** The explorer page for a query, and what is wrong with the query. */
export function renderExplorerPage(base_url: string, snapshot: Snapshot, query: string) {
  const index = snapshot.reviews;
  const { filters, limit, cursor, issues } = parseExplorerQuery(query);
  // The cursor belongs to other filters or was cut off when it was copied: for a person the first page is better than an error.
  const first = { filters, limit, cursor: null };
  const found = issues.length > 0 ? null : (search(index, { filters, limit, cursor }) ?? search(index, first));
  const input: ExplorerInput = {
    site: siteOf(base_url, snapshot),
    filters,
    limit: limit === SEARCH_LIMIT.fallback ? null : limit,
    total: index.count,
    matched: found?.matched ?? 0,
    reviews: found?.positions.map((position) => reviewAt(index, position)) ?? [],
    next_cursor: found?.next_cursor ?? null,
    further: cursor !== null,
    facets: facetCounts(index, filters),
    issues,
  };
  return { markup: renderExplorer(input), issues };
}

export function explorerPage({ base_url }: PageContext, request: Request, snapshot: Snapshot): Response {
  const { markup, issues } = renderExplorerPage(base_url, snapshot, queryOf(request.url));
  if (issues.length === 0) return respondPage(request, snapshot, markup);
  return respondFault(400, markup);
}
