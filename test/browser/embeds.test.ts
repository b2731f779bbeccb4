import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser } from "playwright-core";
import { HOSTILE } from "../pages/hostile.ts";
import { servePages } from "../pages/serve-pages.ts";
import { reviewRow, testProfile } from "../rows.ts";
import { NO_BROWSER, openBrowser } from "./browser.ts";
import { CLINIC, PAGES } from "./clinic.ts";
import { watch } from "./watch.ts";

/** A page of another site whose policy allows only the script of the widget and the image of the badge. */
function serveOtherSite(snippet: string, origin: string) {
  return Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: (request) =>
      new URL(request.url).pathname === "/"
        ? new Response(
            `<!doctype html><html lang="en"><title>Elsewhere</title><main><h1>Elsewhere</h1>${snippet}</main>`,
            {
              headers: {
                "Content-Type": "text/html",
                "Content-Security-Policy": `default-src 'none'; script-src ${origin}; img-src ${origin}`,
              },
            },
          )
        : new Response(null, { status: 204 }),
  });
}

const BACKGROUND =
  "getComputedStyle(document.querySelector('.candor-reviews').shadowRoot.querySelector('section')).backgroundColor";

const hostileRows = Object.values(HOSTILE).map((text, i) =>
  reviewRow(i + 1, {
    text,
    title: text.slice(0, 3000),
    author: text.slice(0, 200),
    reply_text: text,
    reply_state: "published",
    translation_text: text,
    language: 'en" onload="x',
    source_url: "javascript:window.hacked=1",
    rating: 1 + (i % 5),
  }),
);

// Generous, so that a busy machine does not fail a page that works.
setDefaultTimeout(120_000);

describe.skipIf(NO_BROWSER)("embeds and hostile texts in a browser", () => {
  let browser: Browser;
  let service: Awaited<ReturnType<typeof servePages>>;
  let hostile: Awaited<ReturnType<typeof servePages>>;
  beforeAll(async () => {
    [browser, service, hostile] = await Promise.all([
      openBrowser(),
      servePages(CLINIC),
      servePages({
        rows: hostileRows,
        profile: testProfile({
          name: "</title><script>window.hacked=1</script>",
          url: "javascript:window.hacked=1",
          license: "javascript:window.hacked=1",
          structured_data: "all",
        }),
        evidence: [{ aspect: "care", label: HOSTILE.markup, sentiment: "negative", start: 3, end: 12 }],
      }),
    ]);
  });
  afterAll(async () => {
    await Promise.all([browser.close(), service.stop(), hostile.stop()]);
  });

  /** The snippet as /developers shows it. */
  const snippetOf = async (id: string): Promise<string> => {
    const page = await browser.newPage();
    await page.goto(`${service.base_url}/developers`);
    const text = await page.locator(`#${id} pre`).innerText();
    await page.close();
    return text;
  };

  test("the widget shows the rating and reviews on another site with a strict policy, and loads nothing else", async () => {
    const other = serveOtherSite(await snippetOf("widget"), service.base_url);
    const page = await browser.newPage({ colorScheme: "dark" });
    const { problems, requests } = watch(page, "http://127.0.0.1");
    await page.goto(other.url.href);
    const widget = page.getByRole("region", { name: "Reviews of Harbor Physical Therapy" });
    await widget.waitFor();
    expect(await widget.getByRole("listitem").count()).toBe(3);
    expect(await widget.innerText()).toContain("Demonstration: these reviews are made up");
    expect(await widget.innerText()).toContain("65 verified reviews");
    expect(await widget.getByRole("img", { name: "3.03 out of 5 stars" }).count()).toBe(1);
    expect(requests.filter((url) => url.startsWith(service.base_url))).toEqual([`${service.base_url}/widget.js`]);
    expect(await page.evaluate(BACKGROUND)).toBe("rgb(27, 33, 36)");
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.shadowRoot.activeElement.href")).toBe(`${service.base_url}/`);
    expect(problems).toEqual([]);
    await page.close();
    await other.stop(true);
  });

  test("the badge loads as an image on another site", async () => {
    const other = serveOtherSite(await snippetOf("badge"), service.base_url);
    const page = await browser.newPage();
    const { problems } = watch(page, "http://127.0.0.1");
    await page.goto(other.url.href);
    expect(await page.evaluate("[document.images[0].complete, document.images[0].naturalWidth]")).toEqual([true, 224]);
    expect(problems).toEqual([]);
    await page.close();
    await other.stop(true);
  });

  test("the API reference sends a request and shows the response", async () => {
    const page = await browser.newPage();
    const { problems } = watch(page, service.base_url);
    await page.goto(`${service.base_url}/developers/reference`);
    const operation = page.locator("#searchReviews");
    await operation.getByLabel("query", { exact: true }).fill("knee");
    await operation.getByRole("button", { name: "Try it" }).click();
    await operation.locator("[data-status]", { hasText: "200" }).waitFor();
    expect(await operation.locator("[data-request]").innerText()).toBe("GET /api/reviews/search?query=knee");
    expect(await operation.locator("[data-body]").innerText()).toContain('"matched": 20');
    expect(problems).toEqual([]);
    await page.close();
  });

  test("hostile texts run nothing and break no layout on any page", async () => {
    const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
    const { problems } = watch(page, hostile.base_url);
    const paths = [
      ...PAGES.filter((path) => !/^\/reviews./.test(path)),
      ...hostileRows.map(({ id }) => `/reviews/${id}`),
    ];
    for (const path of paths) {
      await page.goto(hostile.base_url + path);
      const seen = await page.evaluate(
        "[window.hacked ?? null, document.documentElement.scrollWidth <= innerWidth, document.querySelectorAll('main').length, document.querySelectorAll('[href^=javascript]').length]",
      );
      expect([path, seen]).toEqual([path, [null, true, 1, 0]]);
      const blocks = await page.locator('script[type="application/ld+json"]').allTextContents();
      for (const block of blocks) JSON.parse(block);
    }
    expect(problems).toEqual([]);
    await page.close();
  });

  test("hostile texts run nothing in the widget, the badge and the feeds", async () => {
    const snippet = `<script src="${hostile.base_url}/widget.js" data-reviews="5"></script><img src="${hostile.base_url}/badge.svg" alt="Badge">`;
    const other = serveOtherSite(snippet, hostile.base_url);
    const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
    const { problems } = watch(page, "http://127.0.0.1");
    await page.goto(other.url.href);
    await page.locator(".candor-reviews").waitFor();
    expect(await page.evaluate("[window.hacked ?? null, document.documentElement.scrollWidth <= innerWidth]")).toEqual([
      null,
      true,
    ]);
    expect(problems).toEqual([]);
    await page.goto("about:blank");
    for (const path of ["/feed.xml", "/badge.svg", "/sitemap.xml"]) {
      const text = await (await fetch(hostile.base_url + path)).text();
      const root = await page.evaluate(
        `new DOMParser().parseFromString(${JSON.stringify(text)}, "application/xml").documentElement.nodeName`,
      );
      expect([path, root]).toEqual([
        path,
        { "/feed.xml": "feed", "/badge.svg": "svg", "/sitemap.xml": "urlset" }[path],
      ]);
    }
    await page.close();
    await other.stop(true);
  });
});
