import { expect, test } from "bun:test";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { DATABASES } from "../databases.ts";
import { buildXlsx } from "../spreadsheets.ts";
import { deskOn } from "./desk-visitor.ts";
import { hiddenOf, publish, settled, upload, YELP } from "./upload-form.ts";

const published = async (desk: Awaited<ReturnType<typeof deskOn>>) =>
  (await desk.store.query<{ id: string }>("SELECT id FROM review WHERE state = 'published'")).length;

test.each(DATABASES)(
  "a file is uploaded, shown row by row, published and undone, on $dialect",
  async ({ newDatabase }) => {
    const desk = await deskOn(await newDatabase());
    const visitor = await desk.signedIn();
    const { location, status } = await upload(visitor, [["yelp.csv", YELP]]);
    expect([status, location]).toEqual([303, "/import/1"]);
    const [folder = ""] = readdirSync(desk.folder);
    expect(statSync(join(desk.folder, folder, "yelp.csv")).mode & 0o777).toBe(0o600);
    expect(statSync(join(desk.folder, folder)).mode & 0o777).toBe(0o700);
    const preview = await settled(visitor, location);
    expect(preview.text).toContain("Nothing is public yet.");
    expect(preview.text).toContain("Publish 2 reviews");
    expect(preview.text).toContain("Ann B.");
    // Rows are shown as they will appear.
    expect(preview.text).toContain("Call me at [phone].");
    expect(preview.text).not.toContain("555-0134");
    expect(await published(desk)).toBe(0);
    expect((await publish(visitor, location, preview.text)).location).toBe(location);
    const done = await settled(visitor, location);
    expect(done.text).toContain("What changed");
    expect(await published(desk)).toBe(2);
    expect(existsSync(join(desk.folder, folder))).toBe(false);
    const imports = await visitor.see("/imports");
    expect(imports.text).toContain("yelp.csv");
    expect(imports.text).toContain("2 added reviews removed");
    const undo = await visitor.submit("/imports/1/undo", [
      ["removed", "2"],
      ["restored", "0"],
      ["returned", "0"],
    ]);
    expect(undo.location).toBe("/imports");
    expect(await published(desk)).toBe(0);
    const { text } = await visitor.see("/record");
    expect(text).toContain("Imported a file");
    expect(text).toContain("Took an import back");
    await desk.store.close();
  },
);

test.each(DATABASES)(
  "an import whose reviews were published since is undone after they wait again, on $dialect",
  async ({ newDatabase }) => {
    const desk = await deskOn(await newDatabase());
    const visitor = await desk.signedIn();
    const table =
      "rating,date,name,review\n5,2026-01-02,Ann Bee,One.\n4,2026-01-03,Cy Dee,Two.\n3,2026-01-04,Di Ek,Three.\n";
    const { location } = await upload(visitor, [["survey.csv", table]]);
    await publish(visitor, location, (await settled(visitor, location)).text);
    await settled(visitor, location);
    const waiting = (await visitor.see("/waiting")).text;
    const boxes = [...waiting.matchAll(/name="review" value="([^"]+)"/g)].map(([, value = ""]) => value);
    const decide = (review: string, fields: [string, string][]) =>
      visitor.submit("/waiting", [["kind", "unverified"], ["review", review], ...fields]);
    for (const box of boxes.slice(0, 2))
      await decide(box, [
        ["decision", "verify"],
        ["method-unverified", "operator"],
      ]);
    const page = await visitor.see("/imports");
    expect(page.text).toContain("You published 2 of its reviews since.");
    expect(page.text).not.toContain("candor verify");
    const reopen = (count: string) => visitor.submit("/imports/1/reopen", [["count", count]]);
    expect((await reopen("1")).status).toBe(409);
    expect(await published(desk)).toBe(2);
    expect((await reopen("2")).location).toBe("/imports/1");
    expect(await published(desk)).toBe(0);
    expect((await visitor.see("/imports/1")).text).toContain("3 added reviews removed");
    expect((await visitor.see("/record")).text).toContain("Took publishing back");
    // What was withheld for a legal reason is changed on its own page.
    const { text } = await visitor.see(`/reviews/${boxes[0]?.split("@")[0]}`);
    const seen = hiddenOf(text, "review");
    await visitor.submit(`/reviews/${seen.split("@")[0]}/decide`, [
      ["review", seen],
      ["decision", "withhold"],
    ]);
    const blocked = (await visitor.see("/imports")).text;
    expect(blocked).toContain("1 of its reviews was withheld or published since");
    expect(blocked).toContain(`href="/reviews/${seen.split("@")[0]}"`);
    expect((await reopen("1")).status).toBe(409);
    await desk.store.close();
  },
);

test("an undo that would do something else by now changes nothing and says so", async () => {
  const desk = await deskOn("sqlite::memory:");
  const visitor = await desk.signedIn();
  const { location } = await upload(visitor, [["yelp.csv", YELP]]);
  await publish(visitor, location, (await settled(visitor, location)).text);
  await settled(visitor, location);
  const undo = await visitor.submit("/imports/1/undo", [
    ["removed", "1"],
    ["restored", "0"],
    ["returned", "0"],
  ]);
  expect(undo.status).toBe(409);
  expect(undo.text).toContain("Nothing was changed.");
  expect(await published(desk)).toBe(2);
  await desk.store.close();
});

test("all questions of a file are asked at once, and nothing is chosen beforehand", async () => {
  const desk = await deskOn("sqlite::memory:");
  const visitor = await desk.signedIn();
  const table = "Stars,Date,Name,Review\n4,3/4/2025,Ann Bee,Good care.\n5,5/6/2025,Cy Dee,Great.\n";
  const { location } = await upload(visitor, [["own.csv", table]]);
  const page = await settled(visitor, location);
  expect(page.text).toContain("Which comes first in the dates?");
  expect(page.text).not.toMatch(/<input[^>]* checked/);
  const revision = hiddenOf(page.text, "revision");
  const open = await visitor.submit(`${location}/preview`, [["revision", revision]]);
  expect(open.status).toBe(400);
  expect(open.text).toContain("Answer every question");
  const answered: [string, string][] = [
    ["revision", revision],
    ["question:0", "0"],
    ["source", "direct"],
    ["verified_by", "visit_record"],
  ];
  expect((await visitor.submit(`${location}/preview`, answered)).location).toBe(location);
  const preview = await settled(visitor, location);
  expect(preview.text).toContain("March 4, 2025");
  expect(preview.text).toContain("Publish 2 reviews");
  // A wrong choice is corrected before anything is public.
  const again: [string, string][] = [
    ["revision", hiddenOf(preview.text, "revision")],
    ["settings", "1"],
    ["dates", "day_first"],
    ["source", "direct"],
    ["verified_by", "visit_record"],
  ];
  await visitor.submit(`${location}/preview`, again);
  const corrected = await settled(visitor, location);
  expect(corrected.text).toContain("April 3, 2025");
  await publish(visitor, location, corrected.text);
  await settled(visitor, location);
  expect(await desk.store.query("SELECT date, source, verification_method FROM review ORDER BY date")).toEqual([
    { date: "2025-04-03", source: "direct", verification_method: "visit_record" },
    { date: "2025-06-05", source: "direct", verification_method: "visit_record" },
  ]);
  await desk.store.close();
});

test("a table whose columns have strange names asks which ones are meant", async () => {
  const desk = await deskOn("sqlite::memory:");
  const visitor = await desk.signedIn();
  const { location } = await upload(visitor, [["own.csv", "Smileys,Besuchstag,Wer\n4,2026-01-05,Ann Bee\n"]]);
  const page = await settled(visitor, location);
  expect(page.text.match(/<legend>/g)).toHaveLength(2);
  expect(page.text).toContain('Besuchstag <span class="of">2026-01-05</span>');
  expect(page.text).not.toContain("--map");
  const answers: [string, string][] = [
    ["revision", hiddenOf(page.text, "revision")],
    ["question:0", "0"],
    ["question:1", "1"],
    ["verified_by", "operator"],
  ];
  await visitor.submit(`${location}/preview`, answers);
  expect((await settled(visitor, location)).text).toContain("January 5, 2026");
  await desk.store.close();
});

/** Two sheets below a title, of which one has a column that asks for consent. */
const survey = (...more: string[][]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(
    buildXlsx([
      {
        name: "North",
        rows: [
          ["Survey of the clinic", "", "", ""],
          ["rating", "date", "name", "Wall of fame"],
          ["5", "2026-02-01", "Di Ek", "Sure"],
          ["4", "2026-02-02", "Ed Fa", "No"],
          ...more,
        ],
      },
      {
        name: "South",
        rows: [
          ["rating", "date", "name"],
          ["5", "3/4/2026", "Flo Gi"],
          ["4", "5/6/2026", "Gus Ha"],
        ],
      },
    ]),
  );

test("the questions of all sheets are asked at once, with values, and only those of the chosen one are answered", async () => {
  const desk = await deskOn("sqlite::memory:");
  const visitor = await desk.signedIn();
  const { location } = await upload(visitor, [["survey.xlsx", survey()]]);
  const page = await settled(visitor, location);
  for (const shown of [
    "Which sheet has the reviews?",
    "rating · date · name · Wall of fame",
    "If it is the sheet North: Wall of fame",
    "If it is the sheet South",
    "Which comes first in the dates?",
  ])
    expect(page.text).toContain(shown);
  expect(page.text).not.toMatch(/<input[^>]* checked/);
  const revision = hiddenOf(page.text, "revision");
  const answered: [string, string][] = [
    ["revision", revision],
    ["question:0", "0"],
    ["question:1:yes", "0"],
    ["verified_by", "visit_record"],
  ];
  expect((await visitor.submit(`${location}/preview`, answered.slice(0, 2))).status).toBe(400);
  await visitor.submit(`${location}/preview`, answered);
  const preview = await settled(visitor, location);
  expect(preview.text).toContain("Publish 1 review<");
  expect(preview.text).toContain("waits: the author did not clearly agree");
  await desk.store.close();
});

test("answers are chosen when they are asked again, and used for the next file with the same columns", async () => {
  const desk = await deskOn("sqlite::memory:");
  const visitor = await desk.signedIn();
  const { location } = await upload(visitor, [["survey.xlsx", survey()]]);
  const page = await settled(visitor, location);
  await visitor.submit(`${location}/preview`, [
    ["revision", hiddenOf(page.text, "revision")],
    ["question:0", "0"],
    ["question:1:yes", "1"],
    ["source", "direct"],
    ["verified_by", "visit_record"],
  ]);
  const wrong = await settled(visitor, location);
  await visitor.submit(`${location}/again`, [["revision", hiddenOf(wrong.text, "revision")]]);
  const again = await settled(visitor, location);
  expect(again.text).toMatch(/name="question:0" value="0" checked/);
  expect(again.text).toMatch(/name="question:1:yes" value="1" checked/);
  expect(again.text).toMatch(/<option value="visit_record" selected/);
  await visitor.submit(`${location}/preview`, [
    ["revision", hiddenOf(again.text, "revision")],
    ["question:0", "0"],
    ["question:1:yes", "0"],
    ["source", "direct"],
    ["verified_by", "visit_record"],
  ]);
  await publish(visitor, location, (await settled(visitor, location)).text);
  await settled(visitor, location);
  expect(await published(desk)).toBe(1);
  const next = await upload(visitor, [["march.xlsx", survey(["5", "2026-03-01", "Ida Jo", "Sure"])]]);
  const recalled = await settled(visitor, next.location);
  for (const shown of ["The file is read as the last one with the same columns", "Records of visits", "Ida J."])
    expect(recalled.text).toContain(shown);
  await publish(visitor, next.location, recalled.text);
  await settled(visitor, next.location);
  expect(await published(desk)).toBe(2);
  // Other columns are another file.
  const other = await upload(visitor, [["own.csv", "Stars,Date,Who\n4,3/4/2025,Ann Bee\n5,5/6/2025,Cy Dee\n"]]);
  expect((await settled(visitor, other.location)).text).toContain("Which comes first in the dates?");
  await desk.store.close();
});

test("of two who prepare the same file, the second is told that the first published", async () => {
  const desk = await deskOn("sqlite::memory:");
  const [one, other] = [await desk.signedIn(), await desk.signedIn()];
  const first = await upload(one, [["yelp.csv", YELP]]);
  const second = await upload(other, [["yelp.csv", YELP]]);
  const [mine, theirs] = [await settled(one, first.location), await settled(other, second.location)];
  await publish(one, first.location, mine.text);
  await settled(one, first.location);
  const refused = await publish(other, second.location, theirs.text);
  expect(refused.status).toBe(409);
  expect(refused.text).toContain("Changed meanwhile by the desk on this machine at 10:42");
  expect(await published(desk)).toBe(2);
  // The preview was compared again at once.
  expect(refused.text).toContain("Everything in this file is already as it should be.");
  await desk.store.close();
});

test("what is no reviews file is told in words", async () => {
  const desk = await deskOn("sqlite::memory:");
  const visitor = await desk.signedIn();
  const { location } = await upload(visitor, [["x.png", "\u0089PNG\r\n\u001a\n\u0000\u0000"]]);
  const page = await settled(visitor, location);
  expect(page.text).toContain("The file cannot be used.");
  expect(page.text).toContain("x.png");
  expect(page.text).not.toContain(desk.folder);
  await desk.store.close();
});
