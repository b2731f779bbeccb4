import { expect, test } from "bun:test";
import {
  dateInZone,
  dateOfDay,
  dayNumber,
  isCalendarDate,
  isTimeZone,
  midnightInZone,
  monthName,
  parseTime,
  renderTime,
} from "../../../src/model/basics/time.ts";

test("only real calendar dates are dates", () => {
  for (const date of ["2024-02-29", "1999-12-31", "0001-01-01"]) expect(isCalendarDate(date)).toBe(true);
  for (const date of [
    "2023-02-29",
    "2024-13-01",
    "2024-00-10",
    "2024-04-31",
    "24-01-01",
    "2024-1-1",
    "2024-01-01T00:00:00Z",
    "",
  ]) {
    expect(isCalendarDate(date)).toBe(false);
  }
});

test("one instant has one spelling", () => {
  expect(parseTime("2026-03-14T17:20:00.000Z")).toBe("2026-03-14T17:20:00Z");
  expect(parseTime("2026-03-14t10:20:00-07:00")).toBe("2026-03-14T17:20:00Z");
  expect(parseTime("2026-03-14T17:20:00.123456789Z")).toBe("2026-03-14T17:20:00.123Z");
  for (const none of [
    "2026-02-30T00:00:00Z",
    "2026-03-14",
    "2026-03-14T17:20:00",
    "yesterday",
    "2026-03-14T25:00:00Z",
  ]) {
    expect(parseTime(none)).toBeNull();
  }
});

test("a date is in the time zone of the business, not in UTC", () => {
  expect(dateInZone("America/Los_Angeles", "2026-03-15T05:30:00Z")).toBe("2026-03-14");
  expect(dateInZone("Pacific/Auckland", "2026-03-14T12:00:00Z")).toBe("2026-03-15");
});

test("local midnight is found on both sides of a clock change", () => {
  expect(midnightInZone("America/Los_Angeles", "2026-01-10")).toBe("2026-01-10T08:00:00Z");
  expect(midnightInZone("America/Los_Angeles", "2026-03-08")).toBe("2026-03-08T08:00:00Z");
  expect(midnightInZone("America/Los_Angeles", "2026-03-09")).toBe("2026-03-09T07:00:00Z");
  expect(midnightInZone("UTC", "2026-03-09")).toBe("2026-03-09T00:00:00Z");
  // The clocks change between midnight in Auckland and midnight UTC.
  expect(midnightInZone("Pacific/Auckland", "2026-09-27")).toBe("2026-09-26T12:00:00Z");
});

test("century years are leap years only every 400 years", () => {
  expect([isCalendarDate("2000-02-29"), isCalendarDate("1900-02-29"), isCalendarDate("2024-01-29")]).toEqual([
    true,
    false,
    true,
  ]);
  expect([isCalendarDate("2024-01-31"), isCalendarDate("2024-01-32"), isCalendarDate("2024-01-00")]).toEqual([
    true,
    false,
    false,
  ]);
});

test("days count from 1970-01-01 and back", () => {
  expect([dayNumber("1970-01-01"), dayNumber("1969-12-31"), dayNumber("2024-03-01")]).toEqual([0, -1, 19_783]);
  expect([dateOfDay(0), dateOfDay(19_783)]).toEqual(["1970-01-01", "2024-03-01"]);
});

test("only IANA names are time zones", () => {
  expect([isTimeZone("Europe/Berlin"), isTimeZone("Mars/Olympus"), isTimeZone("")]).toEqual([true, false, false]);
});

test("a month has its name, and a time no zero fraction", () => {
  expect([monthName("2026-01"), monthName("2026-12-31")]).toEqual(["January", "December"]);
  expect([renderTime(0), renderTime(1001)]).toEqual(["1970-01-01T00:00:00Z", "1970-01-01T00:00:01.001Z"]);
});
