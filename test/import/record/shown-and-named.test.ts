import { describe, expect, test } from "bun:test";
import { endOf } from "../../end-of.ts";
import { readReviews, writeData } from "../read-reviews.ts";

const table = (header: string, one: string, two: string) =>
  writeData(
    "a.csv",
    `Rating,Date,Name,Review,${header}\n5,2026-03-14,Ann Lee,Good,${one}\n1,2026-03-15,Bob Ray,Bad,${two}\n`,
  );

describe("a column that says whether a review is shown", () => {
  test.each(["Show on website", "Display publicly", "Published to site", "Is shown on our page"])(
    "%s",
    async (header) => {
      const { rows, rejected } = await readReviews(table(header, "TRUE", "FALSE"));
      expect(rows.map(({ text }) => text)).toEqual(["Good"]);
      expect(rejected).toEqual([`3: column ${header} says FALSE: the review is not public at its source`]);
    },
  );
  test("is not taken for one if it has other words", async () => {
    const { rows } = await readReviews(table("Shown by", "Sue", "no"));
    expect(rows.length).toBe(2);
  });
});

describe("a column in which an author asks not to be named", () => {
  const path = table("Post anonymously?", "No", "Yes");
  test("hides the names of those who ask for it; --map author hides all, and --ignore none", async () => {
    const authors = async (options: object) => (await readReviews(path, options)).rows.map(({ author }) => author);
    expect(await authors({})).toEqual(["Ann L.", "Anonymous"]);
    expect(await authors({ map: { author: "none" } })).toEqual(["Anonymous", "Anonymous"]);
    expect(await authors({ ignore: ["post anonymously"] })).toEqual(["Ann L.", "Bob R."]);
  });
  test("changes nothing if nobody asks for it or those who do have no name", async () => {
    expect((await readReviews(table("Post anonymously?", "No", "No"))).rows.length).toBe(2);
    const rows = [
      { rating: 5, date: "2026-03-14", author: "Ann Lee", text: "Good", isAnonymous: false },
      { rating: 1, date: "2026-03-15", author: null, text: "Bad", isAnonymous: true },
    ];
    expect((await readReviews(writeData("a.json", rows))).rows.map(({ author }) => author)).toEqual([
      "Ann L.",
      "Anonymous",
    ]);
  });
});

test("a table whose only date column says yes and no has no date, and the message says so", async () => {
  const path = writeData("a.csv", "Rating,Published,Name,Review\n5,Yes,Ann Lee,Good\n1,No,Bob Ray,Bad\n");
  expect(await endOf(readReviews(path))).toThrow("has no column that looks like date");
});

test.each([
  ["Client", "column Client looks like a person's name. If it is the author's, use --map author=Client"],
  ["Respondent", "column Respondent looks like a person's name"],
])("a column %s may hold the author: the import asks", async (header, message) => {
  const path = writeData(
    "a.csv",
    `Rating,Date,${header},Review\n5,2026-03-14,Ann Lee,Good\n1,2026-03-15,Bob Ray,Bad\n`,
  );
  expect(await endOf(readReviews(path))).toThrow(message);
});

test("the columns of tools that clinics use are found", async () => {
  const loox = "rating,date,nickname,review,reply,replied_at\n5,2026-03-14,Ann Lee,Good,Thanks,2026-03-16\n";
  const weave =
    "Star Rating,Submission Date,Reviewer,Review,Review Reply,Response Published At,Directory\n5,2026-03-14,Ann Lee,Good,Thanks,2026-03-16,Facebook\n";
  for (const [data, source] of [
    [loox, "other"],
    [weave, "facebook"],
  ] as const) {
    const { rows } = await readReviews(writeData("a.csv", data));
    expect(rows).toMatchObject([
      { rating: 5, date: "2026-03-14", author: "Ann L.", text: "Good", reply_text: "Thanks", source },
    ]);
    expect(rows[0]?.reply_date).toBe("2026-03-16");
  }
});
