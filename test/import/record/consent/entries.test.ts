import { expect, test } from "bun:test";
import { findQuestions } from "../../../../src/import/formats/find-questions.ts";
import { OPTIONS, readReviews, writeData } from "../../read-reviews.ts";

/** A table of reviews whose last column has these values, one per row. */
const table = (header: string, values: readonly string[]) =>
  writeData(
    "a.csv",
    `Rating,Date,Name,Review,"${header}"\n${values.map((value, at) => `5,2026-03-${10 + at},Ann Lee,Words ${at},"${value}"\n`).join("")}`,
  );
const consents = async (path: string, options: object = {}) =>
  (await readReviews(path, options)).rows.map(({ consent }) => consent);

test("in JSON of a known format, members that ask for it count, too", async () => {
  const own = ["A", "B", "C"].map((letter, at) => ({ id: letter.repeat(26), rating: 5, date: `2026-03-1${at}` }));
  const asked = [true, null, false].map((consent, at) => ({ ...own[at], consent }));
  expect(await consents(writeData("own.json", asked))).toEqual(["yes", "unclear"]);
  // A member that only a late review has is found, too.
  const many = Array.from({ length: 9 }, (_, at) => ({ id: String(at).repeat(26), rating: 5, date: "2026-03-10" }));
  const late = many.map((one, at) => (at === 8 ? { ...one, "Darf ver\u00f6ffentlicht werden": "Nein" } : one));
  expect((await readReviews(writeData("late.json", late))).rejected.length).toBe(1);
});

test("in JSON-LD, what each review says counts: in a graph, inside of the business, and in a page", async () => {
  const review = (reviewBody: string, more: object) => ({
    ...{ "@type": "Review", author: "Ann Lee", datePublished: "2026-03-10", reviewBody },
    ...{ reviewRating: { "@type": "Rating", ratingValue: 5 }, ...more },
  });
  const answers = (member: string) => [true, false].map((may, at) => review(`Words ${at}`, { [member]: may }));
  const graph = { "@context": "https://schema.org", "@graph": [...answers("consent"), review("Words 2", {})] };
  const business = { "@context": "https://schema.org", "@type": "LocalBusiness", review: answers("usagePermission") };
  const property = (value: string) => ({ additionalProperty: [{ name: "Consent to publish", value }] });
  const properties = {
    "@context": "https://schema.org",
    "@graph": ["Yes", "No"].map((yes) => review(yes, property(yes))),
  };
  const page = `<html><script type="application/ld+json">${JSON.stringify(graph)}</script></html>`;
  expect(await consents(writeData("graph.json", graph))).toEqual(["yes", "unclear"]);
  expect(await consents(writeData("page.html", page))).toEqual(["yes", "unclear"]);
  expect(await consents(writeData("business.json", business))).toEqual(["yes"]);
  expect(await consents(writeData("properties.json", properties))).toEqual(["yes"]);
});

test.each([
  ["question", "answer"],
  ["label", "value"],
])("in JSON of a form, the answers in a list of %s and %s count", async (question, answer) => {
  const rows = ["Yes", "No"].map((may) => ({
    ...{ rating: 5, date: "2026-03-10", text: `Words ${may}` },
    answers: [{ [question]: "May we publish your review?", [answer]: may }],
  }));
  expect(await consents(writeData("form.json", rows))).toEqual(["yes"]);
});

test("Firma is a signature, and in a German table a company", async () => {
  const path = table("Firma", ["Ann Lee", ""]);
  expect((await findQuestions(path, OPTIONS)).map(({ id }) => id)).toEqual(["consent:Firma"]);
  const german =
    "Sterne,Datum,Name,Kommentar,Firma\n5,2026-03-10,Ann Lee,Gut,Muster GmbH\n5,2026-03-11,Bo Ek,Gut so,\n";
  expect(await consents(writeData("g.csv", german))).toEqual([null, null]);
});

test.each([
  ["Status", ["ok", "not ok"], true],
  ["Status", ["yes", "no"], true],
  ["Status", ["published", "nope"], true],
  ["Status", ["Active", "Inactive"], true],
  ["Status", ["x", ""], true],
  ["Estado", ["publicada", "no publicada"], false],
  ["Status", ["open", "closed"], false],
  ["Status", ["Replied", "No reply"], false],
  ["Status", ["ok"], false],
  ["Review Status", ["live", "off"], false],
  ["Review Status", ["OK", "NOK"], true],
  ["Publication status", ["publié", "brouillon"], false],
  ["Moderation", ["clean", "flagged"], true],
])("%s with %p is asked about: %p", async (header, values, is_asked) => {
  const asked = is_asked ? [`consent:${header}`] : [];
  expect((await findQuestions(table(header, values), OPTIONS)).map(({ id }) => id)).toEqual(asked);
});

test("a status whose words are known shows and hides reviews, and says nothing where it is blank among them", async () => {
  expect(await consents(table("Publication status", ["publié", "non publié", "en attente", ""]))).toEqual([
    "yes",
    "unclear",
  ]);
  const answered = { consent: [{ column: "Status", yes: ["ok"] }] };
  expect(await consents(table("Status", ["ok", "not ok"]), answered)).toEqual(["yes", "unclear"]);
});

test.each([
  ["Consent date", "2026-01-01", "filled"],
  ["Date of consent", "1/15/2026", "filled"],
  ["OK to publish", "1/15/2026", "filled"],
  ["Patient signature", "Ann Lee", "filled"],
  ["Fecha de autorización", "15/01/2026", "filled"],
  ["Opted out at", "2026-01-01", "blank"],
  ["Consent withdrawn on", "2026-01-01", "blank"],
])("%s: what an entry means is asked, if nothing else in the file asks", async (header, entry, yes) => {
  const path = table(header, [entry, ""]);
  const [question] = await findQuestions(path, OPTIONS);
  expect(question?.choices[0]?.option).toBe(`--consent "${header}=${yes}"`);
  expect(await consents(path, { consent: [{ column: header, yes: [yes] }] })).toEqual(
    yes === "filled" ? ["yes", "unclear"] : ["unclear", "yes"],
  );
});

test("dates beside a column that asks say nothing more", async () => {
  const path = writeData(
    "a.csv",
    "Rating,Date,Name,Review,Consent,Consent date\n5,2026-03-10,Ann,A,Yes,2026-01-01\n5,2026-03-11,Bo,B,Yes,\n5,2026-03-12,Cy,C,,2026-01-01\n",
  );
  expect(await consents(path)).toEqual(["yes", "yes", "unclear"]);
});

test.each([
  ["Untick if we may not publish", ["x", ""]],
  ["Leave blank to allow publication", ["x", ""]],
  ["HIPAA form", ["on file", "missing"]],
  ["Usage rights", ["All", "None", "Website only"]],
  ["Audience", ["Everyone", "Only us"]],
])("%s is asked about", async (header, values) => {
  expect((await findQuestions(table(header, values), OPTIONS)).map(({ id }) => id)).toEqual([`consent:${header}`]);
});
