import { expect, test } from "bun:test";
import { matchKey } from "../../../src/import/prepare/identity.ts";
import { hashKeys, isErasedBy, keysOf, lostKeys, mainKeysOf, signsOf } from "../../../src/import/prepare/known-keys.ts";
import { groupSources } from "../../../src/store/reviews/review-keys.ts";
import type { StoredReview } from "../../../src/store/reviews/reviews.ts";
import { reviewRow } from "../../rows.ts";

const KEY = "the key of the store";
const stored = (changes: Partial<StoredReview>): StoredReview => ({
  ...reviewRow(1),
  match_key: null,
  person: null,
  name_key: null,
  sketch: null,
  duplicate_of: null,
  doubtful: null,
  ...changes,
});
/** A text of so many letters. */
const words = (length: number) => "x".repeat(length);
const kindsOf = (keys: Iterable<string>) => Array.from(keys, (key) => key.replace(/ [^ ]*$/, ""));

test("a review is known by its ids, and by its words if its person is known", () => {
  const without = stored({ source_id: null, name_key: "n", match_key: "m" });
  expect([...mainKeysOf(without)]).toEqual([`id ${without.id}`, "key m"]);
  expect(kindsOf(mainKeysOf(stored({ source_id: "a" })))).toEqual(["id", "id"]);
  expect(kindsOf(mainKeysOf(stored({ source_id: "a", name_key: "n" })))).toEqual(["id", "id", "id"]);
  expect(kindsOf(mainKeysOf(stored({ source_id: "a", person: "p", text: "Fine." })))).toEqual(["id", "id", "key"]);
  expect(kindsOf(mainKeysOf(stored({ source_id: null, person: "p", text: "Fine." })))).toEqual([
    "id",
    "key",
    "without id",
  ]);
  expect(kindsOf(mainKeysOf(stored({ source_id: null, person: "p", text: null })))).toEqual(["id"]);
});

test("the more words it has, the more forms of the name it is known under, and at last under none", () => {
  const count = (length: number) =>
    keysOf(stored({ source_id: null, author: "Maria S.", text: words(length) })).size - 1;
  expect([29, 30, 79, 80].map(count)).toEqual([1, 4, 4, 5]);
  expect(keysOf(stored({ source_id: null, text: null })).size).toBe(1);
});

test("an erased review is recognized by any of its signs, short words only at the same source", () => {
  const isErased = (erased: StoredReview, row: StoredReview, source: string, other_ids: string[] = []) =>
    isErasedBy(signsOf(KEY, row, other_ids), source, groupSources(hashKeys(KEY, "google", keysOf(erased))));
  const other = { id: reviewRow(2).id, source_id: "b" };
  const erased = stored({ source_id: "a", match_key: "m", text: words(29), person: "p" });
  expect(isErased(erased, stored({ id: erased.id }), "yelp")).toBe(true);
  expect(isErased(erased, stored(other), "google")).toBe(false);
  expect(isErased(erased, stored(other), "google", [erased.id])).toBe(true);
  const short = stored({ ...other, match_key: "m", text: words(29) });
  expect([isErased(erased, short, "google"), isErased(erased, short, "yelp")]).toEqual([true, false]);
  const long = stored({ ...other, match_key: "m", text: words(30) });
  expect(isErased(erased, long, "yelp")).toBe(true);
  // Where both have ids at the same source, the same words by the same person are another review.
  const same = stored({ ...other, text: words(29), person: "p" });
  expect([isErased(erased, same, "google"), isErased(erased, same, "yelp")]).toEqual([false, true]);
  const without = stored({ ...same, source_id: null });
  expect(isErased(erased, without, "google")).toBe(true);
});

test("an erased review is recognized under its first name alone, and without an id also beside reviews that have one", () => {
  const erased = stored({ source_id: null, author: "Maria S.", person: "p", text: words(30) });
  const keys = groupSources(hashKeys(KEY, "google", keysOf(erased)));
  const row = stored({ id: reviewRow(2).id, source_id: "b", text: words(30) });
  const named = (name: string) => ({ ...row, match_key: matchKey(name, row.date, row.text) });
  const isErased = (one: StoredReview) => isErasedBy(signsOf(KEY, one), "google", keys);
  expect(["Maria", "M. S.", "Bob"].map((name) => isErased(named(name)))).toEqual([true, true, false]);
  expect([isErased({ ...row, person: "p" }), isErased({ ...row, person: "q" })]).toEqual([true, false]);
  expect(signsOf(KEY, stored({ person: "p", text: null }))).toHaveLength(1);
});

test("a text without a name is recognized from 80 characters on", () => {
  const isErased = (length: number, author: string) => {
    const erased = groupSources(hashKeys(KEY, "google", keysOf(stored({ text: words(length) }))));
    return isErasedBy(signsOf(KEY, stored({ id: reviewRow(2).id, author, text: words(length) })), "yelp", erased);
  };
  expect([isErased(79, "Anonymous"), isErased(80, "Anonymous"), isErased(80, "Bob")]).toEqual([false, true, false]);
});

test("an edit loses the keys of the words before it, and nothing else does", () => {
  const before = stored({ source_id: null, person: "p", text: words(30) });
  const after = { ...before, text: words(31) };
  expect(lostKeys([before], before)).toEqual([]);
  expect(lostKeys([{ ...before, reply_text: "Thanks" } as StoredReview], before)).toEqual([]);
  const lost = lostKeys([before], after);
  expect(lost.toSorted()).toEqual([...keysOf(before)].filter((key) => !keysOf(after).has(key)).toSorted());
  expect([lost.length > 0, lost.includes(`id ${before.id}`)]).toEqual([true, false]);
});
