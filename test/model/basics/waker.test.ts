import { afterEach, beforeEach, expect, jest, test } from "bun:test";
import { createWaker } from "../../../src/model/basics/waker.ts";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const settled = async (promise: Promise<void>): Promise<boolean> => {
  let done = false;
  void promise.then(() => {
    done = true;
  });
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  return done;
};

test("a sleep ends after its time, and not before", async () => {
  const sleep = createWaker().sleep(500);
  jest.advanceTimersByTime(499);
  expect(await settled(sleep)).toBe(false);
  jest.advanceTimersByTime(1);
  expect(await settled(sleep)).toBe(true);
});

test("a wake-up ends the sleep and leaves no timer, which would keep the process alive", async () => {
  const waker = createWaker();
  const sleep = waker.sleep(60_000);
  expect(jest.getTimerCount()).toBe(1);
  waker.wake();
  expect([await settled(sleep), jest.getTimerCount()]).toEqual([true, 0]);
});

test("a wake-up before a sleep ends that sleep alone", async () => {
  const waker = createWaker();
  waker.wake();
  expect(await settled(waker.sleep(500))).toBe(true);
  expect(await settled(waker.sleep(500))).toBe(false);
});
