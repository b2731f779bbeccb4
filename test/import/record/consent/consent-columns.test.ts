import { describe, expect, test } from "bun:test";
import { findQuestions } from "../../../../src/import/formats/find-questions.ts";
import { endOf } from "../../../end-of.ts";
import { OPTIONS, readReviews, writeData } from "../../read-reviews.ts";

const VERIFIED = { verified_by: "operator" } as const;
/** A table of reviews whose last column has these values, one per row. */
const table = (header: string, ...values: string[]) =>
  writeData(
    "a.csv",
    [
      `Rating,Date,Name,Review,"${header}"`,
      ...values.map((value, at) => `5,2026-03-${10 + at},Ann Lee,Words ${at},"${value}"`),
    ].join("\n"),
  );
/** What becomes of each row: how it is held, the name that is shown, or that it is rejected. */
async function read(path: string, options: object = {}) {
  const { rows, rejected } = await readReviews(path, options);
  const kept = rows.map(({ date, consent, held_reason, author }) => [date.slice(8), consent, held_reason, author]);
  return { kept, rejected: rejected.length };
}

describe("a column that asks whether a review may be published", () => {
  test.each([
    ["May we publish your review?", "Yes", "No"],
    ["Dürfen wir Ihre Bewertung veröffentlichen?", "Ja", "Nein"],
    ["¿Podemos publicar su reseña?", "Sí", "No"],
    ["Autorisez-vous la publication ?", "Oui", "Non"],
    ["Release signed", "TRUE", "FALSE"],
    ["HIPAA marketing authorization", "TRUE", "FALSE"],
  ])("%s: only a clear yes is consent, a clear no is rejected", async (header, yes, no) => {
    const { kept, rejected } = await read(table(header, yes, no, "", "maybe", "Yes, but ask me first"));
    expect([kept.map((row) => row.slice(0, 3)), rejected]).toEqual([
      [
        ["10", "yes", "unverified"],
        ["12", "unclear", "consent"],
        ["13", "unclear", "consent"],
        ["14", "unclear", "consent"],
      ],
      1,
    ]);
  });

  test("a mark is a yes, and a box that is not ticked is none", async () => {
    expect((await read(table("OK to post", "x", "", "✓"))).kept.map((row) => row[1])).toEqual([
      "yes",
      "unclear",
      "yes",
    ]);
  });

  test.each(["Yes, anonymously", "Ja, aber nur anonym", "Oui, mais sans mon nom", "Sí, pero sin mi nombre"])(
    "%s is published without the name, in the words, too",
    async (answer) => {
      const path = writeData(
        "a.csv",
        `Rating,Date,Name,Review,Reply,Consent\n5,2026-03-10,Maria Sanchez,I am Maria Sanchez and happy,Thank you Maria!,"${answer}"\n`,
      );
      const { rows } = await readReviews(path);
      expect(rows).toMatchObject([
        { author: "Anonymous", consent: "anonymous", text: "I am [name] and happy", reply_text: "Thank you [name]!" },
      ]);
    },
  );

  test.each([
    ["Do not publish", "x", ""],
    ["Confidential?", "Yes", "No"],
    ["Nicht veröffentlichen", "Ja", "Nein"],
    ["Ne pas publier", "Oui", "Non"],
    ["No publicar", "Sí", "No"],
    ["Consent withdrawn", "x", ""],
    ["Einwilligung widerrufen", "Ja", "Nein"],
  ])("%s: a yes forbids it", async (header, forbids, allows) => {
    const { kept, rejected } = await read(table(header, allows, forbids));
    expect([kept.map((row) => row.slice(0, 2)), rejected]).toEqual([[["10", "yes"]], 1]);
  });

  test.each([
    ["Do not publish", "Do not publish", "OK to publish"],
    ["Confidential", "Confidential", "Public"],
    ["Opt out", "Opted out", "Opted in"],
  ])("%s: values may say it themselves, and a refusal may be of either", async (header, forbids, allows) => {
    const { kept, rejected } = await read(table(header, allows, forbids, "refused"));
    expect([kept.map((row) => row.slice(0, 2)), rejected]).toEqual([
      [
        ["10", "yes"],
        ["12", "unclear"],
      ],
      1,
    ]);
    const blank = await read(table(header, "", forbids));
    expect([blank.kept.map((row) => row.slice(0, 2)), blank.rejected]).toEqual([[["10", "yes"]], 1]);
  });

  const NOTES = ["x", "x by phone", "call 2", "see chart", "she said so", "later", "no", "maybe", "2x", ""];
  test.each([
    ["Do you mind if we publish this?", ["Yes", "No"], "No"],
    ["Do not publish", NOTES, "no,blank"],
    ["Consent not required", ["x", ""], "blank"],
  ])("%s: which answer forbids, is asked, whatever the values are", async (header, values, yes) => {
    const [question] = await findQuestions(table(header, ...values), OPTIONS);
    expect(question?.choices.map(({ option }) => option)).toContain(`--consent "${header}=${yes}"`);
    const { kept, rejected } = await read(table(header, "Yes", "No", ""), {
      consent: [{ column: header, yes: ["no", "blank"] }],
    });
    expect([kept.map((row) => row[1]), rejected]).toEqual([["unclear", "yes", "yes"], 0]);
  });

  test.each(["Would you use us again?", "Would you share this clinic with friends?", "May we publish your name?"])(
    "%s: a no is no reason to leave out a review",
    async (header) => {
      const [question] = await findQuestions(table(header, "Yes", "No"), OPTIONS);
      expect(question?.id).toBe(`consent:${header}`);
    },
  );

  test("several columns have to agree", async () => {
    const path = writeData(
      "a.csv",
      "Rating,Date,Name,Review,Consent,Release signed\n5,2026-03-10,Ann,A,Yes,Yes\n5,2026-03-11,Bo,B,Yes,\n5,2026-03-12,Cy,C,Yes,No\n",
    );
    const { kept, rejected } = await read(path);
    expect([kept.map((row) => row[1]), rejected]).toEqual([["yes", "unclear"], 1]);
  });

  test("counts in a table of a known format, and in JSON", async () => {
    const yelp =
      "Review ID,Reviewer,Rating,Review,Review Date,Review URL,Permission to share\na,Ann Lee,5,Good,2026-03-10,,yes\nb,Bo Ek,4,Fine,2026-03-11,,\nc,Cy Dee,1,Bad,2026-03-12,,no\n";
    expect(await read(writeData("y.csv", yelp))).toEqual({
      kept: [
        ["10", "yes", null, "Ann L."],
        ["11", "unclear", "consent", "Bo E."],
      ],
      rejected: 1,
    });
    const json = [
      { stars: 5, date: "2026-03-10", comment: "Kind", consent: { mayPublish: true } },
      { stars: 4, date: "2026-03-11", comment: "Calm", consent: { mayPublish: null } },
      { stars: 3, date: "2026-03-12", comment: "Slow", consent: {} },
    ];
    expect((await read(writeData("c.json", json))).kept.map((row) => row[1])).toEqual(["yes", "unclear", "unclear"]);
  });

  test("a column about something else is read by nobody, or asked about", async () => {
    for (const header of ["Consent date", "Notes on consent", "Private insurance plan"])
      expect((await read(table(header, "2026-01-01", "2026-01-02"))).kept.length).toBe(2);
    expect(await endOf(readReviews(table("Consent to e-mails", "Yes", "No")))).toThrow('--ignore "Consent to e-mails"');
    expect(await endOf(readReviews(table("No show", "Yes", "No")))).toThrow('--ignore "No show"');
  });
});

describe("a column that nothing reads and that has answers", () => {
  test.each([
    ["Web", ["x", ""]],
    ["Testimonial?", ["Yes", "No", "Maybe"]],
    ["Q7", ["agree", "disagree"]],
    ["Marketing", ["TRUE", "FALSE"]],
    ["Feld 9", ["Ja", "Nein", "weiß nicht"]],
    ["Okay2Post", ["1", "0"]],
    ["Feld 10", ["J", "N"]],
    ["Sichtbarkeit", ["öffentlich", "privat"]],
    ["Datenschutz", ["akzeptiert", "", "abgelehnt"]],
    ["Share my story", ["Go right on", "", "Not this time"]],
    ["Publicación web", ["cuando quieran", "esta vez no"]],
    ["Display name preference", ["First name only", "Full name", "Keep me anonymous"]],
  ] as const)("%s is asked about with its values", async (header, values) => {
    const [question, ...others] = await findQuestions(table(header, ...values), OPTIONS);
    expect([others, question]).toMatchObject([[], { id: `consent:${header}`, kind: "consent", column: header }]);
    expect(question?.values.map(({ value }) => value)).toEqual(values.filter((value) => value !== ""));
    expect(question?.choices).toHaveLength(2);
  });

  test("one without a name is called by its place, and is none of the columns that are missing", async () => {
    const path = table("", "Yes", "No");
    expect((await findQuestions(path, OPTIONS)).map(({ id }) => id)).toEqual(["consent:column 5"]);
    expect((await read(path, { consent: [{ column: "column 5", yes: ["Yes"] }] })).kept.map((row) => row[1])).toEqual([
      "yes",
      "unclear",
    ]);
    const notes = writeData("n.csv", "Rating,Date,Name,Review,,\n5,2026-03-10,Ann Lee,Good,Priya,Tuesday\n");
    const { rows } = await readReviews(notes);
    expect(rows).toMatchObject([{ title: null, reply_text: null, source_id: null, location: null, text: "Good" }]);
    const unnamed = ["Yes", "No"].map((answer) => ({
      rating: 5,
      date: "2026-03-10",
      text: `Good ${answer}`,
      "": answer,
    }));
    const [question] = await findQuestions(writeData("n.json", unnamed), OPTIONS);
    expect(question?.id).toBe("consent:(no name)");
  });

  test.each([
    ["Q5", ["Yes", "No", ""]],
    ["", ["Ich stimme zu", "Ich stimme nicht zu"]],
    ["Pregunta 9", ["Acepto", "No acepto"]],
    ["DSGVO", ["x", ""]],
    ["On site", ["1", "0"]],
  ] as const)("%s is asked about in a table of a platform, too, which has no such column", async (header, values) => {
    const columns = "Review ID,Reviewer,Rating,Review,Review Date,Review URL,Business Name,isLocalGuide,likesCount";
    const lines = values.map((value, at) => `r${at},Ann Lee,5,Good ${at},2026-03-1${at},,Clinic,true,${at},"${value}"`);
    const path = writeData("y.csv", `${columns},"${header}"\n${lines.join("\n")}\n`);
    const questions = await findQuestions(path, OPTIONS);
    expect(questions.map(({ kind, column }) => [kind, column])).toEqual([["consent", header || "column 10"]]);
  });

  test("a cross beside a circle is not clear", async () => {
    const [question] = await findQuestions(table("OK to post", "x", "o", ""), OPTIONS);
    expect(question?.id).toBe("consent:OK to post");
  });

  test.each(["Approved", "Freigegeben", "Published"])("%s: a blank among yes and no is not shown", async (header) => {
    const { kept, rejected } = await read(table(header, "Yes", "No", ""));
    expect([kept.map((row) => row[1]), rejected]).toEqual([["yes", "unclear"], 1]);
    const without = await read(table(header, "Yes", "No", ""), {
      map: { date: "Date", status: "none" },
      ignore: [header],
    });
    expect(without.kept.map((row) => row[1])).toEqual([null, null, null]);
  });

  test("--consent lists the values that mean yes, and every other is held; --ignore passes it over", async () => {
    const path = table("Testimonial?", "Sure thing", "No", "Yes, anonymously", "");
    const [question] = await findQuestions(path, OPTIONS);
    expect(question?.choices.map(({ option }) => option)).toEqual([
      '--consent "Testimonial?=Yes\\, anonymously"'.replace(/"/g, "'"),
      '--ignore "Testimonial?"',
    ]);
    const consent = [{ column: "testimonial", yes: ["sure thing", "Yes, anonymously"] }];
    expect((await read(path, { consent })).kept.map((row) => row.slice(1))).toEqual([
      ["yes", "unverified", "Ann L."],
      ["unclear", "consent", "Ann L."],
      ["anonymous", "unverified", "Anonymous"],
      ["unclear", "consent", "Ann L."],
    ]);
    expect((await read(path, { ignore: ["Testimonial?"] })).kept.map((row) => row[2])).toEqual(
      Array(4).fill("unverified"),
    );
    expect(await endOf(readReviews(path, { consent: [{ column: "Nothing", yes: ["x"] }] }))).toThrow(
      "no column Nothing",
    );
  });

  test("is understood if it says how to show the name", async () => {
    const path = table("Display name preference", "Keep me anonymous", "Use my full name", "");
    expect((await read(path)).kept.map((row) => row[3])).toEqual(["Anonymous", "Ann L.", "Ann L."]);
  });

  test.each([
    ["Visits", ["1", "2", "3"]],
    ["Likes", ["1", "0"]],
    ["Sex", ["F", "M"]],
    ["Room", ["A", "B"]],
    ["Therapist", ["Priya", "Obi", "No"]],
    ["Weekday", ["Mon", "Tue"]],
    ["Review published", ["2026-03-01", "2026-03-02"]],
    ["Publisher", ["Google"]],
  ] as const)("%s is none", async (header, values) => {
    expect(await findQuestions(table(header, ...values), OPTIONS)).toEqual([]);
  });
});

test("a workbook's and a titled table's columns are read in the same way", async () => {
  const titled =
    "Feedback of May\nRating,Date,Name,Review,OK to share?\n5,2026-03-10,Ann Lee,Good,Yes\n4,2026-03-11,Bo Ek,Fine,\n";
  expect((await read(writeData("t.csv", titled), VERIFIED)).kept.map((row) => row[1])).toEqual(["yes", "unclear"]);
});
