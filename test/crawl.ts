import { BASE_URL, type ServerProcess } from "./server-process.ts";

export type Crawled = { path: string; status: number; type: string; body: string };

/** Paths that nothing links to, or that are templates. */
const STARTS = [
  "/",
  "/reviews?query=the&limit=100",
  "/reviews.json",
  "/insights.json",
  "/api/feed.json",
  "/feed.xml",
  "/reviews.csv",
  "/opensearch.xml",
  "/api/reviews/search?limit=100",
  "/api/reviews/search?min_rating=5&query=knee",
  "/api/reviews/since/2000-01-01",
  "/llms.txt",
  "/robots.txt",
  "/sitemap.xml",
  "/badge.svg",
  "/widget.js",
  "/.well-known/security.txt",
  "/.well-known/api-catalog",
  "/.well-known/ai-catalog.json",
  "/.well-known/openapi.json",
  "/mcp/server-card",
  "/reviews/no-such-review",
];

/** Links that a crawler is asked not to follow: the filters of the explorer combine without end. */
const NOFOLLOW = /<a [^>]*rel="nofollow"[^>]*>/g;

function linksOf({ type, body }: Crawled): string[] {
  const links = [
    ...(type.startsWith("text/html") ? body.replace(NOFOLLOW, "").matchAll(/\b(?:href|src)="([^"#]+)/g) : []),
    // Code in a page has its quotes as entities.
    ...body
      .replaceAll("&quot;", '"')
      .replaceAll("&#39;", "'")
      .matchAll(/(https:\/\/reviews\.example\/[^\s"'<>\\)]*)/g),
  ].map(([, link = ""]) => URL.parse(link.replaceAll("&amp;", "&"), BASE_URL));
  return links.flatMap((url) => (url && url.origin === BASE_URL ? [url.pathname + url.search] : []));
}

/** Reads everything that can be reached from the pages, the documents and the sitemap, up to `most` answers. */
export async function crawl(server: ServerProcess, most = 2500): Promise<Crawled[]> {
  const waiting = new Set(STARTS);
  const answers: Crawled[] = [];
  for (const path of waiting) {
    if (answers.length >= most) break;
    const response = await fetch(`${server.url}${path}`, { redirect: "manual" });
    const type = response.headers.get("content-type") ?? "";
    const answer = { path, status: response.status, type, body: await response.text() };
    answers.push(answer);
    for (const link of linksOf(answer)) if (!/[{}]|\/api\/websub|\/mcp$|cursor=/.test(link)) waiting.add(link);
    for (const [, id = ""] of path.matchAll(/^\/reviews\/([0-9A-Z]{26})$/g)) {
      waiting.add(`/api/reviews/${id}`).add(`/api/reviews/${id}/insights`);
    }
  }
  return answers;
}
