import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { servePages } from "../pages/serve-pages.ts";
import { reviewRow, testProfile } from "../rows.ts";

const MENTIONS = JSON.stringify({
  technicians: [
    { id: "ana-ruiz", name: "Ana Ruiz" },
    { id: "ben-cole", name: "Ben Cole" },
  ],
  services: [],
  service_areas: [],
});

describe("the pages of the explorer", () => {
  let service: Awaited<ReturnType<typeof servePages>>;
  beforeAll(async () => {
    const [ana] = testProfile().technicians;
    if (!ana) throw new Error("the profile has no technician");
    service = await servePages({
      rows: Array.from({ length: 23 }, (_, i) =>
        reviewRow(i + 1, { rating: i % 2 === 0 ? 5 : 2, text: `My knee, visit ${i + 1}.`, mentions: MENTIONS }),
      ),
      profile: testProfile({ technicians: [ana, { ...ana, id: "ben-cole", name: "Ben Cole", insights: false }] }),
    });
  });
  afterAll(() => service.stop());

  test("reviews with the words stand under a heading of their own, if none has the query itself", async () => {
    const heading = "<h2>Reviews with words like these</h2>";
    const page = async (query: string) => (await fetch(`${service.base_url}/reviews?${query}`)).text();
    const idsIn = (text = "") => [...text.matchAll(/<article[^>]* id="0*(\d+)"/g)].map(([, id]) => Number(id));
    const [before = "", after] = (await page("query=visits+to+my+knee")).split(heading);
    expect(before).toContain("0 of 23 reviews match");
    expect([idsIn(before), idsIn(after)]).toEqual([[], [23, 22, 21, 20, 19, 18, 17, 16, 15, 14]]);
    expect(after).toContain("My <mark>knee</mark>, <mark>visit</mark> 23.");
    const [, kept] = (await page("query=visits+to+my+knee&rating=2")).split(heading);
    expect(idsIn(kept)).toEqual([22, 20, 18, 16, 14, 12, 10, 8, 6, 4]);
    for (const query of ["query=visits+to+my+knee&rating=1", "query=knee", "query=helicopter+knee", "rating=1"])
      expect(await page(query)).not.toContain(heading);
  });

  const open = async (path: string) => {
    const page = await (await fetch(service.base_url + path)).text();
    const link = (rel: string) =>
      new RegExp(`<a rel="${rel}" href="([^"]*)"`).exec(page)?.[1]?.replaceAll("&amp;", "&") ?? null;
    return {
      page,
      place: /<span class="of">showing ([^<]*)</.exec(page)?.[1] ?? null,
      ids: Array.from(page.matchAll(/<a class="whole-card" href="\/reviews\/0*(\d+)"/g), ([, id]) => Number(id)),
      newer: link("prev"),
      older: link("next"),
    };
  };

  test.each([
    ["/reviews?limit=5", 23],
    ["/reviews?limit=5&rating=5", 12],
    ["/reviews?limit=5&query=knee&max_rating=3", 11],
    ["/reviews?limit=4&query=visit", 23],
  ])("%s: older pages show every review once, and newer ones lead back over the same pages", async (first, matched) => {
    const pages = [await open(first)];
    for (let at = pages[0]; at?.older; at = pages.at(-1)) pages.push(await open(at.older));
    const ids = pages.flatMap((page) => page.ids);
    expect([ids.length, new Set(ids).size]).toEqual([matched, matched]);
    let shown = 0;
    for (const { ids, place } of pages) {
      expect(place).toBe(`${shown + 1}–${shown + ids.length} of ${matched}`);
      shown += ids.length;
    }
    for (let at = pages.length - 1; at > 0; at--) {
      const back = await open(pages[at]?.newer ?? "");
      expect(back.ids).toEqual(pages[at - 1]?.ids ?? []);
    }
    expect(pages[0]?.newer).toBeNull();
  });

  test("a cursor that belongs to other filters gives the first page", async () => {
    const { older } = await open("/reviews?limit=5");
    const { place, newer } = await open(`${older}&rating=5`);
    expect([place, newer]).toEqual(["1–5 of 12", null]);
  });

  test("somebody who asked not to be listed is no choice, but an address that names them works", async () => {
    const { page } = await open("/reviews");
    expect([page.includes('id="technician-ana-ruiz"'), page.includes('id="technician-ben-cole"')]).toEqual([
      true,
      false,
    ]);
    expect((await open("/reviews?mentions_technician=ben-cole")).page).toContain('id="technician-ben-cole"');
  });
});
