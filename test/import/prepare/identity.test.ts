import { expect, test } from "bun:test";
import { createBareRatingIds } from "../../../src/import/prepare/bare-rating-ids.ts";
import {
  hashName,
  idFromContent,
  idFromShortName,
  idFromSource,
  matchKey,
} from "../../../src/import/prepare/identity.ts";
import type { StoredReview } from "../../../src/store/reviews/reviews.ts";
import { reviewRow } from "../../rows.ts";

const START = "Obi got me running again, and I had given up on that a long time ago, to be honest with you.";

test("ids never change: they are frozen here", () => {
  expect(idFromSource("google", "locations/200/reviews/AbF-one")).toBe("SN6WRFPN9SPX5S822ASGB99P3G");
  const id = idFromShortName("yelp", "Maria S.", "2025-01-01", START);
  expect(id).toBe("ME3FBT5Q11PRRMMD4GPM91CNX1");
  expect(id).toBe(idFromShortName("yelp", "MARIA S", "2025-01-01", `${START} Edit: still running!`));
  expect(hashName("k", "Maria Sanchez")).toBe("G2YFARGM3C4EN5NVC5D6F73FR5");
  const content = {
    source: "yelp",
    name: hashName("k", "Maria Sanchez"),
    date: "2025-01-01",
    rating: 5,
    text: START,
  } as const;
  expect(idFromContent(content)).toBe("E4BE3FKJ09PKSXSBY6MS862AHJ");
});

test("the nth bare rating of a day has the same id in every file; other reviews keep theirs", () => {
  const bare = {
    ...reviewRow(1, { source_id: null, date: "2025-01-01" }),
    match_key: null,
    person: null,
    name_key: null,
    sketch: null,
    duplicate_of: null,
    doubtful: null,
  };
  const idsOf = (...changes: Partial<StoredReview>[]) => {
    const rows = changes.map((change) => ({ ...bare, format: "csv", id: "kept", ...change }));
    const giveId = createBareRatingIds();
    for (const row of rows) giveId(row);
    return rows.map(({ id }) => id);
  };
  const [first, second] = ["G449ASQFTVDXAW4NGWEN2H0ATT", "NAYTD6QH0V82KCGCR4SJXGZ2Z3"];
  expect(idsOf({}, { rating: 4 }, {})).toEqual([first, "ZQRZS0F67MKH5SJ41VDT8807DR", second]);
  expect(new Set(idsOf({}, {}, { rating: 4 }, { date: "2025-01-02" }, { source: "yelp" })).size).toBe(5);
  expect(idsOf({ source_id: "a" }, { match_key: "m" }, { format: "candor" }, {})).toEqual([
    "kept",
    "kept",
    "kept",
    first,
  ]);
});

test("another name, key, rating, date or source gives another id", () => {
  const content = {
    source: "yelp",
    name: hashName("k", "Maria Sanchez"),
    date: "2025-01-01",
    rating: 5,
    text: START,
  } as const;
  const others = [
    { name: hashName("k", "Maria Silva") },
    { name: hashName("l", "Maria Sanchez") },
    { rating: 4 },
    { date: "2025-01-02" },
    { source: "google" as const },
  ].map((change) => idFromContent({ ...content, ...change }));
  expect(new Set([idFromContent(content), ...others]).size).toBe(6);
  expect(hashName("k", "MARIA  Sanchez")).toBe(hashName("k", "Maria Sanchez"));
});

test("an edit within the first 80 characters gives another id", () => {
  const id = (text: string) => idFromContent({ source: "yelp", name: "n", date: "2025-01-01", rating: 5, text });
  expect(id(`${"a".repeat(80)}b`)).toBe(id(`${"a".repeat(80)}c`));
  expect(id(`${"a".repeat(79)}b`)).not.toBe(id(`${"a".repeat(79)}c`));
});

test("the match key needs the day only for texts under 30 characters and for anonymous authors", () => {
  const sameOnTwoDays = (author: string, text: string | null) =>
    matchKey(author, "2025-01-01", text) === matchKey(author, "2025-01-02", text);
  expect(sameOnTwoDays("Maria S.", "a".repeat(30))).toBe(true);
  expect(sameOnTwoDays("Maria S.", "a".repeat(29))).toBe(false);
  expect(sameOnTwoDays("Maria S.", null)).toBe(false);
  expect(sameOnTwoDays("Anonymous", START)).toBe(false);
  expect(matchKey("Maria S.", "2025-01-01", START)).not.toBe(matchKey("Mario S.", "2025-01-01", START));
});
