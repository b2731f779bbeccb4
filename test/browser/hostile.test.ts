import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser } from "playwright-core";
import { HOSTILE } from "../pages/hostile.ts";
import { servePages } from "../pages/serve-pages.ts";
import { reviewRow, testProfile } from "../rows.ts";
import { NO_BROWSER, openBrowser } from "./browser.ts";
import { PAGES } from "./clinic.ts";
import { serveOtherSite, strictPolicy } from "./other-site.ts";
import { watch } from "./watch.ts";

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

describe.skipIf(NO_BROWSER)("hostile texts in a browser", () => {
  let browser: Browser;
  let hostile: Awaited<ReturnType<typeof servePages>>;
  beforeAll(async () => {
    [browser, hostile] = await Promise.all([
      openBrowser(),
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
    await Promise.all([browser.close(), hostile.stop()]);
  });

  test("hostile texts run nothing and break no layout on any page", async () => {
    const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
    const { problems } = watch(page, hostile.base_url);
    const paths = [
      ...PAGES.filter((path) => !/^\/reviews./.test(path)),
      "/embed/frame?reviews=10",
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
    const snippet = `<script src="${hostile.base_url}/widget.js" data-reviews="10"></script><img src="${hostile.base_url}/badge.svg" alt="Badge">`;
    const other = serveOtherSite(snippet, { policy: strictPolicy(hostile.base_url) });
    const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
    const { problems } = watch(page, "http://127.0.0.1");
    await page.goto(other.url);
    await page.locator("candor-reviews").waitFor();
    const seen = await page.evaluate("[window.hacked ?? null, document.documentElement.scrollWidth <= innerWidth]");
    expect(seen).toEqual([null, true]);
    expect(problems).toEqual([]);
    await page.goto("about:blank");
    for (const path of ["/feed.xml", "/badge.svg", "/badge.svg?language=es", "/sitemap.xml"]) {
      const text = await (await fetch(hostile.base_url + path)).text();
      const root = await page.evaluate(
        `new DOMParser().parseFromString(${JSON.stringify(text)}, "application/xml").documentElement.nodeName`,
      );
      const expected = { "/feed.xml": "feed", "/sitemap.xml": "urlset" }[path] ?? "svg";
      expect([path, root]).toEqual([path, expected]);
    }
    await page.close();
    await other.stop();
  });
});
