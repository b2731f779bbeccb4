import type { Page } from "playwright-core";

/** Records what a page must not do: log errors or warnings, throw, or send requests to another origin. */
export function watch(page: Page, origin: string): { faults: string[]; requests: string[] } {
  const faults: string[] = [];
  const requests: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") faults.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => faults.push(`thrown: ${error.message}`));
  page.on("request", (request) => {
    requests.push(request.url());
    if (!request.url().startsWith(origin) && !request.url().startsWith("data:")) {
      faults.push(`request to another origin: ${request.url()}`);
    }
  });
  return { faults, requests };
}
