import { expect, test } from "bun:test";
import { dayNumber } from "../../src/model/basics/time.ts";
import type { ReviewRow } from "../../src/model/review-row.ts";
import { ownerReplies, sourceCounts, subjectChanges } from "../../src/publish/documents/glance-facts.ts";
import type { AspectPostings, ReviewIndex } from "../../src/snapshot/review-index.ts";
import { finish } from "../../src/snapshot/turns.ts";
import { wordsFirst } from "../../src/snapshot/words-first.ts";
import { indexOf } from "../build.ts";
import { reviewRow } from "../rows.ts";

async function* onePage(rows: ReviewRow[]): AsyncIterable<ReviewRow[]> {
  yield rows;
}
const indexOfRows = (rows: ReviewRow[]) => indexOf(onePage(rows));

/** A review with a reply after so many days. */
const replied = (number: number, days: number | null) =>
  reviewRow(number, {
    date: "2026-03-10",
    reply_text: "Thank you.",
    reply_date: days === null ? null : new Date(Date.UTC(2026, 2, 10 + days)).toISOString().slice(0, 10),
    reply_state: "published",
  });
const repliesAfter = async (...days: (number | null)[]) =>
  ownerReplies(await indexOfRows([...days.map((day, i) => replied(i, day)), reviewRow(900)]));

test("the time of replies is the median of whole days, and no reply came before its review", async () => {
  expect(await repliesAfter(1, 2, 3, 40, 5)).toEqual({ count: 5, median_days: 3 });
  expect(await repliesAfter(1, 2, 3, 40, 5, 4)).toEqual({ count: 6, median_days: 3.5 });
  expect(await repliesAfter(-1, -1, -1, 0, 9)).toEqual({ count: 5, median_days: 0 });
});

test("fewer than five replies say nothing, and replies without a date say no time", async () => {
  expect(await repliesAfter(1, 2, 3, 4)).toBeNull();
  expect(await repliesAfter(1, 2, 3, 4, null)).toEqual({ count: 5, median_days: null });
  expect(ownerReplies(await indexOfRows([]))).toBeNull();
});

test("sources are in order of their number", async () => {
  const rows = ["yelp", "google", "google"].map((source, i) => reviewRow(i, { source: source as "yelp" }));
  expect(sourceCounts(await indexOfRows(rows))).toEqual([
    { source: "google", count: 2 },
    { source: "yelp", count: 1 },
  ]);
});

/** An index in which reviews of these dates, newest first, like (0) or dislike (1) one aspect. */
function saying(dates: string[], likes: boolean[]): ReviewIndex {
  const postings: AspectPostings = {
    positions: Uint32Array.from(dates, (_, i) => i),
    labels: Uint8Array.from(likes, (like) => (like ? 0 : 1)),
  };
  const day = Int32Array.from(dates, dayNumber);
  return { count: dates.length, day, by_aspect: new Map([["wait", postings]]) } as unknown as ReviewIndex;
}

test("a change is told from the 24 months up to the newest review, and only if it is clear", () => {
  const now = Array.from({ length: 10 }, () => "2026-10-30");
  const edge = ["2024-11-01", "2024-10-31"];
  const before = Array.from({ length: 9 }, () => "2023-05-05");
  const index = saying(
    [...now, ...edge, ...before],
    [...now.map(() => true), true, ...Array.from({ length: 10 }, () => false)],
  );
  expect(subjectChanges(index)).toEqual([
    {
      ...{ aspect: "wait", from: "2024-11-01", direction: "fell" as const },
      ...{ now: { critical: 0, mentioned: 11 }, before: { critical: 10, mentioned: 10 } },
    },
  ]);
  expect(
    subjectChanges(
      saying(
        [...now, ...before],
        [...now, ...before].map(() => true),
      ),
    ),
  ).toEqual([]);
  expect(subjectChanges(saying([], []))).toEqual([]);
});

test("reviews with words come first, and those without fill the rest", async () => {
  const rows = [0, 1, 2, 3].map((i) => reviewRow(i, { text: i % 2 === 0 ? "Fine." : null }));
  const index = await indexOfRows(rows);
  const shown = (limit: number, filters = {}) => finish(wordsFirst(index, filters, limit));
  // Position 0 is the newest review, which has no words.
  expect(shown(3)).toEqual({ matched: 4, silent: 2, positions: [1, 3, 0] });
  expect(shown(1)).toEqual({ matched: 4, silent: 2, positions: [1] });
  expect(shown(9, { has_text: false })).toEqual({ matched: 2, silent: 0, positions: [0, 2] });
});
