import { contentHash } from "../model/basics/content-hash.ts";
import { cut } from "../model/basics/cut.ts";
import { isCalendarDate } from "../model/basics/time.ts";
import { f64At } from "../model/basics/typed-array.ts";
import { demonstrationMark, markJson } from "../model/demonstration.ts";
import type { ReviewInsights } from "../model/insights-document.ts";
import { COMMON_HEADERS } from "../model/wire/common-headers.ts";
import type { Route, RouteRequest } from "../model/wire/route.ts";
import { PATHS } from "../render/links.ts";
import { JSON_TYPE } from "../render/media-types.ts";
import { bytesAt, hashAt, positionOf } from "../snapshot/review-at.ts";
import { reviewsSince } from "../snapshot/since.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { serveChanges } from "./changes-route.ts";
import { serveCsv } from "./csv-routes.ts";
import { respondDocument, respondParts, respondRanges } from "./respond.ts";
import { serveSearch, serveStatistics } from "./search-routes.ts";
import { type AnswerSnapshot, type ReadContext, snapshotRoute } from "./snapshot-route.ts";

const encoder = new TextEncoder();
/** Replaces the brace that opens a review. */
const MARK = encoder.encode('{"demonstration":true,');

/** The read side of the contract, one line per route. */
export function readRoutes(context: ReadContext): Route[] {
  const { current } = context;
  const get = (path: string, answer: AnswerSnapshot): Route => snapshotRoute(context, path, answer);
  const document = (path: string): Route =>
    get(path, (request, snapshot) => serveDocument(context, request, snapshot, path));
  return [
    document("/reviews.json"),
    get(PATHS.csv, serveCsv),
    document("/insights.json"),
    document("/api/feed.json"),
    document("/feed.xml"),
    get(PATHS.changes, (request, snapshot) => {
      return serveChanges(context, request, snapshot) ?? serveDocument(context, request, snapshot, PATHS.changes);
    }),
    document("/.well-known/openapi.json"),
    document("/.well-known/ai-catalog.json"),
    document("/mcp/server-card"),
    get("/api/reviews/search", (request, snapshot) => serveSearch(context, request, snapshot)),
    get("/api/reviews/stats", (request, snapshot) => serveStatistics(context, request, snapshot)),
    get("/api/reviews/since/:date", (request, snapshot) => serveSince(context, request, snapshot)),
    get("/api/reviews/:id", (request, snapshot) => serveReview(context, request, snapshot)),
    { path: "/healthz", methods: ["GET"], limit: null, handle: () => state(200, "ok") },
    {
      path: "/readyz",
      methods: ["GET"],
      limit: null,
      handle: () => {
        const reason = current.outdated();
        if (reason !== null) return state(503, "outdated", reason);
        return current.get() ? state(200, "ready") : state(503, "starting");
      },
    },
  ];
}

const state = (status: number, value: string, reason?: string): Response =>
  new Response(JSON.stringify({ status: value, reason }), {
    status,
    headers: { ...COMMON_HEADERS, "Content-Type": JSON_TYPE, "Cache-Control": "no-store" },
  });

/** The documents that can be large. */
const RANGED: ReadonlySet<string> = new Set([PATHS.reviews, PATHS.insights, PATHS.json_feed, PATHS.atom_feed]);

function serveDocument(
  { respondProblem }: ReadContext,
  request: Request,
  snapshot: Snapshot,
  path: string,
): Response | Promise<Response> {
  const document = snapshot.documents.get(path);
  if (document && RANGED.has(path)) {
    return respondRanges(request, document, (length) =>
      respondProblem(request, "range_not_satisfiable", {
        detail: `the document has ${length} bytes in this encoding`,
        headers: { "Content-Range": `bytes */${length}`, "Accept-Ranges": "bytes", Vary: "Accept-Encoding" },
      }),
    );
  }
  if (document) return respondDocument(request, document);
  return respondProblem(request, "not_found", { detail: `${path} is not served here` });
}

function serveSince({ respondProblem }: ReadContext, request: RouteRequest, snapshot: Snapshot): Response {
  const date = request.params.date ?? "";
  if (!isCalendarDate(date)) {
    const message = "date must be a real calendar date, YYYY-MM-DD";
    const issues = [{ path: ["date"], code: "invalid_date", message, received: cut(date) }];
    return respondProblem(request, "invalid_date", { detail: message, issues });
  }
  return respondParts(request, {
    content_type: JSON_TYPE,
    ...reviewsSince(snapshot.reviews, date, demonstrationMark(snapshot.demonstration)),
  });
}

/** 410 for a review that was removed, 404 for an unknown id. */
const missing = ({ respondProblem }: ReadContext, request: Request, snapshot: Snapshot, id: string): Response =>
  snapshot.reviews.tombstones.ids.has(id)
    ? respondProblem(request, "gone", { detail: "this review was removed" })
    : respondProblem(request, "not_found", { detail: "no review has this id" });

function serveReview(context: ReadContext, request: RouteRequest, snapshot: Snapshot): Response {
  const id = request.params.id ?? "";
  const index = snapshot.reviews;
  const position = positionOf(index, id);
  if (position === null) return missing(context, request, snapshot, id);
  return respondParts(request, {
    content_type: JSON_TYPE,
    hash: `${snapshot.demonstration ? "d" : ""}${Buffer.from(hashAt(index, position)).toString("base64url")}`,
    changed_ms: f64At(index.changed_ms, position), // positionOf found it in range
    parts: snapshot.demonstration ? [MARK, bytesAt(index, position).subarray(1)] : [bytesAt(index, position)],
  });
}

/** The analysis of one review. It is an argument, because http must not import the engine. */
export function reviewInsightsRoute(
  context: ReadContext,
  reviewInsights: (snapshot: Snapshot, id: string) => ReviewInsights | null,
): Route {
  return snapshotRoute(context, "/api/reviews/:id/insights", (request, snapshot) => {
    const id = request.params.id ?? "";
    const found = reviewInsights(snapshot, id);
    if (!found) return missing(context, request, snapshot, id);
    const bytes = encoder.encode(markJson(JSON.stringify(found), snapshot.demonstration));
    return respondParts(request, {
      content_type: JSON_TYPE,
      hash: contentHash(bytes),
      changed_ms: Date.parse(snapshot.changed_at),
      parts: [bytes],
    });
  });
}
