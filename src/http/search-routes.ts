import { contentHash } from "../model/basics/content-hash.ts";
import { cut } from "../model/basics/cut.ts";
import { demonstrationMark } from "../model/demonstration.ts";
import type { SearchRequest, Suggestion } from "../model/search.ts";
import { VARY_BY_FORM } from "../model/wire/common-headers.ts";
import type { Issue } from "../model/wire/problem.ts";
import { searchUrl } from "../render/links.ts";
import { CSV_TYPE, JSON_TYPE } from "../render/media-types.ts";
import { deletedSince } from "../snapshot/deleted.ts";
import { type ReadStatistics, readStatistics, withCounts } from "../snapshot/meaning/narrower.ts";
import { type ReadFilters, readFilters, understoodMember } from "../snapshot/meaning/read-filters.ts";
import { hashesAt, runsOf } from "../snapshot/review-at.ts";
import { coverageNotes } from "../snapshot/search/filters.ts";
import { type SearchResult, searchInTurns } from "../snapshot/search/search.ts";
import { suggestInTurns } from "../snapshot/search/suggestions.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { inTurns, type Turns } from "../snapshot/turns.ts";
import { csvOf, wantsCsv } from "./csv-routes.ts";
import { respondParts } from "./respond.ts";
import { parseSearchParameters, parseStatisticsParameters, queryOf } from "./search-parameters.ts";
import type { ReadContext } from "./snapshot-route.ts";

const encoder = new TextEncoder();

function refuse({ respondProblem }: ReadContext, request: Request, issues: Issue[]): Response {
  const detail = issues.map(({ message }) => message).join("; ");
  return respondProblem(request, "invalid_parameters", { detail, issues });
}

const noteMember = ([note]: readonly string[]): { note?: string } => (note === undefined ? {} : { note });

/** A request with ids in place of words. */
type ReadRequest = SearchRequest & ReadFilters;
type Found = SearchResult & Pick<ReadFilters, "understood"> & { suggestions: Suggestion[] };

/** The results, or suggestions if nothing matches. Null if the cursor does not belong to these filters. */
function* findOrSuggest({ reviews }: Snapshot, request: ReadRequest): Turns<Found | null> {
  const found = yield* searchInTurns(reviews, request);
  if (!found) return null;
  const understood = yield* withCounts(reviews, request.filters, request.understood);
  return {
    ...found,
    understood,
    suggestions: found.matched > 0 ? [] : yield* suggestInTurns(reviews, request.filters),
  };
}

function respondSearch(
  { base_url }: ReadContext,
  request: Request,
  snapshot: Snapshot,
  { filters, limit }: ReadRequest,
  found: Found,
): Response {
  const index = snapshot.reviews;
  const { matched, positions, next_cursor, suggestions, understood } = found;
  const next_url = next_cursor ? searchUrl(base_url, { filters, limit, cursor: next_cursor }) : null;
  const head = JSON.stringify({
    ...demonstrationMark(snapshot.demonstration),
    query: filters,
    ...understoodMember(understood),
    total: index.count,
    matched,
    returned: positions.length,
    limit,
    ...noteMember(coverageNotes(index, filters)),
    next_url,
    suggestions: suggestions.map(({ kind, query, matched: count }) => ({
      kind,
      query,
      matched: count,
      url: searchUrl(base_url, { filters: query, limit, cursor: null }),
    })),
  });
  const changed_ms = Date.parse(snapshot.changed_at);
  if (wantsCsv(request.headers.get("accept"))) {
    const hash = contentHash(CSV_TYPE, head, hashesAt(index, positions));
    const link = next_url === null ? {} : { link: `<${next_url}>; rel="next"` };
    const parts = [csvOf(snapshot, positions)];
    return respondParts(request, { content_type: CSV_TYPE, hash, changed_ms, parts, ...link, vary: VARY_BY_FORM });
  }
  const { updated_since } = filters;
  const deleted = updated_since === undefined ? null : encoder.encode(deletedSince(index, updated_since));
  return respondParts(request, {
    content_type: JSON_TYPE,
    hash: contentHash(head, hashesAt(index, positions), deleted ?? ""),
    changed_ms,
    vary: VARY_BY_FORM,
    parts: [
      encoder.encode(`${head.slice(0, -1)},"reviews":[`),
      ...runsOf(index, positions),
      ...(deleted ? [encoder.encode('],"deleted":'), deleted, encoder.encode("}")] : [encoder.encode("]}")]),
    ],
  });
}

export function serveSearch(context: ReadContext, request: Request, snapshot: Snapshot): Response | Promise<Response> {
  const parsed = parseSearchParameters(queryOf(request.url));
  if ("issues" in parsed) return refuse(context, request, parsed.issues);
  const asked = { ...parsed.request, ...readFilters(snapshot.reviews, parsed.request.filters) };
  const respond = (found: Found | null): Response => {
    if (found) return respondSearch(context, request, snapshot, asked, found);
    const message = "cursor does not belong to this search: use the one in next_url, with the same filters";
    const received = cut(parsed.request.cursor ?? "");
    return refuse(context, request, [{ path: ["cursor"], code: "invalid_cursor", message, received }]);
  };
  const found = inTurns(findOrSuggest(snapshot, asked));
  return found instanceof Promise ? found.then(respond) : respond(found);
}

export function serveStatistics(
  context: ReadContext,
  request: Request,
  snapshot: Snapshot,
): Response | Promise<Response> {
  const parsed = parseStatisticsParameters(queryOf(request.url));
  if ("issues" in parsed) return refuse(context, request, parsed.issues);
  const read = readFilters(snapshot.reviews, parsed.filters);
  const { filters } = read;
  const respond = ({ query, understood, ...body }: ReadStatistics): Response => {
    const notes = coverageNotes(snapshot.reviews, filters, parsed.group_by);
    const head = { ...demonstrationMark(snapshot.demonstration), query, ...understoodMember(understood) };
    const whole = { ...head, ...body, ...noteMember(notes) };
    const bytes = encoder.encode(JSON.stringify(whole));
    return respondParts(request, {
      content_type: JSON_TYPE,
      hash: contentHash(bytes),
      changed_ms: Date.parse(snapshot.changed_at),
      parts: [bytes],
    });
  };
  const found = inTurns(readStatistics(snapshot.reviews, read, parsed.group_by));
  return found instanceof Promise ? found.then(respond) : respond(found);
}
