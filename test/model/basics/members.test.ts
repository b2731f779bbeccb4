import { expect, test } from "bun:test";
import { calendarDate, utcTime } from "../../../src/model/basics/members.ts";

test("a document has real dates and RFC 3339 times", () => {
  const takes = (value: string) => [calendarDate, utcTime].map((member) => member.safeParse(value).success);
  expect(takes("2026-03-14")).toEqual([true, false]);
  expect(takes("2026-03-14T17:20:00Z")).toEqual([false, true]);
  for (const value of ["2026-02-30", "2026-03-14T25:00:00Z", "soon", ""]) expect(takes(value)).toEqual([false, false]);
});
