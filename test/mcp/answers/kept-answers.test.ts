import { afterAll, beforeAll, expect, test } from "bun:test";
import { createKeptAnswers, keepAnswer, recallAnswer } from "../../../src/mcp/answers/kept-answers.ts";
import { reviewRow } from "../../rows.ts";
import { openSession, request, send, sendModern, startEndpoint, testSnapshot } from "../endpoint.ts";

let endpoint: ReturnType<typeof startEndpoint>;
beforeAll(async () => {
  endpoint = startEndpoint(
    await testSnapshot({ rows: [1, 2, 3].map((n) => reviewRow(n, { text: `Rosalía ${n} “ok”` })) }),
  );
});
afterAll(() => endpoint.stop());

const answerOf = (n: number) => ({ result: { json: `{"n":${n}`, rest: [Buffer.alloc(50_000, 32), Buffer.from("}")] } });

test("the first, second and third answer to the same call are the same bytes, in every revision", async () => {
  for (const name of ["search_reviews", "get_business"]) {
    const call = { name, arguments: name === "search_reviews" ? { limit: 2 } : {} };
    for (const version of ["2025-03-26", "2025-06-18", "2026-07-28"]) {
      const headers = version === "2026-07-28" ? null : await openSession(endpoint.url, version);
      const texts: string[] = [];
      for (let times = 0; times < 3; times++) {
        const answer = headers
          ? await send(endpoint.url, request("tools/call", call), headers)
          : await sendModern(endpoint.url, "tools/call", call);
        texts.push(answer.text);
        const { content, structuredContent } = answer.body.result;
        expect(content[0].text).toBe(JSON.stringify(structuredContent));
        const linked = name === "search_reviews" && version !== "2025-03-26";
        expect(content.length).toBe(linked ? 3 : 1);
      }
      expect(new Set(texts).size).toBe(1);
    }
  }
});

test("an answer is kept when it is asked for again, and the oldest make room", () => {
  const kept = createKeptAnswers();
  const first = answerOf(1);
  expect([keepAnswer(kept, "a", first), recallAnswer(kept, "a"), kept.weight]).toEqual([first, null, 0]);
  keepAnswer(kept, "a", answerOf(1));
  const { result } = recallAnswer(kept, "a") ?? first;
  expect(kept.weight).toBe(50_006); // all but the first brace
  expect(result.json + Buffer.concat(result.rest ?? []).toString()).toBe(`{"n":1${" ".repeat(50_000)}}`);
  for (let n = 0; n < 2000; n++)
    for (let times = 0; times < 1 + (n % 2); times++) keepAnswer(kept, `b${n}`, answerOf(n));
  expect([kept.size <= 512, kept.weight <= 4 << 20, kept.weight > 2 << 20]).toEqual([true, true, true]);
  expect([recallAnswer(kept, "a"), recallAnswer(kept, "b1999") === null]).toEqual([null, false]);
});

test("at most 512 questions are remembered", () => {
  const kept = createKeptAnswers();
  const sizes = Array.from({ length: 600 }, (_, n) => {
    keepAnswer(kept, `c${n}`, answerOf(n));
    return kept.size;
  });
  expect(Math.max(...sizes)).toBe(512);
});

test("a question that is too long is answered and not remembered", () => {
  const kept = createKeptAnswers();
  for (let times = 0; times < 3; times++) keepAnswer(kept, "k".repeat(301), answerOf(1));
  expect([kept.size, kept.weight]).toEqual([0, 0]);
  keepAnswer(kept, "k".repeat(300), answerOf(1));
  expect(kept.size).toBe(1);
});
