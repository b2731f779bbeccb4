import { afterAll, beforeAll } from "bun:test";
import type { Browser } from "playwright-core";
import { type PagesData, servePages } from "../pages/serve-pages.ts";
import { openBrowser } from "./browser.ts";

/** A browser and the pages of the service with `data`, for the tests of the `describe` that calls this. */
export function usePages(data: PagesData): { readonly browser: Browser; readonly base_url: string } {
  let browser: Browser;
  let service: Awaited<ReturnType<typeof servePages>>;
  beforeAll(async () => {
    [browser, service] = await Promise.all([openBrowser(), servePages(data)]);
  });
  afterAll(async () => {
    await Promise.all([browser.close(), service.stop()]);
  });
  return {
    get browser() {
      return browser;
    },
    get base_url() {
      return service.base_url;
    },
  };
}
