import { expect, test } from "bun:test";
import { createRecent } from "../../../src/model/basics/recent.ts";

test("what is used stays, what is not used makes room", () => {
  const recent = createRecent<number, string>({ entries: 10 });
  for (let key = 0; key < 100; key++) {
    recent.set(key, `value ${key}`);
    expect([recent.get(0), recent.get(key), recent.size <= 10]).toEqual(["value 0", `value ${key}`, true]);
  }
  expect([recent.get(50), recent.get(99)]).toEqual([undefined, "value 99"]);
});

test("values weigh at most what was allowed, and one that is put in again weighs once", () => {
  const recent = createRecent<string, string>({ entries: 100, weight: 20 }, (value) => value.length);
  recent.set("a", "four");
  recent.set("a", "sixsix");
  expect([recent.weight, recent.size, recent.get("a")]).toEqual([6, 1, "sixsix"]);
  for (let key = 0; key < 50; key++) {
    recent.set(`b${key}`, "xyz");
    expect(recent.weight).toBeLessThanOrEqual(20);
  }
  expect([recent.get("a"), recent.get("b49"), recent.get("b46")]).toEqual([undefined, "xyz", "xyz"]);
});

test("null is a value", () => {
  const recent = createRecent<string, string | null>({ entries: 4 });
  recent.set("a", null);
  expect([recent.get("a"), recent.get("b")]).toEqual([null, undefined]);
});
