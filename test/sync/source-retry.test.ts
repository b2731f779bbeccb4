import { expect, test } from "bun:test";
import { backoffSeconds, isRetried, sourceRetryAfterMs, waitMs } from "../../src/sync/source-retry.ts";

const NOW = Date.parse("2026-05-01T12:00:00Z");

const RETRY_AFTER: [string | undefined, number | null][] = [
  [undefined, null],
  ["0", 0],
  ["7", 7000],
  [" 120 ", 120_000],
  ["Fri, 01 May 2026 12:00:30 GMT", 30_000],
  ["Fri, 01 May 2026 11:00:00 GMT", 0],
  ["soon", null],
  ["-5", null],
  ["1.5", null],
  ["99999999", 604_800_000],
];
test.each(RETRY_AFTER)("Retry-After %p is a wait of %p ms", (value, wanted) => {
  expect(sourceRetryAfterMs(value, NOW)).toBe(wanted);
});

test("the wait after a try is random, and at most 2^n seconds up to 15 minutes", () => {
  expect([0, 1, 2, 5, 20].map((n) => waitMs(n, () => 0.5))).toEqual([500, 1000, 2000, 16_000, 450_000]);
  expect(waitMs(3, () => 0)).toBe(0);
});

test("the time to the next run doubles with each failure, up to an hour or the source's own time", () => {
  expect([1, 2, 3, 4, 100].map((failures) => backoffSeconds(900, failures))).toEqual([900, 1800, 3600, 3600, 3600]);
  expect([1, 2, 9].map((failures) => backoffSeconds(86_400, failures))).toEqual([86_400, 86_400, 86_400]);
});

test("only faults that may pass are tried again", () => {
  const statuses = [200, 304, 400, 401, 403, 404, 408, 410, 429, 500, 501, 502, 503, 504];
  expect(statuses.filter(isRetried)).toEqual([408, 429, 500, 502, 503, 504]);
});
