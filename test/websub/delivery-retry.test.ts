import { expect, test } from "bun:test";
import {
  deadlineMs,
  parseRetryAfter,
  pauseWait,
  REMOVE_AFTER_FAILURES,
  retryWait,
  verificationWait,
} from "../../src/websub/delivery-retry.ts";

const PLAN = [30, 300];

test.each([
  [1, 0, 24_000],
  [1, 0.5, 30_000],
  [1, 1, 36_000],
  [2, 0, 240_000],
  [2, 0.5, 300_000],
  [2, 1, 360_000],
])("after failure %d and with random value %d, the same content waits %d ms", (failures, random, same_ms) => {
  expect(retryWait(PLAN, failures, null, random)).toEqual({ same_ms, newer_ms: 10_000 });
});

test("a newer version never waits longer than the same version", () => {
  expect(retryWait([1, 2], 1, null, 0.5)).toEqual({ same_ms: 1000, newer_ms: 1000 });
  expect(retryWait([0], 2, null, 0.5)).toEqual({ same_ms: 0, newer_ms: 0 });
});

test("a plan with one wait repeats it, one with none waits for nothing, and the third failure is the last", () => {
  expect([1, 2].map((failures) => retryWait([40], failures, null, 0.5).same_ms)).toEqual([40_000, 40_000]);
  expect(retryWait([], 1, null, 0.5)).toEqual({ same_ms: 0, newer_ms: 0 });
  expect(REMOVE_AFTER_FAILURES).toBe(3);
});

test("after the hub's own fault all wait the longest planned time, and at least a second", () => {
  expect(pauseWait(PLAN)).toEqual({ same_ms: 300_000, newer_ms: 10_000 });
  for (const plan of [[0], []]) expect(pauseWait(plan)).toEqual({ same_ms: 1000, newer_ms: 1000 });
});

test("Retry-After extends both waits up to an hour, and shortens neither", () => {
  expect(retryWait(PLAN, 1, 120_000, 0.5)).toEqual({ same_ms: 120_000, newer_ms: 120_000 });
  expect(retryWait(PLAN, 1, 5_000, 0.5)).toEqual({ same_ms: 30_000, newer_ms: 10_000 });
  expect(retryWait(PLAN, 1, 86_400_000, 0.5)).toEqual({ same_ms: 3_600_000, newer_ms: 3_600_000 });
});

test.each([
  ["120", 120_000],
  ["0", 0],
  ["Sun, 01 Mar 2026 12:01:00 GMT", 60_000],
  ["Sun, 01 Mar 2026 11:00:00 GMT", 0],
  ["-1", null],
  ["1.5", null],
  ["soon", null],
  [undefined, null],
])("Retry-After %p is %p ms", (value, ms) => {
  expect(parseRetryAfter(value, Date.parse("2026-03-01T12:00:00Z"))).toBe(ms);
});

test("a verification without an answer is repeated after 10 s and 60 s, then ends", () => {
  expect([1, 2, 3].map(verificationWait)).toEqual([10_000, 60_000, null]);
});

test("the deadline is 10 s and 1 s more for each MB", () => {
  expect(deadlineMs(10, 999_999)).toBe(10_000);
  expect(deadlineMs(10, 50_000_000)).toBe(60_000);
});
