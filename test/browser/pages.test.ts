import { describe, expect, test } from "bun:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { LONG } from "../length.ts";
import { type PagesData, servePages } from "../pages/serve-pages.ts";
import { reviewRow } from "../rows.ts";
import { LAYOUT_SHIFT, violationsOf } from "./axe.ts";
import { NO_BROWSER, OPEN_ALL } from "./browser.ts";
import { CLINIC, ERASED_ID, MARKED_ID, PAGES } from "./clinic.ts";
import { usePages } from "./use-pages.ts";
import { watch } from "./watch.ts";

const TRANSFER_BYTES = 60_000;
const MAX_REQUESTS = 4;
const REFERENCE_PARTS = ["header", ".sidebar", ".languages", "#searchReviews", ".schema", "footer"];
const isWide = (page: Page): Promise<boolean> =>
  page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth");

describe.skipIf(NO_BROWSER)("pages in a browser", () => {
  const pages = usePages(CLINIC);
  const visit = async (
    path: string,
    options: BrowserContextOptions,
    look: (page: Page, watched: ReturnType<typeof watch>) => Promise<void>,
  ) => {
    const context = await pages.browser.newContext(options);
    const page = await context.newPage();
    const watched = watch(page, pages.base_url);
    await page.goto(pages.base_url + path);
    await look(page, watched);
    await context.close();
  };

  for (const path of PAGES) {
    test(`${path} is accessible, free of console errors, stable and small, both wide and light and narrow and dark`, async () => {
      await visit(path, { viewport: { width: 1440, height: 900 }, colorScheme: "light" }, async (page, watched) => {
        // The preview of an embed is a page with its own style.
        expect(watched.requests.length).toBeLessThanOrEqual(path === "/embed" ? MAX_REQUESTS + 2 : MAX_REQUESTS);
        const shift: number = await page.evaluate(LAYOUT_SHIFT);
        expect(shift).toBe(0);
        const bytes: number = await page.evaluate(
          "performance.getEntries().reduce((sum, entry) => sum + (entry.transferSize ?? 0), 0)",
        );
        expect(bytes).toBeGreaterThan(1000);
        expect(bytes).toBeLessThan(TRANSFER_BYTES);
        expect(await page.locator(".demonstration").isVisible()).toBe(true);
        expect(await isWide(page)).toBe(false);
        // The longest page repeats the same form forty times, so only one of each kind is checked.
        const parts = path === "/developers/reference" ? REFERENCE_PARTS : undefined;
        expect(await violationsOf(page, parts)).toEqual([]);
        await page.setViewportSize({ width: 360, height: 740 });
        await page.emulateMedia({ colorScheme: "dark" });
        expect(await isWide(page)).toBe(false);
        expect(await violationsOf(page, parts)).toEqual([]);
        expect(watched.problems).toEqual([]);
      });
    });
  }

  test("charts and expandable details are accessible when open", async () => {
    await visit("/insights", {}, async (page) => {
      await page.evaluate(OPEN_ALL);
      expect(await violationsOf(page)).toEqual([]);
      expect(await page.getByRole("group", { name: "Average rating and number of reviews over time" }).count()).toBe(1);
      expect(await page.getByRole("table", { name: "Ratings by month" }).getByRole("row").count()).toBe(25);
    });
  });

  test("the URL of an aspect opens its quotes", async () => {
    await visit("/insights#billing", {}, async (page) => {
      expect(await page.getByText("Billing charged me twice.").isVisible()).toBe(true);
    });
  });

  test("a review shows its evidence, its translation, the response from the owner and what was removed", async () => {
    await visit(`/reviews/${MARKED_ID}`, {}, async (page) => {
      expect(await page.locator("mark").allTextContents()).toEqual([
        "Ana was kind and listened to me.1",
        "Billing charged me twice.2",
      ]);
      expect(await page.locator("main").innerText()).toContain("Removed for privacy: 1 phone number.");
      expect(await page.locator("main").innerText()).toContain("Ana fue amable.");
      expect(await page.locator("main").innerText()).toContain("We are sorry about the bill.");
      expect(await page.locator(".reply-by").innerText()).toBe("Response from the owner, December 21, 2025");
    });
  });

  test("pages work without JavaScript", async () => {
    await visit("/", { javaScriptEnabled: false }, async (page, { problems }) => {
      for (const path of PAGES) {
        await page.goto(pages.base_url + path);
        expect((await page.locator("h1").innerText()).length).toBeGreaterThan(2);
      }
      expect(problems).toEqual([]);
    });
  });

  test("missing, erased and invalid URLs give a page with the right status", async () => {
    const headings: Record<string, [number, string]> = {
      "/reviews/nothing": [404, "Page not found"],
      "/nowhere": [404, "Page not found"],
      [`/reviews/${ERASED_ID}`]: [410, "This review was removed"],
      "/reviews?rating=9": [400, "Reviews"],
    };
    for (const [path, [status, heading]] of Object.entries(headings)) {
      const context = await pages.browser.newContext();
      const page = await context.newPage();
      const response = await page.goto(pages.base_url + path);
      expect([response?.status(), await page.locator("h1").innerText()]).toEqual([status, heading]);
      if (path !== "/nowhere") expect(await violationsOf(page)).toEqual([]);
      await context.close();
    }
  });

  test("print hides navigation and search, and keeps the reviews", async () => {
    await visit("/reviews", {}, async (page) => {
      await page.emulateMedia({ media: "print" });
      expect(await page.locator(".top nav").isVisible()).toBe(false);
      expect(await page.locator(".search").isVisible()).toBe(false);
      expect(await page.locator(".demonstration").isVisible()).toBe(true);
      expect(await page.locator("article.review").first().isVisible()).toBe(true);
      expect((await page.pdf()).length).toBeGreaterThan(10_000);
    });
  });

  test.skipIf(!LONG)("pages with 100,000 reviews look right and stay small", async () => {
    const rows = Array.from({ length: 100_000 }, (_, i) => {
      const date = new Date(Date.UTC(2010, 0, 1) + Math.floor(i / 20) * 86_400_000).toISOString().slice(0, 10);
      return reviewRow(i, { date, rating: 1 + (i % 5), text: `My knee, visit ${i}. ${"Fine words. ".repeat(20)}` });
    });
    const many = await servePages({ rows, profile: CLINIC.profile });
    const page = await pages.browser.newPage({ viewport: { width: 360, height: 740 } });
    const { problems } = watch(page, many.base_url);
    for (const [path, words] of [
      ["/", "100,000 reviews"],
      ["/reviews?query=visit+9999", "11 of 100,000 reviews match"],
      ["/insights", "Rating"],
    ] as const) {
      await page.goto(many.base_url + path);
      expect(await page.locator("main").innerText()).toContain(words);
      expect(await isWide(page)).toBe(false);
      const bytes: number = await page.evaluate(
        "performance.getEntries().reduce((sum, entry) => sum + (entry.transferSize ?? 0), 0)",
      );
      expect(bytes).toBeLessThan(TRANSFER_BYTES);
    }
    expect(problems).toEqual([]);
    await page.close();
    await many.stop();
  });

  const SPARSE: [name: string, data: PagesData, words: string][] = [
    ["an empty store without a profile", { rows: [], profile: null }, "No reviews yet"],
    ["a single review", { rows: CLINIC.rows.slice(-1), profile: CLINIC.profile }, "With a comment"],
  ];
  for (const [name, data, words] of SPARSE) {
    test(`${name} looks right on every page`, async () => {
      const sparse = await servePages(data);
      const page = await pages.browser.newPage();
      const { problems } = watch(page, sparse.base_url);
      for (const path of ["/reviews", "/insights", "/policy", "/developers", "/"]) {
        await page.goto(sparse.base_url + path);
        expect((await page.locator("h1").innerText()).length).toBeGreaterThan(2);
      }
      expect(await page.locator("main").innerText()).toContain(words);
      expect(await violationsOf(page)).toEqual([]);
      expect(problems).toEqual([]);
      await page.close();
      await sparse.stop();
    });
  }
});
