import { expect, test } from "bun:test";
import { harborId, harborSource } from "../../harbor-clinic.ts";
import { reviewRow, testProfile } from "../../rows.ts";
import { sendModern, startEndpoint, testSnapshot, type Wire } from "../endpoint.ts";

const URI = "ui://candor/reviews";

async function cardOf(data: Parameters<typeof testSnapshot>[0]): Promise<string> {
  const endpoint = startEndpoint(await testSnapshot(data));
  const { result } = (await sendModern(endpoint.url, "resources/read", { uri: URI })).body;
  await endpoint.stop();
  expect([result.contents.length, result.contents[0].uri, result.contents[0].mimeType]).toEqual([
    1,
    URI,
    "text/html;profile=mcp-app",
  ]);
  return result.contents[0].text;
}

test("the tools that show a rating name the card", async () => {
  const endpoint = startEndpoint(await testSnapshot());
  const { tools } = (await sendModern(endpoint.url, "tools/list")).body.result;
  const named = tools.filter(({ _meta }: Wire) => _meta?.ui?.resourceUri === URI).map(({ name }: Wire) => name);
  expect(named).toEqual(["get_summary", "get_business"]);
  await endpoint.stop();
});

test("it shows the rating, the distribution and quotes with links", async () => {
  const rows = [
    reviewRow(1, { rating: 5 }),
    reviewRow(2, { rating: 2, text: "I waited." }),
    reviewRow(3, { rating: 5 }),
  ];
  const card = await cardOf({ rows });
  expect(card).toContain('<strong id="rating">4.0</strong> out of 5. Reviews: <span id="count">3</span>');
  const row = (stars: number, label: string, count: number) =>
    `<tr><th scope="row">${label}</th><td><meter data-stars="${stars}" aria-label="${label}" min="0" max="3" value="${count}"></meter></td><td data-count="${stars}">${count}</td></tr>`;
  expect(card).toContain(
    row(5, "5 stars", 2) + row(4, "4 stars", 0) + row(3, "3 stars", 0) + row(2, "2 stars", 1) + row(1, "1 star", 0),
  );
  expect(card).toContain("<p>I waited.</p>");
  expect(card).toContain(
    '<a href="http://localhost:8080/reviews/00000000000000000000000002" target="_blank" rel="noopener">Review of 2024-01-03</a>',
  );
});

test("with an analysis, the quotes are those of its summary", async () => {
  const card = await cardOf({ source: await harborSource(), analyzed: true });
  expect(card).toContain("<p>Everyone here is kind and treats me with respect.</p>");
  expect(card).toContain(`/reviews/${harborId(16)}"`);
  const quotes = Array.from(card.matchAll(/<blockquote><p>([^<]*)</g), ([, text]) => text);
  expect([quotes.length, new Set(quotes).size]).toEqual([6, 6]);
});

test("without reviews it shows empty bars and no rating", async () => {
  const card = await cardOf({ rows: [] });
  expect(card).toContain('<strong id="rating">–</strong>');
  expect(card.match(/min="0" max="1" value="0"/g)).toHaveLength(5);
});

test("it has under 50 KB, loads nothing, and escapes hostile words", async () => {
  const hostile = `</script><script>alert(1)</script><img src=x onerror=alert(1)>"'&\u202e`;
  const rows = Array.from({ length: 60 }, (_, i) => reviewRow(i + 1, { text: hostile + '"'.repeat(4000) }));
  const card = await cardOf({ rows, profile: testProfile({ name: `Clinic ${hostile}` }) });
  expect(Buffer.byteLength(card)).toBeLessThan(50_000);
  expect(card.match(/<blockquote>/g)).toHaveLength(6);
  expect(card.match(/<script/g)?.length).toBe(1);
  expect(card).not.toContain("<img");
  expect(card).not.toContain("\u202e");
  expect(card).toContain("&lt;/script&gt;&lt;script&gt;alert(1)");
  expect(card).toContain(" […]</p>");
  expect(card).not.toMatch(/\b(?:src|href)="(?!http:\/\/localhost:8080\/)/);
  expect(card).not.toMatch(/@import|url\(|\bimport\b|fetch\(|<link|<iframe/);
});

test("without an analysis, a text of the newest 50 reviews is quoted, up to 500 characters", async () => {
  const textOf = async (newer: number, length: number) => {
    const others = Array.from({ length: newer }, (_, i) => reviewRow(i + 2, { text: null }));
    const card = await cardOf({ rows: [reviewRow(1, { text: "x".repeat(length) }), ...others] });
    return /<blockquote><p>(.*?)<\/p>/.exec(card)?.[1];
  };
  expect(await textOf(49, 500)).toBe("x".repeat(500));
  expect(await textOf(50, 500)).toBeUndefined();
  expect(await textOf(0, 501)).toBe(`${"x".repeat(500)} […]`);
});
