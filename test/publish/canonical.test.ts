import { expect, test } from "bun:test";
import { pageRoutes } from "../../src/http/pages/page-routes.ts";
import { createProblems } from "../../src/http/problems.ts";
import { createCurrent } from "../../src/snapshot/current.ts";
import { reviewRow } from "../rows.ts";
import { BASE_URL, openService, snapshotOf } from "../service.ts";

const ORIGIN = "https://origin.example.net";

async function canonicalOf(mirrored: number[], paths: (ids: string[]) => string[]): Promise<(string | undefined)[]> {
  const rows = [reviewRow(1), reviewRow(2)];
  const ids = rows.map(({ id }) => id);
  const source = { mirrored: mirrored.map((at) => ({ review_id: ids[at] ?? "", mirror_of: ORIGIN })) };
  const snapshot = await snapshotOf({ rows, source });
  const current = createCurrent();
  current.swap(snapshot);
  const context = { current, base_url: BASE_URL, respondProblem: createProblems(BASE_URL), evidenceOf: () => [] };
  const { ask } = openService({ snapshot, routes: pageRoutes(context) });
  const found: (string | undefined)[] = [];
  for (const path of paths(ids)) {
    const page = await (await ask(path)).text();
    const address = /<link rel="canonical" href="([^"]*)">/.exec(page)?.[1];
    found.push(address?.endsWith(path) ? address.slice(0, -path.length) : address);
  }
  return found;
}

test("the page of a mirrored review names the origin's page, and other pages are their own originals", async () => {
  const found = await canonicalOf([0], ([first, second]) => [`/reviews/${first}`, `/reviews/${second}`, "/reviews"]);
  expect(found).toEqual([ORIGIN, BASE_URL, BASE_URL]);
});

test("if every review is mirrored, every page names the origin's", async () => {
  const found = await canonicalOf([0, 1], ([first]) => [`/reviews/${first}`, "/reviews"]);
  expect(found).toEqual([ORIGIN, ORIGIN]);
});

test("of two origins of a review the first counts, and a review that is not published has none", async () => {
  const mirrored = [ORIGIN, "https://other.example.net"].map((mirror_of) => ({
    review_id: reviewRow(1).id,
    mirror_of,
  }));
  const unknown = { review_id: reviewRow(9).id, mirror_of: ORIGIN };
  const { canonical } = await snapshotOf({ rows: [reviewRow(1)], source: { mirrored: [...mirrored, unknown] } });
  expect(canonical).toEqual({ site: ORIGIN, reviews: new Map() });
  expect((await snapshotOf({ source: { mirrored: [unknown] } })).canonical).toEqual({ site: null, reviews: new Map() });
});
