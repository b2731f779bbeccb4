import { expect, test } from "bun:test";
import { parseStars, parseWhen } from "../../../src/import/record/values.ts";

test.each([
  [5, 5],
  ["5.0", 5],
  ["4/5", 4],
  ["8/10", 4],
  ["★★★★☆", 4],
  ["⭐⭐⭐", 3],
  ["4 stars", 4],
  ["FIVE", 5],
  ["two_stars", 2],
  ["4,0", 4],
  ["1", 1],
])("rating %j is %d", (given, stars) => {
  expect(parseStars(given)).toBe(stars);
});

test.each(["4.5", "0", "6", "7/10", "good", "", null, "★★★★★★", "-1", "1e1", "4/6"])(
  "rating %j is refused",
  (given) => {
    expect(() => parseStars(given)).toThrow(/rating/);
  },
);

test.each([
  ["2026-01-05", { date: "2026-01-05" }],
  ["1/5/2026", { date: "2026-01-05" }],
  ["25/12/2025", { date: "2025-12-25" }],
  ["5.1.2026", { date: "2026-01-05" }],
  ["Jan 5, 2026", { date: "2026-01-05" }],
  ["January 5th, 2026", { date: "2026-01-05" }],
  ["5 Jan 2026", { date: "2026-01-05" }],
  ["2026-01-05 10:11:12", { date: "2026-01-05" }],
  ["1/5/2026, 3:04 PM", { date: "2026-01-05" }],
  ["2026-01-05T10:11:12.123456789Z", { published_at: "2026-01-05T10:11:12.123Z" }],
  ["2026-01-05T10:11:12+0100", { published_at: "2026-01-05T09:11:12Z" }],
  ["2026-01-05T10:11Z", { published_at: "2026-01-05T10:11:00Z" }],
  ["2026-01-05 10:11:12 UTC", { published_at: "2026-01-05T10:11:12Z" }],
  [1767225600, { published_at: "2026-01-01T00:00:00Z" }],
  ["1767225600000", { published_at: "2026-01-01T00:00:00Z" }],
])("date %j is read as %j", (given, when) => {
  expect(parseWhen(given)).toEqual(when);
});

test.each([
  ["1/5/2026, 3:04 PM", "2026-01-05T15:04:00Z"],
  ["1/5/2026 12:04 AM", "2026-01-05T00:04:00Z"],
  ["1/5/2026 12:04 PM", "2026-01-05T12:04:00Z"],
  ["2026-01-05 10:11:12", "2026-01-05T10:11:12Z"],
])("time %j is %s in a format whose times are UTC", (given, time) => {
  expect(parseWhen(given, { utc: true })).toEqual({ published_at: time });
});
