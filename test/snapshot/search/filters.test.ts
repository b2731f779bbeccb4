import { expect, test } from "bun:test";
import { buildTombstoneIndex } from "../../../src/publish/rows/tombstone-index.ts";
import { deletedSince } from "../../../src/snapshot/deleted.ts";
import {
  allowedStars,
  columnTest,
  coverageNotes,
  dateWindow,
  passesTest,
  themeCoverage,
  updatedSinceMs,
} from "../../../src/snapshot/search/filters.ts";
import { statisticsInTurns } from "../../../src/snapshot/search/statistics.ts";
import { finish } from "../../../src/snapshot/turns.ts";
import { indexOf } from "../../build.ts";
import { reviewRow } from "../../rows.ts";

const AT = "2026-02-01T10:00:00.250Z";

async function* page() {
  yield [
    reviewRow(1, { date: "2024-01-01" }),
    reviewRow(2, { date: "2024-02-01", text: "Good." }),
    reviewRow(3, { date: "2024-02-01", text: null, rating: 1 }),
    reviewRow(4, { date: "2024-04-01", text: null, rating: 1, changed_at: AT }),
    reviewRow(5, { date: "2024-04-01", text: null, rating: 5, changed_at: AT }),
  ];
}
const index = await indexOf(page());

test("a window of dates has both of its ends", () => {
  expect(dateWindow(index, {})).toEqual([0, 5]);
  expect(dateWindow(index, { since: "2024-02-01" })).toEqual([0, 4]);
  expect(dateWindow(index, { until: "2024-02-01" })).toEqual([2, 5]);
  expect(dateWindow(index, { since: "2024-02-01", until: "2024-02-01" })).toEqual([2, 4]);
  expect(dateWindow(index, { since: "2024-02-02", until: "2024-03-31" })).toEqual([2, 2]);
  expect(dateWindow(index, { since: "2024-04-02", until: "2024-01-01" })).toEqual([4, 4]);
});

test("stars pass from the least to the most, and none is no number of stars", () => {
  const stars = (filters: Parameters<typeof allowedStars>[0]) =>
    allowedStars(filters).flatMap((passes, star) => (passes ? [star] : []));
  expect(stars({})).toEqual([1, 2, 3, 4, 5]);
  expect(stars({ min_rating: 2, max_rating: 4 })).toEqual([2, 3, 4]);
  expect(stars({ min_rating: 2.5 })).toEqual([3, 4, 5]);
  expect(stars({ rating: 5, max_rating: 4 })).toEqual([]);
  expect(stars({ rating: 4 })).toEqual([4]);
});

test("what changed at a time is included, and what changed a millisecond before it is not", () => {
  const since = (updated_since: string) => {
    const test = columnTest(index, { updated_since });
    return [0, 1, 2, 3, 4].filter((position) => test && passesTest(index, test, position));
  };
  expect([since(AT), since("2026-02-01T10:00:00.251Z"), since("2020-01-01")]).toEqual([[0, 1], [], [0, 1, 2, 3, 4]]);
  expect(since("2026-02-01T10:00:00.2501Z")).toEqual([]);
  expect(since("2026-02-01T10:00:00.2500Z")).toEqual([0, 1]);
  expect(updatedSinceMs(index, "2026-02-01")).toBe(Date.parse("2026-02-01T08:00:00Z")); // midnight in Los Angeles
  expect(columnTest(index, {})).toBeNull();
});

test("deletions are listed from the time of their commit on, with commas between them", () => {
  const tombstone = (number: number, changed_at: string) => ({
    ...{ id: reviewRow(number).id, date: "2024-01-01", deleted_at: "2025-01-01T00:00:00Z", changed_at },
    reason: "erased_on_request" as const,
  });
  const all = [tombstone(7, "2026-02-01T00:00:00.001Z"), tombstone(8, AT), tombstone(9, AT)];
  const tombstones = buildTombstoneIndex(all, []);
  const listed = (since: string) =>
    JSON.parse(deletedSince({ ...index, tombstones }, since)).map(({ id }: { id: string }) => Number(id));
  expect([listed("2020-01-01"), listed(AT), listed("2027-01-01")]).toEqual([[9, 8, 7], [9, 8], []]);
});

test("answers about aspects and topics say what they do not cover", () => {
  const [whole, part] = [5, 4].map((read_count) => ({ ...index, read_count })) as [typeof index, typeof index];
  const note =
    "aspects, topics, conditions and sentiments are known for the newest 4 of 5 reviews only: older reviews do not count in them";
  expect([themeCoverage(whole), themeCoverage(part)]).toEqual([[], [note]]);
  const asking = [
    { aspect: "care" },
    { aspect_sentiment: "positive" as const },
    { topic: "pool" },
    { condition: "knee" },
    { sentiment: "mixed" as const },
  ];
  for (const filters of asking) expect(coverageNotes(part, filters)).toEqual([note]);
  for (const group of ["aspect", "topic", "condition"] as const)
    expect(coverageNotes(part, {}, [group])).toEqual([note]);
  expect(coverageNotes(part, { rating: 5 }, ["month"])).toEqual([]);
});

test("reviews of the first day of a period are in one group", () => {
  const groups = (by: "month" | "quarter" | "year") =>
    finish(statisticsInTurns(index, {}, [by])).groups.map(({ label, count, first_date }) => [label, count, first_date]);
  expect(groups("month")).toEqual([
    ["April 2024", 2, "2024-04-01"],
    ["February 2024", 2, "2024-02-01"],
    ["January 2024", 1, "2024-01-01"],
  ]);
  expect(groups("quarter")).toEqual([
    ["Q2 2024", 2, "2024-04-01"],
    ["Q1 2024", 3, "2024-01-01"],
  ]);
  expect(groups("year")).toEqual([["2024", 5, "2024-01-01"]]);
});
