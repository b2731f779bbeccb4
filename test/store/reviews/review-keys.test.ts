import { describe, expect, test } from "bun:test";
import { openStore } from "../../../src/store/connection/open-store.ts";
import {
  ensureIdentityKey,
  keyedHash,
  keyFingerprint,
  readIdentityKey,
} from "../../../src/store/erasure/identity-key.ts";
import {
  deleteReviewKeys,
  findReviewsByKey,
  hasErasedKeys,
  hashMatch,
  hashOldMatches,
  readErasedKeys,
  readReviewKeys,
  saveErasedKeys,
  saveReviewKeys,
} from "../../../src/store/reviews/review-keys.ts";
import { DATABASES } from "../../databases.ts";

describe.each(DATABASES)("what reviews are known under, on $dialect", ({ newDatabase }) => {
  const open = async () => {
    const store = await openStore(await newDatabase());
    return Object.assign(store, { [Symbol.asyncDispose]: store.close });
  };

  test("is kept per review, and apart from it when it is erased", async () => {
    await using store = await open();
    const keys = [
      { review_id: "a", key: "k1", source: "google" },
      { review_id: "a", key: "k2", source: "google" },
      { review_id: "b", key: "k2", source: "yelp" },
    ];
    await saveReviewKeys(store, keys);
    await saveReviewKeys(store, keys.slice(0, 1));
    expect(await readReviewKeys(store, [])).toEqual([]);
    expect((await readReviewKeys(store, ["a"])).map(({ key }) => key).sort()).toEqual(["k1", "k2"]);
    expect((await findReviewsByKey(store, ["k2", "none"])).sort()).toEqual(["a", "b"]);
    expect([await findReviewsByKey(store, []), await hasErasedKeys(store)]).toEqual([[], false]);
    await saveErasedKeys(store, keys);
    await deleteReviewKeys(store, ["a"]);
    expect([await findReviewsByKey(store, ["k1", "k2"]), await hasErasedKeys(store)]).toEqual([["b"], true]);
    expect(await readErasedKeys(store, ["k1", "k2", "none"])).toEqual(
      new Map([
        ["k1", new Set(["google"])],
        ["k2", new Set(["google", "yelp"])],
      ]),
    );
  });

  test("of an earlier version is hashed again with the key of the store, which is made only for that", async () => {
    await using store = await open();
    await hashOldMatches(store);
    expect(await readIdentityKey(store)).toBeNull();
    await store.query("INSERT INTO erased_match (source, match_key) VALUES ('google', 'm1')");
    await store.query("INSERT INTO undone_match (review_id, source, match_key) VALUES ('a', 'yelp', 'm2')");
    await hashOldMatches(store);
    const key = await ensureIdentityKey(store);
    expect(await readErasedKeys(store, [hashMatch(key, "m1"), hashMatch(key, "m2")])).toEqual(
      new Map([[hashMatch(key, "m1"), new Set(["google"])]]),
    );
    expect(await findReviewsByKey(store, [hashMatch(key, "m1"), hashMatch(key, "m2")])).toEqual(["a"]);
    for (const table of ["erased_match", "undone_match"])
      expect((await store.query(`SELECT source FROM ${table}`)).length).toBe(0);
  });
});

test("hashes depend on the key, and a fingerprint names it in 22 characters", () => {
  expect(keyedHash("a", "x")).not.toBe(keyedHash("b", "x"));
  expect(keyFingerprint("a")).toBe(keyedHash("a", "ledger").slice(0, 22));
  expect(keyFingerprint("a").length).toBe(22);
});
