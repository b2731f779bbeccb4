import type { Issue } from "../../model/problem.ts";
import { SEARCH_LIMIT, type SearchFilters } from "../../model/search.ts";
import { type ExplorerInput, renderExplorer } from "../../pages/explorer.ts";
import { facetCounts } from "../../snapshot/facets.ts";
import { reviewAt } from "../../snapshot/review-at.ts";
import { findText, searchInTurns } from "../../snapshot/search.ts";
import type { Snapshot } from "../../snapshot/snapshot.ts";
import { suggestInTurns } from "../../snapshot/suggestions.ts";
import { finish, inTurns, type Turns } from "../../snapshot/turns.ts";
import { isSearchParameter, parseSearchParameters } from "../search-parameters.ts";
import { type PageContext, respondFault, respondPage, siteOf } from "./respond-page.ts";

type Wanted = { filters: SearchFilters; limit: number; cursor: string | null; issues: Issue[] };

const nameOf = (pair: string): string => pair.slice(0, pair.indexOf("="));

/**
 * The parameters of the search endpoint. Empty fields, which a form sends, and unknown parameters, which campaign links
 * carry, are ignored.
 */
function parseExplorerQuery(query: string): Wanted {
  const pairs = query.split("&").filter((pair) => pair.includes("=") && !pair.endsWith("="));
  const parsed = parseSearchParameters(pairs.filter((pair) => isSearchParameter(nameOf(pair))).join("&"));
  if (!("issues" in parsed)) return { ...parsed.request, issues: [] };
  return { filters: {}, limit: SEARCH_LIMIT.fallback, cursor: null, issues: parsed.issues };
}

const queryOf = (url: string): string => URL.parse(url)?.search.slice(1) ?? "";

/** What the explorer page shows for a query. */
function* explorerInTurns(base_url: string, snapshot: Snapshot, query: string): Turns<ExplorerInput> {
  const index = snapshot.reviews;
  const { filters, limit, cursor, issues } = parseExplorerQuery(query);
  // Found once, for the results and for the counts beside them.
  const text = yield* findText(index, filters);
  const search = (from: string | null) => searchInTurns(index, { filters, limit, cursor: from }, text);
  // The cursor belongs to other filters or was cut off when it was copied: for a person the first page is better than an error.
  const found = issues.length > 0 ? null : ((yield* search(cursor)) ?? (yield* search(null)));
  return {
    site: siteOf(base_url, snapshot),
    filters,
    limit: limit === SEARCH_LIMIT.fallback ? null : limit,
    total: index.count,
    matched: found?.matched ?? 0,
    reviews: found?.positions.map((position) => reviewAt(index, position)) ?? [],
    next_cursor: found?.next_cursor ?? null,
    further: cursor !== null,
    facets: yield* facetCounts(index, filters, text),
    suggestions: found?.matched === 0 ? yield* suggestInTurns(index, filters) : [],
    labels: { aspect: index.aspect_labels, topic: index.topic_labels },
    issues,
  };
}

/** The page without filters. */
export const renderExplorerHome = (base_url: string, snapshot: Snapshot): string =>
  renderExplorer(finish(explorerInTurns(base_url, snapshot, "")));

export function explorerPage(
  { base_url }: PageContext,
  request: Request,
  snapshot: Snapshot,
): Response | Promise<Response> {
  const respond = (input: ExplorerInput): Response =>
    input.issues.length === 0
      ? respondPage(request, snapshot, renderExplorer(input))
      : respondFault(400, renderExplorer(input));
  const input = inTurns(explorerInTurns(base_url, snapshot, queryOf(request.url)));
  return input instanceof Promise ? input.then(respond) : respond(input);
}
