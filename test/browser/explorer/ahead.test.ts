import { describe, expect, test } from "bun:test";
import { until } from "../../faults/serving.ts";
import { servePages } from "../../pages/serve-pages.ts";
import { openRandom } from "../../random.ts";
import { SEED } from "../../seed.ts";
import { NO_BROWSER } from "../browser.ts";
import { CLINIC } from "../clinic.ts";
import { usePages } from "../use-pages.ts";
import { openExpectedHistory, sorted } from "./expected-history.ts";
import { openHeld, pass, resultsOf } from "./held-explorer.ts";

describe.skipIf(NO_BROWSER)("an explorer that is ahead of its server", () => {
  const pages = usePages(CLINIC);

  const open = (path: string) => openHeld(pages.browser, pages.base_url, path);

  test("typing is one step back however late the answers are, and going back shows the words at once", async () => {
    const { page, problems, field, answer, steps, at, outcome, choose, address } = await open("/reviews");
    await field.pressSequentially("kn");
    await at("/reviews?query=kn");
    await field.pressSequentially("ee");
    await at("/reviews?query=knee");
    expect(await steps()).toBe(1);
    await choose("5 stars");
    await at("/reviews?query=knee&rating=5");
    await field.press("End");
    await field.pressSequentially(" i");
    await at("/reviews?query=knee+i&rating=5");
    expect(await steps()).toBe(3);
    await page.goBack();
    await page.goBack();
    expect([address(), await field.inputValue()]).toEqual(["/reviews?query=knee", "knee"]);
    await field.press("End");
    await field.pressSequentially("s");
    await at("/reviews?query=knees");
    await page.goBack();
    await page.goBack();
    expect([address(), await field.inputValue()]).toEqual(["/reviews", ""]);
    await page.goForward();
    answer();
    await outcome("20 of 65");
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test("a step keeps what was typed or chosen before it, answered or not", async () => {
    const { page, problems, field, answer, hold, at, choose } = await open("/reviews?has_text=true");
    await field.pressSequentially("kne");
    await choose("5 stars");
    await at("/reviews?query=kne&has_text=true&rating=5");
    await choose("Ana Ruiz");
    await at("/reviews?query=kne&has_text=true&rating=5&mentions_technician=ana-ruiz");
    await field.press("End");
    await field.pressSequentially("e");
    await at("/reviews?query=knee&has_text=true&rating=5&mentions_technician=ana-ruiz");
    // The results on the page are still those of the first URL.
    await page.locator(".chips a").first().click();
    await at("/reviews?query=knee&rating=5&mentions_technician=ana-ruiz");
    answer();
    await page.locator(".chips", { hasText: "Ana Ruiz" }).waitFor();
    expect(await page.locator(".chips a:not(.clear)").count()).toBe(3);
    hold();
    await field.fill("hip");
    await choose("Clear all");
    await at("/reviews");
    await field.pressSequentially("ankle");
    await at("/reviews?query=ankle");
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test("Enter ends a step, and does nothing if nothing has changed", async () => {
    const { page, field, asked, steps, at } = await open("/reviews");
    // At once: on a busy machine, letters that come slowly are searches of their own.
    await field.fill("knee");
    await field.press("Enter");
    await field.press("Enter");
    await at("/reviews?query=knee");
    await field.fill("knee pain");
    await at("/reviews?query=knee+pain");
    await field.press("Enter");
    expect(await steps()).toBe(2);
    await until(() => asked.length >= 2);
    expect(asked).toEqual(["/reviews?query=knee", "/reviews?query=knee+pain"]);
    await page.goBack();
    expect(await field.inputValue()).toBe("knee");
    await page.context().close();
  });

  test("a date that is typed halfway stays when results come", async () => {
    const { page, problems, field, answer, at, outcome } = await open("/reviews");
    await field.pressSequentially("knee");
    await at("/reviews?query=knee");
    await page.locator("#since").focus();
    await page.keyboard.type("0315");
    answer();
    await outcome("20 of 65");
    await page.keyboard.type("2024");
    await at("/reviews?query=knee&since=2024-03-15");
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test("a filter leaves such a date, and Clear all clears it, too", async () => {
    const { page, problems, at, choose } = await open("/reviews?has_text=true");
    const isHalf = () => page.evaluate('document.getElementById("since").validity.badInput');
    await page.locator("#since").focus();
    await page.keyboard.type("0315");
    await choose("5 stars");
    expect(await isHalf()).toBe(true);
    await choose("Clear all");
    await at("/reviews");
    expect([await isHalf(), problems]).toEqual([false, []]);
    await page.context().close();
  });

  test("a value that is not known is not searched for again", async () => {
    const { page, field, at } = await open("/reviews?rating=9&query=knee&utm_source=letter");
    await field.press("Enter");
    for (const _ of [1, 2]) {
      await field.press("End");
      await field.pressSequentially("s");
      await at("/reviews?query=knees");
      await page.goBack();
    }
    await page.context().close();
  });

  test("the other language gets the search before it is answered", async () => {
    const rows = CLINIC.rows.map((row, at) => ({ ...row, language: at % 2 === 0 ? "en" : "es" }));
    const spanish = await servePages({ ...CLINIC, rows });
    const { page, field, at } = await openHeld(pages.browser, spanish.base_url, "/reviews?rating=5");
    await field.pressSequentially("knee");
    await at("/reviews?query=knee&rating=5");
    expect(await page.locator("a.language").getAttribute("href")).toEndWith("/es/reviews?query=knee&rating=5");
    await page.context().close();
    await spanish.stop();
  });

  test("a jump within the page leaves the open search alone", async () => {
    const { page, problems, field, asked, answer, outcome, address } = await open("/reviews");
    await field.pressSequentially("knee");
    await field.press("Enter");
    await page.evaluate(`location.hash = "main"`);
    answer();
    await outcome("20 of 65");
    expect([address(), await field.inputValue()]).toEqual(["/reviews?query=knee#main", "knee"]);
    expect(asked).toEqual(["/reviews?query=knee"]);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test("two links that are pressed at once lead where they lead one after the other", async () => {
    const { page, problems, answer, steps, at, outcome, choose, address } = await open("/reviews");
    await choose("Older reviews");
    await choose("Older reviews");
    expect([await steps(), address()]).toEqual([1, expect.stringContaining("?cursor=")]);
    await page.goBack();
    await choose("5 stars");
    await choose("3 stars or fewer");
    await at("/reviews?max_rating=3");
    answer();
    await outcome("of 65 reviews match");
    expect([await page.locator(".chips a:not(.clear)").count(), problems]).toEqual([1, []]);
    await page.context().close();
  });

  test("a search that was being typed is a step of its own when the browser brings the page back", async () => {
    const { page, field, steps, at } = await open("/reviews");
    await field.pressSequentially("knee");
    await at("/reviews?query=knee");
    await page.evaluate(`dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))`);
    await field.fill("shoulder");
    await at("/reviews?query=shoulder");
    expect(await steps()).toBe(2);
    await page.context().close();
  });

  test("new results keep the focus, and a group that comes back is as it was left", async () => {
    const { page, field, answer, at, outcome, choose } = await open("/reviews");
    await page.locator("#facet-source summary").press("Enter");
    await field.pressSequentially("knee");
    await at("/reviews?query=knee");
    await page.locator("#facet-year summary").focus();
    answer();
    await outcome("20 of 65");
    expect(await page.evaluate("document.activeElement.parentElement.id")).toBe("facet-year");
    await field.fill("zzzz");
    await outcome("0 of 65");
    await field.fill("");
    await outcome("65 reviews");
    const isOpen = (id: string) => page.locator(id).evaluate((group) => group.hasAttribute("open"));
    expect(await isOpen("#facet-source")).toBe(true);
    await choose("5 stars");
    await outcome("13 of 65");
    await page.locator("#facet-rating summary").click();
    await field.fill("knee");
    await outcome("5 of 65");
    expect(await isOpen("#facet-rating")).toBe(false);
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
    const seen = await resultsOf(fresh);
    await until(async () => (await resultsOf(page)) === seen);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
