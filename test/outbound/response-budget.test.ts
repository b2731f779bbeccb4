import { expect, test } from "bun:test";
import { createResponseBudget } from "../../src/outbound/response-budget.ts";

const HINTS = "HTTP/1.1 103 Early Hints\r\nLink: </style.css>\r\n\r\n";
const FINAL = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";

/** What the budget says to the bytes, in chunks of `size`. */
function verdict(text: string, size: number): string | null {
  const count = createResponseBudget();
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) {
    const exceeded = count(bytes.subarray(at, at + size));
    if (exceeded) return exceeded;
  }
  return null;
}

test.each([
  ["16 informational responses are within the budget", HINTS.repeat(16) + FINAL, null],
  ["the 17th is not", HINTS.repeat(17), "head"],
  ["the shortest informational response counts too", "HTTP/1.1 100\r\n\r\n".repeat(17), "head"],
  ["64 KB before the final status are within the budget", `${"\r\n".repeat(32_700)}${FINAL}`, null],
  ["exactly 64 KB are", "\r\n".repeat(32_768), null],
  ["one byte more is not", `${"\r\n".repeat(32_768)}\r`, "head"],
  ["a status line that is too short ends as well", `X\r\n\r\n${"b".repeat(65_537)}`, "body"],
  ["more empty lines are not", "\r\n".repeat(32_769), "head"],
  ["headers count as well", `HTTP/1.1 200 OK\r\n${"X-A: b\r\n".repeat(8192)}`, "head"],
  ["one header without an end counts as well", `HTTP/1.1 200 OK\r\nX-A: ${"b".repeat(65_536)}`, "head"],
  [
    "so do informational responses with long headers",
    `HTTP/1.1 103 A\r\nX: ${"b".repeat(9000)}\r\n\r\n`.repeat(8),
    "head",
  ],
  ["a body of 64 KB is within the budget", `${FINAL}${"b".repeat(65_536)}`, null],
  ["a longer body is not", `${FINAL}${"b".repeat(65_537)}`, "body"],
  ["status lines in a body are not responses", `${FINAL}${HINTS.repeat(40)}`, null],
])("%s, in chunks of any size", (_name, text, exceeded) => {
  for (const size of [1, 7, 1460, 16_384, text.length]) expect(verdict(text, size)).toBe(exceeded);
});
