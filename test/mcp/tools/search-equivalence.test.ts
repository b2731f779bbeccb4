import { afterAll, beforeAll, expect, test } from "bun:test";
import fc from "fast-check";
import { repeats } from "../../length.ts";
import { reviewRow } from "../../rows.ts";
import { SEED } from "../../seed.ts";
import { callTool, sendModern, startEndpoint, testSnapshot, type Wire } from "../endpoint.ts";

const WORDS = ["knee", "Knie", "ΣΊΣΥΦΟΣ", "straße", "back pain", "ﬁne", "naïve", "100 %", "it's", "+1"];
const MENTIONS = [
  '{"technicians":[],"services":[],"service_areas":[]}',
  '{"technicians":[{"id":"ana-ruiz","name":"Ana Ruiz"}],"services":[],"service_areas":[]}',
  '{"technicians":[{"id":"ana-ruiz","name":"Ana Ruiz"}],"services":[{"id":"dry-needling","name":"Dry needling"}],"service_areas":[]}',
];
const ROWS = Array.from({ length: 300 }, (_, i) =>
  reviewRow(Math.floor(i / 3) + 1, {
    id: (i * 7919).toString(10).padStart(26, "0"),
    rating: (i % 5) + 1,
    text: i % 11 === 0 ? null : `${WORDS[i % WORDS.length]} and ${WORDS[(i * 3) % WORDS.length]}`,
    mentions: MENTIONS[i % MENTIONS.length] ?? "",
  }),
);

let endpoint: ReturnType<typeof startEndpoint>;
beforeAll(async () => {
  endpoint = startEndpoint(await testSnapshot({ rows: ROWS }));
});
afterAll(() => endpoint.stop());

const day = fc
  .integer({ min: 0, max: 110 })
  .map((n) => new Date(Date.UTC(2023, 11, 30) + n * 86_400_000).toISOString().slice(0, 10));
const filters = fc.record(
  {
    rating: fc.integer({ min: 1, max: 5 }),
    min_rating: fc.constantFrom(1, 2.5, 3, 4.75, 5),
    since: day,
    until: day,
    query: fc.constantFrom(
      "",
      "KNEE",
      "knie",
      "σίσυφος",
      "STRASSE",
      "fine",
      "naive",
      "NAÏVE",
      "100 %",
      "IT'S",
      "+",
      "n",
      "an",
      "zzz",
    ),
    max_rating: fc.constantFrom(1, 2.5, 4, 5),
    source: fc.constantFrom("google", "direct"),
    language: fc.constantFrom("en", "EN", "es"),
    has_text: fc.boolean(),
    has_reply: fc.boolean(),
    edited: fc.boolean(),
    mentions_technician: fc.constantFrom("ana", "ANA RUIZ", " ana-ruiz ", "nobody"),
    mentions_service: fc.constantFrom("needling", "DRY NEEDLING", "nothing"),
  },
  { requiredKeys: [] },
);
const limit = fc.integer({ min: 1, max: 100 });

/** All pages, by following what each side gives to go on with. */
async function overHttp(given: Record<string, unknown>): Promise<{ matched: number; query: unknown; ids: string[] }> {
  const parameters = new URLSearchParams(
    Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)])),
  );
  const ids: string[] = [];
  let first: Wire;
  for (let url: string | null = `/api/reviews/search?${parameters}`; url !== null; ) {
    const page: Wire = await (await fetch(endpoint.origin + url.replace("http://localhost:8080", ""))).json();
    first ??= page;
    ids.push(...page.reviews.map(({ id }: Wire) => id));
    url = page.next_url;
  }
  return { matched: first.matched, query: first.query, ids };
}

async function overMcp(given: Record<string, unknown>): Promise<{ matched: number; query: unknown; ids: string[] }> {
  const ids: string[] = [];
  let first: Wire;
  for (let cursor: string | undefined; ; ) {
    const answer = await sendModern(endpoint.url, "tools/call", {
      name: "search_reviews",
      arguments: { ...given, cursor },
    });
    const page = answer.body.result.structuredContent;
    first ??= page;
    ids.push(...page.reviews.map(({ id }: Wire) => id));
    if (page.next_cursor === null) break;
    cursor = page.next_cursor;
  }
  return { matched: first.matched, query: first.query, ids };
}

test("HTTP and MCP find the same reviews in the same order for any filters", async () => {
  await fc.assert(
    fc.asyncProperty(filters, limit, async (chosen, most) => {
      const given = { ...chosen, limit: most };
      const [http, mcp] = await Promise.all([overHttp(given), overMcp(given)]);
      expect(mcp).toEqual(http);
      expect(mcp.ids.length).toBe(mcp.matched);
    }),
    { seed: SEED, numRuns: repeats(60, 1000) },
  );
});

test.each([
  { query: "knee", limit: 5 },
  { limit: 2, mentions_service: "dry-needling", mentions_technician: "Ana", until: "2024-12-31", min_rating: 2 },
  { mentions_technician: "ana-ruiz", query: "a", since: "2024-01-05", min_rating: 2, rating: 3, limit: 1 },
])("a page for %j has the same reviews over HTTP and MCP, in the short form, and the same cursor", async (given) => {
  const parameters = new URLSearchParams(
    Object.entries(given).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const http: Wire = await (await fetch(`${endpoint.origin}/api/reviews/search?${parameters}`)).json();
  const { next_cursor, reviews, review_url, ...same } = await callTool(endpoint.url, "search_reviews", given);
  const { reviews: whole, ...head } = http;
  expect(JSON.stringify(same)).toBe(JSON.stringify(head));
  expect(review_url).toBe("http://localhost:8080/reviews/{id}");
  expect(reviews).toEqual(
    whole.map(({ id, date, rating, author, text, language, source, verification, mentions }: Wire) => {
      const idsOf = (kind: string) => mentions[kind].map((one: Wire) => one.id);
      const named = Object.entries({ technicians: idsOf("technicians"), services: idsOf("services") }).filter(
        ([, ids]) => ids.length > 0,
      );
      return {
        ...{ id, date, rating, author, ...(text === null ? {} : { text }), language, source },
        verification_level: verification.level,
        ...(named.length > 0 ? { mentions: Object.fromEntries(named) } : {}),
      };
    }),
  );
  expect(new URL(http.next_url).searchParams.get("cursor")).toBe(next_cursor);
});
