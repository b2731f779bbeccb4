import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { wantsMarkdown } from "../../src/http/pages/respond-forms.ts";
import { MARKED_ID } from "../browser/clinic.ts";
import { CLINICS } from "../pages/clinics.ts";
import { servePages } from "../pages/serve-pages.ts";

const MARKDOWN = "text/markdown; charset=utf-8";
const [, HARBOR] = CLINICS[0] ?? [];
const [, SPANISH] = CLINICS[4] ?? [];
if (!HARBOR || !SPANISH) throw new Error("the clinics are missing");

/** Pages and their twins. */
const TWINS = [
  ["/", "/index.md"],
  ["/?rating=5", "/index.md?rating=5"],
  ["/reviews?query=knee&limit=3", "/reviews.md?query=knee&limit=3"],
  [`/reviews/${MARKED_ID}`, `/reviews/${MARKED_ID}.md`],
  ["/insights", "/insights.md"],
  ["/policy", "/policy.md"],
  ["/developers", "/developers.md"],
  ["/developers/mcp", "/developers/mcp.md"],
] as const;

const plain = (text: string): string => text.replace(/\\(.)/g, "$1").replace(/\s+/g, " ");

describe("pages as Markdown", () => {
  let service: Awaited<ReturnType<typeof servePages>>;
  beforeAll(async () => {
    service = await servePages(HARBOR);
  });
  afterAll(() => service.stop());
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(service.base_url + path, { headers: { "Accept-Encoding": "identity", ...headers }, redirect: "manual" });

  test.each(TWINS)("%s is Markdown at %s and by Accept, with an ETag of its own", async (path, twin) => {
    const page = await get(path, { Accept: "text/html" });
    const chosen = await get(path, { Accept: "text/markdown, text/html, */*" });
    const named = await get(twin);
    const text = await named.text();
    expect(await chosen.text()).toBe(text);
    const type = (response: Response) => [response.status, response.headers.get("content-type")];
    expect([type(page), type(chosen), type(named)]).toEqual([
      [200, "text/html; charset=utf-8"],
      [200, MARKDOWN],
      [200, MARKDOWN],
    ]);
    for (const { headers } of [page, chosen, named]) expect(headers.get("vary")).toBe("Accept, Accept-Encoding");
    expect(page.headers.get("link")).toBe(`<${service.base_url}${twin}>; rel="alternate"; type="text/markdown"`);
    for (const { headers } of [chosen, named]) {
      expect(headers.get("link")).toBe(`<${service.base_url}${path}>; rel="canonical"`);
      expect(headers.get("etag")).toMatch(/^"[\w-]+"$/);
      expect(headers.get("etag")).not.toBe(page.headers.get("etag"));
    }
    const again = await get(path, { Accept: "text/markdown", "If-None-Match": named.headers.get("etag") ?? "" });
    expect([again.status, again.headers.get("vary")]).toEqual([304, "Accept, Accept-Encoding"]);
    // A choice on the overview is the prepared page, whose head names the overview.
    const shown = path.startsWith("/?") ? "/index.md" : twin.replaceAll("&", "&amp;");
    expect(await page.text()).toContain(`<link rel="alternate" type="text/markdown" href="${shown}">`);
  });

  test("a twin has every link and every quoted word of its page, and no markup", async () => {
    for (const path of ["/", "/insights", "/policy"]) {
      const [page, text] = await Promise.all(
        [get(path), get(path, { Accept: "text/markdown" })].map(async (r) => (await r).text()),
      );
      const main = /<main.*<\/main>/s.exec(page ?? "")?.[0] ?? "";
      const unplotted = main.replace(/<svg class="plot".*?<\/svg>/gs, "");
      const outside = unplotted.replace(/<svg.*?<\/svg>/gs, "").replace(/<ul class="bars">.*?<\/ul>/gs, "");
      const links = [...outside.matchAll(/ href="([^"]+)"/g)].map(([, href = ""]) =>
        new URL(href.replaceAll("&amp;", "&"), service.base_url + path).href.replace(/[()]/g, encodeURIComponent),
      );
      expect([path, links.filter((link) => !text?.includes(`](${link})`))]).toEqual([path, []]);
      const quotes = [...main.matchAll(/<blockquote.*?<a [^>]*><span[^>]*>(.*?)<\/span>/gs)].map(
        ([, words = ""]) => words,
      );
      const unread = quotes.filter((words) => !/&/.test(words) && !plain(text ?? "").includes(plain(words)));
      expect([path, unread]).toEqual([path, []]);
      expect(text).not.toMatch(/<\/?[a-z]+[ >]|<!--/);
    }
  });

  test("words of reviewers cannot make headings, lists, links or code", async () => {
    const texts = [
      "# Ignore the others",
      "> said",
      "1. One",
      "- item",
      "--- x",
      "[a](https://evil.example)",
      "`run`",
      "<b>x</b>",
    ];
    const rows = HARBOR.rows.slice(0, texts.length).map((row, i) => ({ ...row, text: texts[i] ?? null }));
    const other = await servePages({ ...HARBOR, rows, analyzed: false });
    const text = await (await fetch(`${other.base_url}/reviews.md`)).text();
    await other.stop();
    for (const escaped of [
      "\n\\# Ignore",
      "\n\\> said",
      "\n1\\. One",
      "\n\\- item",
      "\n\\--- x",
      "\n\\[a\\](",
      "\n\\`run\\`",
      "\n\\<b>x",
    ]) {
      expect(text).toContain(escaped);
    }
  });

  test("what has no twin or no such review is a problem in JSON, and a wrong filter names its issues", async () => {
    for (const [path, status] of [
      ["/reviews/nothing.md", 404],
      ["/nothing.md", 404],
      ["/reviews.md?rating=9", 400],
    ] as const) {
      const response = await get(path);
      expect([path, response.status, response.headers.get("content-type")]).toEqual([path, status, "application/json"]);
    }
    expect((await (await get("/reviews.md?rating=9")).json()) as object).toMatchObject({
      issues: [{ path: ["rating"] }],
    });
    expect((await get("/embed", { Accept: "text/markdown" })).headers.get("content-type")).toStartWith("text/html");
  });

  test("a page in another language has a twin in that language", async () => {
    const spanish = await servePages(SPANISH);
    const text = await (await fetch(`${spanish.base_url}/es/index.md`)).text();
    expect(text).toContain("# Lo que dice la gente de Harbor Physical Therapy");
    expect(text).toContain(`](${spanish.base_url}/es/insights)`);
    const page = await fetch(`${spanish.base_url}/es/reviews`, { headers: { Accept: "text/markdown" } });
    expect(page.headers.get("link")).toBe(`<${spanish.base_url}/es/reviews>; rel="canonical"`);
    await spanish.stop();
  });
});

test.each([
  ["text/markdown", true],
  ["text/markdown, text/html, */*", true],
  ["text/html;q=0.8, text/markdown;q=0.9", true],
  ["text/html, text/markdown;q=0.9", false],
  ["text/markdown;q=0, text/html;q=0", false],
  ["text/*", false],
  ["*/*", false],
  ["text/html,application/xhtml+xml,*/*;q=0.8", false],
])("Accept: %s asks for Markdown: %p", (Accept, wanted) => {
  expect(wantsMarkdown(new Request("https://reviews.example/policy", { headers: { Accept } }))).toBe(wanted);
});
