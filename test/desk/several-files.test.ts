import { expect, test } from "bun:test";
import { buildXlsx } from "../spreadsheets.ts";
import { deskOn } from "./desk-visitor.ts";
import { hiddenOf, publish, settled, upload, YELP } from "./upload-form.ts";

const OWN =
  "Stars,Date,Name,Review\n4,3/4/2025,Ann Bee,Good care.\n5,5/6/2025,Cy Dee,Great.\n5,7/8/2025,Flo Gi,Kind.\n";
const SURVEY = new Uint8Array(
  buildXlsx([
    {
      name: "Answers",
      rows: [
        ["rating", "date", "name", "Wall of fame"],
        ["5", "2026-02-01", "Di Ek", "Sure"],
        ["4", "2026-02-02", "Ed Fa", "No"],
      ],
    },
    {
      name: "Older",
      rows: [
        ["rating", "date", "name"],
        ["3", "2026-01-01", "Gus Ha"],
      ],
    },
  ]),
);

test("several files of one upload have their questions on one page, with the columns and their first values", async () => {
  const desk = await deskOn("sqlite::memory:");
  const visitor = await desk.signedIn();
  const { location } = await upload(visitor, [
    ["own.csv", OWN],
    ["yelp.csv", YELP],
    ["survey.xlsx", SURVEY],
  ]);
  expect(location).toBe("/import/questions");
  const page = await settled(visitor, location);
  for (const shown of [
    "own.csv",
    "survey.xlsx",
    "Which comes first in the dates?",
    "Which sheet has the reviews?",
    "If it is the sheet Answers: Wall of fame",
    "Columns of the sheet Older",
    '<th data-label="Column" scope="row" dir="auto">Review</th><td data-label="First values" dir="auto">Good care. · Great. · Kind.</td>',
    '<th data-label="Column" scope="row" dir="auto">Wall of fame</th><td data-label="First values" dir="auto">Sure · No</td>',
  ])
    expect(page.text).toContain(shown);
  // The file of a known format asks nothing.
  expect(page.text).not.toContain("yelp.csv");
  const revisions = ["1:revision", "3:revision"].map((name): [string, string] => [name, hiddenOf(page.text, name)]);
  const first: [string, string][] = [...revisions, ["1:question:0", "1"], ["1:verified_by", "operator"]];
  const open = await visitor.submit("/import/questions", first);
  expect(open.status).toBe(400);
  expect(open.text).toContain("Answer every question");
  // What was answered so far is still chosen.
  expect(open.text).toMatch(/name="1:question:0" value="1" checked/);
  expect(open.text).toMatch(/<select id="1:verified_by".*<option value="operator" selected/);
  const all: [string, string][] = [...first, ["3:question:0", "0"], ["3:question:1:yes", "0"], ["3:source", "direct"]];
  expect((await visitor.submit("/import/questions", all)).location).toBe("/import/questions");
  expect(await settled(visitor, "/import/1")).toMatchObject({ text: expect.stringContaining("April 3, 2025") });
  expect((await settled(visitor, "/import/3")).text).toContain("waits: the author did not clearly agree");
  const done = await visitor.send("/import/questions");
  expect([done.status, done.headers.get("location")]).toEqual([303, "/import"]);
  expect((await visitor.see("/import")).text.match(/Ready to publish/g)).toHaveLength(3);
  await desk.store.close();
});

test("an answer that was not enough is still chosen on the page of one file", async () => {
  const desk = await deskOn("sqlite::memory:");
  const visitor = await desk.signedIn();
  const { location } = await upload(visitor, [["survey.xlsx", SURVEY]]);
  const page = await settled(visitor, location);
  const open = await visitor.submit(`${location}/preview`, [
    ["revision", hiddenOf(page.text, "revision")],
    ["question:0", "0"],
    ["source", "direct"],
  ]);
  expect(open.status).toBe(400);
  expect(open.text).toMatch(/name="question:0" value="0" checked/);
  expect(open.text).toMatch(/<option value="direct" selected/);
  await desk.store.close();
});

test("after one file is published, the preview of the next one is compared with it when it is opened", async () => {
  const desk = await deskOn("sqlite::memory:");
  const visitor = await desk.signedIn();
  await upload(visitor, [
    ["yelp.csv", YELP],
    ["again.csv", YELP.replace("Kind and careful", "Kind")],
  ]);
  await publish(visitor, "/import/1", (await settled(visitor, "/import/1")).text);
  await settled(visitor, "/import/1");
  const next = await visitor.see("/import/2");
  expect(next.text).toContain("Publish 1 review<");
  expect(next.text).not.toContain("Changed meanwhile");
  expect((await publish(visitor, "/import/2", next.text)).location).toBe("/import/2");
  expect(await desk.store.query("SELECT text FROM review WHERE source_id = 'y1'")).toEqual([{ text: "Kind." }]);
  await desk.store.close();
});
