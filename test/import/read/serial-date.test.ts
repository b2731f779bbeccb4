import { expect, test } from "bun:test";
import {
  isDateFormat,
  isPercentFormat,
  renderPercent,
  renderSerialDate,
} from "../../../src/import/read/serial-date.ts";

test.each([
  [-1, null],
  [0, "00:00:00"],
  [0.75, "18:00:00"],
  [0.999_999, null],
  [1, "1900-01-01"],
  [59, "1900-02-28"],
  [60, null],
  [61, "1900-03-01"],
  [46_054, "2026-02-01"],
  [46_054.25, "2026-02-01T06:00:00"],
  [46_054.999_999, "2026-02-02"],
  [2_958_465.5, "9999-12-31T12:00:00"],
  [2_958_466, null],
  [4e9, null],
  [Number.NaN, null],
])("day %p of a workbook is %p", (serial, date) => {
  expect(renderSerialDate(serial, false)).toBe(date);
});

test("a workbook that counts from 1904 knows no day that never was", () => {
  expect([0, 0.25, 60].map((serial) => renderSerialDate(serial, true))).toEqual([
    "1904-01-01",
    "1904-01-01T06:00:00",
    "1904-03-01",
  ]);
});

test("the formats that are built in: which of them show a date, and which a percentage", () => {
  const ids = Array.from({ length: 60 }, (_, id) => id);
  expect(ids.filter((id) => isDateFormat(id, undefined))).toEqual([
    ...[14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36],
    ...[45, 46, 47, 50, 51, 52, 53, 54, 55, 56, 57, 58],
  ]);
  expect(ids.filter((id) => isPercentFormat(id, undefined))).toEqual([9, 10]);
});

test.each([
  ["yyyy-mm-dd", true],
  ["D.M.YY", true],
  ["[$-409]h:mm AM/PM", true],
  ["[$-F800]dddd, mmmm dd, yyyy", true],
  ["mm:ss.000", true],
  ["General", false],
  ["0.00", false],
  ["#,##0.00 [$USD]", false],
  ['0 "days"', false],
  ["0\\d", false],
  ["_d#", false],
  ["0*s", false],
  ["[Red]0", false],
  ["", false],
])("whether the format %j shows a date: %p", (code, expected) => {
  expect(isDateFormat(200, code)).toBe(expected);
});

test("a percentage is shown by a sign outside quotes, without the noise of binary fractions", () => {
  expect([isPercentFormat(200, "0.0%"), isPercentFormat(200, '0"%"'), isPercentFormat(9, "0")]).toEqual([
    true,
    false,
    false,
  ]);
  expect([1, 0.29, 0.123_456_789_012_345].map(renderPercent)).toEqual(["100%", "29%", "12.3456789012%"]);
});
