import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { servePages } from "../pages/serve-pages.ts";
import { violationsOf } from "./axe.ts";
import { NO_BROWSER, openBrowser } from "./browser.ts";
import { CLINIC, PAGES } from "./clinic.ts";
import { watch } from "./watch.ts";

/** What sticks out of the window and is not in a box that scrolls or cuts. */
const OUTSIDE = `Array.from(document.querySelectorAll("body *")).filter((element) => {
  if (element.getBoundingClientRect().right <= innerWidth + 1) return false;
  for (let box = element.parentElement; box !== document.body; box = box.parentElement) {
    if (getComputedStyle(box).overflowX !== "visible") return false;
  }
  return !element.closest(".hidden, .skip, svg");
}).slice(0, 5).map((element) => element.outerHTML.slice(0, 120))`;

describe.skipIf(NO_BROWSER)("the pages for developers in a browser", () => {
  let browser: Browser;
  let service: Awaited<ReturnType<typeof servePages>>;
  beforeAll(async () => {
    [browser, service] = await Promise.all([openBrowser(), servePages(CLINIC)]);
  });
  afterAll(async () => {
    await Promise.all([browser.close(), service.stop()]);
  });
  const visit = async (path: string, options: BrowserContextOptions, look: (page: Page) => Promise<void>) => {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const { problems } = watch(page, service.base_url);
    await page.goto(service.base_url + path);
    await look(page);
    expect(problems).toEqual([]);
    await context.close();
  };

  test("“Try it” sends a request and shows status, type, time, size, headers and body", async () => {
    await visit("/developers/reference", {}, async (page) => {
      const operation = page.locator("#searchReviews");
      await operation.getByLabel("query", { exact: true }).fill("knee");
      await operation.getByRole("button", { name: "Try it" }).click();
      await operation.locator("[data-status]", { hasText: "200" }).waitFor();
      expect(await operation.locator("[data-request]").innerText()).toBe("GET /api/reviews/search?query=knee");
      expect(await operation.locator("[data-body]").innerText()).toContain('"matched": 20');
      expect(await operation.locator("[data-status]").innerText()).toMatch(
        /^200 OK · application\/json · \d+ ms · \d+\.\d KB \(\d+(\.\d KB| bytes) compressed\)$/,
      );
      await operation.getByText("Headers", { exact: true }).click();
      expect(await operation.locator("[data-headers]").innerText()).toMatch(/^etag: "/m);
      expect(await violationsOf(page, ["#searchReviews"])).toEqual([]);
    });
  });

  test("the fields of “Try it” have a real id: it works without typing, and an error is shown as one", async () => {
    await visit("/developers/reference", {}, async (page) => {
      const operation = page.locator("#getReview");
      await operation.getByRole("button", { name: "Try it" }).click();
      await operation.locator("[data-status]", { hasText: "200 OK" }).waitFor();
    });
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${service.base_url}/developers/reference`);
    const operation = page.locator("#getReview");
    await operation.getByLabel("id").fill("nothing");
    await operation.getByRole("button", { name: "Try it" }).click();
    await operation.locator("[data-status]", { hasText: "404" }).waitFor();
    expect(await operation.locator("[data-body]").innerText()).toContain('"error": "not_found"');
    await context.close();
  });

  test("code is copied by a button, and selected where the clipboard is not allowed", async () => {
    await visit("/developers", { permissions: ["clipboard-read", "clipboard-write"] }, async (page) => {
      await page.getByRole("button", { name: "Copy: curl" }).click();
      await page.locator("#curl .copy", { hasText: "Copied" }).waitFor();
      expect(await page.evaluate("navigator.clipboard.readText()")).toBe(await page.locator("#curl pre").innerText());
    });
    await visit("/developers", {}, async (page) => {
      await page.evaluate(
        "navigator.clipboard.writeText = () => Promise.reject(new Error('no')); document.execCommand = () => false",
      );
      await page.getByRole("button", { name: "Copy: curl" }).click();
      await page.locator("#curl .copy", { hasText: "Selected: press Ctrl+C" }).waitFor();
      const selected: string = await page.evaluate("getSelection().toString()");
      expect(selected.trim()).toBe(await page.locator("#curl pre").innerText());
    });
  });

  test("the search of the reference works from the keyboard", async () => {
    await visit("/developers/reference", {}, async (page) => {
      await page.keyboard.press("/");
      await page.keyboard.type("subscription token");
      await page.locator("[data-find-count]", { hasText: /^\d+ of \d+ match$/ }).waitFor();
      expect(await page.locator(".operation:visible").count()).toBeLessThan(4);
      expect(await page.locator("[data-contents] a:visible").allInnerTexts()).toContain("/api/websub/status/{token}");
      await page.keyboard.press("Enter");
      expect(await page.evaluate("document.activeElement.matches('[data-find]:not([hidden])')")).toBe(true);
      await page.locator("#find").focus();
      await page.keyboard.press("Escape");
      expect(await page.locator(".operation:visible").count()).toBe(33);
      await page.locator("#find").fill("zzzz");
      expect(await page.locator("[data-find-count]").innerText()).toBe(
        `0 of ${await page.locator("[data-find]").count()} match`,
      );
    });
  });

  test("without script there are no dead controls, and the choice of the language works", async () => {
    await visit("/developers/reference", { javaScriptEnabled: false }, async (page) => {
      expect(await page.locator(".copy:visible, .find:visible").count()).toBe(0);
      expect(await page.locator("#getReview .call:visible .code-head span").allInnerTexts()).toEqual(["curl"]);
      await page.getByRole("radio", { name: "Python" }).check();
      expect(await page.locator("#getReview .call:visible .code-head span").allInnerTexts()).toEqual(["Python"]);
      await page.locator("[data-contents]").getByRole("link", { name: "/api/reviews/stats" }).click();
      expect(page.url()).toBe(`${service.base_url}/developers/reference#getReviewStatistics`);
      expect(await page.locator("#getReviewStatistics").isVisible()).toBe(true);
    });
  });

  test("/embed follows each choice with its preview and its lines, and the URL can be reloaded", async () => {
    const context = await browser.newContext({ permissions: ["clipboard-read", "clipboard-write"] });
    const page = await context.newPage();
    const { problems } = watch(page, service.base_url);
    await page.goto(`${service.base_url}/embed`);
    await page.getByLabel("Layout").selectOption("quote");
    await page.waitForURL(/layout=quote/);
    await page.getByLabel("Reviews that mention").selectOption("ana-ruiz");
    await page.waitForURL(/mentions_technician=ana-ruiz/);
    await page.locator("#script pre", { hasText: "mentions_technician=ana-ruiz" }).waitFor();
    expect(await page.locator("#script pre").innerText()).toContain('data-layout="quote"');
    await page.frameLocator(".preview").getByText("Reviews that mention Ana Ruiz").waitFor();
    await page.locator("#frame").getByRole("button", { name: "Copy: Frame" }).click();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(await page.locator("#frame pre").innerText());
    expect(await page.locator("#frame .copy").innerText()).toBe("Copied");
    await page.reload();
    expect(await page.getByLabel("Layout").inputValue()).toBe("quote");
    expect(problems).toEqual([]);
    await context.close();
  });

  for (const width of [320, 360]) {
    test(`no page is wider than a phone of ${width} pixels, with everything open`, async () => {
      await visit("/", { viewport: { width, height: 640 } }, async (page) => {
        for (const path of [...PAGES, "/developers/changelog", "/embed/frame", "/embed/frame?layout=rating"]) {
          await page.goto(service.base_url + path);
          await page.evaluate("document.querySelectorAll('details').forEach((details) => { details.open = true; })");
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
