import { expect, test } from "bun:test";
import { describeSite } from "../../src/pages/parts/site.ts";
import { renderDataPage, renderNotFound, renderPaging } from "../../src/static-site/static-pages.ts";
import { testProfile } from "../rows.ts";

const site = describeSite("https://h.example", false, { profile: testProfile(), profile_changed_at: null });
const linksOf = (markup: string) => Array.from(markup.matchAll(/href="([^"]*)"/g), ([, href]) => href);

test("a list of one page has no paging", () => {
  expect(renderPaging(site, "reviews", 1, 1)).toBe("");
});

test("the first page leads to older reviews, the last to newer ones, and each marks itself", () => {
  const shown = (number: number) => {
    const markup = renderPaging(site, "reviews", number, 2);
    const current = /<a aria-current="page" href="([^"]*)">/.exec(markup)?.[1];
    return [
      markup
        .replace(/<[^>]+>/g, " ")
        .replace(/\s+/g, " ")
        .trim(),
      ...linksOf(markup),
      `here: ${current}`,
    ];
  };
  expect(shown(1)).toEqual([
    "Page 1 Page 2 Older reviews",
    ...["index.html", "page/2/index.html", "page/2/index.html", "here: index.html"],
  ]);
  expect(shown(2)).toEqual([
    "Newer reviews Page 1 Page 2",
    ...["../../index.html", "../../index.html", "index.html", "here: index.html"],
  ]);
});

test("up to 100 pages each have a link, before and after this one too", () => {
  const links = linksOf(renderPaging(site, "reviews/rating/5", 2, 100));
  expect(links.length).toBe(102);
  expect(links.slice(0, 3)).toEqual(["../../index.html", "../../index.html", "index.html"]);
  expect(links.slice(-2)).toEqual(["../100/index.html", "../3/index.html"]);
});

test("of 101 pages, every second has a link", () => {
  expect(linksOf(renderPaging(site, "reviews", 50, 101)).length).toBe(2 + 1 + 50 + 2 + 1);
});

test("of thousands of pages, those around this one and every so many have a link", () => {
  const links = linksOf(renderPaging(site, "reviews", 1234, 5000));
  expect(links.length).toBe(2 + 1 + 100 + 5); // before and after, the first, every fiftieth, this one and those around it
  for (const page of [1231, 1237]) expect(links).not.toContain(`../${page}/index.html`);
  for (const page of [1233, 1235, 1232, 1236, 50, 4950, 5000]) expect(links).toContain(`../${page}/index.html`);
  expect(links).toContain("../../index.html");
});

test("the page about the data lists the files", () => {
  expect(renderDataPage(site)).toContain('<a href="/reviews.json"><code>reviews.json</code></a>');
});

test("404.html names the address of the site only if it is known", () => {
  expect(linksOf(renderNotFound(site, true))).toEqual(["https://h.example/"]);
  expect(linksOf(renderNotFound(site, false))).toEqual([]);
  expect(renderNotFound({ ...site, locale: "es-US" }, false)).toContain('<html lang="es">');
});
