import { describe, expect, test } from "bun:test";
import { runCli } from "../../../src/cli.ts";
import { candor } from "../../candor.ts";
import { newSqliteDatabase } from "../../databases.ts";
import { endOf } from "../../end-of.ts";
import { readReviews, writeData } from "../read-reviews.ts";

const table = (...lines: string[]) => writeData("table.csv", `${lines.join("\n")}\n`);
const ratings = async (path: string, options = {}) =>
  (await readReviews(path, options)).rows.map(({ rating }) => rating);

describe("the column of a field is chosen by what all rows say", () => {
  test("an average with decimals, a constant and a count are not the rating when another column fits", async () => {
    expect(await ratings(table("rating,stars,date", "4.7,1,2025-01-01", "4.7,5,2025-01-02"))).toEqual([1, 5]);
    const constant = ["1", "2", "3", "4", "5", "1"].map((stars, row) => `5,${stars},2025-01-0${row + 1}`);
    expect(await ratings(table("Rating,Rating Value,Date", ...constant))).toEqual([1, 2, 3, 4, 5, 1]);
    // Five reviews may all have five stars.
    expect(await endOf(readReviews(table("Rating,Rating Value,Date", ...constant.slice(0, 5))))).toThrow(
      "may be the rating",
    );
    expect(await ratings(table("score,rate,date", "132,1,2025-01-01", "132,5,2025-01-02"))).toEqual([1, 5]);
    expect(await ratings(table("rating,score,date", "4.5,2,2025-01-01", "3.5,4,2025-01-02"), { scale: 5 })).toEqual([
      2, 4,
    ]);
  });

  test("an empty column never wins, and equal columns are one", async () => {
    expect(await ratings(table("stars,score,date", ",2,2025-01-01", ",4,2025-01-02"), { scale: 5 })).toEqual([2, 4]);
    expect(await ratings(table("rating,rate,date", "2,2,2025-01-01", "4,4,2025-01-02"))).toEqual([2, 4]);
    const { rows } = await readReviews(
      table("rating,review date,date,review,comment", "5,,2025-01-01,,Kind", "4,,2025-01-02,,Calm"),
    );
    expect(rows.map(({ date, text }) => [date, text])).toEqual([
      ["2025-01-01", "Kind"],
      ["2025-01-02", "Calm"],
    ]);
  });

  test("dates in another form are equal, and an instant may be on the day before or after", async () => {
    const dates = async (one: string, other: string) =>
      (await readReviews(table("rating,date,created", `5,${one},${other}`))).rows.map(({ date }) => date);
    expect(await dates("2025-01-13", "1/13/2025")).toEqual(["2025-01-13"]);
    expect(await dates("2025-01-13", "2025-01-14T02:00:00Z")).toEqual(["2025-01-13"]);
    expect(await endOf(dates("2025-01-13", "1/14/2025"))).toThrow("2 columns that may be the date");
    expect(await endOf(dates("2025-01-13", "2025-01-15T02:00:00Z"))).toThrow("2 columns that may be the date");
  });

  test("of several columns about the status the first one that is filled counts", async () => {
    const path = table(
      "rating,date,review status,visibility,moderation",
      "5,2025-01-01,,hidden,approved",
      "4,2025-01-02,,,approved",
    );
    expect(await ratings(path)).toEqual([4]);
  });

  test("two columns that fit equally stop the file, and --map answers", async () => {
    const path = table("Rating,Rating Value,Date", "1,5,2025-01-01", "2,4,2025-01-02");
    expect(await endOf(readReviews(path))).toThrow(
      'has 2 columns that may be the rating: Rating (1, …) and "Rating Value" (5, …). Choose one: --map rating=Rating',
    );
    expect(await ratings(path, { map: { rating: "rating value" } })).toEqual([5, 4]);
    expect(await endOf(readReviews(table("stars,date,created", "5,2025-01-01,2025-01-09")))).toThrow(
      "columns that may be the date",
    );
    expect(await endOf(readReviews(table("stars,date,author,reviewer", "5,2025-01-01,Ann,Bo")))).toThrow(
      "columns that may be the author: author and reviewer. Choose one: --map author=author",
    );
    const names = ["author", "reviewer", "posted by", "written by", "review author"];
    expect(await endOf(readReviews(table(`stars,date,${names}`, "5,2025-01-01,Ann,Bo,Cy,Di,Ed")))).toThrow(
      'has 5 columns that may be the author: author and reviewer and "posted by" and "written by". Choose one',
    );
  });

  test("a rating that says what it is out of beats a score that does not", async () => {
    expect(await ratings(table("score,rating,date", "5,1/5,2025-01-01", "4,2/5,2025-01-02"))).toEqual([1, 2]);
    expect(await endOf(readReviews(table("score,rating,date", "5,1,2025-01-01", "4,2,2025-01-02")))).toThrow(
      "columns that may be the rating",
    );
  });

  test("a constant with the clearer name against a column that varies is a question", async () => {
    expect(
      await endOf(readReviews(table("rating,score,date", "5,1,2025-01-01", "5,2,2025-01-02", "5,3,2025-01-03"))),
    ).toThrow("columns that may be the rating");
  });

  test("a column with the same id in rows that differ is no id", async () => {
    const path = table("id,stars,date,name", "7,5,2025-01-01,Ann", "7,4,2025-01-02,Bo");
    expect(await endOf(readReviews(path))).toThrow(
      "has the same value in column id in rows that differ, so it does not identify a review",
    );
    const { rows } = await readReviews(path, { map: { source_id: "none" } });
    expect(rows.map(({ source_id, author }) => [source_id, author])).toEqual([
      [null, "Ann"],
      [null, "Bo"],
    ]);
    const other = table("id,review_id,stars,date", "7,a,5,2025-01-01", "7,b,4,2025-01-02", "7,b,4,2025-01-02");
    expect((await readReviews(other)).rows.map(({ source_id }) => source_id)).toEqual(["a", "b", "b"]);
  });

  test("headers in camelCase, with dots or spelled like our fields match, in tables and in JSON", async () => {
    const row = {
      source_id: "x1",
      createdAt: "2025-01-01",
      "author.name": "Ann Lee",
      starRating: 4,
      reviewText: "Kind",
    };
    const expected = [{ source_id: "x1", date: "2025-01-01", author: "Ann L.", rating: 4, text: "Kind" }];
    const csv = table(Object.keys(row).join(","), Object.values(row).join(","));
    expect((await readReviews(csv)).rows).toMatchObject(expected);
    const { "author.name": name, ...rest } = row;
    const nested = writeData("rows.json", [{ ...rest, author: { name } }]);
    expect((await readReviews(nested)).rows).toMatchObject(expected);
    const deep = writeData("deep.json", [{ stars: 5, date: "2025-01-01", who: { person: { label: "Bo Ek" } } }]);
    expect((await readReviews(deep, { map: { author: "who.person.label" } })).rows).toMatchObject([
      { author: "Bo E." },
    ]);
    expect(await endOf(readReviews(deep, { map: { author: "who.label" } }))).toThrow("has no member who.label");
  });
});

describe("a scale other than five stops a file of no known format", () => {
  test.each([["7"], ["10"], ["6"], ["9.5"]])("any %s asks for --scale 10", async (value) => {
    const path = table("score,date", "4,2025-01-01", `${value},2025-01-02`);
    expect(await endOf(readReviews(path))).toThrow(
      `has ratings such as ${value} in column score, which are not out of five. If they are out of ten, use --scale 10`,
    );
  });

  test.each(["Score", "points", "Review Score", "Grade", "Note", "Nota", "Voto", "Puntuación"])(
    "%s with no number above five may be out of anything: the file is refused until --scale says it",
    async (header) => {
      const path = table(`${header},date`, "2,2025-01-01", "5,2025-01-02");
      expect(await endOf(readReviews(path))).toThrow("and does not say what they are out of. If they are stars out of");
      expect(await ratings(path, { scale: 5 })).toEqual([2, 5]);
      const stars = table(`${header},date`, "2/5,2025-01-01", "5 stars,2025-01-02");
      expect(await ratings(stars)).toEqual([2, 5]);
      const json = writeData("score.json", [{ [header]: 4, date: "2025-01-01" }]);
      expect(await endOf(readReviews(json))).toThrow("does not say what they are out of");
    },
  );

  test("a rating or stars from 1 to 5 are out of five", async () => {
    expect(await ratings(table("rating,date", "2,2025-01-01", "4,2025-01-02"))).toEqual([2, 4]);
    expect(await ratings(table("Sterne,date", "2,2025-01-01", "4,2025-01-02"))).toEqual([2, 4]);
  });

  test("a scale in the column name, or in a column beside it, counts", async () => {
    for (const header of ["Rating (1-5)", "Score out of 5", "Score /5", "Punkte (1 bis 5)", "Score (max. 5)"])
      expect(await ratings(table(`${header},date`, "2,2025-01-01", "4,2025-01-02"))).toEqual([2, 4]);
    for (const header of ["Rating (1-10)", "Score out of ten", "Stars /10", "Rating (0 to 10)"])
      expect(await endOf(readReviews(table(`${header},date`, "2,2025-01-01")))).toThrow("use --scale 10");
    expect(await endOf(readReviews(table("Note /20,date", "2,2025-01-01")))).toThrow("not out of five (is out of 20)");
    expect(await endOf(readReviews(table("rating,rating scale,date", "2,10,2025-01-01")))).toThrow(
      'that are not out of five (column "rating scale" says 10)',
    );
    expect(await ratings(table("score,max score,date", "2,5,2025-01-01", "4,5,2025-01-02"))).toEqual([2, 4]);
    const nested = [{ answer: { rating: { ratingValue: 4, bestRating: 10 } }, date: "2025-01-01" }];
    const path = writeData("nested.json", nested);
    const options = { format: "json", map: { rating: "answer.rating.ratingValue" } };
    expect(await endOf(readReviews(path, options))).toThrow("says 10");
  });

  test("--scale 10 halves, and an odd score is a bad row", async () => {
    const path = table("score,date", "10,2025-01-01", "7,2025-01-02", "2,2025-01-03", "0,2025-01-04");
    const { rows, rejected } = await readReviews(path, { scale: 10 });
    expect(rows.map(({ rating }) => rating)).toEqual([5, 1]);
    expect(rejected).toEqual([
      '3: rating "7" on a scale of 10 is not a whole number from 1 to 5',
      '5: rating "0" on a scale of 10 is not a whole number from 1 to 5',
    ]);
    expect(await ratings(writeData("s.json", [{ score: 8, date: "2025-01-01" }]), { scale: 10 })).toEqual([4]);
    expect(await ratings(path, { scale: 5 })).toEqual([2]);
  });

  test("percentages ask for --scale 100, and so does a header that says ten", async () => {
    const percent = table("score,date", "80%,2025-01-01");
    expect(await endOf(readReviews(percent))).toThrow("If they are percentages, use --scale 100");
    expect(await ratings(percent, { scale: 100 })).toEqual([4]);
    const said = table("Score (1-10),date", "4,2025-01-01");
    expect(await endOf(readReviews(said, { map: { rating: "Score (1-10)" } }))).toThrow("use --scale 10");
  });

  test("ratings that name their own scale need no answer", async () => {
    expect(await ratings(table("rating,date", "8/10,2025-01-01", "4/5,2025-01-02"))).toEqual([4, 4]);
  });

  test("in a known format a value outside 1 to 5 is a bad row, and --scale is refused", async () => {
    const path = table("Review ID,Reviewer,Rating,Review,Review Date,Review URL", "a,Ann,9,Hm,2025-01-01,");
    expect((await readReviews(path)).rejected).toEqual(['2: rating "9" is not a whole number from 1 to 5']);
    expect(await endOf(readReviews(path, { scale: 10 }))).toThrow(
      "has the format yelp, whose ratings are out of five: remove --scale",
    );
    expect(await endOf(readReviews("test/import/formats/fixtures/apify.json", { scale: 10 }))).toThrow(
      "has the format apify, whose ratings are out of five: remove --scale",
    );
  });

  test("a survey with only the likelihood to recommend is refused", async () => {
    expect(await endOf(readReviews(table("NPS Score,Date,Comment", "9,2025-01-01,Kind")))).toThrow(
      "NPS Score says how likely someone is to recommend the business, which is not a review",
    );
  });
});

test("dates that count from an unknown day stop the file", async () => {
  expect(await endOf(readReviews(table("rating,date", "5,3 weeks ago", "4,a month ago")))).toThrow(
    'has dates such as "3 weeks ago" in column date, which count from a day that the file does not name',
  );
  expect(await endOf(readReviews(table("rating,date", "5,3 weeks ago", "4,2025-01-01")))).toThrow("has dates such as");
  const { rejected } = await readReviews(table("rating,date", "5,3 weeks ago", "4,2025-01-01", "4,2025-01-02"));
  expect(rejected).toHaveLength(1);
});

const MAPPED = [
  "rating,date,name,review,score",
  "5,2025-01-01,Ann Lee,Kind and clear.,4.5",
  "4,2025-01-02,Bo Ek,Calm place.,4.5",
];

test("--dry-run shows the columns, the first rows and what was not certain", async () => {
  const path = table(...MAPPED);
  const env = { DATABASE_URL: newSqliteDatabase() };
  const { out } = await candor(env, "import", path, "--dry-run");
  expect(out).toStartWith(
    `${path}, columns:
    rating = rating
    date = date
    author = name
    text = review
  not certain: rating is read from rating, not from score
first rows, as they will be stored:
    2025-01-01  5 stars  other  held: unverified  Ann L.: "Kind and clear."
    2025-01-02  4 stars  other  held: unverified  Bo E.: "Calm place."
`,
  );
});

test("on a terminal an import of a file of no known format asks once, and stores nothing without a yes", async () => {
  const path = table(...MAPPED);
  const env = { DATABASE_URL: newSqliteDatabase() };
  const questions: string[] = [];
  const load = async (answer: string, ...more: string[]) => {
    const out: string[] = [];
    const terminal = { env, out: (text: string) => void out.push(text), error: () => {}, interactive: false };
    const ask = async (question: string) => {
      questions.push(question);
      return answer;
    };
    const code = await runCli(["import", path, ...more], {
      ...terminal,
      ask,
      now: () => new Date("2026-11-15T00:00:00Z"),
    });
    return { code, out: out.join("") };
  };
  expect(await load("n")).toMatchObject({ code: 1 });
  expect(await load("y")).toMatchObject({ code: 0, out: expect.stringContaining("read 2 = held 2") });
  expect(questions).toEqual(["Import 2 new reviews? (y/n) ", "Import 2 new reviews? (y/n) "]);
  // Nothing to store, nothing to ask.
  expect((await load("n")).code).toBe(0);
  expect(questions).toHaveLength(2);
});
