import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { startDemo } from "../clinic-store.ts";
import type { ServerProcess } from "../server-process.ts";

let server: ServerProcess;
beforeAll(async () => {
  server = await startDemo();
  await server.until("/readyz", (_, { status }) => status === 200);
});
afterAll(() => server.stop());

const text = async (path: string): Promise<string> => {
  const response = await fetch(server.url + path);
  expect([path, response.status]).toEqual([path, 200]);
  return response.text();
};
const unescaped = (href: string): string => href.replaceAll("&amp;", "&");
/** The number in "12 of 217 reviews match", or above the chosen reviews of the overview, in either language. */
const matchedOn = (page: string): number =>
  Number(/(?:<p class="outcome">|id="results"[^>]*><h2><a [^>]*>)(\d+) /.exec(page)?.[1]);

/** Links to some of the reviews, each with the number of reviews that its words promise. */
function promises(page: string): [href: string, count: number][] {
  const found = [
    ...page.matchAll(/<a class="month[^"]*" href="([^"]*)" aria-label="[^":]*: (\d+) /g),
    ...page.matchAll(/<a href="([^"]*)"><span class="bar-label">[\s\S]*?<span class="bar-count">(\d+)</g),
    ...page.matchAll(/<h3><a href="([^"]*)"[^>]*>[^<]*<\/a> <span class="of">(\d+) /g),
    ...page.matchAll(/<li><a href="([^"]*)">(\d+) (?:positiv|neutral|mixed|mixt|negativ)/g),
    ...page.matchAll(/<a href="([^"]*)">(\d+) (?:verified|opiniones verif|with a comment|con comentario)/g),
    ...page.matchAll(/<td><a href="([^"]*)">(\d+)<\/a>/g),
    ...page.matchAll(
      /<a id="[^"]*" href="([^"]*)"[^>]*><span class="facet-label"[^>]*>[^<]*<\/span> <span class="facet-count">(\d+)</g,
    ),
  ];
  return found.map(([, href = "", count]) => [unescaped(href), Number(count)]);
}

describe.each([
  ["/", 40],
  ["/insights", 100],
  ["/policy", 3],
  ["/reviews", 60],
  ["/es", 40],
  ["/es/insights", 100],
  ["/es/policy", 3],
  ["/es/reviews?rating=5", 50],
] as const)("every figure on %s", (path, least) => {
  test("links to exactly as many reviews as it says", async () => {
    const promised = promises(await text(path));
    expect(promised.length).toBeGreaterThanOrEqual(least);
    const faults: string[] = [];
    for (const [href, count] of promised) {
      const matched = matchedOn(await text(href));
      if (matched !== count) faults.push(`${href} says ${count} and finds ${matched}`);
    }
    expect(faults).toEqual([]);
  });

  test("and every other link to some of the reviews finds something", async () => {
    const links = Array.from((await text(path)).matchAll(/href="([^"]*\/reviews\?[^"]*)"/g), ([, href = ""]) => href);
    for (const href of new Set(links)) expect([href, matchedOn(await text(unescaped(href))) > 0]).toEqual([href, true]);
  });
});

test("from the newest review, the link to the older one leads through every review, and the other one back", async () => {
  const { reviews } = JSON.parse(await text("/reviews.json")) as { reviews: { id: string }[] };
  const hrefOf = (page: string, rel: "prev" | "next") =>
    new RegExp(`<a rel="${rel}" href="/es/reviews/([^"]*)"`).exec(page)?.[1] ?? null;
  const walked: string[] = [];
  for (let id = reviews[0]?.id ?? null, before: string | null = null; id !== null; ) {
    const page = await text(`/es/reviews/${id}`);
    expect(hrefOf(page, "prev")).toBe(before);
    walked.push(id);
    [before, id] = [id, hrefOf(page, "next")];
  }
  expect(walked).toEqual(reviews.map(({ id }) => id));
});
