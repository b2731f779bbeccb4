import { describe, expect, test } from "bun:test";
import type { ReviewRow } from "../../../src/model/review-row.ts";
import type { SearchFilters } from "../../../src/model/search.ts";
import { idAt } from "../../../src/snapshot/review-at.ts";
import { search } from "../../../src/snapshot/search/search.ts";
import { indexOf } from "../../build.ts";
import { reviewRow } from "../../rows.ts";

async function indexOfTexts(texts: readonly string[]) {
  const rows = texts.map((text, number) => reviewRow(number, { text, rating: 1 + (number % 2) }));
  return { rows, index: await indexOf(onePage(rows)) };
}

async function* onePage(rows: ReviewRow[]): AsyncIterable<ReviewRow[]> {
  yield rows;
}

type Indexed = Awaited<ReturnType<typeof indexOfTexts>>;

/** Ids of all matches, newest first, as the index finds them and as a plain scan does. */
function bothWays({ rows, index }: Indexed, filters: SearchFilters & { query: string }) {
  const found = search(index, { filters, limit: rows.length, cursor: null });
  const scanned = rows
    .filter(({ text, rating }) => text?.includes(filters.query) && rating === (filters.rating ?? rating))
    .map(({ id }) => id)
    .reverse();
  return { found: found?.positions.map((position) => idAt(index, position)), scanned };
}

describe("a query whose grams leave nearly all texts", async () => {
  // Most texts contain the grams "abc" and "bcd". One in fifty contains "abcd" itself, and so do the first and the last.
  const indexed = await indexOfTexts(
    Array.from({ length: 5200 }, (_, number) => {
      if (number % 50 !== 7 && number !== 0 && number !== 5199) return `abc and bcd ${number}`;
      return number % 100 === 7 ? `x abcd ${number}` : `abcd ${number}`; // in the middle, and as the first word
    }),
  );

  test("finds exactly the texts that contain it, the first and the last among them", () => {
    const { found, scanned } = bothWays(indexed, { query: "abcd" });
    expect(scanned).toHaveLength(106);
    expect(found).toEqual(scanned);
  });

  test("finds them when a filter removes texts that match from the candidates", () => {
    for (const rating of [1, 2]) {
      const { found, scanned } = bothWays(indexed, { query: "abcd", rating });
      expect(found).toEqual(scanned);
    }
    expect(bothWays(indexed, { query: "abcd", rating: 2 }).found).toHaveLength(105);
    expect(bothWays(indexed, { query: "abcd", rating: 1 }).found).toEqual(["0".repeat(26)]);
  });

  test("finds none where the only occurrence would span two texts", async () => {
    const texts = Array.from({ length: 5000 }, (_, number) => (number % 2 ? "cdxx abc bcd" : "bcd abc ab"));
    const { found } = bothWays(await indexOfTexts(texts), { query: "abcd" });
    expect(found).toEqual([]);
  });
});

describe("a query whose grams leave few texts, far from each other", async () => {
  // Every tenth of 3,000 long texts has the grams "abc" and "bcd". Every other one of these contains "abcd".
  const filler = "the quick brown fox jumps over a lazy dog ".repeat(10);
  const indexed = await indexOfTexts(
    Array.from({ length: 3000 }, (_, number) => {
      if (number % 10 !== 9) return `${filler}${number}`;
      return number % 20 === 9 ? `abcd ${filler}${number} abcd` : `${filler}abc bcd ${number}`;
    }),
  );

  test("finds exactly the texts that contain it, with and without a filter", () => {
    for (const filters of [{ query: "abcd" }, { query: "abcd", rating: 2 }, { query: "abcd", rating: 1 }]) {
      const { found, scanned } = bothWays(indexed, filters);
      expect(scanned).toHaveLength(filters.rating === 1 ? 0 : 150);
      expect(found).toEqual(scanned);
    }
  });
});

describe("texts of more than 63 different bytes", async () => {
  // Letters by frequency: the Cyrillic and Greek ones are rarer than all the others, so they share a symbol.
  const common = "abcdefghijklmnopqrstuvwxyz0123456789 .,!?-'\"();:";
  const rare = ["жар", "шум", "щит", "ёлка", "ωμέγα", "ψυχή", "ξύλο", "çà", "ñu", "øre", "þing", "ßs", "🦵🏽"];
  const texts = Array.from({ length: 4000 }, (_, number) => {
    const start = (number * 7) % common.length;
    const word = number % 40 === 3 ? (rare[((number / 40) % rare.length) | 0] ?? "") : "";
    return `${common.slice(start)}${common.slice(0, start)} ${word} ${number}`;
  });
  const indexed = await indexOfTexts(texts);

  test("share the last symbol among the rare ones", () => {
    expect(new Set(indexed.index.text.base.symbol).size).toBe(64);
  });

  test.each([...rare, "ш", "жа", "ёл", "γα", "🦵", "у", "щ", "s ß", "zzz", "ω ψ", "a ж"])(
    "%p is found exactly",
    (query) => {
      const { found, scanned } = bothWays(indexed, { query });
      expect(found).toEqual(scanned);
    },
  );

  test("a rare letter does not match another that shares its symbol", () => {
    const { found } = bothWays(indexed, { query: "ж" });
    expect(found?.length).toBe(8);
  });
});
