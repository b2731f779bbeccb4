import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser, Page, Route } from "playwright-core";
import { until } from "../../faults/serving.ts";
import { servePages } from "../../pages/serve-pages.ts";
import { openRandom } from "../../random.ts";
import { SEED } from "../../seed.ts";
import { NO_BROWSER, openBrowser } from "../browser.ts";
import { CLINIC } from "../clinic.ts";
import { watch } from "../watch.ts";
import { openExpectedHistory, sorted } from "./expected-history.ts";

describe.skipIf(NO_BROWSER)("an explorer that is ahead of its server", () => {
  let browser: Browser;
  let service: Awaited<ReturnType<typeof servePages>>;

  beforeAll(async () => {
    [browser, service] = await Promise.all([openBrowser(), servePages(CLINIC)]);
  });
  afterAll(async () => {
    await Promise.all([browser.close(), service.stop()]);
  });

  const pass = (route: Route) => route.continue().catch(() => {}); // the page may have given up this request
  /** A page whose searches are answered by `answer` only. */
  const open = async (path: string) => {
    const context = await browser.newContext({ locale: "en-US", viewport: { width: 1200, height: 900 } });
    const page = await context.newPage();
    const { problems } = watch(page, service.base_url);
    await page.goto(service.base_url + path);
    const start = await page.evaluate<number>("history.length");
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
      asked,
      field: page.locator("#query"),
      /** Lets the server answer from now on, by `how`. */
      answer: (how = pass) => {
        serve = how;
        answers.resolve();
      },
      hold: () => {
        answers = Promise.withResolvers<void>();
      },
      /** How many entries the history has beside the first. */
      steps: async () => (await page.evaluate<number>("history.length")) - start,
    };
  };
  const address = (url: string) => url.slice(service.base_url.length);
  const at = (page: Page, expected: string) => page.waitForURL(service.base_url + expected);
  const outcome = (page: Page, words: string) => page.locator(".outcome", { hasText: words }).waitFor();
  const choose = (page: Page, name: string) => page.getByRole("link", { name }).click();

  test("typing is one step back however late the answers are, and going back shows the words at once", async () => {
    const { page, problems, field, answer, steps } = await open("/reviews");
    await field.pressSequentially("kn");
    await at(page, "/reviews?query=kn");
    await field.pressSequentially("ee");
    await at(page, "/reviews?query=knee");
    expect(await steps()).toBe(1);
    await choose(page, "5 stars");
    await at(page, "/reviews?query=knee&rating=5");
    await field.press("End");
    await field.pressSequentially(" i");
    await at(page, "/reviews?query=knee+i&rating=5");
    expect(await steps()).toBe(3);
    await page.goBack();
    await page.goBack();
    expect([address(page.url()), await field.inputValue()]).toEqual(["/reviews?query=knee", "knee"]);
    await field.press("End");
    await field.pressSequentially("s");
    await at(page, "/reviews?query=knees");
    await page.goBack();
    await page.goBack();
    expect([address(page.url()), await field.inputValue()]).toEqual(["/reviews", ""]);
    await page.goForward();
    answer();
    await outcome(page, "20 of 65");
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test("a step keeps what was typed or chosen before it, answered or not", async () => {
    const { page, problems, field, answer, hold } = await open("/reviews?has_text=true");
    await field.pressSequentially("kne");
    await choose(page, "5 stars");
    await at(page, "/reviews?query=kne&has_text=true&rating=5");
    await choose(page, "Ana Ruiz");
    await at(page, "/reviews?query=kne&has_text=true&rating=5&mentions_technician=ana-ruiz");
    await field.press("End");
    await field.pressSequentially("e");
    await at(page, "/reviews?query=knee&has_text=true&rating=5&mentions_technician=ana-ruiz");
    // The results on the page are still those of the first URL.
    await page.locator(".chips a").first().click();
    await at(page, "/reviews?query=knee&rating=5&mentions_technician=ana-ruiz");
    answer();
    await page.locator(".chips", { hasText: "Ana Ruiz" }).waitFor();
    expect(await page.locator(".chips a:not(.clear)").count()).toBe(3);
    hold();
    await field.fill("hip");
    await choose(page, "Clear all");
    await at(page, "/reviews");
    await field.pressSequentially("ankle");
    await at(page, "/reviews?query=ankle");
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test("Enter ends a step, and does nothing if nothing has changed", async () => {
    const { page, field, asked, steps } = await open("/reviews");
    await field.pressSequentially("knee");
    await field.press("Enter");
    await field.press("Enter");
    await at(page, "/reviews?query=knee");
    await field.pressSequentially(" pain");
    await at(page, "/reviews?query=knee+pain");
    await field.press("Enter");
    expect(await steps()).toBe(2);
    await page.goBack();
    expect(await field.inputValue()).toBe("knee");
    expect(asked).toEqual(["/reviews?query=knee", "/reviews?query=knee+pain", "/reviews?query=knee"]);
    await page.context().close();
  });

  test("a date that is typed halfway stays when results come", async () => {
    const { page, problems, field, answer } = await open("/reviews");
    await field.pressSequentially("knee");
    await at(page, "/reviews?query=knee");
    await page.keyboard.press("Tab");
    await page.keyboard.type("0315");
    answer();
    await outcome(page, "20 of 65");
    await page.keyboard.type("2024");
    await at(page, "/reviews?query=knee&since=2024-03-15");
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test("a jump within the page leaves the open search alone", async () => {
    const { page, problems, field, asked, answer } = await open("/reviews");
    await field.pressSequentially("knee");
    await field.press("Enter");
    await page.evaluate(`location.hash = "main"`);
    answer();
    await outcome(page, "20 of 65");
    expect([address(page.url()), await field.inputValue()]).toEqual(["/reviews?query=knee#main", "knee"]);
    expect(asked).toEqual(["/reviews?query=knee"]);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test.each<[how: string, answer: (route: Route) => Promise<void>]>([
    ["fails", (route) => route.abort()],
    ["is an error", (route) => route.fulfill({ status: 500, body: "broken" })],
  ])("a search that %s opens its page, once, with what was typed", async (_, broken) => {
    const { page, field, asked, answer, steps } = await open("/reviews#main");
    await choose(page, "5 stars");
    await page.goBack();
    expect(asked).toEqual(["/reviews?rating=5"]);
    await field.pressSequentially("knee");
    await at(page, "/reviews?query=knee");
    await field.pressSequentially("s");
    const opened = page.waitForEvent("load");
    answer(broken);
    await opened;
    await outcome(page, "of 65");
    await at(page, "/reviews?query=knees");
    expect([await field.inputValue(), await steps()]).toEqual(["knees", 1]);
    await page.goBack();
    await outcome(page, "65 verified reviews");
    expect(await page.locator("main").innerText()).not.toContain("null");
    expect(asked.length).toBeLessThanOrEqual(4);
    await page.context().close();
  });

  test("new results keep the focus, and a group that comes back is as it was left", async () => {
    const { page, field, answer } = await open("/reviews");
    await page.locator("#facet-source summary").press("Enter");
    await field.pressSequentially("knee");
    await at(page, "/reviews?query=knee");
    await page.locator("#facet-year summary").focus();
    answer();
    await outcome(page, "20 of 65");
    expect(await page.evaluate("document.activeElement.parentElement.id")).toBe("facet-year");
    await field.fill("zzzz");
    await outcome(page, "0 of 65");
    await field.fill("");
    await outcome(page, "65 verified reviews");
    expect(await page.locator("#facet-source").evaluate((group) => group.hasAttribute("open"))).toBe(true);
    await page.context().close();
  });

  test("after each of many steps at any pace, the URL and the form say what was typed and chosen", async () => {
    const random = openRandom(SEED);
    const one = <T>(of: readonly [T, ...T[]]): T => of[Math.floor(random() * of.length)] ?? of[0];
    const { page, problems, field, answer, steps } = await open("/reviews");
    answer(async (route) => {
      await Bun.sleep(random() * 800);
      await pass(route);
    });
    const expected = openExpectedHistory();
    const type = async (words: string) => {
      await field.press("End");
      await field.pressSequentially(words);
      expected.change("query", (expected.now().get("query") ?? "") + words, true);
    };
    const pick = async (date: string) => {
      await page.locator("#since").fill(date);
      expected.change("since", date, true);
    };
    const rate = async (stars: number) => {
      const click = `((link) => { const href = link?.href; link?.click(); return href; })(document.getElementById("rating-${stars}"))`;
      const href = await page.evaluate<string | undefined>(click);
      if (href) expected.change("rating", new URL(href).searchParams.get("rating"), false);
    };
    const submit = async () => {
      await field.press("Enter");
      expected.stopTyping();
    };
    const move = async (by: 1 | -1) => {
      if (expected.move(by)) await (by === 1 ? page.goForward() : page.goBack());
    };
    for (let step = 0; step < 40; step++) {
      const take = one([
        () => type(one(["kn", "the", "b"])),
        () => pick(one(["", "2024-03-15", "2025-01-01"])),
        () => rate(one([3, 4, 5])),
        submit,
        () => move(-1),
        () => move(1),
      ]);
      await take();
      const now = expected.now();
      await page.waitForURL(({ searchParams }) => sorted(searchParams) === String(now));
      expect([await field.inputValue(), await page.locator("#since").inputValue(), await steps()]).toEqual([
        now.get("query") ?? "",
        now.get("since") ?? "",
        expected.count() - 1,
      ]);
    }
    const fresh = await page.context().newPage();
    await fresh.goto(page.url());
    const results = (from: Page) => from.locator("[data-results]").innerText();
    const seen = await results(fresh);
    await until(async () => (await results(page)) === seen);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
