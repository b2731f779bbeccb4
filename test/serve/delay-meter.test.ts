import { afterEach, beforeEach, expect, jest, test } from "bun:test";
import { startDelayMeter } from "../../src/serve/delay-meter.ts";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** A meter whose clock may run ahead of its timer, as when the process is busy. */
function openMeter() {
  let now = 0;
  const meter = startDelayMeter(() => now);
  return {
    ...meter,
    fire(at_ms: number) {
      now = at_ms;
      jest.advanceTimersByTime(50);
    },
  };
}

test("a timer that fires on time or early was not late", () => {
  const meter = openMeter();
  expect(meter.longestMs()).toBe(0);
  meter.fire(50);
  meter.fire(99);
  meter.fire(149);
  expect(meter.longestMs()).toBe(0);
  meter.stop();
});

test("the longest delay is kept for a minute, and then forgotten", () => {
  const meter = openMeter();
  meter.fire(57);
  meter.fire(110);
  expect(meter.longestMs()).toBe(7);
  for (let at = 160; at <= 60_000; at += 50) meter.fire(at);
  expect(meter.longestMs()).toBe(7);
  for (let at = 60_010; at <= 61_010; at += 50) meter.fire(at);
  expect(meter.longestMs()).toBe(0);
  meter.stop();
  expect(jest.getTimerCount()).toBe(0);
});
