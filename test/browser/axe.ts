import { readFileSync } from "node:fs";
import type { Frame, Page } from "playwright-core";

const AXE = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

type Violation = { id: string; nodes: { target: string[] }[] };

/** What axe-core finds on a page, or in some parts of it. */
export async function violationsOf(page: Page | Frame, parts?: string[]): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(AXE);
  const where = parts ? JSON.stringify({ include: parts.map((part) => [part]) }) : "document";
  const found: Violation[] = await page.evaluate(
    `axe.run(${where}, { resultTypes: ["violations"] }).then(({ violations }) => violations)`,
  );
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
}

/** The sum of all layout shifts so far. */
export const LAYOUT_SHIFT = `new Promise((resolve) => {
  let sum = 0;
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) sum += entry.value; })
    .observe({ type: "layout-shift", buffered: true });
  setTimeout(() => resolve(sum), 50);
})`;
