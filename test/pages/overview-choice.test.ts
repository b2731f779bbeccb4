import { afterAll, beforeAll, expect, test } from "bun:test";
import { CLINIC } from "../browser/clinic.ts";
import { servePages } from "./serve-pages.ts";

let service: Awaited<ReturnType<typeof servePages>>;
beforeAll(async () => {
  service = await servePages({
    ...CLINIC,
    rows: CLINIC.rows.map((row, i) => ({ ...row, language: i % 2 === 0 ? "en" : "es" })),
  });
});
afterAll(() => service.stop());

const read = async (path: string) => {
  const response = await fetch(service.base_url + path);
  return { response, page: await response.text() };
};
const resultsOf = (page: string): string => /<section class="picked".*?<\/section>/s.exec(page)?.[0] ?? "";
const plain = (markup: string): string =>
  markup
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
    .trim();

test("a choice on the overview shows its newest reviews below, and everything else stays", async () => {
  const [all, some] = [await read("/"), await read("/?rating=3")];
  const switched = 'href="/es?rating=3#results">Español';
  expect(some.page).toContain(switched);
  const without = (page: string) =>
    page.replace(resultsOf(page), "").replaceAll(' aria-current="true"', "").replace(switched, 'href="/es">Español');
  expect(without(some.page)).toBe(without(all.page));
  expect(plain(resultsOf(some.page))).toStartWith("14 reviews Remove 3 stars × Clear all");
  expect(some.page).toContain('href="/?rating=3#results" aria-current="true"');
  expect(resultsOf(some.page)).toContain('<a href="/reviews?rating=3">Read all 14 reviews</a>');
  expect(some.response.headers.get("x-robots-tag")).toBe("noindex");
  expect(all.response.headers.get("x-robots-tag")).toBeNull();
});

test("choices combine as in the search, and in the other language, too", async () => {
  const { page } = await read("/es?source=google&has_text=false");
  expect(plain(resultsOf(page))).toStartWith("6 opiniones Quitar Google × Quitar Solo calificación × Quitar todos");
  expect(resultsOf(page)).toContain('href="/es?source=google#results"');
});

test("what the search does not know is the overview: campaigns, faulty values, places in a list", async () => {
  const { page } = await read("/");
  for (const path of ["/?utm_source=letter", "/?rating=9", "/?limit=5", "/?cursor=abc"]) {
    expect([path, (await read(path)).page === page]).toEqual([path, true]);
  }
});

test("words of the URL are text, and a choice without reviews says so", async () => {
  const { response, page } = await read("/?query=%3Cscript%3E%24%26");
  expect([response.status, page.includes("<script>$&")]).toEqual([200, false]);
  expect(plain(resultsOf(page))).toStartWith("0 reviews Remove “&lt;script&gt;$&amp;” ×");
});

test("a word that is no id and no label is read, and both pages say as what", async () => {
  const read_as = "“parking” was read as “about Place and equipment”.";
  for (const path of ["/?aspect=parking", "/reviews?aspect=parking"]) {
    expect([path, (await read(path)).page.includes(`<p class="note" dir="auto">${read_as}</p>`)]).toEqual([path, true]);
  }
  for (const path of ["/es?aspect=parking", "/es/reviews?aspect=parking"]) {
    expect((await read(path)).page).toContain("«parking» se leyó como «sobre ");
  }
  for (const path of ["/?aspect=facility", "/reviews?aspect=facility", "/reviews?aspect=helicopter"]) {
    expect((await read(path)).page).not.toContain("was read as");
  }
});
