import { describe, expect, test } from "bun:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { NO_BROWSER } from "./browser.ts";
import { CLINIC } from "./clinic.ts";
import { usePages } from "./use-pages.ts";
import { watch } from "./watch.ts";

const TOUCH: BrowserContextOptions = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const JULY = 6;

describe.skipIf(NO_BROWSER)("the script of the chart in a browser", () => {
  const rows = CLINIC.rows.filter(({ date }) => !date.startsWith("2024-06"));
  const pages = usePages({ ...CLINIC, rows });

  const visit = async (options: BrowserContextOptions, look: (page: Page, requests: string[]) => Promise<void>) => {
    const context = await pages.browser.newContext(options);
    const page = await context.newPage();
    const { problems, requests } = watch(page, pages.base_url);
    await page.goto(pages.base_url);
    await page.locator("[data-chart] svg").first().scrollIntoViewIfNeeded();
    await look(page, requests);
    expect(problems).toEqual([]);
    await context.close();
  };
  const months = (page: Page) => page.locator("a.month");
  const labels = (page: Page) =>
    months(page).evaluateAll((all) => all.map((month) => month.getAttribute("aria-label")));
  const visibleTips = (page: Page): Promise<string[]> =>
    page.evaluate(
      "[...document.querySelectorAll('.tip')].filter((tip) => getComputedStyle(tip).display !== 'none').map((tip) => tip.textContent)",
    );
  /** At the beginning of the column of July. */
  const inJune = async (page: Page) => {
    const july = await months(page).nth(JULY).locator(".hit").boundingBox();
    if (!july) throw new Error("July is not drawn");
    return { x: july.x + july.width / 4, y: july.y + july.height / 2 };
  };
  const toJuly = () => `${pages.base_url}/reviews?since=2024-02-01&until=2024-07-31`;

  test("the nearest month follows the mouse, and a click opens it at once, here or in a new tab", async () => {
    await visit({}, async (page) => {
      const all = await labels(page);
      const { x, y } = await inJune(page);
      await page.mouse.move(x, y);
      expect(await visibleTips(page)).toEqual([all[JULY] ?? ""]);
      await months(page).nth(2).locator(".hit").hover();
      expect(await visibleTips(page)).toEqual([all[2] ?? ""]);
      await page.mouse.move(x, y);
      await page.mouse.move(0, 0);
      expect(await visibleTips(page)).toEqual([]);
      const hit = months(page).nth(JULY).locator(".hit");
      const [tab] = await Promise.all([
        page.context().waitForEvent("page"),
        hit.click({ modifiers: ["ControlOrMeta"] }),
      ]);
      await tab.waitForURL(toJuly());
      await hit.click();
      await page.waitForURL(toJuly());
    });
  });

  test("on a touch screen the first tap shows the values of a month, and the second opens its reviews", async () => {
    await visit(TOUCH, async (page, requests) => {
      const all = await labels(page);
      await months(page).nth(2).locator(".hit").tap({ force: true });
      expect(await visibleTips(page)).toEqual([all[2] ?? ""]);
      const { x, y } = await inJune(page);
      await page.touchscreen.tap(x, y);
      expect(await visibleTips(page)).toEqual([all[JULY] ?? ""]);
      await page.touchscreen.tap(x, y);
      await page.waitForURL(toJuly());
      expect(requests.filter((url) => url.includes("since="))).toEqual([toJuly()]);
    });
  });

  test("Tab stops at one month of the chart, and arrow keys lead to the others", async () => {
    await visit({}, async (page) => {
      const all = await labels(page);
      const shown = async () => all.indexOf((await visibleTips(page))[0] ?? "");
      const press = async (key: string) => {
        await page.keyboard.press(key);
        return shown();
      };
      const newest = all.length - 1;
      expect(await page.locator('a.month:not([tabindex="-1"])').count()).toBe(1);
      await page.locator(".distribution summary").focus();
      for (let presses = 0; presses < 40 && (await press("Tab")) === -1; presses++);
      expect(await shown()).toBe(newest);
      expect(await press("ArrowLeft")).toBe(newest - 1);
      // Tab leaves the chart, and leads back to the same month.
      expect(await press("Tab")).toBe(-1);
      expect(await press("Shift+Tab")).toBe(newest - 1);
      expect(await press("Home")).toBe(0);
      expect(await press("ArrowLeft")).toBe(0);
      expect(await press("ArrowRight")).toBe(1);
      expect(await press("End")).toBe(newest);
      // These keys would also scroll the page; others keep what they do.
      const goesOn = (key: string) =>
        page.evaluate(
          `document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "${key}", bubbles: true, cancelable: true }))`,
        );
      expect([await goesOn("Home"), await goesOn("PageUp")]).toEqual([false, true]);
    });
  });
});
