import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { servePages } from "../pages/serve-pages.ts";
import { CLINIC, MARKED_ID, PAGES } from "./clinic.ts";
import { NO_FIREFOX, openFirefox } from "./firefox.ts";

const AXE = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const VIOLATIONS =
  "axe.run(document).then(({ violations }) => JSON.stringify(violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target }) => target.join(' ')).join(', '))))";

describe.skipIf(NO_FIREFOX)("pages in Firefox", () => {
  let firefox: Awaited<ReturnType<typeof openFirefox>>;
  let service: Awaited<ReturnType<typeof servePages>>;
  beforeAll(async () => {
    [firefox, service] = await Promise.all([openFirefox(), servePages(CLINIC)]);
  });
  afterAll(async () => {
    await Promise.all([firefox.close(), service.stop()]);
  });

  test("every page is accessible, fits a phone and a wide screen, and logs nothing", async () => {
    for (const path of PAGES.filter((page) => page !== "/developers/reference")) {
      await firefox.resize(1280, 900);
      await firefox.goto(service.base_url + path);
      await firefox.evaluate(AXE);
      expect([path, await firefox.evaluate(VIOLATIONS)]).toEqual([path, "[]"]);
      for (const width of [360, 1280]) {
        await firefox.resize(width, 740);
        const wide = await firefox.evaluate("String(document.documentElement.scrollWidth > innerWidth)");
        expect([path, width, wide]).toEqual([path, width, "false"]);
      }
    }
    expect(firefox.problems).toEqual([]);
  });

  test("a filter can be opened and pressed", async () => {
    const shown = "String(document.querySelector('#facet-rating a').checkVisibility({ visibilityProperty: true }))";
    await firefox.resize(1280, 900);
    await firefox.goto(`${service.base_url}/reviews`);
    await firefox.evaluate("document.querySelector('.facets').open = true; ''");
    expect(await firefox.evaluate(shown)).toBe("true");
    await firefox.evaluate("document.querySelector('#facet-rating a').click(); ''");
    for (let tries = 0; tries < 100; tries++) {
      if ((await firefox.evaluate("location.search")) === "?rating=5") break;
      await Bun.sleep(100);
    }
    expect(await firefox.evaluate("document.querySelector('.outcome').textContent")).toContain("13 of 65");
  });

  test("the whole card leads to the review", async () => {
    await firefox.resize(1280, 900);
    await firefox.goto(`${service.base_url}/reviews`);
    const under = `(() => {
      const card = document.querySelector('article.review');
      const { left, top } = card.querySelector('.words').getBoundingClientRect();
      return document.elementFromPoint(left + 5, top + 5).closest('a')?.getAttribute('href') ?? 'none';
    })()`;
    expect(await firefox.evaluate(under)).toBe(`/reviews/${MARKED_ID}`);
  });
});
