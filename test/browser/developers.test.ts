import { describe, expect, test } from "bun:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { NO_BROWSER, OPEN_ALL } from "./browser.ts";
import { CLINIC, PAGES } from "./clinic.ts";
import { usePages } from "./use-pages.ts";
import { visitPage } from "./watch.ts";

/** What sticks out of the window and is not in a box that scrolls or cuts. */
const OUTSIDE = `Array.from(document.querySelectorAll("body *")).filter((element) => {
  if (element.getBoundingClientRect().right <= innerWidth + 1) return false;
  for (let box = element.parentElement; box !== document.body; box = box.parentElement) {
    if (getComputedStyle(box).overflowX !== "visible") return false;
  }
  return !element.closest(".hidden, .skip, svg");
}).slice(0, 5).map((element) => element.outerHTML.slice(0, 120))`;

describe.skipIf(NO_BROWSER)("the pages for developers in a browser", () => {
  const pages = usePages(CLINIC);
  const visit = (path: string, options: BrowserContextOptions, look: (page: Page) => Promise<void>) =>
    visitPage(pages.browser, pages.base_url, path, options, look);

  test("without script there are no dead controls, and the choice of the language works", async () => {
    await visit("/developers/reference#getReview", { javaScriptEnabled: false }, async (page) => {
      expect(await page.locator(".copy:visible, .find:visible").count()).toBe(0);
      expect(await page.locator("#getReview .call:visible .code-head span").allInnerTexts()).toEqual(["curl"]);
      await page.getByRole("radio", { name: "Python" }).check();
      expect(await page.locator("#getReview .call:visible .code-head span").allInnerTexts()).toEqual(["Python"]);
      await page.locator("[data-contents]").getByRole("link", { name: "/api/reviews/stats" }).click();
      expect(page.url()).toBe(`${pages.base_url}/developers/reference#getReviewStatistics`);
      expect(await page.locator("#getReviewStatistics").isVisible()).toBe(true);
    });
  });

  for (const width of [320, 360]) {
    test(`no page is wider than a phone of ${width} pixels, with everything open`, async () => {
      await visit("/", { viewport: { width, height: 640 } }, async (page) => {
        for (const path of [...PAGES, "/developers/changelog", "/embed/frame", "/embed/frame?layout=rating"]) {
          await page.goto(pages.base_url + path);
          await page.evaluate(OPEN_ALL);
          const wide = await page.evaluate(OUTSIDE);
          const scrolls = await page.evaluate(
            "document.documentElement.scrollWidth > document.documentElement.clientWidth",
          );
          expect([path, scrolls, wide]).toEqual([path, false, []]);
        }
      });
    });
  }
});
