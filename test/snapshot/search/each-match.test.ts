import { expect, test } from "bun:test";
import { eachMatch } from "../../../src/snapshot/search/each-match.ts";
import { finish } from "../../../src/snapshot/turns.ts";

const MEGABYTE = 1 << 20;

/** Where `words` are found, if the search goes on `step` bytes behind each match, and how often it gives others a turn. */
function matches(whole: Buffer, words: string, from: number, step = 1): { found: number[]; turns: number } {
  const found: number[] = [];
  const work = eachMatch(whole, Buffer.from(words), from, (at) => {
    found.push(at);
    return at + step;
  });
  let turns = 0;
  while (!work.next().done) turns += 1;
  return { found, turns };
}

test("matches at the border of two turns are found, once each", () => {
  const whole = Buffer.alloc(3 * MEGABYTE, ".");
  const places = [0, MEGABYTE - 6, MEGABYTE - 3, MEGABYTE, 2 * MEGABYTE - 1, 3 * MEGABYTE - 3];
  for (const at of places) whole.write("abc", at);
  expect(matches(whole, "abc", 0).found).toEqual(places);
  expect(matches(whole, "abc", 1).found).toEqual(places.slice(1));
  expect(matches(whole, "abc", 0, 2 * MEGABYTE).found).toEqual([0, 3 * MEGABYTE - 3]);
  expect(matches(whole, "abc", 0, 3 * MEGABYTE).found).toEqual([0]);
});

test("words that are nowhere give others a turn after each megabyte", () => {
  expect(matches(Buffer.alloc(16 * MEGABYTE, "the "), "the the thx", 0)).toEqual({ found: [], turns: 16 });
  expect(matches(Buffer.alloc(5, "a"), "aaaaaaaa", 0).found).toEqual([]);
  expect(finish(eachMatch(Buffer.alloc(0), Buffer.from("a"), 0, () => 0))).toBeUndefined();
});
