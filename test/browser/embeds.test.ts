import { describe, expect, test } from "bun:test";
import { LAYOUT_SHIFT, violationsOf } from "./axe.ts";
import { NO_BROWSER } from "./browser.ts";
import { CLINIC } from "./clinic.ts";
import { type Look, lineToPaste, type OtherSite, serveOtherSite, strictPolicy, visitOtherSite } from "./other-site.ts";
import { usePages } from "./use-pages.ts";
import { watch } from "./watch.ts";

describe.skipIf(NO_BROWSER)("embeds in a browser", () => {
  // Five Spanish reviews: the pages are offered in Spanish, too.
  const rows = CLINIC.rows.map((row, i) => (i < 5 ? { ...row, language: "es" } : row));
  const pages = usePages({ ...CLINIC, rows });

  const lineOf = (id: "script" | "frame" | "plain", query = "") =>
    lineToPaste(pages.browser, pages.base_url, id, query);
  const strict = () => strictPolicy(pages.base_url);
  const onOtherSite = (body: string, options: OtherSite, look: Look) =>
    visitOtherSite(pages.browser, body, options, look);

  test("without script the line is a link to the reviews", async () => {
    const other = serveOtherSite(await lineOf("script"));
    const context = await pages.browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(other.url);
    expect(await page.getByRole("link", { name: "Reviews of Harbor Physical Therapy" }).getAttribute("href")).toBe(
      `${pages.base_url}/reviews`,
    );
    await context.close();
    await other.stop();
  });

  test("the frame shows the same without a script, on a site with a strict policy, and its links leave it", async () => {
    const line = await lineOf("frame", "mentions_service=dry-needling&reviews=2&theme=dark");
    await onOtherSite(line, { policy: strict() }, async (page, { problems }) => {
      const frame = page.frameLocator("iframe");
      await frame.getByText("65 reviews").waitFor();
      expect(await frame.locator("main").innerText()).toContain("Reviews that mention Dry needling");
      expect(await frame.locator(".items > li").count()).toBe(2);
      expect(problems).toEqual([]);
      for (const inner of page.frames()) expect(await violationsOf(inner)).toEqual([]);
      await frame.getByRole("link", { name: "Harbor Physical Therapy" }).click();
      await page.waitForURL(`${pages.base_url}/`);
    });
  });

  test("every layout of the frame is accessible in both schemes and widths, and moves nothing", async () => {
    for (const [width, colorScheme] of [
      [1280, "dark"],
      [320, "light"],
    ] as const) {
      const page = await pages.browser.newPage({ viewport: { width, height: 700 }, colorScheme });
      const { problems } = watch(page, pages.base_url);
      for (const layout of ["list", "grid", "carousel", "quote", "rating"]) {
        await page.goto(`${pages.base_url}/embed/frame?layout=${layout}&language=es`);
        expect(await page.locator("main").innerText()).toContain("65 opiniones");
        expect([layout, await violationsOf(page)]).toEqual([layout, []]);
        expect(await page.evaluate<number>(LAYOUT_SHIFT)).toBe(0);
      }
      expect(problems).toEqual([]);
      await page.close();
    }
  });

  test("no other page can be shown in a frame of another site", async () => {
    for (const path of ["/", "/reviews", "/embed", "/developers"]) {
      await onOtherSite(`<iframe src="${pages.base_url}${path}"></iframe>`, {}, async (page) => {
        await page.waitForLoadState("networkidle");
        expect([path, await page.frames()[1]?.locator("main").count()]).toEqual([path, 0]);
      });
    }
  });

  test("the badge loads as an image on another site, and leads to the reviews", async () => {
    await onOtherSite(
      await lineOf("plain", "theme=dark&language=es"),
      { policy: strict() },
      async (page, { problems }) => {
        expect(await page.evaluate("[document.images[0].complete, document.images[0].naturalWidth]")).toEqual([
          true,
          264,
        ]);
        expect(await page.locator("main a").getAttribute("href")).toBe(`${pages.base_url}/es/reviews`);
        expect(await violationsOf(page)).toEqual([]);
        expect(problems).toEqual([]);
      },
    );
  });
});
