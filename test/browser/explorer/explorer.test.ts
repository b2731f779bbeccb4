import { describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { NO_BROWSER } from "../browser.ts";
import { CLINIC } from "../clinic.ts";
import { usePages } from "../use-pages.ts";
import { watch } from "../watch.ts";

describe.skipIf(NO_BROWSER)("the explorer in a browser", () => {
  const pages = usePages(CLINIC);
  const open = async (path: string, javaScriptEnabled = true): Promise<{ page: Page; problems: string[] }> => {
    const context = await pages.browser.newContext({ javaScriptEnabled, viewport: { width: 1200, height: 900 } });
    const page = await context.newPage();
    const { problems } = watch(page, pages.base_url);
    await page.goto(pages.base_url + path);
    return { page, problems };
  };
  const outcome = (page: Page) => page.locator(".outcome").innerText();
  const until = (page: Page, words: string) => page.locator(".outcome", { hasText: words }).waitFor();
  const address = (page: Page) => page.url().slice(pages.base_url.length);

  test("typing searches and marks the matches, and the back button leaves the search", async () => {
    const { page, problems } = await open("/reviews");
    await page.locator("#query").pressSequentially("shoulder", { delay: 20 });
    await page.waitForURL(`${pages.base_url}/reviews?query=shoulder`);
    await until(page, "19 of 65 reviews match");
    expect(await page.locator("mark").first().innerText()).toBe("shoulder");
    expect(await page.evaluate("document.activeElement.id")).toBe("query");
    expect(await page.locator("[data-live]").innerText()).toContain("19 of 65 reviews match");
    await page.goBack();
    await until(page, "65 reviews, newest first");
    expect(await page.locator("#query").inputValue()).toBe("");
    await page.goForward();
    await until(page, "19 of 65");
    expect(await page.locator("#query").inputValue()).toBe("shoulder");
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test("filters narrow the results, show what is left, combine, and can be removed", async () => {
    const { page, problems } = await open("/reviews");
    const facet = (name: string) => page.locator(`#facet-${name}`).getByRole("link");
    expect(await facet("rating").allInnerTexts()).toEqual([
      "5 stars\n13",
      "4 stars\n13",
      "3 stars\n14",
      "2 stars\n13",
      "1 star\n12",
      "4 stars or more\n26",
      "3 stars or fewer\n39",
    ]);
    await page.getByRole("link", { name: "5 stars" }).click();
    await until(page, "13 of 65");
    // What the person opened or closed stays so.
    await page.locator("#facet-year summary").click();
    await page.locator("#facet-source summary").click();
    await page.getByRole("link", { name: "Ana Ruiz" }).click();
    await until(page, "5 of 65");
    const opened = await page.locator("details.facet[open]").evaluateAll((all) => all.map(({ id }) => id));
    expect(opened).toEqual(["facet-rating", "facet-aspect", "facet-technician", "facet-source"]);
    await page.locator("#facet-year summary").click();
    expect(address(page)).toBe("/reviews?rating=5&mentions_technician=ana-ruiz");
    expect(await facet("source").allInnerTexts()).toEqual(["Google\n3", "Yelp\n2"]);
    await page.getByRole("link", { name: "Yelp" }).click();
    await until(page, "2 of 65");
    await page.locator("#year-2024").click();
    await until(page, "1 of 65 reviews matches");
    await page.getByRole("link", { name: "Clear all" }).click();
    await until(page, "65 reviews");
    expect(address(page)).toBe("/reviews");
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test("paging shows every review once, and goes back", async () => {
    const { page } = await open("/reviews");
    const seen: string[] = [];
    const read = async () => {
      const links = await page.locator(".byline .whole-card").all();
      for (const link of links) seen.push((await link.getAttribute("href")) ?? "");
    };
    await read();
    for (let number = 2; number <= 4; number++) {
      const first = seen.at(-1);
      await page.getByRole("link", { name: "Older reviews" }).click();
      await page.locator(`.byline .whole-card[href="${first}"]`).waitFor({ state: "detached" });
      expect(await page.evaluate("document.querySelector('[data-results]').getBoundingClientRect().top < 50")).toBe(
        true,
      );
      await read();
    }
    expect(await page.getByRole("link", { name: "Older reviews" }).count()).toBe(0);
    expect([seen.length, new Set(seen).size]).toEqual([65, 65]);
    expect(await outcome(page)).toBe("65 reviews, newest first · showing 61–65 of 65");
    await page.getByRole("link", { name: "Newer reviews" }).click();
    await page.locator(`.byline .whole-card[href="${seen[40]}"]`).waitFor();
    expect(await outcome(page)).toContain("showing 41–60 of 65");
    expect(await page.locator(".byline .whole-card").first().getAttribute("href")).toBe(seen[40] ?? "");
    await page.getByRole("link", { name: "Page 1", exact: true }).click();
    await page.locator(`.byline .whole-card[href="${seen[0]}"]`).waitFor();
    expect(address(page)).toBe("/reviews");
    await page.context().close();
  });

  test("a URL can be shared: a new visitor sees the same results", async () => {
    const { page } = await open("/reviews?min_rating=4&since=2025-01-01&query=front+desk&limit=3");
    expect(await outcome(page)).toContain("4 of 65 reviews match · showing 1–3 of 4");
    expect(await page.locator("#since").inputValue()).toBe("2025-01-01");
    expect(await page.locator(".chips").innerText()).toContain("4 stars or more");
    await page.context().close();
  });

  test("the search, a filter and a review can be reached by keyboard alone", async () => {
    const { page } = await open("/reviews");
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.className")).toBe("skip");
    await page.keyboard.press("Enter");
    const reach = async (wanted: string) => {
      for (let presses = 0; presses < 60; presses++) {
        await page.keyboard.press("Tab");
        if (await page.evaluate(`document.activeElement.matches(${JSON.stringify(wanted)})`)) return true;
      }
      return false;
    };
    expect(await reach("input[name=query]")).toBe(true);
    await page.keyboard.type("knee");
    // Before the last letters are searched for, their results would replace the link under the focus.
    await page.waitForURL(/query=knee$/);
    await until(page, "20 of 65");
    expect(await reach("#rating-4")).toBe(true);
    await page.keyboard.press("Enter");
    await until(page, "4 of 65");
    expect(await page.evaluate("document.activeElement.id")).toBe("rating-4");
    expect(await reach(".byline a")).toBe(true);
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/reviews\/\d+$/);
    await page.context().close();
  });

  test("a late response does not overwrite what was typed in the meantime", async () => {
    const { page, problems } = await open("/reviews");
    const late = Promise.withResolvers<void>();
    await page.route("**/reviews?rating=5", async (route) => {
      await late.promise;
      await route.continue().catch(() => {}); // the page has given up this request
    });
    const given_up = page.waitForEvent("requestfailed");
    await page.getByRole("link", { name: "5 stars" }).click();
    await page.locator("#query").pressSequentially("knee");
    await page.waitForURL(/query=knee&rating=5$/);
    await given_up;
    late.resolve();
    await until(page, "5 of 65");
    expect(await page.locator("#query").inputValue()).toBe("knee");
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test("one search is one step back, however it was typed, and keeps the chosen filters", async () => {
    const { page, problems } = await open("/reviews");
    await page.evaluate("window.opened = true");
    const start = await page.evaluate<number>("history.length");
    const type = async (words: string, expected: string) => {
      await page.locator("#query").press("End");
      await page.locator("#query").pressSequentially(words);
      await page.waitForURL(pages.base_url + expected);
      return (await page.evaluate<number>("history.length")) - start;
    };
    expect(await type("kn", "/reviews?query=kn")).toBe(1);
    expect(await type("ee", "/reviews?query=knee")).toBe(1);
    await page.locator("#query").press("Enter");
    expect(await type(" i", "/reviews?query=knee+i")).toBe(2);
    await page.getByRole("link", { name: "5 stars" }).click();
    await page.waitForURL(/rating=5/);
    expect(await page.evaluate<number>("scrollY")).toBe(0);
    expect(await type("s", "/reviews?query=knee+is&rating=5")).toBe(4);
    await page.goBack();
    await page.goBack();
    await page.waitForURL(/query=knee\+i$/);
    expect(await type("s", "/reviews?query=knee+is")).toBe(3);
    expect(await page.evaluate("window.opened")).toBe(true);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test("if a search fails, the browser opens its page", async () => {
    const { page } = await open("/reviews");
    await page.evaluate("window.opened = true");
    await page.route(/rating=5/, (route) =>
      route.request().resourceType() === "fetch" ? route.abort() : route.continue(),
    );
    await page.getByRole("link", { name: "5 stars" }).click();
    await until(page, "13 of 65");
    expect(await page.evaluate("window.opened")).toBe(undefined);
    await page.context().close();
  });

  test("only a plain click on a link to results searches: others do what the browser does", async () => {
    const { page } = await open("/reviews");
    const isTaken = (link: string, init: object) =>
      page.evaluate(`(() => {
        let taken;
        const look = (event) => { taken = event.defaultPrevented; event.preventDefault(); };
        addEventListener("click", look);
        const init = { bubbles: true, cancelable: true, ...${JSON.stringify(init)} };
        document.querySelector(${JSON.stringify(link)}).dispatchEvent(new MouseEvent("click", init));
        removeEventListener("click", look);
        return taken;
      })()`);
    for (const init of [{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }]) {
      expect([init, await isTaken("#rating-5", init)]).toEqual([init, false]);
    }
    expect([await isTaken(".byline a", {}), await isTaken("h1", {})]).toEqual([false, false]);
    expect(await isTaken("#rating-5", {})).toBe(true);
    await until(page, "13 of 65");
    await page.context().close();
  });

  test("a jump within the page, such as by the skip link, sends no request", async () => {
    const { page, problems } = await open("/reviews");
    const asked: string[] = [];
    page.on("request", (request) => request.resourceType() === "fetch" && asked.push(request.url()));
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.waitForURL(/#/);
    await page.goBack();
    await page.locator("#query").pressSequentially("shoulder");
    await until(page, "19 of 65 reviews match");
    expect(asked.filter((url) => !url.includes("query="))).toEqual([]);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test("without JavaScript it is a plain form: empty fields are ignored and the filters are kept", async () => {
    const { page, problems } = await open("/reviews?rating=5", false);
    await page.locator("#query").fill("knee");
    await page.getByRole("button", { name: "Search" }).click();
    expect(await outcome(page)).toContain("5 of 65 reviews match");
    expect(new URL(page.url()).searchParams.get("rating")).toBe("5");
    await page.locator(".facets").getByRole("link", { name: "2024" }).click();
    expect(await outcome(page)).toContain("3 of 65 reviews match");
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test("the page says what is wrong with the URL", async () => {
    const { page } = await open("/reviews?rating=9&source=nowhere&query=knee&has_reply=true");
    expect(await page.getByRole("alert").innerText()).toContain("Rating: “9” is not a value that we know.");
    expect(await page.getByRole("alert").innerText()).toContain("Where it was written: “nowhere”");
    await page.locator("#query").press("End");
    await page.locator("#query").pressSequentially("s");
    await page.waitForURL(`${pages.base_url}/reviews?query=knees&has_reply=true`);
    await page.context().close();
  });
});
