import { COMMON_HEADERS } from "../../model/common-headers.ts";
import { PROBLEMS, type RespondProblem } from "../../model/problem.ts";
import type { Route, RouteRequest } from "../../model/route.ts";
import { renderErrorPage } from "../../pages/error-page.ts";
import { renderReviewPage } from "../../pages/review-page.ts";
import { positionOf, reviewAt } from "../../snapshot/review-at.ts";
import type { Snapshot } from "../../snapshot/snapshot.ts";
import { pathOf } from "../problems.ts";
import { respondDocument } from "../respond.ts";
import { type Answer, snapshotRoute } from "../snapshot-route.ts";
import { explorerPage } from "./explorer.ts";
import { type PageContext, respondFault, respondPage, siteOf } from "./respond-page.ts";

/** Pages that are prepared with the snapshot, and files for browsers and crawlers. */
const DOCUMENT_PATHS = [
  "/",
  "/insights",
  "/policy",
  "/developers",
  "/developers/reference",
  "/developers/errors",
  "/developers/mcp",
  "/developers/websub",
  "/developers/changelog",
  "/badge.svg",
  "/widget.js",
  "/card.png",
  "/icon.svg",
  "/llms.txt",
  "/robots.txt",
  "/sitemap.xml",
  "/.well-known/api-catalog",
  "/.well-known/security.txt",
] as const;

const PAGE_PATH = /^\/($|reviews$|reviews\/|insights$|policy$|developers(\/|$))/;
const DATA_PATH = /^\/(api|mcp|\.well-known|assets)(\/|$)|\.\w+$/;

/**
 * People get an error page: at the address of a page, and when a browser opens an address that does not exist
 * (Sec-Fetch-Dest). Everything else gets the problem as JSON.
 */
function isForPeople(request: Request): boolean {
  if (request.method !== "GET" && request.method !== "HEAD") return false;
  const path = pathOf(request);
  return PAGE_PATH.test(path) || (request.headers.get("sec-fetch-dest") === "document" && !DATA_PATH.test(path));
}

export function openPageProblems(context: Omit<PageContext, "evidenceOf">): RespondProblem {
  const { current, base_url, respondProblem } = context;
  return (request, code, details) => {
    if (!isForPeople(request)) return respondProblem(request, code, details);
    const { status, title } = PROBLEMS[code];
    const site = siteOf(base_url, current.get());
    const page = { site, path: pathOf(request), status, title, detail: details.detail, id: details.id ?? null };
    return respondFault(status, renderErrorPage(page), details.headers);
  };
}

function reviewPage(context: PageContext, request: RouteRequest, snapshot: Snapshot): Response {
  const { base_url, respondProblem } = context;
  const id = request.params.id ?? "";
  const position = positionOf(snapshot.reviews, id);
  if (position === null) {
    return snapshot.reviews.tombstones.ids.has(id)
      ? respondProblem(request, "gone", { detail: "this review was removed" })
      : respondProblem(request, "not_found", { detail: "no review has this id" });
  }
  const review = reviewAt(snapshot.reviews, position);
  const site = siteOf(base_url, snapshot);
  return respondPage(request, snapshot, renderReviewPage({ site, review, evidence: context.evidenceOf(snapshot, id) }));
}

export function pageRoutes(context: PageContext): Route[] {
  const { respondProblem } = context;
  const get = (path: string, answer: Answer): Route => snapshotRoute(context, path, answer);
  const document = (path: string): Route =>
    get(path, (request, snapshot) => {
      const found = snapshot.documents.get(path.includes(":") ? pathOf(request) : path);
      return found
        ? respondDocument(request, found)
        : respondProblem(request, "not_found", { detail: "nothing is served at this path" });
    });
  return [
    ...DOCUMENT_PATHS.map(document),
    document("/assets/:file"),
    get("/reviews", (request, snapshot) => explorerPage(context, request, snapshot)),
    {
      path: "/reviews/",
      methods: ["GET"],
      limit: "read",
      handle: (request) => {
        const Location = `${context.base_url}/reviews${URL.parse(request.url)?.search ?? ""}`;
        return new Response(null, { status: 308, headers: { ...COMMON_HEADERS, Location } });
      },
    },
    get("/reviews/:id", (request, snapshot) => reviewPage(context, request, snapshot)),
  ];
}
