import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { findFolded, foldForSearch, foldQuery } from "../../../src/model/basics/search-folding.ts";
import type { ReviewRow } from "../../../src/model/review-row.ts";
import type { SearchFilters } from "../../../src/model/search.ts";
import { idAt, reviewAt } from "../../../src/snapshot/review-at.ts";
import { search } from "../../../src/snapshot/search/search.ts";
import { indexOf } from "../../build.ts";
import { repeats } from "../../length.ts";
import { openRandom } from "../../random.ts";
import { reviewRow } from "../../rows.ts";
import { SEED } from "../../seed.ts";

async function* onePage(rows: ReviewRow[]): AsyncIterable<ReviewRow[]> {
  yield rows;
}

const indexOfRows = (rows: ReviewRow[]) => indexOf(onePage(rows));

const WORDS = ["pain", "gone", "Great", "the", "straße", "é", "a", "PT", "waited", "30", "😀", "ñandú", "ο ΣΊΣΥΦΟΣ"];

function rowsOf(count: number): ReviewRow[] {
  const random = openRandom(11);
  const next = (below: number) => Math.floor(random() * below);
  return Array.from({ length: count }, (_, i) => {
    const text = Array.from({ length: 1 + next(8) }, () => WORDS[next(WORDS.length)]).join(" ");
    const technicians = next(3) === 0 ? [{ id: "ana-ruiz", name: "Ana Ruiz" }] : [];
    const services = next(4) === 0 ? [{ id: "dry-needling", name: "Dry needling" }] : [];
    return reviewRow(i, {
      text: next(9) === 0 ? null : text,
      rating: 1 + next(5),
      date: `2025-0${1 + next(9)}-1${next(10)}`,
      mentions: JSON.stringify({ technicians, services, service_areas: [] }),
    });
  });
}

/** The contract read literally, one review at a time. */
function naive(rows: ReviewRow[], filters: SearchFilters): string[] {
  const names = (row: ReviewRow, kind: string): string[] =>
    JSON.parse(row.mentions)[kind].map((m: { id: string }) => m.id);
  return rows
    .filter(
      (row) =>
        (filters.rating === undefined || row.rating === filters.rating) &&
        (filters.min_rating === undefined || row.rating >= filters.min_rating) &&
        (filters.since === undefined || row.date >= filters.since) &&
        (filters.until === undefined || row.date <= filters.until) &&
        (foldQuery(filters.query ?? "") === "" ||
          (row.text !== null && foldForSearch(row.text).includes(foldQuery(filters.query ?? "")))) &&
        (filters.mentions_technician === undefined || names(row, "technicians").includes("ana-ruiz")) &&
        (filters.mentions_service === undefined || names(row, "services").includes("dry-needling")),
    )
    .sort((a, b) =>
      a.date !== b.date
        ? a.date < b.date
          ? 1
          : -1
        : a.published_at !== b.published_at
          ? a.published_at < b.published_at
            ? 1
            : -1
          : a.id < b.id
            ? 1
            : -1,
    )
    .map((row) => row.id);
}

describe("search", async () => {
  const rows = rowsOf(700);
  const index = await indexOfRows(rows);

  test("gives what reading every review would give, page by page, for any mix of filters", () => {
    const filters = fc.record(
      {
        rating: fc.integer({ min: 1, max: 5 }),
        min_rating: fc.double({ min: 1, max: 5, noNaN: true }),
        since: fc.constantFrom("2025-01-01", "2025-04-15", "2025-09-19", "2026-01-01"),
        until: fc.constantFrom("2024-01-01", "2025-02-11", "2025-08-15", "2026-01-01"),
        query: fc.oneof(
          fc.constantFrom(...WORDS, "e", "th", "the", "pain gone", "STRASSE", "σίσυφος", "zzz", "q", "😀 a", ""),
          fc.string({ minLength: 1, maxLength: 4 }),
        ),
        mentions_technician: fc.constantFrom("Ana", "ana ruiz", "ANA-RUIZ"),
        mentions_service: fc.constantFrom("dry-needling", "Dry Needling"),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(filters, fc.integer({ min: 1, max: 100 }), (given, limit) => {
        const expected = naive(rows, given);
        const found: string[] = [];
        let cursor: string | null = null;
        do {
          const page = search(index, { filters: given, limit, cursor });
          if (!page) throw new Error("its own cursor was refused");
          expect(page.matched).toBe(expected.length);
          found.push(...page.positions.map((position) => idAt(index, position)));
          cursor = page.next_cursor;
        } while (cursor !== null);
        expect(found).toEqual(expected);
      }),
      { numRuns: repeats(400, 4000), seed: SEED },
    );
  });

  test("refuses a cursor of other filters, and a made-up one", () => {
    const page = search(index, { filters: { rating: 5 }, limit: 1, cursor: null });
    expect(page?.next_cursor).toBeString();
    expect(search(index, { filters: { rating: 4 }, limit: 1, cursor: page?.next_cursor ?? "" })).toBeNull();
    expect(search(index, { filters: { rating: 5 }, limit: 1, cursor: "nonsense" })).toBeNull();
  });

  test("a cursor continues after its review when newer ones were added and that review was removed", async () => {
    const first = search(index, { filters: {}, limit: 10, cursor: null });
    const shown = new Set(first?.positions.map((position) => idAt(index, position)));
    const last = idAt(index, first?.positions.at(-1) ?? 0);
    const later = await indexOfRows([
      ...rows.filter((row) => row.id !== last),
      reviewRow(9999, { date: "2026-02-02" }),
    ]);
    const second = search(later, { filters: {}, limit: 1000, cursor: first?.next_cursor ?? null });
    const ids = second?.positions.map((position) => idAt(later, position)) ?? [];
    expect(ids).toHaveLength(690);
    expect(ids.some((id) => shown.has(id))).toBe(false);
  });

  test("an unknown technician or service matches nothing", () => {
    expect(search(index, { filters: { mentions_technician: "Nobody" }, limit: 5, cursor: null })?.matched).toBe(0);
    expect(search(index, { filters: { mentions_service: "constructor" }, limit: 5, cursor: null })?.matched).toBe(0);
  });

  test("works on an empty index", async () => {
    const empty = await indexOfRows([]);
    expect(search(empty, { filters: { query: "pain", rating: 5 }, limit: 5, cursor: null })).toEqual({
      matched: 0,
      positions: [],
      next_cursor: null,
    });
  });

  test("reviews come back from their bytes", () => {
    expect(reviewAt(index, 0).url).toBe(`http://localhost:8080/reviews/${idAt(index, 0)}`);
  });
});

describe("fold", () => {
  test("folds fully, also where one letter becomes two", () => {
    expect(foldForSearch("Straße")).toBe("strasse");
    expect(foldForSearch("STRASSE")).toBe("strasse");
    expect(foldForSearch("ẞ")).toBe("ss");
    expect(foldForSearch("ΣΊΣΥΦΟΣ")).toBe(foldForSearch("σίσυφος"));
    expect(foldForSearch("ﬁne ①")).toBe("fine 1");
    expect(foldForSearch("CAFÉ")).toBe("cafe");
    expect(foldForSearch("İı")).toBe("iı");
    expect(foldForSearch("ı")).toBe("ı");
  });

  test("every apostrophe, double quote and dash is one, also those that NFKC would change", () => {
    expect(foldForSearch("'\u2019\u2018\u201b\u02bc\u2032\u00b4\u0060")).toBe("'".repeat(8));
    expect(foldForSearch('"\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033')).toBe('""""""""');
    expect(foldForSearch("-\u2010\u2011\u2012\u2013\u2014\u2015\u2212")).toBe("--------");
  });

  test("white space of any kind collapses, and is trimmed from a query", () => {
    expect(foldForSearch("a\u00a0\n\u2003b\u0085c\u3000d")).toBe("a b c d");
    expect(foldQuery(" \t a  b\n")).toBe("a b");
    expect(foldQuery(" \u00a0 ")).toBe("");
  });

  test("marks of other scripts stay", () => {
    expect(foldForSearch("Rosali\u0301a")).toBe("rosalia");
    expect(foldForSearch("\u0e01\u0e33")).toBe("\u0e01\u0e4d\u0e32"); // NFKC parts it; its marks stay
    expect(foldForSearch("\u0643\u064e")).toBe("\u0643\u064e");
    expect(foldForSearch("\u0915\u093f")).toBe("\u0915\u093f");
    expect(foldForSearch("\u304c")).toBe("\u304b\u3099");
  });

  test("offsets in the text are right for any text: a match is found exactly where the folded text has one", () => {
    const piece = fc.constantFrom(
      "ß",
      "İ",
      "e\u0301",
      "é",
      "’",
      "—",
      " ",
      "\n",
      "\u00a0",
      "ﬁ",
      "①",
      "한",
      "が",
      "a",
      "s",
      "😀",
      "´",
      "¨",
    );
    const any = fc.array(fc.oneof(piece, fc.string({ unit: "binary", minLength: 1, maxLength: 2 })), { maxLength: 12 });
    fc.assert(
      fc.property(any, fc.array(piece, { minLength: 1, maxLength: 3 }), (pieces, wanted) => {
        const text = pieces.join("");
        const query = wanted.join("");
        const found = findFolded(text, query);
        expect(found.length > 0).toBe(foldQuery(query) !== "" && foldForSearch(text).includes(foldQuery(query)));
        for (const [start, end] of found) {
          expect(foldForSearch(text.slice(start, end))).toContain(foldQuery(query));
        }
      }),
      { numRuns: repeats(1000, 10_000), seed: SEED },
    );
  });
});
