import { describe, expect, test } from "bun:test";
import { endOf } from "../../end-of.ts";
import { readReviews, writeData } from "../read-reviews.ts";

describe("dates with slashes", () => {
  const table = (...dates: string[]) =>
    writeData("dates.csv", `rating,date\n${dates.map((date) => `5,${date}\n`).join("")}`);
  const datesIn = async (path: string) => {
    const { rows, warnings } = await readReviews(path);
    return { dates: rows.map(({ date }) => date), warnings };
  };

  test("are read as the first date that can be read only one way, wherever it is in the file", async () => {
    expect(await datesIn(table("03/04/2025", "5/6/2025 10:30", "25/12/2025"))).toEqual({
      dates: ["2025-04-03", "2025-06-05", "2025-12-25"],
      warnings: [],
    });
    expect(await datesIn(table("12/25/2025", "03/04/2025"))).toEqual({
      dates: ["2025-12-25", "2025-03-04"],
      warnings: [],
    });
    const many = Array.from({ length: 5000 }, () => "03-04-2025");
    const { dates } = await datesIn(table(...many, "13-04-2025"));
    expect(dates[0]).toBe("2025-04-03");
    expect(dates).toHaveLength(5001);
  });

  test("stop the file if no date settles it, and --dates answers", async () => {
    const path = table("2025-01-31", "03/04/2025", "05/05/25");
    expect(await endOf(readReviews(path))).toThrow(
      "has dates that can be read two ways (row 3: 03/04/2025), and no date that settles it: use --dates mdy if the month comes first, --dates dmy if the day does",
    );
    const read = async (dates: "month_first" | "day_first") =>
      (await readReviews(path, { dates })).rows.map(({ date }) => date);
    expect(await read("month_first")).toEqual(["2025-01-31", "2025-03-04", "2025-05-05"]);
    expect(await read("day_first")).toEqual(["2025-01-31", "2025-04-03", "2025-05-05"]);
    expect(await endOf(readReviews(table("1/5/26")))).toThrow("row 2: 1/5/26");
    expect((await datesIn(table("1/5/25", "13/5/25"))).dates).toEqual(["2025-05-01", "2025-05-13"]);
    expect((await datesIn(table("05/05/2025", "2025-03-04", "4.3.2025"))).warnings).toEqual([]);
  });

  const settledBy = async (text: string, today = "2026-05-01") => {
    const { rows, warnings } = await readReviews(writeData("dates.csv", text), { today });
    return { dates: rows.map(({ date }) => date), warnings };
  };
  const refused = async (text: string) => {
    const end = await endOf(readReviews(writeData("dates.csv", text), { today: "2026-05-01" }));
    expect(end).toThrow("no date that settles it");
  };

  test("are settled by a date that would be in the future", async () => {
    expect(await settledBy("rating,date\n5,03/04/2026\n4,02/12/2026\n")).toEqual({
      dates: ["2026-03-04", "2026-02-12"],
      warnings: [
        "has dates such as 02/12/2026 (row 3): they were read with the month first, because the other reading is in the future. --dates dmy reads them the other way",
      ],
    });
    expect((await settledBy("rating,date\n5,03/04/2026\n4,12/02/2026\n")).dates).toEqual(["2026-04-03", "2026-02-12"]);
    await refused("rating,date\n5,03/04/2026\n4,04/03/2026\n");
    await refused("rating,date\n5,02/12/2026\n4,12/02/2026\n");
  });

  test("are settled by a reply or an edit, which cannot come before the review", async () => {
    expect(
      (await settledBy("rating,date,reply,reply date\n5,03/04/2025,Thanks,2025-03-10\n4,02/01/2025,,\n")).dates,
    ).toEqual(["2025-03-04", "2025-02-01"]);
    expect((await settledBy("rating,date,updated at\n5,04/03/2025,2025-03-10T00:00:00Z\n")).dates).toEqual([
      "2025-03-04",
    ]);
    await refused("rating,date,reply,reply date\n5,03/04/2025,Thanks,2025-06-10\n");
    // In another time zone it may be a day earlier.
    await refused("rating,date,reply,reply date\n5,03/04/2025,Thanks,2025-04-02\n");
    const two_days = await settledBy("rating,date,reply,reply date\n5,03/04/2025,Thanks,2025-04-01\n");
    expect(two_days.dates).toEqual(["2025-03-04"]);
  });

  test("are settled by another column that names the same days", async () => {
    expect(
      await settledBy("rating,date,Timestamp\n5,03/04/2025,2025-04-03T10:00:00Z\n4,02/01/2025,2025-01-02T09:00:00Z\n"),
    ).toEqual({
      dates: ["2025-04-03", "2025-01-02"],
      warnings: [
        "has dates such as 03/04/2025 (row 2): they were read with the day first, because the column Timestamp says so. --dates mdy reads them the other way",
      ],
    });
    expect((await settledBy("rating,date,added\n5,03/04/2025,1741046400\n")).dates).toEqual(["2025-03-04"]);
    for (const near of ["2025-04-02", "2025-04-04"])
      expect((await settledBy(`rating,date,visit\n5,03/04/2025,${near}\n`)).dates).toEqual(["2025-04-03"]);
    for (const far of ["2025-04-01", "2025-04-05"]) await refused(`rating,date,visit\n5,03/04/2025,${far}\n`);
    // A column that agrees in some rows only is about something else.
    await refused("rating,date,visit\n5,03/04/2025,2025-04-03\n4,02/01/2025,2024-11-30\n");
    await refused("rating,date,visit\n5,03/04/2025,2025-04-03\n4,02/01/2025,2025-02-01\n");
  });

  test("are settled by the order of the rows, up or down, if there are five different dates", async () => {
    const table_of = (...dates: string[]) => `rating,date\n${dates.map((date) => `5,${date}\n`).join("")}`;
    const up = ["05/01/2025", "02/02/2025", "07/02/2025", "01/03/2025", "01/03/2025", "04/03/2025"];
    expect(await settledBy(table_of(...up))).toEqual({
      dates: ["2025-01-05", "2025-02-02", "2025-02-07", "2025-03-01", "2025-03-01", "2025-03-04"],
      warnings: [
        "has dates such as 05/01/2025 (row 2): they were read with the day first, because the rows are in order that way. --dates mdy reads them the other way",
      ],
    });
    expect(
      (await settledBy(table_of("03/04/2025", "03/01/2025", "02/07/2025", "02/02/2025", "01/05/2025"))).dates[2],
    ).toBe("2025-02-07");
    await refused(table_of("05/01/2025", "02/02/2025", "01/03/2025", "01/03/2025", "04/03/2025"));
    await refused(table_of("05/01/2025", "02/09/2025", "07/02/2025", "11/03/2025", "01/02/2025"));
  });

  test("stop the file if its hints contradict each other", async () => {
    await refused("rating,date,Timestamp\n5,03/04/2026,2026-04-03T10:00:00Z\n4,04/05/2026,2026-04-05T00:00:00Z\n");
  });

  test("with a 12 in them can be read both ways", async () => {
    expect((await datesIn(table("12/03/2025", "25/12/2025"))).dates).toEqual(["2025-03-12", "2025-12-25"]);
    expect((await datesIn(table("03/12/2025", "25/12/2025"))).dates).toEqual(["2025-12-03", "2025-12-25"]);
  });

  test("in both orders in one file stop it, if others can be read two ways", async () => {
    expect(await endOf(readReviews(table("03/04/2025", "25/12/2025", "12/25/2025")))).toThrow(
      "mixes dates with the day first (row 3: 25/12/2025) and the month first (row 4: 12/25/2025), so others can be read two ways (row 2: 03/04/2025): write all dates as YYYY-MM-DD, or use --dates mdy or --dates dmy for those",
    );
    expect((await datesIn(table("25/12/2025", "12/25/2025"))).dates).toEqual(["2025-12-25", "2025-12-25"]);
  });

  test("in JSON follow the same rule, and so does the date of a reply", async () => {
    const rows = [
      { rating: 5, date: "03/04/2025", text: "a", reply: "Thanks", reply_date: "04/04/2025" },
      { rating: 5, date: "2025-05-01", text: "b", reply: "Thanks", reply_date: "05/06/2025" },
      { rating: 5, date: "25/04/2025", text: "c" },
    ];
    const found = await readReviews(writeData("dates.json", rows));
    expect(found.rows.map(({ date, reply_date }) => [date, reply_date])).toEqual([
      ["2025-04-03", "2025-04-04"],
      ["2025-05-01", "2025-06-05"],
      ["2025-04-25", null],
    ]);
    expect(found.warnings).toEqual([]);
    const mixed = writeData("mixed.json", [...rows, { rating: 5, date: "12/25/2025", text: "d" }]);
    expect(await endOf(readReviews(mixed))).toThrow("mixes dates with the day first (row 3: 25/04/2025)");
  });

  test("from Outscraper have the month first, because the format says so", async () => {
    const path = writeData("outscraper.csv", "review_id,review_rating,review_datetime_utc\na,5,03/04/2025 14:30:00\n");
    expect(await datesIn(path)).toEqual({ dates: ["2025-03-04"], warnings: [] });
  });
});
