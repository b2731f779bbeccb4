import { describe, expect, test } from "bun:test";
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
    await expect(readReviews(path)).rejects.toThrow(
      "has dates that can be read two ways (row 3: 03/04/2025), and no date that settles it: use --dates mdy if the month comes first, --dates dmy if the day does",
    );
    const read = async (dates: "month_first" | "day_first") =>
      (await readReviews(path, { dates })).rows.map(({ date }) => date);
    expect(await read("month_first")).toEqual(["2025-01-31", "2025-03-04", "2025-05-05"]);
    expect(await read("day_first")).toEqual(["2025-01-31", "2025-04-03", "2025-05-05"]);
    await expect(readReviews(table("1/5/26"))).rejects.toThrow("row 2: 1/5/26");
    expect((await datesIn(table("1/5/25", "13/5/25"))).dates).toEqual(["2025-05-01", "2025-05-13"]);
    expect((await datesIn(table("05/05/2025", "2025-03-04", "4.3.2025"))).warnings).toEqual([]);
  });

  test("with a 12 in them can be read both ways", async () => {
    expect((await datesIn(table("12/03/2025", "25/12/2025"))).dates).toEqual(["2025-03-12", "2025-12-25"]);
    expect((await datesIn(table("03/12/2025", "25/12/2025"))).dates).toEqual(["2025-12-03", "2025-12-25"]);
  });

  test("in both orders in one file stop it, if others can be read two ways", async () => {
    await expect(readReviews(table("03/04/2025", "25/12/2025", "12/25/2025"))).rejects.toThrow(
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
  });

  test("from Outscraper have the month first, because the format says so", async () => {
    const path = writeData("outscraper.csv", "review_id,review_rating,review_datetime_utc\na,5,03/04/2025 14:30:00\n");
    expect(await datesIn(path)).toEqual({ dates: ["2025-03-04"], warnings: [] });
  });
});
