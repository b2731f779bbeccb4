import type { Browser, Page } from "playwright-core";
import { watch } from "./watch.ts";

/** A page of another site, with its own style and content security policy. */
export function serveOtherSite(body: string, { policy = "", style = "", head = "" } = {}) {
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: (request) =>
      new URL(request.url).pathname === "/"
        ? new Response(
            `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Elsewhere</title>${head}${style === "" ? "" : `<style>${style}</style>`}<main><h1>Elsewhere</h1>${body}<p id="after">After</p></main>`,
            {
              headers: {
                "Content-Type": "text/html; charset=utf-8",
                ...(policy === "" ? {} : { "Content-Security-Policy": policy }),
              },
            },
          )
        : new Response(null, { status: 204 }),
  });
  return { url: server.url.href, stop: () => server.stop(true) };
}

/** Allows only what is loaded from one origin: no inline style, and no markup from a string. */
export const strictPolicy = (origin: string): string =>
  `default-src 'none'; script-src ${origin}; img-src ${origin}; frame-src ${origin}; require-trusted-types-for 'script'`;

/** The line to paste, as /embed shows it without a script. */
export async function lineToPaste(
  browser: Browser,
  base_url: string,
  id: "script" | "frame" | "plain",
  query = "",
): Promise<string> {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${base_url}/embed?${query}`);
  const text = await page.locator(`#${id} pre`).innerText();
  await context.close();
  return text;
}

export type OtherSite = { policy?: string; style?: string; head?: string; page?: Parameters<Browser["newPage"]>[0] };
export type Look = (page: Page, watched: ReturnType<typeof watch>) => Promise<void>;

/** Opens a page of another site in the browser. */
export async function visitOtherSite(browser: Browser, body: string, options: OtherSite, look: Look): Promise<void> {
  const other = serveOtherSite(body, options);
  const page = await browser.newPage(options.page);
  const watched = watch(page, "http://127.0.0.1");
  await page.goto(other.url);
  await look(page, watched);
  await page.close();
  await other.stop();
}
