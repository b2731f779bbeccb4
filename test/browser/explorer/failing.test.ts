import { describe, expect, test } from "bun:test";
import type { Route } from "playwright-core";
import { until } from "../../faults/serving.ts";
import { NO_BROWSER } from "../browser.ts";
import { CLINIC } from "../clinic.ts";
import { usePages } from "../use-pages.ts";
import { openHeld, pass } from "./held-explorer.ts";

describe.skipIf(NO_BROWSER)("an explorer whose searches fail", () => {
  const pages = usePages(CLINIC);

  const open = (path: string) => openHeld(pages.browser, pages.base_url, path);

  test("a step that fails while the person types on stays a step", async () => {
    const { page, field, answer, steps, at, outcome, choose } = await open("/reviews");
    await choose("5 stars");
    await field.pressSequentially("kn");
    const opened = page.waitForEvent("load");
    answer((route) => route.abort());
    await opened;
    await at("/reviews?query=kn&rating=5");
    expect(await steps()).toBe(2);
    await page.goBack();
    await outcome("13 of 65");
    await page.context().close();
  });

  test("a search that fails does not hold up the way to another page", async () => {
    const { page, field, answer, at } = await open("/reviews");
    await page.route("**/policy", async (route) => {
      await Bun.sleep(300);
      await pass(route);
    });
    await field.pressSequentially("knee");
    await at("/reviews?query=knee");
    await page.getByRole("link", { name: "Policy", exact: true }).first().click({ noWaitAfter: true });
    answer((route) => route.abort());
    await page.waitForURL(/policy$/);
    await page.context().close();
  });

  test.each<[how: string, answer: (route: Route) => Promise<void>]>([
    ["fails", (route) => route.abort()],
    ["is an error", (route) => route.fulfill({ status: 500, body: "broken" })],
  ])("a search that %s opens its page, once, with what was typed", async (_, broken) => {
    const { page, field, asked, answer, steps, at, outcome, choose } = await open("/reviews#main");
    await choose("5 stars");
    await until(() => asked.length > 0);
    await page.goBack();
    expect(asked).toEqual(["/reviews?rating=5"]);
    await field.pressSequentially("knee");
    await at("/reviews?query=knee");
    await field.pressSequentially("s");
    const opened = page.waitForEvent("load");
    answer(broken);
    await opened;
    await outcome("of 65");
    await at("/reviews?query=knees");
    expect([await field.inputValue(), await steps()]).toEqual(["knees", 1]);
    await page.goBack();
    await outcome("65 reviews");
    expect(await page.locator("main").innerText()).not.toContain("null");
    expect(asked.length).toBeLessThanOrEqual(4);
    await page.context().close();
  });
});
