import { csvBlocks } from "../http/csv-routes.ts";
import { renderExplorerAt } from "../http/pages/respond-explorer.ts";
import { siteIn, siteOfReview, spokenIn } from "../http/pages/respond-page.ts";
import { markJson } from "../model/demonstration.ts";
import { SEARCH_LIMIT } from "../model/search.ts";
import { type Language, languagesFor } from "../pages/parts/languages.ts";
import { pageMarkdown } from "../pages/parts/markdown.ts";
import { pageLink, reviewLink } from "../pages/parts/page-links.ts";
import { isTwinPath, pagePathOf, twinAddress } from "../pages/parts/page-twin.ts";
import { siteName } from "../pages/parts/site.ts";
import { renderReviewPage } from "../pages/review-page.ts";
import type { ReviewAnalysis } from "../publish/review-insights.ts";
import { PATHS, USUAL_PATHS } from "../render/links.ts";
import { renderSitemap } from "../render/sitemap.ts";
import { type Body, wholeBody } from "../snapshot/body.ts";
import { allBodies } from "../snapshot/encodings.ts";
import { bytesAt, idAt, neighborsAt, positionOf, reviewAt } from "../snapshot/review-at.ts";
import type { Document, Encoding, Snapshot } from "../snapshot/snapshot.ts";
import { renderStaticLlmsTxt, renderStaticRobotsTxt } from "./machine-files.ts";
import { rewritePage } from "./rewrite-page.ts";
import { isExported, staticDocument } from "./static-documents.ts";
import { renderDataPage, renderNotFound, renderPaging } from "./static-pages.ts";
import { listFolder, pageFile } from "./static-paths.ts";

export type SiteInput = {
  snapshot: Snapshot;
  base_url: string;
  /** True if the operator said that the files will be at `base_url`. */
  addressed: boolean;
  analysis: ReviewAnalysis;
};

export type SiteFile = [file: string, content: Body | string];

const SUFFIXES = { identity: "", gzip: ".gz", br: ".br", zstd: ".zst" } as const satisfies Record<Encoding, string>;

const isPage = ({ content_type }: Document): boolean => content_type.startsWith("text/html");
const REVIEW_PATH = /^(\/[a-z]{2})?\/reviews\/([0-9A-Z]{26})(?:\.md)?$/;
const REVIEW_JSON_PATH = /^\/api\/reviews\/([0-9A-Z]{26})$/;
const LIST_PATH = /^(?:\/([a-z]{2}))?\/reviews$/;
/** A choice on the overview. Files have no query, so it leads to the list of these reviews. */
const CHOICE_PATH = /^(\/[a-z]{2})?\/\?(.+)$/;
const DATA_PATH = "/developers";

/** A list of reviews: the query for which the server shows it, and the language if it is not the profile's. */
type List = { query: URLSearchParams; language: Language | undefined };
/** By folder. */
type Lists = Map<string, List>;

const pagePath = (path: string): string => (path === "/" ? "index.html" : `${path.slice(1)}/index.html`);

/** Finds the file for a URL of the server. If it is a list of reviews, the list is noted and written later. */
function createFileFinder({ snapshot }: SiteInput, lists: Lists) {
  const languages = languagesFor(spokenIn(snapshot));
  /** The files of lists by their URLs: every page links to many of the same. */
  const listed = new Map<string, string>();
  const known = (id: string | undefined): boolean => positionOf(snapshot.reviews, id ?? "") !== null;
  return (linked: string): string | null => {
    const written = listed.get(linked);
    if (written !== undefined) return written;
    const [, prefix = "", chosen = ""] = CHOICE_PATH.exec(linked.replace(/^(\/[a-z]{2})\?/, "$1/?")) ?? [];
    const address = chosen === "" ? linked : `${prefix}/reviews?${chosen}`;
    const [path = "", search = ""] = address.split("?");
    const list = LIST_PATH.exec(path);
    if (list) {
      const language = languages.find((one) => one === list[1]);
      const query = new URLSearchParams(search);
      const name = listFolder(query);
      if (name === null) return null;
      const folder = name === "" ? path.slice(1) : `${path.slice(1)}/${name}`;
      if (!lists.has(folder)) lists.set(folder, { query, language });
      listed.set(linked, pageFile(folder, 1));
      return pageFile(folder, 1);
    }
    const document = snapshot.documents.get(path);
    if (document && isExported(path)) return isPage(document) ? pagePath(path) : path.slice(1);
    const page = snapshot.documents.get(pagePathOf(path));
    if (isTwinPath(path) && page && isExported(path) && isPage(page)) return path.slice(1);
    if (path.startsWith(DATA_PATH)) return pagePath(DATA_PATH);
    const review = REVIEW_PATH.exec(path);
    if (review && known(review[2])) return isTwinPath(path) ? path.slice(1) : pagePath(path);
    const json = REVIEW_JSON_PATH.exec(path);
    return json && known(json[1]) ? `${path.slice(1)}.json` : null;
  };
}

type Rewrite = (file: string, markup: string, paging?: string) => SiteFile;
/** The file of a page's twin in Markdown. */
type Twin = (path: string, markup: string) => SiteFile;

function* documentFiles({ snapshot, base_url }: SiteInput, rewrite: Rewrite, twin: Twin): Iterable<SiteFile> {
  for (const [path, document] of snapshot.documents) {
    if (!isExported(path)) continue;
    if (isPage(document)) {
      const markup = new TextDecoder().decode(wholeBody(document.bodies.identity));
      yield rewrite(pagePath(path), markup);
      yield twin(path, markup);
      continue;
    }
    const paths = [path, ...USUAL_PATHS.filter(([, to]) => to === path).map(([usual]) => usual)];
    for (const [encoding, body] of allBodies(staticDocument(path, document, base_url))) {
      for (const name of paths) yield [name.slice(1) + SUFFIXES[encoding], body];
    }
  }
}

function* reviewFiles({ snapshot, base_url, analysis }: SiteInput, rewrite: Rewrite, twin: Twin): Iterable<SiteFile> {
  const sites = languagesFor(spokenIn(snapshot)).map((language) => siteIn(base_url, snapshot, language));
  const { reviews, demonstration } = snapshot;
  for (let position = 0; position < reviews.count; position++) {
    const review = reviewAt(reviews, position);
    const evidence = analysis.evidenceOf(snapshot, review.id);
    const neighbors = neighborsAt(reviews, position);
    for (const site of sites) {
      const path = reviewLink(site, review.id);
      const input = { site: siteOfReview(site, snapshot, review.id), review, evidence, ...neighbors };
      const markup = renderReviewPage(input);
      yield rewrite(pagePath(path), markup);
      yield twin(path, markup);
    }
    const json = new TextDecoder().decode(bytesAt(reviews, position));
    yield [`api/reviews/${review.id}.json`, markJson(json, demonstration)];
  }
}

/** The pages of one list, such as /reviews?rating=5. */
function* listFiles(
  { snapshot, base_url }: SiteInput,
  rewrite: Rewrite,
  folder: string,
  { query, language }: List,
): Iterable<SiteFile> {
  const site = siteIn(base_url, snapshot, language);
  for (let number = 1, cursor: string | null = null; ; number++) {
    const page = new URLSearchParams(query);
    if (cursor !== null) page.set("cursor", cursor);
    const { markup, matched, next_cursor } = renderExplorerAt(site, snapshot, String(page));
    const paging = renderPaging(site, folder, number, Math.ceil(matched / SEARCH_LIMIT.fallback));
    yield rewrite(pageFile(folder, number), markup, paging);
    if (next_cursor === null) return;
    cursor = next_cursor;
  }
}

/** Files that the server does not have, or has with other content. */
function* otherFiles(input: SiteInput, rewrite: Rewrite): Iterable<SiteFile> {
  const { snapshot, base_url, addressed } = input;
  const site = siteIn(base_url, snapshot);
  // Like the pages for developers, it exists only in English.
  const { languages: _, locale: __, ...english } = site;
  yield rewrite(pagePath(DATA_PATH), renderDataPage(english));
  yield ["404.html", renderNotFound(site, addressed)];
  // Otherwise GitHub Pages would omit folders whose names begin with a dot.
  yield [".nojekyll", ""];
  yield [PATHS.csv.slice(1), [...csvBlocks(snapshot)]];
  yield ["llms.txt", renderStaticLlmsTxt({ ...site, name: siteName(site) })];
  yield ["robots.txt", renderStaticRobotsTxt(base_url)];
  yield ["sitemap.xml", renderStaticSitemap(input)];
}

/** Lists the pages and reviews. Crawlers find lists with a filter by links, as on the server. */
function renderStaticSitemap({ snapshot, base_url }: SiteInput): string {
  const { reviews, documents, demonstration } = snapshot;
  const pages = [...documents].filter(([path, document]) => isPage(document) && isExported(path));
  const paths = pages.map(([path]) => (path === "/" ? "/" : `${path}/`));
  const ids = Array.from({ length: reviews.count }, (_, position) => idAt(reviews, position));
  return renderSitemap(base_url, [...paths, "/reviews/"], ids, null, demonstration);
}

/** All files of a static site with the pages and data of a snapshot. */
export function* buildSite(input: SiteInput): Iterable<SiteFile> {
  const { snapshot, base_url, addressed } = input;
  const { by_aspect, by_topic } = snapshot.reviews;
  const lists: Lists = new Map();
  const fileOf = createFileFinder(input, lists);
  for (const language of languagesFor(spokenIn(snapshot))) {
    fileOf(pageLink(siteIn(base_url, snapshot, language), "/reviews"));
  }
  for (const id of by_aspect.keys()) fileOf(`/reviews?aspect=${encodeURIComponent(id)}`);
  for (const id of by_topic.keys()) fileOf(`/reviews?topic=${encodeURIComponent(id)}`);
  const rewrite: Rewrite = (file, markup, paging = "") => [
    file,
    rewritePage(markup, { base_url, addressed, file, fileOf, paging }),
  ];
  const twin: Twin = (path, markup) => {
    const file = twinAddress(path).slice(1);
    const page = rewritePage(markup, { base_url, addressed, file, fileOf, paging: "" });
    // Without an address, links are relative to the file.
    return [file, pageMarkdown(page, (href) => (addressed ? new URL(href, `${base_url}/${file}`).href : href))];
  };
  yield* documentFiles(input, rewrite, twin);
  yield* otherFiles(input, rewrite);
  yield* reviewFiles(input, rewrite, twin);
  // Lists link to other lists. Those that are noted during this loop are also written by it.
  for (const [folder, list] of lists) yield* listFiles(input, rewrite, folder, list);
}
