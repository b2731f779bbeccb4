import { expect, test } from "bun:test";
import { idFromContent, idFromSource, matchKey } from "../../../src/import/prepare/identity.ts";

const START = "Obi got me running again, and I had given up on that a long time ago, to be honest with you.";

test("ids never change: they are frozen here", () => {
  expect(idFromSource("google", "locations/200/reviews/AbF-one")).toBe("SN6WRFPN9SPX5S822ASGB99P3G");
  const id = idFromContent("yelp", "Maria S.", "2025-01-01", START);
  expect(id).toBe(idFromContent("yelp", "MARIA S", "2025-01-01", `${START} Edit: still running!`));
  expect(id).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
});

test("an edit within the first 80 characters gives another id", () => {
  const id = (text: string) => idFromContent("yelp", "Maria S.", "2025-01-01", text);
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
