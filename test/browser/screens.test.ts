import { describe, expect, test } from "bun:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { parsePicture } from "../../src/model/picture.ts";
import { servePages } from "../pages/serve-pages.ts";
import { pngFile } from "../pictures.ts";
import { violationsOf } from "./axe.ts";
import { NO_BROWSER, OPEN_ALL } from "./browser.ts";
import { CLINIC, MARKED_ID, PAGES } from "./clinic.ts";
import { usePages } from "./use-pages.ts";
import { watch } from "./watch.ts";

const SCREENS = [
  { width: 360, height: 740, scheme: "dark" },
  { width: 768, height: 1024, scheme: "light" },
  { width: 1280, height: 900, scheme: "dark" },
  { width: 1920, height: 1080, scheme: "light" },
] as const;
/** Pages for readers. Those for developers are checked at two sizes in pages.test.ts. */
const READERS = [...PAGES.filter((path) => !path.startsWith("/developers")), "/reviews?rating=9", "/reviews/nothing"];
const HTML_BYTES = 60_000;

/**
 * Elements that can be pressed on less than 44 px of height, measured by what is hit, as a link may cover more than its
 * words. A link in a sentence is as high as its line (WCAG 2.2, 2.5.5).
 */
const SMALL_TARGETS = `(() => {
  const inSentence = (element) => getComputedStyle(element).display === "inline" &&
    !element.closest("h1, h2, h3, blockquote, .when") &&
    element.parentElement.textContent.trim().length > element.textContent.trim().length;
  const hitHeight = (element) => {
    element.scrollIntoView({ block: "center" });
    const { left, top, width, height } = element.getClientRects()[0];
    const [x, y] = [left + Math.min(width / 2, 20), top + height / 2];
    const hits = (at) => {
      const found = document.elementFromPoint(x, at);
      return found !== null && (element.contains(found) || found.closest("label")?.control === element);
    };
    let [up, down] = [y, y];
    while (down - up < 44 && hits(up - 1)) up -= 1;
    while (down - up < 44 && hits(down + 1)) down += 1;
    return down - up + 1;
  };
  return [...document.querySelectorAll("a[href], button, input:not([type=hidden]), select, summary")]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest("svg, .skip"))
    .filter((element) => !inSentence(element))
    .map((element) => [element, hitHeight(element)])
    .filter(([, height]) => height < 43)
    .map(([element, height]) => element.outerHTML.slice(0, 120) + " " + height);
})()`;

/** The smallest contrast of an element's background to that of the page, and of its border. */
const LOOK = (selector: string) => `(() => {
  const element = document.querySelector(${JSON.stringify(selector)});
  const { backgroundColor, borderTopStyle, textDecorationLine, color } = getComputedStyle(element);
  const page = getComputedStyle(document.documentElement).backgroundColor;
  return { seen: backgroundColor !== page && backgroundColor !== "rgba(0, 0, 0, 0)", border: borderTopStyle, underline: textDecorationLine, same: backgroundColor === color };
})()`;

describe.skipIf(NO_BROWSER)("pages on every screen", () => {
  const pages = usePages(CLINIC);
  const open = async (path: string, options: BrowserContextOptions = {}, at = pages.base_url): Promise<Page> => {
    const context = await pages.browser.newContext(options);
    const page = await context.newPage();
    await page.goto(at + path);
    return page;
  };

  for (const path of READERS) {
    test(`${path} is accessible and fits at four widths, and at 200 % and 400 % zoom`, async () => {
      const page = await open(path);
      for (const { width, height, scheme } of SCREENS) {
        await page.setViewportSize({ width, height });
        await page.emulateMedia({ colorScheme: scheme });
        expect([width, await violationsOf(page)]).toEqual([width, []]);
      }
      // A zoom of 200 % makes a window of 1280 px one of 640.
      for (const width of [640, 320]) {
        await page.setViewportSize({ width, height: 600 });
        expect([width, await page.evaluate("document.documentElement.scrollWidth <= innerWidth")]).toEqual([
          width,
          true,
        ]);
      }
      await page.context().close();
    });
  }

  test.each([
    ["a finger", { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }, READERS],
    ["a mouse", { viewport: { width: 1280, height: 900 } }, ["/", "/reviews", "/insights", "/embed"]],
  ] as const)("what %s presses is at least 44 px high, on every page", async (_, options, paths) => {
    const pages = [...paths, "/developers"];
    const small: [string, unknown][] = [];
    for (const path of pages) {
      const page = await open(path, options);
      await page.evaluate(OPEN_ALL);
      small.push([path, await page.evaluate(SMALL_TARGETS)]);
      await page.context().close();
    }
    expect(small).toEqual(pages.map((path) => [path, []]));
  });

  test("the navigation is one line on a phone, and every part of it can be reached", async () => {
    const page = await open("/", { viewport: { width: 360, height: 740 } });
    const tops: number[] = await page.evaluate(
      "[...document.querySelectorAll('.top nav a')].map((link) => link.getBoundingClientRect().top)",
    );
    expect([tops.length, new Set(tops).size]).toEqual([5, 1]);
    await page.getByRole("link", { name: "Developers" }).scrollIntoViewIfNeeded();
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    await page.context().close();
  });

  test("colors that the reader has forced keep what colors of ours said", async () => {
    const page = await open("/reviews?rating=3", { forcedColors: "active", viewport: { width: 1280, height: 900 } });
    expect(await page.evaluate(LOOK(".facet a.chosen"))).toMatchObject({ seen: true, same: false });
    expect(await page.evaluate(LOOK(".top nav a[aria-current]"))).toMatchObject({ underline: "underline" });
    expect(await page.evaluate(LOOK(".reply"))).toMatchObject({ border: "solid" });
    expect(await page.evaluate(LOOK("button"))).toMatchObject({ border: "solid", same: false });
    // Text has a backplate of the page's color: letters of that color could not be read.
    expect(
      await page.evaluate(
        "getComputedStyle(document.querySelector('button')).color !== getComputedStyle(document.documentElement).backgroundColor",
      ),
    ).toBe(true);
    await page.goto(`${pages.base_url}/insights`);
    for (const key of ["praise", "between", "criticism", "line", "column"]) {
      expect([key, await page.evaluate(LOOK(`.key-${key}`))]).toMatchObject([key, { seen: true }]);
    }
    await page.goto(`${pages.base_url}/reviews/${MARKED_ID}`);
    expect(await page.evaluate(LOOK("mark"))).toMatchObject({ seen: true, same: false });
    expect(await page.evaluate(LOOK(".stars"))).toMatchObject({ same: false });
    // Stars that were given are filled, and the outlines of all five are added.
    const composed = "getComputedStyle(document.querySelector('.stars')).maskComposite";
    expect(await page.evaluate<string>(composed)).toStartWith("add, intersect");
    await page.context().close();
  });

  test("paper shows what is folded on the screen, and nothing to press", async () => {
    const page = await open("/insights", { viewport: { width: 800, height: 1000 } });
    await page.emulateMedia({ media: "print" });
    expect(await page.locator("details .quote").first().isVisible()).toBe(true);
    expect(await page.locator(".top nav").isVisible()).toBe(false);
    expect(await page.locator(".behind").first().isVisible()).toBe(false);
    await page.context().close();
  });

  test("no page has more than 60 KB of HTML, compressed with gzip", async () => {
    for (const path of PAGES) {
      const { status, headers } = await fetch(pages.base_url + path, {
        headers: { "Accept-Encoding": "gzip" },
        decompress: false,
      });
      const bytes = Number(headers.get("content-length"));
      expect([path, status, headers.get("content-encoding")]).toEqual([path, 200, "gzip"]);
      expect([path, bytes > 500 && bytes < HTML_BYTES]).toEqual([path, true]);
    }
  });

  test("a slow phone paints a page within a second, plus what this machine takes without throttling", async () => {
    const paint = async (path: string, slow: boolean): Promise<number> => {
      const page = await open("/policy", { viewport: { width: 360, height: 740 } });
      if (slow) {
        const devtools = await page.context().newCDPSession(page);
        await devtools.send("Network.enable");
        await devtools.send("Network.setCacheDisabled", { cacheDisabled: true });
        // Chromium's own profile for slow 4G: 150 ms, 1.6 Mbit/s down, 0.75 up; and a phone four times slower than this machine.
        await devtools.send("Network.emulateNetworkConditions", {
          offline: false,
          latency: 150,
          downloadThroughput: (1.6 * 1024 * 1024) / 8,
          uploadThroughput: (0.75 * 1024 * 1024) / 8,
        });
        await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
      }
      await page.goto(pages.base_url + path);
      const ms: number = await page.evaluate(`new Promise((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0))
          .observe({ type: "paint", buffered: true });
      })`);
      await page.context().close();
      return ms;
    };
    for (const path of ["/", "/reviews", "/insights"]) {
      const quiet = Math.min(await paint(path, false), await paint(path, false));
      // Four times the time of this machine is the phone's; on a busy machine both grow.
      const limit = 1000 + 8 * quiet;
      let slow = Number.POSITIVE_INFINITY;
      for (let tries = 0; tries < 5 && slow >= limit; tries += 1) slow = Math.min(slow, await paint(path, true));
      console.log(`${path}: first paint ${Math.round(slow)} ms on a slow phone, ${Math.round(quiet)} ms here`);
      expect(slow).toBeLessThan(limit);
    }
  });

  test("the logo and the color of the business are shown, move nothing, and are readable in both schemes", async () => {
    const logo = parsePicture(pngFile(300, 100));
    if ("fault" in logo) throw new Error(logo.fault);
    const profile = CLINIC.profile && { ...CLINIC.profile, logo, accent_color: "#a76306" };
    const own = await servePages({ ...CLINIC, profile });
    for (const colorScheme of ["light", "dark"] as const) {
      const page = await open("/", { colorScheme, viewport: { width: 360, height: 740 } }, own.base_url);
      const { problems } = watch(page, own.base_url);
      await page.reload();
      expect(await page.evaluate("document.querySelector('.logo').naturalWidth")).toBe(300);
      const height: number = await page.evaluate("document.querySelector('.logo').getBoundingClientRect().height");
      expect(height).toBe(36);
      expect(await violationsOf(page)).toEqual([]);
      expect(problems).toEqual([]);
      await page.context().close();
    }
    await own.stop();
  });

  test("what a person is known for stands below a name of two lines, and never on it", async () => {
    const page = await pages.browser.newPage({ viewport: { width: 360, height: 740 } });
    await page.goto(pages.base_url);
    const gap = `(() => {
      const [item] = document.querySelectorAll(".named li:has(.note)");
      const name = item.querySelector("a > span");
      name.textContent = "Intramuscular stimulation with electrical dry needling";
      return item.querySelector(".note").getBoundingClientRect().top - name.getBoundingClientRect().bottom;
    })()`;
    expect(await page.evaluate(gap)).toBeGreaterThanOrEqual(-1);
    await page.close();
  });
});
