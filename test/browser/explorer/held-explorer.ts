import type { Browser, Page, Route } from "playwright-core";
import { watch } from "../watch.ts";

/** Lets the server answer. The page may have given up the request. */
export const pass = (route: Route): Promise<void> => route.continue().catch(() => {});

/** The page of a URL of the service, whose searches are answered only after `answer`. */
export async function openHeld(browser: Browser, base_url: string, path: string) {
  const context = await browser.newContext({ locale: "en-US", viewport: { width: 1200, height: 900 } });
  const page = await context.newPage();
  const { problems } = watch(page, base_url);
  await page.goto(base_url + path);
  const start = await page.evaluate<number>("history.length");
  const address = (url: string) => url.slice(base_url.length);
  const asked: string[] = [];
  let answers = Promise.withResolvers<void>();
  let serve: (route: Route) => Promise<void> = pass;
  await page.route(
    (url) => url.pathname === "/reviews",
    async (route) => {
      if (route.request().resourceType() !== "fetch") return pass(route);
      asked.push(address(route.request().url()));
      await answers.promise;
      await serve(route);
    },
  );
  return {
    page,
    problems,
    /** The searches that the page has asked for. */
    asked,
    field: page.locator("#query"),
    /** Lets searches be answered from now on, by `how`. */
    answer: (how = pass) => {
      serve = how;
      answers.resolve();
    },
    hold: () => {
      answers = Promise.withResolvers<void>();
    },
    /** How many entries the history has beside the first. */
    steps: async () => (await page.evaluate<number>("history.length")) - start,
    address: () => address(page.url()),
    at: (expected: string) => page.waitForURL(base_url + expected),
    outcome: (words: string) => page.locator(".outcome", { hasText: words }).waitFor(),
    choose: (name: string) => page.getByRole("link", { name }).click(),
  };
}

export const resultsOf = (page: Page): Promise<string> => page.locator("[data-results]").innerText();
