import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { PROBLEMS } from "../../src/model/wire/problem.ts";
import { CLINIC as DEMONSTRATION, ERASED_ID, MARKED_ID } from "../browser/clinic.ts";
import type { Wire } from "../mcp/endpoint.ts";
import { servePages } from "../pages/serve-pages.ts";

const CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'";

/** Linked to, but this service has no insights document. */
const NOT_SERVED = new Set(["/insights.json"]);

/** From Google. */
const OTHER_ID = "00000000000000000000000064";
const CLINIC = { ...DEMONSTRATION, demonstration: false };

describe("pages on the wire", () => {
  let service: Awaited<ReturnType<typeof servePages>>;
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(service.base_url + path, { headers, redirect: "manual" });
  beforeAll(async () => {
    service = await servePages(CLINIC);
  });
  afterAll(() => service.stop());

  test("/reviews/ redirects to /reviews with its query", async () => {
    const { status, headers } = await get("/reviews/?rating=5&query=a%20b");
    expect([status, headers.get("location")]).toEqual([308, `${service.base_url}/reviews?rating=5&query=a%20b`]);
  });

  for (const path of ["/", "/reviews", `/reviews/${MARKED_ID}`, "/insights", "/policy", "/developers"]) {
    test(`${path} is HTML with a strict policy, and 304 while it is unchanged`, async () => {
      const response = await get(path);
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
      expect(response.headers.get("content-security-policy")).toBe(CSP);
      expect(response.headers.get("x-content-type-options")).toBe("nosniff");
      const tag = response.headers.get("etag") ?? "";
      const again = await get(path, { "If-None-Match": tag });
      expect([again.status, await again.text()]).toEqual([304, ""]);
      const text = await response.text();
      expect(text).not.toMatch(/ style="|<style|javascript:| on\w+="/);
      expect(text).toContain(`<link rel="canonical" href="${service.base_url}${path}">`);
      expect(text).toContain('<link rel="alternate" type="application/atom+xml"');
      expect(text).toContain('<link rel="alternate" type="application/feed+json"');
      expect(text).toContain('<link rel="license" href="https://creativecommons.org/licenses/by/4.0/">');
      expect(text).toContain(`<meta property="og:image" content="${service.base_url}/card.png">`);
      expect(text).not.toContain("Demonstration");
    });
  }

  test.each([
    ["business", null, [], "describes the business alone"],
    ["direct", 1, [MARKED_ID], "that the business collected itself"],
    ["all", 65, [MARKED_ID, OTHER_ID], "of every source"],
  ] as const)(
    "structured_data: %s decides what the JSON-LD says of the reviews",
    async (structured_data, count, marked, policy) => {
      const profile = CLINIC.profile && { ...CLINIC.profile, structured_data };
      const other = await servePages({ ...CLINIC, profile });
      const read = async (path: string) => (await fetch(other.base_url + path)).text();
      const dataOf = (page: string) =>
        JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(page)?.[1] ?? "null");
      const data = dataOf(await read("/"));
      expect([data["@type"], data.name]).toEqual(["Physiotherapy", "Harbor Physical Therapy"]);
      expect(data.aggregateRating?.ratingCount ?? null).toBe(count);
      expect(data.aggregateRating?.reviewCount ?? null).toBe(count === 65 ? 59 : count);
      expect(data.review?.length ?? 0).toBe(Math.min(count ?? 0, 6));
      const pages = await Promise.all(
        [MARKED_ID, OTHER_ID].map(async (id) => [id, dataOf(await read(`/reviews/${id}`))]),
      );
      expect(pages.filter(([, found]) => found?.["@type"] === "Review").map(([id]) => id)).toEqual([...marked]);
      expect(await read("/policy")).toContain(policy);
      await other.stop();
    },
  );

  test("the policy counts the published reviews by how they were verified", async () => {
    const page = await (await get("/policy")).text();
    const counts = Array.from(
      page.matchAll(/<th scope="row"><strong>([^<]*)<\/strong>[\s\S]*?<td><a [^>]*>(\d+)<\/a>/g),
      ([, what, count]) => [what, count],
    );
    expect(counts).toEqual([
      ["Checked by the business", "1"],
      ["Signed-in account", "64"],
    ]);
  });

  test("the same reviews give the same page on another server", async () => {
    const other = await servePages(CLINIC);
    const [ours, theirs] = await Promise.all([
      (await get("/reviews?query=knee")).text(),
      (await fetch(`${other.base_url}/reviews?query=knee`)).text(),
    ]);
    expect(theirs.replaceAll(other.base_url, service.base_url)).toBe(ours);
    await other.stop();
  });

  test("the path of a style or script contains a hash of its content, and browsers may keep it forever", async () => {
    const page = await (await get("/reviews")).text();
    for (const path of page.match(/\/assets\/[\w.]+/g) ?? []) {
      const response = await get(path);
      expect([path, response.status, response.headers.get("cache-control")]).toEqual([
        path,
        200,
        "max-age=31536000, immutable",
      ]);
    }
    expect((await get("/assets/style.000000000000.css")).status).toBe(404);
  });

  test("an error on a page is HTML; an error elsewhere is JSON, unless a person opened the URL in a browser", async () => {
    const typeOf = async (path: string, headers: Record<string, string> = {}) => {
      const response = await get(path, headers);
      return [response.status, response.headers.get("content-type")];
    };
    expect(await typeOf("/reviews/nothing")).toEqual([404, "text/html; charset=utf-8"]);
    expect(await typeOf(`/reviews/${ERASED_ID}`)).toEqual([410, "text/html; charset=utf-8"]);
    expect(await typeOf("/reviews?rating=9")).toEqual([400, "text/html; charset=utf-8"]);
    expect(await typeOf("/nowhere")).toEqual([404, "application/json"]);
    expect(await typeOf("/nowhere", { "Sec-Fetch-Dest": "document" })).toEqual([404, "text/html; charset=utf-8"]);
    expect(await typeOf("/api/reviews/search?rating=9", { "Sec-Fetch-Dest": "document" })).toEqual([
      400,
      "application/json",
    ]);
    const post = await fetch(`${service.base_url}/reviews`, { method: "POST" });
    expect([post.status, post.headers.get("content-type")]).toEqual([405, "application/json"]);
  });

  test("campaign parameters in a link change nothing, and an error has the same headers as other responses", async () => {
    const marked = await get("/reviews?utm_source=letter&rating=5&fbclid=%zz&page=2");
    expect([marked.status, await marked.text()]).toEqual([200, await (await get("/reviews?rating=5")).text()]);
    const { headers } = await get("/reviews?rating=9");
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
  });

  test("every error code is on the errors page", async () => {
    const page = await (await get("/developers/errors")).text();
    for (const code of Object.keys(PROBLEMS)) expect(page).toContain(`<section id="${code}">`);
  });

  test("the API catalog has its media type, and HEAD returns its Link header", async () => {
    const response = await fetch(`${service.base_url}/.well-known/api-catalog`, { method: "HEAD" });
    expect(response.headers.get("content-type")).toBe(
      'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    );
    expect(response.headers.get("link")).toBe(`<${service.base_url}/.well-known/api-catalog>; rel="api-catalog"`);
  });

  test("every link of the API catalog answers", async () => {
    const { linkset }: Wire = await (await get("/.well-known/api-catalog")).json();
    const links: { href: string; type: string }[] = linkset.flatMap((entry: Record<string, unknown>) =>
      Object.values(entry).filter(Array.isArray).flat(),
    );
    const found = await Promise.all(
      links.map(async ({ href, type }) => {
        const answer = await fetch(href);
        return [href, answer.status, answer.headers.get("content-type")?.split(";")[0] === type];
      }),
    );
    expect(found.filter(([, status, same]) => status !== 200 || !same)).toEqual([]);
    expect(links.length).toBeGreaterThan(8);
  });

  test("paths that clients try lead to what they look for", async () => {
    const leads = async (path: string) => {
      const { status, headers } = await get(path);
      return [status, headers.get("location")?.replace(service.base_url, "")];
    };
    expect(await leads("/feed.json")).toEqual([308, "/api/feed.json"]);
    expect(await leads("/rss.xml")).toEqual([308, "/feed.xml"]);
    expect(await leads("/openapi.json")).toEqual([308, "/.well-known/openapi.json"]);
    expect(await leads("/mcp.json")).toEqual([308, "/mcp/server-card"]);
  });

  test("a browser finds out how to search, and the search works", async () => {
    expect(await (await get("/")).text()).toContain(
      '<link rel="search" type="application/opensearchdescription+xml" title="Harbor Physical Therapy" href="/opensearch.xml">',
    );
    const answer = await get("/opensearch.xml");
    expect(answer.headers.get("content-type")).toBe("application/opensearchdescription+xml");
    const text = await answer.text();
    expect(/<ShortName>(.*)<\/ShortName>/.exec(text)?.[1]?.length).toBeLessThanOrEqual(16);
    const templates = Array.from(text.matchAll(/template="([^"]+)"/g), ([, template = ""]) => template);
    expect(templates).toHaveLength(3);
    for (const template of templates) {
      expect([template, (await fetch(template.replace("{searchTerms}", "knee%20pain"))).status]).toEqual([
        template,
        200,
      ]);
    }
  });

  test("the widget is under 8 KB compressed and the card under 20 KB", async () => {
    const widget = new Uint8Array(await (await get("/widget.js")).arrayBuffer());
    expect(gzipSync(widget).length).toBeLessThan(8192);
    expect((await (await get("/card.png")).arrayBuffer()).byteLength).toBeLessThan(20_000);
  });

  test("every link on every page works", async () => {
    const seen = new Set<string>();
    const waiting = ["/"];
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (seen.has(path) || NOT_SERVED.has(path) || seen.size > 250) continue;
      seen.add(path);
      const response = await get(path);
      expect([path, response.status]).toEqual([path, 200]);
      if (!response.headers.get("content-type")?.startsWith("text/html")) continue;
      const text = (await response.text()).replaceAll(service.base_url, "");
      for (const [, href = ""] of text.matchAll(/<a [^>]*href="(\/[^"#]*)/g))
        waiting.push(href.replaceAll("&amp;", "&"));
    }
    expect(seen.size).toBeGreaterThan(100);
  });
});
