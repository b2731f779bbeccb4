import { expect, test } from "bun:test";
import { createNetwork } from "../../src/websub/network.ts";

const openAt = (ms = 1_000_000) => {
  const clock = { ms };
  const network = createNetwork(() => new Date(clock.ms));
  const fail = (count: number, anew = true) => {
    for (let index = 0; index < count; index++) network.failed(`d${index}.org`, anew);
  };
  return { clock, network, fail };
};

test("a network works, and is not paused, before anything was tried", () => {
  const { network } = openAt();
  expect([network.isDown(), network.isPaused(), network.connections()]).toEqual([false, false, 0]);
});

test("a pause lasts until the next connection, and each connection is counted", () => {
  const { network } = openAt();
  network.pause();
  expect(network.isPaused()).toBe(true);
  network.connected();
  expect([network.isPaused(), network.connections()]).toEqual([false, 1]);
  network.connected();
  expect(network.connections()).toBe(2);
});

test("it is down when five domains fail within a minute; four, or one domain five times, are not enough", () => {
  const { network, fail } = openAt();
  fail(4);
  for (let again = 0; again < 5; again++) network.failed("d0.org", true);
  expect(network.isDown()).toBe(false);
  network.failed("d4.org", true);
  expect(network.isDown()).toBe(true);
  network.connected();
  expect(network.isDown()).toBe(false);
});

test("a failure counts for one minute", () => {
  const { clock, network, fail } = openAt();
  fail(5);
  clock.ms += 60_000;
  expect(network.isDown()).toBe(true);
  clock.ms += 1;
  expect(network.isDown()).toBe(false);
});

test("domains that had failed before count only when no connection was made for more than a minute", () => {
  const { clock, network, fail } = openAt();
  network.connected();
  clock.ms += 60_000;
  fail(5, false);
  expect(network.isDown()).toBe(false);
  clock.ms += 1;
  expect(network.isDown()).toBe(true);
});
