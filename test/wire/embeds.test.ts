import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { CLINIC } from "../browser/clinic.ts";
import { servePages } from "../pages/serve-pages.ts";
import { reviewRow, testProfile } from "../rows.ts";

/** The data that the script contains. */
const dataOf = (script: string) => JSON.parse(/const data = (\{.*\});/.exec(script)?.[1] ?? "null");

describe("embeds on the wire", () => {
  let service: Awaited<ReturnType<typeof servePages>>;
  const get = (path: string, headers: Record<string, string> = {}) => fetch(service.base_url + path, { headers });
  const text = async (path: string) => (await get(path)).text();
  beforeAll(async () => {
    service = await servePages(CLINIC);
  });
  afterAll(() => service.stop());

  test("a filter in the address of the widget gives the newest reviews that match, by id, name or alias", async () => {
    const data = dataOf(await text("/widget.js?mentions_technician=ana-ruiz"));
    expect(data.filter).toEqual({ mentions_technician: "ana-ruiz", name: "Ana Ruiz", matched: 23 });
    expect(data.reviews).toHaveLength(10);
    expect(data.reviews[0].date).toBe("2025-12-20");
    expect([data.rating, data.count]).toEqual(["3.0", 65]);
    for (const name of ["Ana%20Ruiz", "ANA", "ana"]) {
      expect(dataOf(await text(`/widget.js?mentions_technician=${name}`)).reviews).toEqual(data.reviews);
    }
    const both = dataOf(await text("/widget.js?mentions_technician=ana&mentions_service=dry-needling"));
    expect([both.filter.name, both.filter.matched, both.reviews]).toEqual(["Ana Ruiz, Dry needling", 0, []]);
  });

  test("an unknown name matches nothing, and other parameters change nothing: no rating can be chosen", async () => {
    expect(dataOf(await text("/widget.js?mentions_service=magic"))).toMatchObject({
      filter: { name: "magic", matched: 0 },
      reviews: [],
      count: 65,
      all_url: `${service.base_url}/reviews`,
    });
    const plain = await text("/widget.js");
    for (const query of [
      "min_rating=5",
      "rating=5",
      "mentions_service=",
      "utm_source=x",
      `mentions_service=${"a".repeat(400)}`,
    ]) {
      expect([query, (await text(`/widget.js?${query}`)) === plain]).toEqual([query, true]);
    }
    const frame = await text("/embed/frame");
    // A name that is written from the right does not move the date beside it.
    expect(frame).toContain("<bdi>Maria S.</bdi>, ");
    expect(await text("/embed/frame?min_rating=5&aspect_sentiment=positive")).toBe(frame);
  });

  for (const path of [
    "/widget.js?mentions_service=dry-needling",
    "/badge.svg?theme=dark",
    "/embed/frame?layout=quote",
    "/embed?theme=light",
  ]) {
    test(`${path} has an ETag and is 304 while it is unchanged`, async () => {
      const response = await get(path);
      expect(response.status).toBe(200);
      const again = await get(path, { "If-None-Match": response.headers.get("etag") ?? "" });
      expect([again.status, await again.text()]).toEqual([304, ""]);
    });
  }

  test("only the frame may be shown by other sites, and it runs no script", async () => {
    const policy = async (path: string) => (await get(path)).headers.get("content-security-policy") ?? "";
    expect(await policy("/embed/frame")).toBe(
      "default-src 'none'; script-src 'none'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors *",
    );
    expect(await policy("/embed")).toEndWith("frame-ancestors 'self'; frame-src 'self'");
    for (const path of ["/", "/reviews", "/embed", "/developers", "/policy", "/insights", "/nowhere/else/developers"]) {
      expect([path, (await policy(path)).includes("frame-ancestors *")]).toEqual([path, false]);
    }
    expect(await text("/embed/frame")).not.toMatch(/<script|<form|style="/);
  });

  test("/embed lists the technicians and services of the profile, without those whom insights leave out", async () => {
    const technicians = [
      { id: "ana-ruiz", name: "Ana Ruiz", title: null, aliases: [], insights: true },
      { id: "bo-li", name: "Bo Li", title: null, aliases: [], insights: false },
      { id: "cy-day", name: "Cy Day", title: null, aliases: [], insights: true },
    ];
    const other = await servePages({ ...CLINIC, profile: testProfile({ technicians }) });
    const page = await (await fetch(`${other.base_url}/embed?mentions_technician=ana-ruiz`)).text();
    expect(page).toContain('<option value="ana-ruiz" selected>Ana Ruiz (23)</option>');
    expect(page).not.toContain("Bo Li");
    expect(page).toContain('<option value="cy-day">Cy Day (0)</option>');
    expect(page).toContain('<option value="dry-needling">Dry needling (21)</option>');
    await other.stop();
  });

  test("a Spanish-speaking business speaks Spanish unless the site says otherwise", async () => {
    const spanish = await servePages({ ...CLINIC, profile: testProfile({ language: "es-MX" }) });
    const read = async (path: string) => (await fetch(spanish.base_url + path)).text();
    expect(await read("/badge.svg")).toContain("3.0 de 5, 65 opiniones");
    expect(await read("/badge.svg?language=en")).toContain("3.0 out of 5, 65 reviews");
    expect(await read("/embed/frame")).toContain('<html class="frame" lang="es">');
    expect(await read("/widget.js")).toContain('options.language : "es"');
    await spanish.stop();
  });

  test("/embed speaks the languages of the pages, and every link of it leads somewhere", async () => {
    const rows = CLINIC.rows.map((row, i) => (i % 2 === 0 ? { ...row, language: "es" } : row));
    const both = await servePages({ ...CLINIC, rows, profile: testProfile({ language: "es" }) });
    const read = async (path: string) => (await fetch(both.base_url + path)).text();
    const [spanish, english] = [await read("/embed"), await read("/en/embed")];
    expect(spanish).toContain("<h1>Opiniones en su propio sitio</h1>");
    expect(english).toContain("<h1>Reviews on your own site</h1>");
    expect(english).toContain(` data-language=&quot;en&quot; async`);
    for (const page of [spanish, english]) {
      for (const [, href = ""] of page.matchAll(/ href="(\/[^"#]*)"/g)) {
        expect([href, (await fetch(both.base_url + href)).status]).toEqual([
          href,
          href === "/insights.json" ? 404 : 200,
        ]);
      }
    }
    await both.stop();
  });

  test("an embed in another language leads to the pages in that language, if there are any", async () => {
    const rows = CLINIC.rows.map((row, i) => (i % 2 === 0 ? { ...row, language: "es" } : row));
    const both = await servePages({ ...CLINIC, rows });
    const read = async (path: string) => (await fetch(both.base_url + path)).text();
    const linksOf = (page: string) => {
      const paths = Array.from(page.matchAll(/ href="http:\/\/[^/"]*([^"]*)"/g), ([, path = ""]) => path);
      return [...new Set(paths.map((path) => path.replace(/[0-9A-Z]{26}/, "ID")))];
    };
    const spanish = "/embed/frame?language=es&mentions_technician=ana-ruiz";
    expect(linksOf(await read(spanish))).toEqual([
      "/es",
      "/es/reviews",
      "/es/reviews?verification_level=business",
      "/es/reviews?verification_level=account",
      "/es/reviews/ID",
      "/es/reviews?mentions_technician=ana-ruiz&amp;has_text=false",
      "/es/reviews?mentions_technician=ana-ruiz",
    ]);
    expect(linksOf(await read("/embed/frame"))).toEqual([
      "",
      "/reviews",
      "/reviews?verification_level=business",
      "/reviews?verification_level=account",
      "/reviews/ID",
      "/reviews?has_text=false",
    ]);
    expect(dataOf(await read("/widget.js")).languages).toEqual({
      en: { locale: "en-US", prefix: "" },
      es: { locale: "es-US", prefix: "/es" },
    });
    expect(await read("/embed?language=es")).toContain(
      `&lt;noscript&gt;&lt;a href=&quot;${both.base_url}/es/reviews&quot;`,
    );
    expect(dataOf(await text("/widget.js")).languages.es.prefix).toBe("");
    expect(await text("/embed/frame?language=es")).not.toContain("/es/");
    await both.stop();
  });

  test("reviews with words come first, however old, and the rule is stated with a link to those without", async () => {
    const silent = Array.from({ length: 30 }, (_, i) => reviewRow(i + 2, { text: null }));
    const quiet = await servePages({
      rows: [reviewRow(1, { text: "They listen." }), ...silent],
      profile: testProfile(),
    });
    const read = async (path: string) => (await fetch(quiet.base_url + path)).text();
    for (const query of ["layout=quote", "reviews=1"]) {
      const frame = await read(`/embed/frame?${query}`);
      expect([query, frame.includes("They listen.")]).toEqual([query, true]);
      const rule = /<p class="rule">(.*?) <a href="(.*?)">(.*?)<\/a>/.exec(frame)?.slice(1);
      expect(rule).toEqual([
        "The newest with a comment.",
        `${quiet.base_url}/reviews?has_text=false`,
        "30 reviews of stars only come after them in the full list.",
      ]);
    }
    const { reviews, silent: counted } = dataOf(await read("/widget.js"));
    expect([reviews.length, reviews[0].original.text, counted.count]).toEqual([10, "They listen.", 30]);
    await quiet.stop();
  });

  test("without reviews and without a profile every embed says so and works", async () => {
    const empty = await servePages({ rows: [], profile: null });
    const read = async (path: string) => {
      const response = await fetch(empty.base_url + path);
      return [response.status, (await response.text()).includes("No reviews yet")];
    };
    for (const path of ["/badge.svg", "/embed/frame", "/embed/frame?layout=quote", "/widget.js"]) {
      expect([path, ...(await read(path))]).toEqual([path, 200, true]);
    }
    expect((await fetch(`${empty.base_url}/embed`)).status).toBe(200);
    await empty.stop();
  });

  test("the widget with ten long reviews is under 8 KB compressed", async () => {
    const rows = Array.from({ length: 20 }, (_, i) =>
      reviewRow(i, {
        text: `${["Kind people", "Long waits", "My knee"][i % 3]} number ${i * 7919}, and so on. `.repeat(20),
      }),
    );
    const long = await servePages({ rows, profile: testProfile() });
    const widget = await (await fetch(`${long.base_url}/widget.js`)).arrayBuffer();
    expect(gzipSync(new Uint8Array(widget)).length).toBeLessThan(8192);
    await long.stop();
  });
});
