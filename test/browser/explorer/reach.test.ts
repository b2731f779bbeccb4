import { describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { NO_BROWSER } from "../browser.ts";
import { CLINIC } from "../clinic.ts";
import { usePages } from "../use-pages.ts";

/** Presses Tab until a review has the focus. */
async function stopsToReview(page: Page): Promise<number> {
  for (let stops = 1; stops <= 40; stops++) {
    await page.keyboard.press("Tab");
    if (await page.evaluate("document.activeElement.closest('article') !== null")) return stops;
  }
  return Number.POSITIVE_INFINITY;
}

describe.skipIf(NO_BROWSER)("the first review by keyboard", () => {
  const pages = usePages(CLINIC);
  const open = async (path: string, width: number): Promise<Page> => {
    const context = await pages.browser.newContext({ viewport: { width, height: 800 } });
    const page = await context.newPage();
    await page.goto(pages.base_url + path);
    return page;
  };

  test("is at most 12 Tab stops away on /reviews, also with words and filters, on a later page and in Spanish", async () => {
    const filtered = "?query=knee&min_rating=1&since=2020-01-01&has_text=true&limit=1";
    for (const [path, width] of [
      ["/reviews", 1280],
      ["/reviews", 360],
      [`/reviews${filtered}`, 360],
      [`/es/reviews${filtered}`, 1280],
    ] as const) {
      const page = await open(path, width);
      const next = page.locator('a[rel="next"]').first();
      if (path.includes("?")) {
        await page.goto(new URL((await next.getAttribute("href")) ?? "", page.url()).href);
        expect(await page.locator(".chips a").count()).toBeGreaterThan(4);
      }
      expect(
        [path, width, await stopsToReview(page)].map((value, i) => (i === 2 ? Number(value) <= 12 : value)),
      ).toEqual([path, width, true]);
      await page.context().close();
    }
  });

  test("is the next stop after the link that skips to the reviews, on the overview and on /reviews", async () => {
    for (const [path, name] of [
      ["/", "Skip to the reviews"],
      ["/reviews", "Skip to results"],
    ] as const) {
      const page = await open(path, 1280);
      await page.getByRole("link", { name }).focus();
      await page.keyboard.press("Enter");
      expect(await stopsToReview(page)).toBeLessThanOrEqual(2);
      await page.context().close();
    }
  });

  test("a slow answer is announced and seen after a while, and a choice on the overview stays on the page", async () => {
    for (const [path, choice] of [
      ["/reviews", ".facet a"],
      ["/", ".half.negative[href]"],
    ] as const) {
      const page = await open(path, 1280);
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route("**/*?*", async (route) => {
        await held;
        await route.continue();
      });
      await page.evaluate("window.same = true");
      await page.locator(choice).first().click();
      await page.locator("[data-results][aria-busy=true]").waitFor();
      expect(await page.locator("[data-live].busy").innerText()).toBe("Loading the reviews…");
      expect(page.url()).toContain("?");
      release();
      await page.locator("[data-live]:not(.busy)").waitFor({ state: "attached" });
      await page.locator(".chips .clear").waitFor();
      expect(await page.evaluate("window.same")).toBe(true);
      await page.goBack();
      await page.locator("[data-results] .chips").waitFor({ state: "detached" });
      expect(await page.evaluate("window.same")).toBe(true);
      await page.context().close();
    }
  });

  test("on a phone the filters open over the end of the list, and stay open after a choice", async () => {
    const page = await open("/reviews", 360);
    await page.locator("#facets > summary").click();
    await page.locator("#rating-3").click();
    await page.locator(".outcome", { hasText: "match" }).waitFor();
    expect(await page.locator("#facets").getAttribute("open")).toBe("");
    expect(await page.locator("#facets > summary").innerText()).toBe("Filters (1)");
    expect(await page.locator(".outcome").isVisible()).toBe(true);
    await page.context().close();
  });

  test("a year leads to its newest review", async () => {
    const page = await open("/reviews", 1280);
    await page.locator(".years").getByRole("link", { name: "2024" }).click();
    await page.waitForFunction("document.getElementById(location.hash.slice(1)) !== null && location.hash !== ''");
    const date: string = await page.evaluate(
      "document.getElementById(location.hash.slice(1)).querySelector('time').dateTime",
    );
    expect(date.slice(0, 4)).toBe("2024");
    const newer: string | null = await page.evaluate(
      "document.getElementById(location.hash.slice(1)).previousElementSibling?.querySelector('time').dateTime ?? null",
    );
    expect(newer === null || newer.startsWith("2025")).toBe(true);
    await page.context().close();
  });
});
