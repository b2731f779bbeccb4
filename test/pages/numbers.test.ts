import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { CLINICS } from "./clinics.ts";
import { servePages } from "./serve-pages.ts";

const PAGES = ["/", "/reviews", "/reviews?rating=5", "/?rating=1", "/?aspect=care", "/insights", "/policy"];

const text = (markup: string): string =>
  markup
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&lt;", "<")
    .replace(/\s+/g, " ")
    .trim();
const number = (shown: string): number => Number(shown.replaceAll(",", ""));

/** The number of reviews that the words of a link give, if they give one. */
function countOf(inner: string, label: string): number | null {
  const marked = /class="(?:of|facet-count|side-count|bar-count)">([\d,]+)/.exec(inner)?.[1];
  if (marked) return number(marked);
  const words = label || text(inner);
  const counted =
    /^[\d,]+$/.exec(words) ?? /([\d,]+) (?:reviews?|positive|negative|mixed|neutral|opini|con |with )/.exec(words);
  return counted ? number(counted[1] ?? counted[0]) : null;
}

type Link = { href: string; inner: string; label: string };

function linksOf(page: string): Link[] {
  const main = /<main.*<\/main>/s.exec(page.replace(/<nav class="(?:paging|years)".*?<\/nav>/gs, ""))?.[0] ?? "";
  // A chosen filter is taken back by its link.
  const links = main.matchAll(/<a (?![^>]*aria-current)([^>]*)>(.*?)<\/a>/gs);
  return Array.from(links, ([, attributes = "", inner = ""]) => ({
    href: (/href="([^"]*)"/.exec(attributes)?.[1] ?? "").replaceAll("&amp;", "&"),
    inner,
    label: /aria-label="([^"]*)"/.exec(attributes)?.[1] ?? "",
  }));
}

/** What is written around the lists of reviews, without links and without words of reviewers. */
const around = (page: string): string =>
  text(
    (/<main.*<\/main>/s.exec(page)?.[0] ?? "")
      .replace(/<article.*?<\/article>/gs, "")
      .replace(/<blockquote.*?<\/blockquote>/gs, "")
      .replace(/<figure.*?<\/figure>/gs, "")
      .replace(/<p class="outcome">.*?<\/p>/gs, "")
      .replace(/<a .*?<\/a>/gs, ""),
  );

for (const [name, data] of CLINICS) {
  describe(`with ${name}`, () => {
    let service: Awaited<ReturnType<typeof servePages>>;
    beforeAll(async () => {
      service = await servePages(data);
    });
    afterAll(() => service.stop());
    const read = async (path: string): Promise<string> => (await fetch(service.base_url + path)).text();
    const matched = async (search: string): Promise<number> =>
      ((await (await fetch(`${service.base_url}/api/reviews/search${search}`)).json()) as { matched: number }).matched;

    test("every number of published reviews leads to exactly the reviews that it counts", async () => {
      const wrong: string[] = [];
      let checked = 0;
      for (const path of PAGES) {
        for (const { href, inner, label } of linksOf(await read(path))) {
          const url = new URL(href, service.base_url);
          const count = countOf(inner, label);
          if (count === null || !/^(\/es)?\/(reviews)?$/.test(url.pathname)) continue;
          url.searchParams.delete("cursor");
          checked += 1;
          const found = await matched(url.search);
          if (found !== count) wrong.push(`${path}: ${count} in "${text(inner)}" leads to ${found} (${href})`);
        }
      }
      expect(wrong).toEqual([]);
      if (data.rows.length >= 8) expect(checked).toBeGreaterThan(20);
    });

    test("no number of published reviews is without a link", async () => {
      for (const path of PAGES) {
        const found = around(await read(path)).match(/[1-9][\d,]* (?:more )?(?:verified )?reviews?\b/g) ?? [];
        expect([path, found]).toEqual([path, []]);
      }
    });
  });
}
