import { expect, test } from "bun:test";
import { createDateHints } from "../../../src/import/record/dates/date-hints.ts";
import { readOrder } from "../../../src/import/record/dates/date-order.ts";
import { type DateOrder, isRelative, readWhen } from "../../../src/import/record/dates/when.ts";

const dayOf = (text: string, order: DateOrder = "month_first"): string | null => {
  const when = readWhen(text, { order });
  return when === null ? null : "date" in when ? when.date : when.published_at;
};

test.each([
  ["12/4/2025", "2025-12-04", "2025-04-12"],
  ["3/12/2025", "2025-03-12", "2025-12-03"],
  ["3/13/2025", "2025-03-13", "2025-03-13"],
  ["13/4/2025", "2025-04-13", "2025-04-13"],
  ["3.4.2025", "2025-04-03", "2025-04-03"],
  ["13-12-20", null, null],
  ["12-13-20", "2020-12-13", "2020-12-13"],
  ["13-12-2020", "2020-12-13", "2020-12-13"],
  ["13/12/20", "2020-12-13", "2020-12-13"],
  ["1/2/69", "2069-01-02", "2069-02-01"],
  ["1/2/70", "1970-01-02", "1970-02-01"],
  ["13/14/2025", null, null],
])("%s is %p with the month first, and %p with the day first", (text, month_first, day_first) => {
  expect([dayOf(text), dayOf(text, "day_first")]).toEqual([month_first, day_first]);
});

test("numbers are days of a spreadsheet from 1995 to 2099, or seconds or milliseconds", () => {
  expect(["34699", "34700", "73050", "73051", "45000.5", "045000", "4.5e4"].map((text) => dayOf(text))).toEqual([
    null,
    "1995-01-01",
    "2099-12-31",
    null,
    "2023-03-15",
    null,
    null,
  ]);
  const second = (text: string) => dayOf(text)?.slice(0, 19);
  expect([second("1000000000"), second("100000000000"), second("1000000000000")]).toEqual([
    "2001-09-09T01:46:40",
    "1973-03-03T09:46:40",
    "2001-09-09T01:46:40",
  ]);
});

test("a time of day is an instant only with a zone, and only if there is such a time", () => {
  const second = (text: string, utc = false) => {
    const when = readWhen(text, { utc });
    return when && ("date" in when ? when.date : when.published_at.slice(0, 19));
  };
  expect([second("Jan 2, 2025 3:04 pm EST"), second("2 Jan 2025 12:30 am UTC")]).toEqual([
    "2025-01-02T20:04:00",
    "2025-01-02T00:30:00",
  ]);
  expect([second("1/2/2025 3:04"), second("1/2/2025 3:04", true), second("1/2/2025", true)]).toEqual([
    "2025-01-02",
    "2025-01-02T03:04:00",
    "2025-01-02",
  ]);
  expect(second("1/2/2025 25:00 UTC")).toBe("2025-01-02");
});

test("a date that counts from another day is short", () => {
  const padded = (length: number) => `${"x".repeat(length - 4)} ago`;
  expect([isRelative("3 weeks ago"), isRelative(padded(39)), isRelative(padded(40))]).toEqual([true, true, false]);
});

test.each([
  ["3/4/2025", "either"],
  ["12/11/2025", "either"],
  ["3/12/2025", "either"],
  ["Mon, 3/4/2025", "either"],
  ["3/13/2025", "month_first"],
  ["12-13-20", "month_first"],
  ["13/3/2025", "day_first"],
  ["13/12/20", "day_first"],
  ["13-12-2020", "day_first"],
  ["13-12-20", null],
  ["13/14/2025", null],
  ["14/13/2025", null],
  ["5/5/2025", null],
  ["2025-01-02", null],
] as const)("%s shows the order %p", (text, order) => {
  expect(readOrder(text)).toBe(order);
});

type Row = { date: unknown; later?: unknown[]; others?: Record<string, unknown> };
/** What the rows of a file, from row 2 on, say about the order of their dates. */
function hintOf(rows: readonly Row[], today: string | null = null) {
  const hints = createDateHints(today);
  for (const [at, { date, later = [], others = {} }] of rows.entries())
    hints.note({ date, later, others: () => others }, 2 + at);
  const verdict = hints.verdict();
  return verdict && [verdict.order, verdict.by.row, verdict.why];
}

test("a reading in the future is wrong", () => {
  const future = ["month_first", 3, "the other reading is in the future"];
  const rows = [{ date: "5/5/2026" }, { date: "3/12/2026" }, { date: "4/12/2026" }];
  expect([hintOf(rows, "2026-12-02"), hintOf(rows, "2026-12-04"), hintOf(rows)]).toEqual([future, null, null]);
});

test("a reading after its own reply is wrong, if the day of the reply is certain; zones may differ by a day", () => {
  const replied = (reply: unknown) => hintOf([{ date: "3/4/2026", later: [reply] }])?.[0] ?? null;
  const certain = ["2026-04-01", "2026-03-10T10:00:00Z", "20260310", `2026-03-10 10:00 (${"x".repeat(21)})`];
  expect(certain.map(replied)).toEqual(certain.map(() => "month_first"));
  const unclear = ["2026-04-02", "3/5/2026", "36000", "soon", null, `2026-03-10 10:00 (${"x".repeat(22)})`];
  expect(unclear.map(replied)).toEqual(unclear.map(() => null));
});

test("another column with the same day in a certain form settles it, if it always agrees", () => {
  const says = (...days: string[]) =>
    hintOf(days.map((day, at) => ({ date: at === 0 ? "3/4/2026" : "5/6/2026", others: { Note: "x", Created: day } })));
  const why = "the column Created says so";
  expect([says("2026-03-04"), says("2026-03-05"), says("2026-04-02")]).toEqual([
    ["month_first", 2, why],
    ["month_first", 2, why],
    ["day_first", 2, why],
  ]);
  expect([says("2026-03-06"), says("2026-03-04", "2026-06-05"), says("2026-03-04", "2020-01-01")]).toEqual([
    null,
    null,
    null,
  ]);
});

test("five different dates that are in order one way only are read that way", () => {
  const dates = ["1/5/2026", "2/3/2026", "3/2/2026", "4/1/2026", "5/1/2026"];
  const hinted = (texts: string[]) => hintOf(texts.map((date) => ({ date })));
  const expected = ["month_first", 2, "the rows are in order that way"];
  expect([hinted(dates), hinted([...dates].reverse())]).toEqual([expected, expected]);
  expect(hinted(["5/1/2026", ...[...dates].reverse()])).toEqual(expected);
  expect(hinted(["1/5/2026", ...dates])).toEqual(expected);
  expect([hinted(dates.slice(1)), hinted(["2/3/2026", ...dates.slice(1)]), hinted([...dates, "1/6/2026"])]).toEqual([
    null,
    null,
    null,
  ]);
  expect(hinted([...dates.map((date) => date.replace("/2026", "")), ""])).toBeNull();
});
