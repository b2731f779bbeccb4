import { describe, expect, test } from "bun:test";
import type { BrowserContextOptions, Page, Route } from "playwright-core";
import { violationsOf } from "./axe.ts";
import { NO_BROWSER } from "./browser.ts";
import { CLINIC } from "./clinic.ts";
import { usePages } from "./use-pages.ts";
import { visitPage, watch } from "./watch.ts";

describe.skipIf(NO_BROWSER)("the script of the pages for developers in a browser", () => {
  const pages = usePages(CLINIC);
  const visit = (path: string, options: BrowserContextOptions, look: (page: Page) => Promise<void>) =>
    visitPage(pages.browser, pages.base_url, path, options, look);

  test("“Try it” sends a request and shows status, type, time, size, headers and body", async () => {
    await visit("/developers/reference#searchReviews", {}, async (page) => {
      const operation = page.locator("#searchReviews");
      await operation.getByLabel("query", { exact: true }).fill("knee");
      await operation.getByRole("button", { name: "Try it" }).click();
      await operation.locator("[data-status]", { hasText: "200" }).waitFor();
      expect(await operation.locator("[data-request]").innerText()).toBe("GET /api/reviews/search?query=knee");
      expect(await operation.locator("[data-body]").innerText()).toContain('"matched": 20');
      expect(await operation.locator("[data-status]").innerText()).toMatch(
        /^200 OK · application\/json · \d+ ms · \d+\.\d KB \(\d+(\.\d KB| bytes) compressed\) · ETag ".+"$/,
      );
      await operation.getByText("Headers", { exact: true }).click();
      expect(await operation.locator("[data-headers]").innerText()).toMatch(/^etag: "/m);
      expect(await violationsOf(page, ["#searchReviews"])).toEqual([]);
    });
  });

  test("the fields of “Try it” have a real id: it works without typing, and an error is shown as one", async () => {
    await visit("/developers/reference#getReview", {}, async (page) => {
      const operation = page.locator("#getReview");
      await operation.getByRole("button", { name: "Try it" }).click();
      await operation.locator("[data-status]", { hasText: "200 OK" }).waitFor();
    });
    const context = await pages.browser.newContext();
    const page = await context.newPage();
    await page.goto(`${pages.base_url}/developers/reference#getReview`);
    const operation = page.locator("#getReview");
    await operation.getByLabel("id").fill("no/thing");
    await operation.getByRole("button", { name: "Try it" }).click();
    await operation.locator("[data-status]", { hasText: "404" }).waitFor();
    expect(await operation.locator("[data-request]").innerText()).toBe("GET /api/reviews/no%2Fthing");
    expect(await operation.locator("[data-status]").innerText()).toMatch(/ ms · \d+ bytes$/);
    expect(await operation.locator("[data-body]").innerText()).toContain('\n  "error": "not_found",\n');
    await context.close();
  });

  test("“Try it” shows any response: long, broken, empty, late or none", async () => {
    const context = await pages.browser.newContext();
    const page = await context.newPage();
    await page.goto(`${pages.base_url}/developers/reference#getReviewStatistics`);
    const operation = page.locator("#getReviewStatistics");
    const part = (name: string) => operation.locator(`[data-${name}]`);
    const respond = async (answer: Parameters<Route["fulfill"]>[0] | null) => {
      const late = Promise.withResolvers<void>();
      await page.route("**/api/reviews/stats", async (route) => {
        await late.promise;
        await (answer ? route.fulfill(answer) : route.abort());
      });
      await operation.getByRole("button", { name: "Try it" }).click();
      await part("status").filter({ hasText: /^…$/ }).waitFor();
      expect([await part("status").isVisible(), await part("request").innerText()]).toEqual([
        true,
        "GET /api/reviews/stats",
      ]);
      late.resolve();
      await part("status").filter({ hasNotText: /^…$/ }).waitFor();
      await page.unroute("**/api/reviews/stats");
      const status = (await part("status").innerText()).replace(/\d+ ms/, "N ms");
      return { status, headers: await part("headers").textContent(), body: await part("body").textContent() };
    };
    const text = (body: string) => ({ contentType: "text/plain", headers: {}, body });
    const headers = "content-length: 1023\ncontent-type: text/plain";
    expect(await respond(text("x".repeat(1023)))).toEqual({
      status: "200 OK · text/plain · N ms · 1023 bytes",
      headers,
      body: "x".repeat(1023),
    });
    expect((await respond(text("x".repeat(1024)))).status).toEndWith(" · 1.0 KB");
    expect((await respond(text("x".repeat(20_000)))).body).toBe("x".repeat(20_000));
    const cut = await respond(text(`y${"x".repeat(20_000)}`));
    expect([cut.status, cut.body]).toEqual(["200 OK · text/plain · N ms · 19.5 KB", `y${"x".repeat(19_999)}\n…`]);
    expect((await respond({ contentType: "application/json", body: '{"a":' })).body).toBe('{"a":');
    expect(await respond({ status: 204, headers: {} })).toEqual({
      status: "204 No Content · N ms · 0 bytes",
      headers: "",
      body: "",
    });
    await respond(text("before"));
    expect(await respond(null)).toEqual({
      status: "No response: the service could not be reached",
      headers: "",
      body: "",
    });
    await context.close();
  });

  test("code is copied by a button, and selected where the clipboard is not allowed", async () => {
    const selection = (page: Page) => page.evaluate<string>("getSelection().toString().trim()");
    await visit("/developers", { permissions: ["clipboard-read", "clipboard-write"] }, async (page) => {
      await page.clock.install();
      await page.getByRole("button", { name: "Copy: curl" }).click();
      await page.locator("#curl .copy", { hasText: "Copied" }).waitFor();
      expect(await page.evaluate("navigator.clipboard.readText()")).toBe(await page.locator("#curl pre").innerText());
      expect(await selection(page)).toBe("");
      await page.clock.fastForward(3000);
      expect(await page.locator("#curl .copy").innerText()).toBe("Copy");
    });
    for (const [copies, says] of [
      [true, "Copied"],
      [false, "Selected: press Ctrl+C"],
    ] as const) {
      await visit("/developers", {}, async (page) => {
        await page.evaluate(
          `navigator.clipboard.writeText = () => Promise.reject(new Error('no')); document.execCommand = () => ${copies}`,
        );
        await page.getByRole("button", { name: "Copy: curl" }).click();
        await page.locator("#curl .copy", { hasText: says }).waitFor();
        expect(await selection(page)).toBe(await page.locator("#curl pre").innerText());
      });
    }
  });

  const find = (page: Page) => page.locator("#find");
  const count = (page: Page) => page.locator("[data-find-count]").textContent();
  /** How far below the top of the window an element begins. */
  const topOf = (page: Page, wanted: string) =>
    page.locator(wanted).evaluate((element) => Math.abs(element.getBoundingClientRect().top));

  test("the search of the reference works from the keyboard", async () => {
    await visit("/developers/reference", {}, async (page) => {
      for (const other of ["Control+/", "Alt+/", "Meta+/", "a"]) await page.keyboard.press(other);
      expect(await page.evaluate("document.activeElement.localName")).toBe("body");
      await page.keyboard.press("/");
      expect([await page.evaluate("document.activeElement.id"), await find(page).inputValue()]).toEqual(["find", ""]);
      await page.keyboard.press("Enter");
      expect(await page.evaluate("document.activeElement.id")).toBe("find");
      await page.keyboard.type(" /api/websub/status/ Tókeñ");
      const all = await page.locator("[data-find]").count();
      const found = await page.locator("[data-find]:visible").count();
      expect([await count(page), found < 4]).toEqual([`${found} of ${all} match`, true]);
      expect(await page.locator("[data-contents] a:visible").allInnerTexts()).toEqual([
        "WebSub",
        "/api/websub/status/{token}",
        "POST /api/websub/status/{token}",
      ]);
      expect(await page.locator("[data-group]:visible").count()).toBe(1);
      await page.keyboard.press("Enter");
      expect(await page.evaluate("document.activeElement.id")).toBe("getSubscriptionStatus");
      expect(await topOf(page, "#getSubscriptionStatus")).toBeLessThan(200);
      await find(page).focus();
      await page.keyboard.press("Escape");
      expect([await page.locator("[data-find]:visible").count(), await count(page)]).toEqual([all, ""]);
      await find(page).fill("zzzz");
      expect(await count(page)).toBe(`0 of ${all} match`);
      await page.keyboard.press("Enter");
      await find(page).fill(" ");
      expect(await count(page)).toBe("");
      await page.keyboard.press("Enter");
      expect(await page.evaluate("document.activeElement.id")).toBe("find");
    });
  });

  test("one operation is open at a time, by a click, a link or the URL, and the page stays short", async () => {
    await visit("/developers/reference", {}, async (page) => {
      const height = () => page.evaluate<number>("document.documentElement.scrollHeight");
      const open = () => page.locator("details.operation[open] > [id]").evaluateAll((all) => all.map(({ id }) => id));
      expect([await open(), (await height()) < 12_000]).toEqual([[], true]);
      await page.getByRole("heading", { name: "Reviews that match filters", exact: true }).click();
      await page.locator("#searchReviews").waitFor();
      expect([await open(), (await height()) < 12_000]).toEqual([["searchReviews"], true]);
      await page.getByRole("heading", { name: "One review", exact: true }).first().click();
      await page.locator("#getReview").waitFor();
      expect(await open()).toEqual(["getReview"]);
      expect(await topOf(page, "details.operation[open] > summary")).toBeLessThan(900);
      await page.locator('[data-contents] a[href="#getReviewStatistics"]').click();
      await page.locator("#getReviewStatistics").waitFor();
      expect(await open()).toEqual(["getReviewStatistics"]);
    });
  });

  test("the search opens a schema, and a link to what it has hidden shows everything again", async () => {
    await visit("/developers/reference", {}, async (page) => {
      await find(page).fill("Members of AspectInsight");
      const schema = page.locator("details[data-find]:visible").first();
      expect(await schema.getAttribute("open")).toBe(null);
      await find(page).press("Enter");
      expect(await schema.getAttribute("open")).toBe("");
      await page.evaluate("location.hash = 'schemas'");
      await page.waitForURL(/#schemas$/);
      expect(await count(page)).toMatch(/^\d+ of /);
      await page.evaluate("location.hash = 'getReview'");
      await page.waitForURL(/#getReview$/);
      await page.locator("#getReview").waitFor();
      expect([await find(page).inputValue(), await count(page)]).toEqual(["", ""]);
      expect(await topOf(page, "#getReview")).toBeLessThan(200);
    });
  });

  test("/embed follows each choice with its preview and its lines, and the URL can be reloaded", async () => {
    const context = await pages.browser.newContext({ permissions: ["clipboard-read", "clipboard-write"] });
    const page = await context.newPage();
    const { problems } = watch(page, pages.base_url);
    await page.goto(`${pages.base_url}/embed`);
    await page.getByLabel("Layout").selectOption("quote");
    await page.waitForURL(/layout=quote/);
    await page.getByLabel("Reviews that mention").selectOption("ana-ruiz");
    await page.waitForURL(/mentions_technician=ana-ruiz/);
    await page.locator("#script pre", { hasText: "mentions_technician=ana-ruiz" }).waitFor();
    expect(await page.locator("#script pre").innerText()).toContain('data-layout="quote"');
    await page.frameLocator(".preview").getByText("Reviews that mention Ana Ruiz").waitFor();
    await page.locator("#frame").getByRole("button", { name: "Copy: Frame" }).click();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(await page.locator("#frame pre").innerText());
    expect(await page.locator("#frame .copy").innerText()).toBe("Copied");
    expect(new URL(page.url()).search).toBe(
      "?layout=quote&reviews=3&theme=auto&language=en&mentions_technician=ana-ruiz",
    );
    await page.reload();
    expect(await page.getByLabel("Layout").inputValue()).toBe("quote");
    expect(problems).toEqual([]);
    await context.close();
  });

  test("/embed shows the last choice, even if an earlier one is late or the service fails", async () => {
    const context = await pages.browser.newContext();
    const page = await context.newPage();
    await page.goto(`${pages.base_url}/embed`);
    await page.evaluate("window.opened = true");
    const late = Promise.withResolvers<void>();
    const stopped = page.waitForEvent("requestfailed");
    await page.route(/layout=quote/, async (route) => {
      await late.promise;
      await route.continue().catch(() => {}); // the page has given up this request
    });
    await page.getByLabel("Layout").selectOption("quote");
    await page.getByLabel("Layout").selectOption("rating");
    await page.waitForURL(/layout=rating/);
    await stopped;
    late.resolve();
    await page.getByLabel("Theme").selectOption("dark");
    await page.waitForURL(/theme=dark/);
    await page.locator("#script pre", { hasText: 'data-layout="rating"' }).waitFor();
    await page.evaluate("document.querySelector('#embed-theme').value = 'light'");
    await page.evaluate("document.querySelector('[data-embed-form]').requestSubmit()");
    await page.waitForURL(/theme=light/);
    expect(await page.evaluate("window.opened")).toBe(true);
    await page.route(/theme=auto/, (route) =>
      route.request().resourceType() === "fetch" ? route.abort() : route.continue(),
    );
    await page.getByLabel("Theme").selectOption("auto");
    await page.waitForURL(/theme=auto/);
    expect(await page.evaluate("window.opened")).toBe(undefined);
    await context.close();
  });
});
