import { expect, test } from "bun:test";
import { narrowerWord } from "../../../src/mcp/answers/narrower-word.ts";
import { reviewRow } from "../../rows.ts";
import { testSnapshot } from "../endpoint.ts";

async function quotesOf(texts: string[]) {
  const { reviews } = await testSnapshot({ rows: texts.map((text, i) => reviewRow(i + 1, { text })) });
  return narrowerWord(reviews, "wait", {});
}

test.each([
  ["It was good. The wait was long! I left.", "The wait was long!"],
  ["Worth the wait. I will come again.", "Worth the wait."],
  ["What about it? No wait\nNone at all.", "No wait"],
  ["Wait", "Wait"],
  [`${"a".repeat(200)} wait ${"b".repeat(200)}.`, `${"a".repeat(149)} wait ${"b".repeat(149)}`],
  [`Before. ${"a".repeat(142)} wait ${"b".repeat(148)}. After.`, `${"a".repeat(142)} wait ${"b".repeat(148)}.`],
])("of %p the sentence with the word is quoted, up to 150 characters on each side", async (text, quote) => {
  expect(await quotesOf([text])).toEqual({
    matched: 1,
    quotes: [{ review_id: "00000000000000000000000001", date: "2024-01-02", text: quote }],
  });
});

test("all reviews with the word are counted, the five newest are quoted", async () => {
  const { matched, quotes } = await quotesOf(Array.from({ length: 6 }, (_, i) => `Wait ${i}.`));
  expect([matched, quotes.map((quote) => "text" in quote && quote.text)]).toEqual([
    6,
    ["Wait 5.", "Wait 4.", "Wait 3.", "Wait 2.", "Wait 1."],
  ]);
});
