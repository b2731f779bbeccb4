import { describe, expect, test } from "bun:test";
import { reviewRow } from "../rows.ts";
import { LAYOUT_SHIFT, violationsOf } from "./axe.ts";
import { NO_BROWSER } from "./browser.ts";
import { CLINIC } from "./clinic.ts";
import { type Look, lineToPaste, type OtherSite, serveOtherSite, strictPolicy, visitOtherSite } from "./other-site.ts";
import { usePages } from "./use-pages.ts";

/** What everything in the widget looks like. */
const LOOK = `JSON.stringify(Array.from(document.querySelector("candor-reviews").shadowRoot.querySelectorAll("*"), (element) => {
  const { width, height } = element.getBoundingClientRect();
  const style = getComputedStyle(element);
  return [element.localName, Math.round(width), Math.round(height), ...["display", "color", "backgroundColor", "fontFamily", "fontSize", "fontWeight",
    "letterSpacing", "lineHeight", "opacity", "textAlign", "textTransform", "visibility", "fill"].map((name) => style[name])];
}))`;

const STRANGE_STYLE = `* { text-transform: uppercase; letter-spacing: 9px; color: red; font: 40px cursive; text-align: right }
html { font-size: 40px } body { line-height: 4 }
div, section, p, ul, li, span, a, candor-reviews, candor-reviews:empty { display: none !important; opacity: 0 !important }
:host, ::part(x), svg { width: 3px !important; visibility: hidden !important; fill: red }
main, h1 { all: initial; display: block }`;

const LONG = `${"She listened to all of it. ".repeat(12)}The last words come much later.`;

describe.skipIf(NO_BROWSER)("the widget in a browser", () => {
  const taping = { technicians: [], services: [{ id: "taping", name: "Taping" }], service_areas: [] };
  const long = reviewRow(66, { date: "2025-12-24", text: LONG, mentions: JSON.stringify(taping) });
  // Five Spanish reviews: the pages are offered in Spanish, too.
  const rows = CLINIC.rows.map((row, i) => (i < 5 ? { ...row, language: "es" } : row));
  const pages = usePages({ ...CLINIC, rows: [...rows, long] });

  const lineOf = (query = "") => lineToPaste(pages.browser, pages.base_url, "script", query);
  const strict = () => strictPolicy(pages.base_url);
  const onOtherSite = (body: string, options: OtherSite, look: Look) =>
    visitOtherSite(pages.browser, body, options, look);

  test("the widget shows name, rating and reviews on a site with a strict policy, loads nothing else and moves nothing", async () => {
    const line = await lineOf();
    for (const [width, colorScheme, paper] of [
      [1280, "light", "rgb(255, 255, 255)"],
      [360, "dark", "rgb(27, 33, 36)"],
    ] as const) {
      const page = { colorScheme, viewport: { width, height: 800 } };
      await onOtherSite(line, { policy: strict(), page }, async (page, { problems, requests }) => {
        const widget = page.getByRole("region", { name: "Reviews of Harbor Physical Therapy" });
        await widget.waitFor();
        expect(await widget.locator(".items > li").count()).toBe(3);
        const words = await widget.innerText();
        for (const said of ["Demonstration. These reviews are made up.", "Harbor Physical Therapy", "66 reviews"]) {
          expect(words).toContain(said);
        }
        expect(await widget.getByRole("img", { name: "3.1 out of 5 stars" }).count()).toBe(1);
        expect(await widget.getByRole("link", { name: "All reviews" }).getAttribute("href")).toBe(
          `${pages.base_url}/reviews`,
        );
        expect(requests.filter((url) => url.startsWith(pages.base_url))).toEqual([`${pages.base_url}/widget.js`]);
        const background =
          "getComputedStyle(document.querySelector('candor-reviews').shadowRoot.querySelector('.candor')).backgroundColor";
        expect(await page.evaluate(background)).toBe(paper);
        expect(await page.evaluate<number>(LAYOUT_SHIFT)).toBe(0);
        expect(await page.evaluate("document.querySelector('candor-reviews').getBoundingClientRect().height")).toBe(
          550,
        );
        expect(await violationsOf(page)).toEqual([]);
        expect(problems).toEqual([]);
      });
    }
  });

  test("a long review ends with a sentence, an ellipsis and a link to the rest", async () => {
    await onOtherSite(await lineOf(), { policy: strict() }, async (page) => {
      const first = page.locator(".items > li").first();
      await first.waitFor();
      expect(await first.locator(".text").innerText()).toBe(`${"She listened to all of it. ".repeat(10)}… Read more`);
      expect(await first.getByRole("link", { name: "Read more" }).getAttribute("href")).toBe(
        `${pages.base_url}/reviews/${reviewRow(66).id}`,
      );
    });
  });

  test("the style of a site restyles nothing in the widget", async () => {
    const looks: string[] = [];
    for (const style of [
      "main { display: block; width: 500px; margin: 0 }",
      `${STRANGE_STYLE} main { width: 500px }`,
    ]) {
      await onOtherSite(await lineOf(), { style }, async (page) => {
        await page.getByText("66 reviews").waitFor();
        looks.push(await page.evaluate(LOOK));
      });
    }
    expect(looks[1]).toBe(looks[0] ?? "");
    expect(looks[0]?.length).toBeGreaterThan(1000);
  });

  test("two widgets on one page have their own layout, theme, language and filter", async () => {
    const body = [
      await lineOf("layout=rating&theme=light&language=es"),
      await lineOf("layout=quote&mentions_technician=ana-ruiz"),
      `<div id="here"></div><script src="${pages.base_url}/widget.js" data-target="#here" data-reviews="1"></script>`,
    ].join("\n");
    await onOtherSite(body, { policy: strict() }, async (page, { problems }) => {
      await page.locator("#here candor-reviews").waitFor();
      const [rating, quote, list] = await page.locator("candor-reviews .candor").all();
      await quote?.waitFor();
      expect(await page.locator("candor-reviews").count()).toBe(3);
      expect(await rating?.innerText()).toContain("66 opiniones");
      const links = await rating?.getByRole("link").evaluateAll((all) => all.map((link) => link.getAttribute("href")));
      expect(links).toEqual(
        ["", "reviews", "reviews?verification_level=business", "reviews?verification_level=account"].map(
          (path) => `${pages.base_url}/es/${path}`,
        ),
      );
      expect(await rating?.getAttribute("data-theme")).toBe("light");
      expect(await rating?.locator(".items > li").count()).toBe(0);
      expect(await quote?.innerText()).toContain("Reviews that mention Ana Ruiz");
      expect(await quote?.locator(".items > li").count()).toBe(1);
      expect(await quote?.getByRole("link", { name: "All reviews" }).getAttribute("href")).toBe(
        `${pages.base_url}/reviews?mentions_technician=ana-ruiz`,
      );
      expect(await list?.locator(".items > li").count()).toBe(1);
      expect(problems).toEqual([]);
    });
  });

  test("a translation in the widget's language is shown, with a note", async () => {
    const script = `<script src="${pages.base_url}/widget.js?mentions_technician=ana-ruiz" data-language="es" data-reviews="1"></script>`;
    await onOtherSite(script, {}, async (page) => {
      const words = await page.locator("candor-reviews .candor").innerText();
      expect(words).toContain("Ana fue amable.");
      expect(words).toContain("Maria S., 20 de diciembre de 2025 · Comprobada por el negocio · Traducida");
    });
  });

  test("a filter that one review matches, or none, says so", async () => {
    const words = (name: string) => `<script src="${pages.base_url}/widget.js?mentions_service=${name}"></script>`;
    await onOtherSite(words("taping") + words("magic"), {}, async (page) => {
      const [one, none] = await page.locator("candor-reviews .filter").allInnerTexts();
      expect([one, none]).toEqual(["Reviews that mention taping", "No review mentions magic yet"]);
    });
  });

  test("the widget appears in a tab that nobody has looked at yet", async () => {
    const other = serveOtherSite(await lineOf(), { policy: strict() });
    const page = await pages.browser.newPage();
    // A hidden tab draws no frames and runs no animation callbacks.
    await page.addInitScript(`Object.defineProperty(document, "hidden", { value: true });
      Object.defineProperty(document, "visibilityState", { value: "hidden" });
      window.requestAnimationFrame = () => 0; window.IntersectionObserver = undefined;`);
    await page.goto(other.url);
    await page.getByText("66 reviews").waitFor();
    await page.close();
    await other.stop();
  });

  test("while the service is down the space stays empty, and the page says nothing and throws nothing", async () => {
    const dead = "http://127.0.0.1:9";
    const line = (await lineOf()).replaceAll(pages.base_url, dead);
    await onOtherSite(line, {}, async (page, { problems }) => {
      await page.waitForLoadState("networkidle");
      expect(await page.locator("main").innerText()).toBe("Elsewhere\n\nAfter");
      expect(await page.evaluate("document.querySelector('candor-reviews svg').getBoundingClientRect().height")).toBe(
        550,
      );
      expect(problems.filter((problem) => !problem.includes("net::ERR"))).toEqual([]);
    });
  });

  test("a host of plain files, which ignores the filter, gets the rating line alone", async () => {
    const widget = await (await fetch(`${pages.base_url}/widget.js`)).text();
    const files = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: () => new Response(widget, { headers: { "Content-Type": "text/javascript" } }),
    });
    const script = `<script src="${files.url.href}sub/widget.js?mentions_service=dry-needling"></script>`;
    await onOtherSite(script, {}, async (page) => {
      await page.getByText("66 reviews").waitFor();
      expect(await page.locator(".items > li").count()).toBe(0);
      // The script names this machine, which is no address for readers: the pages are beside it.
      expect(await page.getByText("66 reviews").getAttribute("href")).toBe(`${files.url.href}sub/reviews`);
    });
    await files.stop(true);
  });

  test("the widget works as a module, which has no current script", async () => {
    const script = `<script type="module" src="${pages.base_url}/widget.js" data-layout="rating"></script>`;
    await onOtherSite(script, { policy: strict() }, async (page, { problems }) => {
      await page.getByText("66 reviews").waitFor();
      expect(await page.locator(".items > li").count()).toBe(0);
      expect(problems).toEqual([]);
    });
  });

  test("twenty widgets are in their own places in whatever order they load, under a strict policy and a hostile style", async () => {
    const looks = ["quote", "rating", "carousel", "rating&language=es", "list", "grid"].map((look) => `layout=${look}`);
    const lines = await Promise.all(looks.map(lineOf));
    const widget = `${pages.base_url}/widget.js`;
    // Each id is where the widget has to be, and its language and layout say which one it is.
    const marked = (i: number, line: string) => `<div id="w${i}">${line}</div>`;
    const apart = (line: string) =>
      line.replace("<script", '<p class="apart"><script').replace("</script>", "</script></p>");
    const bare = (attributes: string) => `<script src="${widget}" ${attributes} async></script>`;
    const body = [
      ...[0, 1, 2, 3, 4, 5, 0, 1].map((look, i) => marked(i, lines[look] ?? "")),
      ...[2, 3, 4, 5].map((look, i) => marked(8 + i, apart(lines[look] ?? ""))),
      // Without a place: after the script, also where a place of another is near.
      ...[0, 1].map((i) => marked(12 + i, bare('data-layout="rating" data-language="es"'))),
      '<div id="w14"></div><div id="w15"></div>',
      // Two places, then their two scripts.
      marked(16, '<candor-reviews id="first"></candor-reviews><candor-reviews id="second"></candor-reviews>'),
      bare('data-target="#w15" data-layout="quote"'),
      bare('data-target="#w14" data-layout="rating"'),
      `<p>${bare('data-layout="quote"')}${bare('data-layout="rating"')}</p>`,
      marked(17, lines[1] ?? ""),
      marked(18, bare('data-layout="quote"')),
    ].join("\n");
    const SEEN = `[...document.querySelectorAll("candor-reviews")].map((host) => {
      const box = host.shadowRoot?.querySelector(".candor");
      const { width, height } = host.getBoundingClientRect();
      const place = host.parentNode.closest("[id]").id + (host.id ? "/" + host.id : "");
      return place + " " + (box ? box.className + " " + box.lang : "empty") + (width > 100 && height > 80 ? "" : " hidden");
    })`;
    const kinds = ["quote en", "rating en", "carousel en", "rating es", "list en", "grid en"];
    const expected = [
      ...Array.from({ length: 12 }, (_, i) => `w${i} candor ${kinds[i % 6]}`),
      ...[12, 13].map((i) => `w${i} candor rating es`),
      "w14 candor rating en",
      "w15 candor quote en",
      "w16/first candor quote en",
      "w16/second candor rating en",
      "w17 candor rating en",
      "w18 candor quote en",
    ];
    const head = `<style nonce="n">${STRANGE_STYLE} div:has(candor-reviews), p.apart, p:has(script) { display: block !important; opacity: 1 !important }</style>`;
    const policy = `default-src 'none'; script-src ${pages.base_url}; style-src 'nonce-n'`;
    const other = serveOtherSite(body, { head, policy });
    const page = await pages.browser.newPage();
    const script = await (await fetch(widget)).text();
    // Scripts arrive in random order.
    await page.route(`${widget}*`, async (route) => {
      await Bun.sleep(Math.random() * 60);
      await route.fulfill({ contentType: "text/javascript", body: script });
    });
    for (let load = 0; load < 50; load++) {
      await page.goto(`${other.url}?${load}`);
      await page.waitForFunction("document.querySelectorAll('candor-reviews').length === 20");
      expect([load, ...(await page.evaluate<string[]>(SEEN))]).toEqual([load, ...expected]);
    }
    await page.close();
    await other.stop();
  });

  test("a script in the head of the page fills the place in its body", async () => {
    const head = `<script src="${pages.base_url}/widget.js" data-reviews="1" async></script>`;
    const body = '<candor-reviews id="here"></candor-reviews><p>Between</p>';
    await onOtherSite(body, { head, policy: strict() }, async (page, { problems }) => {
      await page.locator("#here").getByText("66 reviews").waitFor();
      expect(await page.locator("candor-reviews").count()).toBe(1);
      expect(problems).toEqual([]);
    });
  });
});
