import { describe, expect, test } from "bun:test";
import { candor } from "../../candor.ts";
import { newSqliteDatabase } from "../../databases.ts";
import { endOf } from "../../end-of.ts";
import { readReviews, writeData } from "../read-reviews.ts";

const table = (...lines: string[]) => writeData("table.csv", `${lines.join("\n")}\n`);
const ratings = async (path: string, options = {}) =>
  (await readReviews(path, options)).rows.map(({ rating }) => rating);

describe("what a table says is not lost, and what people refuse is not published", () => {
  test("a column of prose with an unknown name stops a table that has no text", async () => {
    const path = table(
      "stars,date,name,Patient remark",
      "5,2025-01-01,Ann Lee,Loved it",
      "4,2025-01-02,Bo Ek,Good but pricey",
    );
    expect(await endOf(readReviews(path))).toThrow(
      'has no column that is known to be the text, but column "Patient remark" looks like it. If it is, use --map text="Patient remark"; if the reviews have no text, use --map text=none',
    );
    const texts = async (text: string) => (await readReviews(path, { map: { text } })).rows.map((row) => row.text);
    expect(await texts("Patient remark")).toEqual(["Loved it", "Good but pricey"]);
    expect(await texts("none")).toEqual([null, null]);
    const names = table(
      "stars,date,Therapist,Clinic",
      "5,2025-01-01,Priya Shah,The old clinic",
      "4,2025-01-02,Obi Ray,The old clinic",
    );
    expect(await ratings(names)).toEqual([5, 4]);
  });

  test("a row whose author did not agree to publication is rejected", async () => {
    const path = table(
      "stars,date,name,comment,Consent to publish",
      "5,2025-01-01,Ann Lee,Kind,Yes",
      "1,2025-01-02,Bo Ek,Bad,No",
    );
    const { rows, rejected } = await readReviews(path);
    expect(rows.map(({ author }) => author)).toEqual(["Ann L."]);
    expect(rejected).toEqual(["3: column Consent to publish says No: the author did not agree to publication"]);
    const json = writeData("c.json", [{ stars: 5, date: "2025-01-01", comment: "Kind", isPublic: false }]);
    expect((await readReviews(json)).rejected).toHaveLength(1);
  });

  test.each([
    ["May we publish your review?", "No, thanks"],
    ["Do you give permission to use this comment", "no"],
    ["Zgoda na publikację", "Nie"],
    ["Согласие на публикацию", "Нет"],
    ["Can we share this on our website?", "Do not share"],
  ])("a question for consent counts by its words: %s %s", async (header, answer) => {
    const path = table(
      `stars,date,name,comment,${header}`,
      "5,2025-01-01,Ann Lee,Kind,Yes",
      `1,2025-01-02,Bo Ek,Bad,"${answer}"`,
    );
    const { rows, rejected } = await readReviews(path);
    expect([rows.map(({ author }) => author), rejected.length]).toEqual([["Ann L."], 1]);
  });

  test("placeholders are empty cells, and an email address or a chart number is no name", async () => {
    const path = table(
      "stars,date,name,comment",
      "5,2025-01-01,ann@example.com,nan",
      "4,2025-01-02,MRN 123456,NULL",
      "3,2025-01-03,Bo Ek (MRN: 123456),undefined",
      "2,2025-01-04,Nan,N/A",
      "1,2025-01-05,None,None of it helped",
    );
    expect((await readReviews(path)).rows.map(({ author, text }) => [author, text])).toEqual([
      ["Anonymous", null],
      ["Anonymous", null],
      ["Anonymous", null],
      ["Nan", null],
      ["Anonymous", "None of it helped"],
    ]);
  });

  test.each(["buena atenciÃ³n", "itâ€™s good", "good ðŸ˜€", "Å›wietnie"])(
    "letters that were encoded twice stop the file: %s",
    async (text) => {
      const path = table("stars,date,comment", `5,2025-01-01,${text}`);
      expect(await endOf(readReviews(path))).toThrow("has mojibake in 1 of 1 rows");
    },
  );

  test("empty rows and totals whose word is in the date column are left out", async () => {
    const path = table("date,stars,comment", "2025-01-01,5,Kind", ",,", "Average,4.5,");
    const { rows, rejected, warnings } = await readReviews(path);
    expect([rows.length, rejected, warnings]).toEqual([1, [], ["has totals in row 4: skipped"]]);
  });
});

describe("words and names under headers of any language are a question", () => {
  test.each([
    ["Ocena,Data,Treść wypowiedzi", "5,2025-01-01,Bardzo dobra opieka", "Treść wypowiedzi"],
    ["Оценка,Дата,Отзыв пациента", "5,2025-01-01,Очень хорошая клиника", "Отзыв пациента"],
    ["Ocena,Data,כתב", "5,2025-01-01,טיפול מצוין ואדיב מאוד", "כתב"],
    ["Ocena,Data,Comment,Uwagi", "5,2025-01-01,,Bardzo dobra opieka", "Uwagi"],
  ])("%s", async (header, row, column) => {
    const [rating = "", date = ""] = header.split(",");
    const path = table(header, row);
    expect(await endOf(readReviews(path, { map: { rating, date } }))).toThrow(
      `--map text=${JSON.stringify(column)}`.replace('"Uwagi"', "Uwagi"),
    );
    const map = { rating, date, text: column };
    expect((await readReviews(path, { map })).rows.map(({ text }) => text)).toEqual([row.split(",").at(-1) ?? ""]);
    expect((await readReviews(path, { map: { ...map, text: "none" } })).rows).toHaveLength(1);
  });

  test.each(["First Name,Last Name", "Imię,Nazwisko", "Имя,Фамилия", "Vorname,Nachname", "Nombre,Apellidos"])(
    "%s are one name",
    async (names) => {
      const path = table(`stars,date,comment,${names}`, "5,2025-01-01,Kind,Ann,Lee", "4,2025-01-02,Good,Bo,");
      const authors = async (map = {}) => (await readReviews(path, { map })).rows.map((row) => row.author);
      expect(await authors()).toEqual(["Ann L.", "Bo"]);
      expect(await authors({ last_name: "none" })).toEqual(["Ann", "Bo"]);
      expect(await authors({ author: "none" })).toEqual(["Anonymous", "Anonymous"]);
    },
  );

  test("a last name is not added twice, nor to a column with whole names", async () => {
    const twice = table("stars,date,comment,Name,Surname", "5,2025-01-01,Kind,Ann Lee,Lee");
    expect((await readReviews(twice)).rows.map(({ author }) => author)).toEqual(["Ann L."]);
    const other = table("stars,date,comment,Reviewer,Last Name", "5,2025-01-01,Kind,Ann Lee,Shah");
    expect((await readReviews(other)).rows.map(({ author }) => author)).toEqual(["Ann L."]);
    const alone = table("stars,date,comment,Last Name", "5,2025-01-01,Kind,Lee");
    expect(await endOf(readReviews(alone))).toThrow('column "Last Name" looks like a person\'s name');
  });

  test.each([
    ["status", "spam"],
    ["Review Status", "Rejected"],
    ["is_published", "false"],
    ["Approved", "No"],
    ["Moderation Status", "pending"],
    ["is_deleted", "true"],
    ["hidden", "1"],
    ["curated", "spam"],
    ["Freigegeben", "nein"],
  ])("a row that its source does not show is rejected: %s %s", async (header, value) => {
    const shown =
      { is_deleted: "false", hidden: "0", curated: "not-yet", is_published: "true", Freigegeben: "ja" }[header] ??
      "Published";
    const path = table(
      `stars,date,name,comment,${header}`,
      `5,2025-01-01,Ann Lee,Kind,${shown}`,
      `1,2025-01-02,Bo Ek,Bad,${value}`,
    );
    const { rows, rejected } = await readReviews(path);
    expect(rows.map(({ author }) => author)).toEqual(["Ann L."]);
    expect(rejected).toEqual([`3: column ${header} says ${value}: the review is not public at its source`]);
    expect((await readReviews(path, { map: { status: "none" } })).rows).toHaveLength(2);
  });

  test("a column named Published with answers is no date, and its no counts", async () => {
    const path = table(
      "Review Rating,Date,Name,Review,Published",
      "5,2025-01-01,Ann Lee,Kind,true",
      "1,2025-01-02,Bo Ek,Bad,false",
    );
    for (const map of [{}, { date: "Date" }])
      expect(await readReviews(path, { map })).toMatchObject({
        rows: [{ author: "Ann L." }],
        rejected: ["3: column Published says false: the review is not public at its source"],
      });
    const json = writeData("p.json", [
      { stars: 5, date: "2025-01-01", name: "Ann Lee", comment: "Kind", published: true },
      { stars: 1, date: "2025-01-02", name: "Bo Ek", comment: "Bad", published: false },
    ]);
    expect((await readReviews(json)).rows.map(({ rating }) => rating)).toEqual([5]);
    const dated = table("stars,published,name,review", "5,2025-01-01,Ann Lee,Kind");
    expect((await readReviews(dated)).rows.map(({ date }) => date)).toEqual(["2025-01-01"]);
  });

  test("a status that may be about the reply is a question; any other is not", async () => {
    const path = table(
      "stars,date,name,comment,Status",
      "5,2025-01-01,Ann Lee,Kind,Responded",
      "1,2025-01-02,Bo Ek,Bad,Pending",
    );
    expect(await endOf(readReviews(path))).toThrow(
      "has rows whose column Status says Pending. If these reviews are not public, use --map status=Status and they are left out; if it says something else, use --map status=none",
    );
    expect(await ratings(path, { map: { status: "Status" } })).toEqual([5]);
    expect(await ratings(path, { map: { status: "none" } })).toEqual([5, 1]);
    const closed = table(
      "stars,date,name,comment,Status",
      "5,2025-01-01,Ann Lee,Kind,Closed",
      "1,2025-01-02,Bo Ek,Bad,New",
    );
    expect(await ratings(closed)).toEqual([5, 1]);
  });

  test("a reply in a table without texts is a question", async () => {
    const path = table("stars,date,name,Response", "5,2025-01-01,Ann Lee,Thanks");
    expect(await endOf(readReviews(path))).toThrow("use --map text=Response; if it is the business's reply");
    expect((await readReviews(path, { map: { text: "Response" } })).rows.map(({ text }) => text)).toEqual(["Thanks"]);
    expect((await readReviews(path, { map: { text: "none" } })).rows.map(({ text }) => text)).toEqual([null]);
  });
});

test.each(["Ratings are out of 10", "Scores: 1-10", "Notes sur 10", "Rated out of ten"])(
  "a title above the column names states the scale: %s",
  async (title) => {
    const path = table(title, "rating,date,comment", "4,2025-01-01,Bad", "2,2025-01-02,Worse");
    expect(await endOf(readReviews(path))).toThrow("(a row above the column names says 10)");
    expect(await ratings(path, { scale: 10 })).toEqual([2, 1]);
  },
);

test("a title with a date or another number states no scale", async () => {
  const path = table("Reviews of 10 May 2025", "Exported 2025/10/01", "rating,date,comment", "4,2025-01-01,Fine");
  expect(await ratings(path)).toEqual([4]);
});

test("--dry-run names the columns that are not read", async () => {
  const path = table("rating,date,comment,Visit no,Room,Empty", "4,2025-01-01,Fine,7,B,");
  const { out } = await candor({ DATABASE_URL: newSqliteDatabase() }, "import", path, "--dry-run");
  expect(out).toContain('\n  not read: "Visit no", Room\n');
});
