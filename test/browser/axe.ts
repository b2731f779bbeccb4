import { expect } from "bun:test";
import { readFileSync } from "node:fs";
import type { Frame, Page } from "playwright-core";

const AXE = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

type Violation = { id: string; nodes: { target: string[] }[] };

/** What axe-core finds on a page, or in some parts of it, by all rules or by those that are named. */
export async function violationsOf(page: Page | Frame, parts?: string[], rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(AXE);
  const where = parts ? JSON.stringify({ include: parts.map((part) => [part]) }) : "document";
  const options = JSON.stringify({ resultTypes: ["violations"], ...(rules && { runOnly: rules }) });
  const found: Violation[] = await page.evaluate(`axe.run(${where}, ${options}).then(({ violations }) => violations)`);
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
}

/** Fails if a page is not accessible in both color schemes, or wider than the screen. A scheme changes nothing but colors. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: "light" });
  expect([page.url(), await violationsOf(page)]).toEqual([page.url(), []]);
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await violationsOf(page, undefined, ["color-contrast", "link-in-text-block"]);
  expect([page.url(), dark]).toEqual([page.url(), []]);
  const wide = await page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth");
  expect([page.url(), wide]).toEqual([page.url(), false]);
}

/** The sum of all layout shifts so far. */
export const LAYOUT_SHIFT = `new Promise((resolve) => {
  let sum = 0;
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) sum += entry.value; })
    .observe({ type: "layout-shift", buffered: true });
  setTimeout(() => resolve(sum), 50);
})`;
