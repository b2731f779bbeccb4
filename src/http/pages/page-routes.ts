import { COMMON_HEADERS } from "../../model/wire/common-headers.ts";
import { PROBLEMS, type RespondProblem } from "../../model/wire/problem.ts";
import type { Route, RouteRequest } from "../../model/wire/route.ts";
import { DEVELOPER_PATHS } from "../../pages/developers/developer-paths.ts";
import { renderErrorPage } from "../../pages/error-page.ts";
import { LANGUAGES, type Language, languagesFor } from "../../pages/parts/languages.ts";
import { pagePathOf, twinAddress } from "../../pages/parts/page-twin.ts";
import { renderReviewPage } from "../../pages/review-page.ts";
import { USUAL_PATHS } from "../../render/links.ts";
import { OPEN_SEARCH_PATH } from "../../render/open-search.ts";
import { neighborsAt, positionOf, reviewAt } from "../../snapshot/review-at.ts";
import type { Snapshot } from "../../snapshot/snapshot.ts";
import { pathOf } from "../problems.ts";
import { respondDocument } from "../respond.ts";
import { type AnswerSnapshot, snapshotRoute } from "../snapshot-route.ts";
import { badgePicture, configuratorPage, framePage, widgetScript } from "./respond-embeds.ts";
import { explorerPage } from "./respond-explorer.ts";
import { respondForms, respondPreparedForms, wantsMarkdown } from "./respond-forms.ts";
import { overviewPage } from "./respond-overview.ts";
import { type PageContext, respondFault, siteIn, siteOfReview, spokenIn } from "./respond-page.ts";

/** Files for browsers and crawlers. */
const DOCUMENT_PATHS = [
  "/card.png",
  "/icon.svg",
  "/llms.txt",
  "/robots.txt",
  "/sitemap.xml",
  OPEN_SEARCH_PATH,
  "/.well-known/api-catalog",
  "/.well-known/security.txt",
] as const;

const RELOAD_SECONDS = "3";

/** Pages that are rendered with the snapshot. In another language they have the same path after a language prefix. */
const TRANSLATED_PATHS = ["/insights", "/policy"] as const;
const LANGUAGE_PREFIX = new RegExp(`^/(${LANGUAGES.join("|")})(?=/|$)`);
const PAGE_PATH = /^\/($|reviews$|reviews\/|insights$|policy$|embed(\/|$)|developers(\/|$))/;
const DATA_PATH = /^\/(api|mcp|\.well-known|assets)(\/|$)|\.\w+$/;

/**
 * True if people should get an error page: at the address of a page, and when a browser opens an address that does not
 * exist (Sec-Fetch-Dest). Other requests get the problem as JSON.
 */
function isForPeople(request: Request): boolean {
  if (request.method !== "GET" && request.method !== "HEAD") return false;
  const path = splitLanguage(pathOf(request)).path;
  if (wantsMarkdown(request)) return false;
  return PAGE_PATH.test(path) || (request.headers.get("sec-fetch-dest") === "document" && !DATA_PATH.test(path));
}

function splitLanguage(given: string): { language: Language | undefined; path: string } {
  const [prefix = "", name] = LANGUAGE_PREFIX.exec(given) ?? [];
  return { language: LANGUAGES.find((language) => language === name), path: given.slice(prefix.length) || "/" };
}

export function createPageProblems(context: Omit<PageContext, "evidenceOf">): RespondProblem {
  const { current, base_url, respondProblem } = context;
  return (request, code, details) => {
    if (!isForPeople(request)) return respondProblem(request, code, details);
    const { status, title } = PROBLEMS[code];
    const { language, path } = splitLanguage(pathOf(request));
    const site = siteIn(base_url, current.get(), language);
    const page = { site, path, status, title, detail: details.detail, id: details.id ?? null };
    // The page of a server that starts reloads itself until the reviews are there.
    const refresh: Record<string, string> = code === "not_ready" ? { Refresh: RELOAD_SECONDS } : {};
    return respondFault(status, renderErrorPage(page), { ...details.headers, ...refresh });
  };
}

function reviewPage(context: PageContext, request: RouteRequest, snapshot: Snapshot, language?: Language): Response {
  const { base_url, respondProblem } = context;
  const id = pagePathOf(request.params.id ?? "");
  const position = positionOf(snapshot.reviews, id);
  if (position === null) {
    return snapshot.reviews.tombstones.ids.has(id)
      ? respondProblem(request, "gone", { detail: "this review was removed" })
      : respondProblem(request, "not_found", { detail: "no review has this id" });
  }
  const review = reviewAt(snapshot.reviews, position);
  const site = siteOfReview(siteIn(base_url, snapshot, language), snapshot, id);
  const evidence = context.evidenceOf(snapshot, id);
  const neighbors = neighborsAt(snapshot.reviews, position);
  return respondForms(context, request, snapshot, renderReviewPage({ site, review, evidence, ...neighbors }));
}

function respondPrepared(
  context: PageContext,
  request: Request,
  snapshot: Snapshot,
  path: string,
): Response | Promise<Response> {
  const found = snapshot.documents.get(path);
  if (!found) return context.respondProblem(request, "not_found", { detail: "nothing is served at this path" });
  return found.vary ? respondPreparedForms(context, request, snapshot, path, found) : respondDocument(request, found);
}

function redirect(base_url: string, request: Request, path: string, status: 307 | 308): Response {
  const Location = `${base_url}${path}${URL.parse(request.url)?.search ?? ""}`;
  return new Response(null, { status, headers: { ...COMMON_HEADERS, Location } });
}

const movedRoute = ({ base_url }: PageContext, from: string, path: string): Route => ({
  path: from,
  methods: ["GET"],
  limit: "read",
  handle: (request) => redirect(base_url, request, path, 308),
});

const slashRoute = (context: PageContext, path: string): Route => movedRoute(context, `${path}/`, path);

/** Pages under a language prefix. Redirects to the page without it if that has this language, or it is not offered. */
function translatedRoutes(context: PageContext, language: Language): Route[] {
  const { base_url } = context;
  const here = (path: string): string => (path === "/" ? `/${language}` : `/${language}${path}`);
  const offered =
    (answer: AnswerSnapshot): AnswerSnapshot =>
    (request, snapshot) => {
      const [main, ...others] = languagesFor(spokenIn(snapshot));
      const { path } = splitLanguage(pathOf(request));
      return language === main || !others.includes(language)
        ? redirect(base_url, request, path, 307)
        : answer(request, snapshot);
    };
  const get = (path: string, answer: AnswerSnapshot): Route => snapshotRoute(context, here(path), offered(answer));
  const page = (path: string, answer: AnswerSnapshot): Route[] =>
    [here(path), twinAddress(here(path))].map((form) => snapshotRoute(context, form, offered(answer)));
  return [
    ...TRANSLATED_PATHS.flatMap((path) =>
      page(path, (request, snapshot) => respondPrepared(context, request, snapshot, here(path))),
    ),
    ...page("/", (request, snapshot) => overviewPage(context, request, snapshot, language)),
    slashRoute(context, here("/")),
    slashRoute(context, here("/reviews")),
    get("/embed", (request, snapshot) => configuratorPage(context, request, snapshot, language)),
    ...page("/reviews", (request, snapshot) => explorerPage(context, request, snapshot, language)),
    get("/reviews/:id", (request, snapshot) => reviewPage(context, request, snapshot, language)),
  ];
}

export function pageRoutes(context: PageContext): Route[] {
  const get = (path: string, answer: AnswerSnapshot): Route => snapshotRoute(context, path, answer);
  const document = (path: string): Route =>
    get(path, (request, snapshot) =>
      respondPrepared(context, request, snapshot, path.includes(":") ? pathOf(request) : path),
    );
  const page = (path: string, answer: AnswerSnapshot): Route[] =>
    [path, twinAddress(path)].map((form) => get(form, answer));
  return [
    ...page("/", (request, snapshot) => overviewPage(context, request, snapshot)),
    ...[...TRANSLATED_PATHS, ...DEVELOPER_PATHS].flatMap((path) =>
      page(path, (request, snapshot) => respondPrepared(context, request, snapshot, path)),
    ),
    ...DOCUMENT_PATHS.map(document),
    ...USUAL_PATHS.map(([from, path]) => movedRoute(context, from, path)),
    document("/assets/:file"),
    get("/widget.js", (request, snapshot) => widgetScript(context, request, snapshot)),
    get("/badge.svg", (request, snapshot) => badgePicture(context, request, snapshot)),
    get("/embed", (request, snapshot) => configuratorPage(context, request, snapshot)),
    get("/embed/frame", (request, snapshot) => framePage(context, request, snapshot)),
    ...page("/reviews", (request, snapshot) => explorerPage(context, request, snapshot)),
    slashRoute(context, "/reviews"),
    get("/reviews/:id", (request, snapshot) => reviewPage(context, request, snapshot)),
    ...LANGUAGES.flatMap((language) => translatedRoutes(context, language)),
  ];
}
