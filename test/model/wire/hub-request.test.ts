import { expect, test } from "bun:test";
import { hubRequest } from "../../../src/model/wire/hub-request.ts";

const GOOD = {
  "hub.mode": "subscribe",
  "hub.topic": "https://reviews.example/feed.xml",
  "hub.callback": "https://subscriber.example/",
};
const accepts = (changes: object) => hubRequest.safeParse({ ...GOOD, ...changes }).success;

test("a callback is an HTTPS URL of at most 2,048 characters", () => {
  const callback = (length: number) => "https://subscriber.example/".padEnd(length, "x");
  expect([accepts({}), accepts({ "hub.callback": callback(2048) })]).toEqual([true, true]);
  for (const refused of [callback(2049), "http://subscriber.example/", "https:///path", ""])
    expect(accepts({ "hub.callback": refused })).toBe(false);
});

test("a secret has 1 to 199 characters, and a lease at least one second", () => {
  const secret = (length: number) => accepts({ "hub.secret": "s".repeat(length) });
  expect([0, 1, 199, 200].map(secret)).toEqual([false, true, true, false]);
  const lease = (seconds: number) => accepts({ "hub.lease_seconds": seconds });
  expect([0, 1, 1.5].map(lease)).toEqual([false, true, false]);
});

test("the mode is subscribe or unsubscribe, in small letters; unknown members are ignored", () => {
  const mode = (value: string) => accepts({ "hub.mode": value });
  expect(["subscribe", "unsubscribe", "Subscribe", "denied"].map(mode)).toEqual([true, true, false, false]);
  expect(accepts({ "hub.verify": "sync" })).toBe(true);
});
