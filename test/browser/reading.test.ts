import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { readDemonstration } from "../pages/demonstration.ts";
import { servePages } from "../pages/serve-pages.ts";
import { LAYOUT_SHIFT, violationsOf } from "./axe.ts";
import { NO_BROWSER, openBrowser } from "./browser.ts";
import { watch } from "./watch.ts";

const PHONE: BrowserContextOptions = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const NO_SCRIPT: BrowserContextOptions = { javaScriptEnabled: false };

describe.skipIf(NO_BROWSER)("reading the demonstration in a browser", () => {
  let browser: Browser;
  let server: Awaited<ReturnType<typeof servePages>>;
  beforeAll(async () => {
    [browser, server] = await Promise.all([openBrowser(), readDemonstration().then(servePages)]);
  });
  afterAll(async () => {
    await Promise.all([browser.close(), server.stop()]);
  });

  const visit = async (path: string, options: BrowserContextOptions, look: (page: Page) => Promise<void>) => {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const { problems } = watch(page, server.base_url);
    await page.goto(server.base_url + path);
    await look(page);
    expect(problems).toEqual([]);
    await context.close();
  };
  const address = (page: Page) => decodeURIComponent(page.url().slice(server.base_url.length));
  const outcome = (page: Page) => page.locator(".outcome").innerText();
  const visibleTips = (page: Page): Promise<string[]> =>
    page.evaluate(
      "[...document.querySelectorAll('.tip')].filter((tip) => getComputedStyle(tip).display !== 'none').map((tip) => tip.textContent)",
    );

  test("without JavaScript, one tap on a figure leads to its reviews, and one more to the whole review", async () => {
    await visit("/", NO_SCRIPT, async (page) => {
      await page.getByRole("link", { name: /^2 stars/ }).click();
      expect(address(page)).toBe("/?rating=2#results");
      await page.getByRole("link", { name: "Read all 16 reviews" }).click();
      expect([address(page), await outcome(page)]).toEqual(["/reviews?rating=2", "16 of 217 reviews match"]);
      // At the place of the words is the link that covers the card.
      await page.locator("article.review .words").first().click({ force: true });
      expect(address(page)).toMatch(/^\/reviews\/[0-9A-Z]{26}$/);
      await page.goto(`${server.base_url}/insights`);
      await page.getByRole("link", { name: /^Cost and insurance \d+ reviews$/ }).click();
      expect(await page.locator(".chips").innerText()).toContain("about Cost and insurance");
      await page.locator("#facet-sentiment summary").click();
      await page.locator("#sentiment-negative").click();
      expect(address(page)).toBe("/reviews?aspect=billing&aspect_sentiment=negative");
      const counted = Number.parseInt(await page.locator("#sentiment-negative .facet-count").innerText(), 10);
      expect(await outcome(page)).toStartWith(`${counted} of 217 reviews match`);
    });
  });

  test("a part of a bar, a topic, a person and a month lead to their reviews", async () => {
    await visit("/insights", NO_SCRIPT, async (page) => {
      for (const [link, found] of [
        [".theme .opinions a:has(.criticism)", /^\/reviews\?aspect=\w+&aspect_sentiment=negative$/],
        ['.line-card h3 a[href*="topic="]', /^\/reviews\?topic=[\w-]+$/],
        ['.line-card h3 a[href*="mentions_technician="]', /^\/reviews\?mentions_technician=[\w-]+$/],
        ["a.month .hit", /^\/reviews\?since=\d{4}-\d{2}-01&until=\d{4}-\d{2}-\d{2}$/],
      ] as const) {
        await page.goto(`${server.base_url}/insights`);
        await page.evaluate("document.querySelectorAll('.line-card').forEach((card) => { card.open = true; })");
        await page.locator(link).first().click();
        expect(address(page)).toMatch(found);
        expect(await outcome(page)).toMatch(/^[1-9]\d* of 217 reviews match/);
        expect(await page.locator("article.review").count()).toBeGreaterThan(0);
      }
    });
  });

  test("the words that were searched for are marked, however they are typed", async () => {
    await visit("/reviews?query=rosalia", NO_SCRIPT, async (page) => {
      expect(new Set(await page.locator("mark").allInnerTexts())).toEqual(new Set(["Rosalía"]));
    });
  });

  test("where nothing matches, suggestions lead to what does", async () => {
    await visit("/reviews?query=sholder", NO_SCRIPT, async (page) => {
      await page.locator(".suggestions a").first().click();
      expect(address(page)).toBe("/reviews?query=shoulder");
      expect(await outcome(page)).toMatch(/^[1-9]\d* of 217 reviews match/);
    });
  });

  test("the list shows the translation beside the original", async () => {
    await visit("/reviews?language=es&has_text=true", NO_SCRIPT, async (page) => {
      const card = page.locator("article.review", { has: page.locator(".translated") }).first();
      expect(await card.locator('> .words[lang="es"]').isVisible()).toBe(true);
      expect(await card.locator('.translated .words[lang="en"]').isVisible()).toBe(true);
      const place = address(page);
      await card.locator(".translated summary").click();
      expect([address(page), await card.locator(".translated .words").isVisible()]).toEqual([place, false]);
    });
  });

  test("pages of results say where they are and lead both ways", async () => {
    await visit("/reviews", NO_SCRIPT, async (page) => {
      const first = await page.locator(".whole-card").first().getAttribute("href");
      await page.getByRole("link", { name: "Older reviews" }).click();
      expect(await outcome(page)).toContain("showing 21–40 of 217");
      await page.getByRole("link", { name: "Older reviews" }).click();
      expect(await outcome(page)).toContain("showing 41–60 of 217");
      await page.getByRole("link", { name: "Newer reviews" }).click();
      expect(await outcome(page)).toContain("showing 21–40 of 217");
      await page.getByRole("link", { name: "Newer reviews" }).click();
      expect(await page.locator(".whole-card").first().getAttribute("href")).toBe(first);
      expect(address(page)).toBe("/reviews");
    });
  });

  test("the filters can be opened, chosen and removed on a phone", async () => {
    for (const javaScriptEnabled of [true, false]) {
      await visit("/reviews", { ...PHONE, javaScriptEnabled }, async (page) => {
        expect(await page.locator("#facet-rating").isVisible()).toBe(false);
        await page.locator("#facets > summary").tap();
        await page.locator("#rating-3").tap();
        await page.locator(".chips", { hasText: "3 stars" }).waitFor();
        expect(await outcome(page)).toContain("17 of 217 reviews match");
        expect(await page.locator("#facets > summary").innerText()).toBe("Filters (1)");
        await page.getByRole("link", { name: "Remove 3 stars" }).tap();
        await page.locator(".outcome", { hasText: "217 reviews" }).waitFor();
      });
    }
  });

  test("the chart shows the values of a month on hover and on focus without JavaScript, one at a time", async () => {
    await visit("/", NO_SCRIPT, async (page) => {
      expect(await visibleTips(page)).toEqual([]);
      const months = page.locator("a.month");
      const words = (await months.nth(3).getAttribute("aria-label")) ?? "";
      expect(words).toMatch(/^[A-Z][a-z]+ \d{4} to [A-Z][a-z]+ \d{4}: \d+ reviews, \d\.\d stars$/);
      await months.nth(3).locator(".hit").hover();
      expect(await visibleTips(page)).toEqual([words]);
      await page.mouse.move(0, 0);
      await months.nth(4).focus();
      await page.keyboard.press("Tab");
      expect(await visibleTips(page)).toEqual([(await months.nth(5).getAttribute("aria-label")) ?? ""]);
      await page.keyboard.press("Enter");
      await page.waitForURL(/\/reviews\?since=/);
    });
  });

  test("the average is drawn and said to the tenth", async () => {
    await visit("/", {}, async (page) => {
      expect(await page.locator(".rating-value").innerText()).toStartWith("4.1");
      const share: string = await page.evaluate(
        "getComputedStyle(document.querySelector('.panel .stars')).backgroundImage",
      );
      expect(share).toContain("82%");
      expect(await page.locator(".panel .stars").getAttribute("aria-label")).toBe("4.1 out of 5 stars");
    });
  });

  test("the switch leads to the same page in the other language, with its filters, and back", async () => {
    for (const javaScriptEnabled of [true, false]) {
      await visit("/reviews", { javaScriptEnabled }, async (page) => {
        await page.locator("#rating-5").click();
        await page.locator(".chips", { hasText: "5 stars" }).waitFor();
        await page.getByRole("link", { name: "Español" }).click();
        expect(address(page)).toBe("/es/reviews?rating=5");
        expect(await page.locator("html").getAttribute("lang")).toBe("es");
        expect(await outcome(page)).toStartWith("135 de 217 opiniones coinciden");
        await page.locator("article.review .whole-card").first().click();
        expect(address(page)).toMatch(/^\/es\/reviews\/[0-9A-Z]{26}$/);
        await page.getByRole("link", { name: "English" }).click();
        expect(address(page)).toMatch(/^\/reviews\/[0-9A-Z]{26}$/);
      });
    }
  });

  for (const path of [
    "/es",
    "/es/reviews?aspect=billing",
    "/es/reviews?query=nada-de-nada",
    "/es/insights",
    "/es/policy",
  ]) {
    test(`${path} is Spanish, accessible and stable, wide and light as well as narrow and dark`, async () => {
      await visit(path, { viewport: { width: 1280, height: 900 } }, async (page) => {
        const shift: number = await page.evaluate(LAYOUT_SHIFT);
        expect(shift).toBe(0);
        for (const [width, colorScheme] of [
          [1280, "light"],
          [360, "dark"],
        ] as const) {
          await page.setViewportSize({ width, height: 800 });
          await page.emulateMedia({ colorScheme });
          expect(await violationsOf(page)).toEqual([]);
          expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
        }
        const links = await page
          .locator("main a[href^='/']")
          .evaluateAll((all) => all.map((a) => a.getAttribute("href")));
        expect(links.filter((href) => !/^\/(es([/?#]|$)|insights\.json|reviews\.json|api\/)/.test(href ?? ""))).toEqual(
          [],
        );
      });
    });
  }
});
