import { expect } from "bun:test";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";

/** Records what a page must not do: log errors or warnings, throw, or send requests to another origin. */
export function watch(page: Page, origin: string): { problems: string[]; requests: string[] } {
  const problems: string[] = [];
  const requests: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") problems.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => problems.push(`thrown: ${error.message}`));
  page.on("request", (request) => {
    requests.push(request.url());
    if (!request.url().startsWith(origin) && !request.url().startsWith("data:")) {
      problems.push(`request to another origin: ${request.url()}`);
    }
  });
  return { problems, requests };
}

/** Opens a page of the service in a window of its own, and fails if it had problems. */
export async function visitPage(
  browser: Browser,
  base_url: string,
  path: string,
  options: BrowserContextOptions,
  look: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const { problems } = watch(page, base_url);
  await page.goto(base_url + path);
  await look(page);
  expect(problems).toEqual([]);
  await context.close();
}
