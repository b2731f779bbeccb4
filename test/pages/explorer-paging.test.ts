import { expect, test } from "bun:test";
import { FACETS } from "../../src/model/facets.ts";
import { type ExplorerInput, renderExplorer } from "../../src/pages/explorer-page.ts";
import { SITE } from "./site.ts";

const INPUT: ExplorerInput = {
  ...{
    site: SITE,
    filters: {},
    understood: [],
    limit: null,
    total: 30,
    matched: 30,
    reviews: [],
    before: 0,
    next_cursor: null,
  },
  ...{ further: false, pages: null, suggestions: [], related: [], issues: [] },
  facets: Object.fromEntries(FACETS.map((name) => [name, []])) as unknown as ExplorerInput["facets"],
  labels: { aspect: new Map(), topic: new Map(), condition: new Map() },
};
const render = (changes: Partial<ExplorerInput>): string => renderExplorer({ ...INPUT, ...changes });

test("pages are numbered, with gaps, and years lead to their newest review, with the filters and the limit", () => {
  expect(render({})).not.toContain('class="paging"');
  const pages = {
    number: 3,
    count: 9,
    links: [
      { number: 1, cursor: null },
      { number: 2, cursor: "b" },
      { number: 3, cursor: "c" },
      { number: 4, cursor: "d" },
      { number: 9, cursor: "i" },
    ],
    years: [
      { year: "2026", cursor: null, id: "A" },
      { year: "2025", cursor: "b", id: "B" },
    ],
  };
  const page = render({ filters: { rating: 5 }, limit: 3, before: 6, further: true, pages });
  const paging = /<nav class="paging".*?<\/nav>/s.exec(page)?.[0] ?? "";
  expect(
    paging
      .replace(/<[^>]+>/g, " ")
      .replace(/\s+/g, " ")
      .trim(),
  ).toBe("Newer reviews Page 1 Page 2 Page 3 Page 4 … Page 9 Older reviews");
  expect(paging).toContain('<a rel="prev" href="/reviews?rating=5&amp;limit=3&amp;cursor=b">');
  expect(paging).toContain('<a rel="next" href="/reviews?rating=5&amp;limit=3&amp;cursor=d">');
  expect(paging).toContain('<a aria-current="page" href="/reviews?rating=5&amp;limit=3&amp;cursor=c">');
  expect(Array.from(page.matchAll(/href="([^"]*#[AB])">(\d+)</g), ([, ...year]) => year)).toEqual([
    ["/reviews?rating=5&amp;limit=3#A", "2026"],
    ["/reviews?rating=5&amp;limit=3&amp;cursor=b#B", "2025"],
  ]);
  expect(render({ pages: { ...pages, count: 1 } })).not.toContain('class="paging"');
  expect(render({ pages: { ...pages, years: pages.years.slice(1) } })).not.toContain('class="years"');
});
