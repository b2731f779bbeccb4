import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { english } from "../../src/pages/parts/words/english.ts";
import { createFormat } from "../../src/pages/parts/words/locale-format.ts";
import { type PagesData, servePages } from "../pages/serve-pages.ts";
import { reviewRow, testProfile } from "../rows.ts";

type Service = Awaited<ReturnType<typeof servePages>>;

/** Twenty reviews; the first `spanish` of them are Spanish. */
const clinic = (spanish: number, language: string): PagesData => ({
  rows: Array.from({ length: 20 }, (_, i) =>
    reviewRow(i + 1, { language: i < spanish ? "es" : "en", text: i < spanish ? "Muy bien." : "Fine." }),
  ),
  profile: testProfile({ language }),
  analyzed: true,
});

const TWINS = ["/", "/reviews", `/reviews/${reviewRow(3).id}`, "/insights", "/policy", "/embed"];
const twinOf = (path: string) => (path === "/" ? "/es" : `/es${path}`);

const get = ({ base_url }: Service, path: string, headers: Record<string, string> = {}) =>
  fetch(base_url + path, { headers, redirect: "manual" });
const languageOf = async (service: Service, path: string) =>
  /<html lang="(\w+)">/.exec(await (await get(service, path)).text())?.[1];

describe("a clinic that writes English and has Spanish reviews", () => {
  let service: Service;
  beforeAll(async () => {
    service = await servePages(clinic(5, "en"));
  });
  afterAll(() => service.stop());

  test.each(TWINS)("%s has a twin with its own address, validators and language", async (path) => {
    const [page, twin] = await Promise.all([get(service, path), get(service, twinOf(path))]);
    const vary = path === "/embed" ? "Accept-Encoding" : "Accept, Accept-Encoding";
    expect([page.status, twin.status, twin.headers.get("vary")]).toEqual([200, 200, vary]);
    const encodings = await Promise.all(
      ["gzip", "zstd", "identity"].map((accepted) => get(service, twinOf(path), { "Accept-Encoding": accepted })),
    );
    expect(encodings.map(({ headers }) => headers.get("content-encoding"))).toEqual(["gzip", "zstd", null]);
    expect(twin.headers.get("etag")).not.toBe(page.headers.get("etag"));
    const again = await get(service, twinOf(path), { "If-None-Match": twin.headers.get("etag") ?? "" });
    expect(again.status).toBe(304);
    const texts = await Promise.all([page.text(), twin.text()]);
    const links = [
      `<link rel="alternate" hreflang="en" href="${service.base_url}${path}">`,
      `<link rel="alternate" hreflang="es" href="${service.base_url}${twinOf(path)}">`,
      `<link rel="alternate" hreflang="x-default" href="${service.base_url}${path}">`,
    ];
    for (const text of texts) for (const link of links) expect(text).toContain(link);
    expect(texts[0]).toContain('<html lang="en">');
    expect(texts[1]).toContain('<html lang="es">');
    expect(texts[1]).toContain(`<link rel="canonical" href="${service.base_url}${twinOf(path)}">`);
    expect(texts[0]).toContain(`<a class="language" lang="es" hreflang="es" href="${twinOf(path)}">Español</a>`);
    expect(texts[1]).toContain(`<a class="language" lang="en" hreflang="en" href="${path}">English</a>`);
  });

  test("no word of the English table is on a Spanish page", async () => {
    const wordsIn = (value: unknown): string[] => {
      if (typeof value === "string") return [value];
      if (value instanceof Map) return [...value.values()].flatMap(wordsIn);
      return typeof value === "object" && value !== null ? Object.values(value).flatMap(wordsIn) : [];
    };
    const { error, ...table } = english(createFormat("en-US"));
    const words = wordsIn(table).filter((text) => text.length > 9 && text !== "Healthgrades");
    const paths = [...TWINS, "/reviews?rating=5&language=en", "/reviews?query=zzz", "/reviews?rating=9"].map(twinOf);
    for (const path of paths) {
      // The mark of hidden words is the same in every language.
      const text = (await (await get(service, path)).text()).replace(
        /<script[\s\S]*?<\/script>|\[phone hidden [^\]]*\]/g,
        "",
      );
      expect([path, words.filter((english) => text.includes(english))]).toEqual([path, []]);
    }
    expect(words.length).toBeGreaterThan(100);
  });

  test("an address that does not exist gives a page in its language", async () => {
    const missing = await get(service, "/es/reviews/nothing");
    expect([missing.status, (await missing.text()).includes("<h1>Página no encontrada</h1>")]).toEqual([404, true]);
  });

  test("a slash at the end and the profile's own language lead to the page itself", async () => {
    const redirect = async (path: string) => {
      const { status, headers } = await get(service, path);
      return [status, headers.get("location")?.slice(service.base_url.length)];
    };
    expect(await redirect("/es/")).toEqual([308, "/es"]);
    expect(await redirect("/es/reviews/?rating=5")).toEqual([308, "/es/reviews?rating=5"]);
    expect(await redirect("/en")).toEqual([307, "/"]);
    expect(await redirect("/en/reviews?query=a%26b")).toEqual([307, "/reviews?query=a%26b"]);
  });

  test("the sitemap lists the twins of the pages", async () => {
    const sitemap = await (await get(service, "/sitemap.xml")).text();
    const paths = Array.from(sitemap.matchAll(/<loc>[^<]*?:\d+([^<]*)<\/loc>/g), ([, path = ""]) => path);
    expect(paths.filter((path) => path.startsWith("/es"))).toEqual([
      "/es",
      "/es/reviews",
      "/es/insights",
      "/es/policy",
      "/es/embed",
    ]);
  });
});

test("with fewer than five Spanish reviews there is no twin and no switch, and its addresses lead to the pages", async () => {
  const service = await servePages(clinic(4, "en"));
  const { status, headers } = await get(service, "/es/policy");
  expect([status, headers.get("location")]).toEqual([307, `${service.base_url}/policy`]);
  const page = await (await get(service, "/")).text();
  expect([page.includes("hreflang"), page.includes("Español")]).toEqual([false, false]);
  await service.stop();
});

test("a clinic that writes Spanish has Spanish pages, and English twins if it has English reviews", async () => {
  const service = await servePages(clinic(15, "es-MX"));
  expect(
    await Promise.all(["/", "/reviews", "/policy", "/en", "/en/reviews"].map((path) => languageOf(service, path))),
  ).toEqual(["es", "es", "es", "en", "en"]);
  expect((await get(service, "/es/policy")).headers.get("location")).toBe(`${service.base_url}/policy`);
  const only = await servePages(clinic(20, "es"));
  expect(await Promise.all(["/", "/insights"].map((path) => languageOf(only, path)))).toEqual(["es", "es"]);
  expect((await get(only, "/en")).status).toBe(307);
  await Promise.all([service.stop(), only.stop()]);
});
