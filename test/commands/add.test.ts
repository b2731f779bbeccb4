import { describe, expect, test } from "bun:test";
import { runCli } from "../../src/cli.ts";
import { newSqliteStore } from "../databases.ts";
import { idsOf } from "./own-table.ts";
import { candor } from "./terminal.ts";

describe("candor add", () => {
  const add = (database: string, ...options: string[]) => candor(database, ["add", ...options]);

  test("adds one review by flags, with the privacy of an import, and undo takes it back", async () => {
    const database = await newSqliteStore();
    const flags = ["--author", "Maria Sanchez", "--rating", "5", "--text", "Call 503-555-0123, she is great."];
    const added = await add(database, ...flags, "--verified-by", "visit_record", "--date", "2026-04-30");
    const [id = ""] = await idsOf(database);
    expect(added).toEqual({
      code: 0,
      out: `added\n  ${id}  2026-04-30  5 stars  direct  Maria S.  published  Call [phone], she is great.\nimport 1: candor undo 1 takes it back\n`,
      error: "",
    });
    expect(await candor(database, ["undo"])).toMatchObject({ code: 0 });
    expect(await idsOf(database)).toEqual([]);
  });

  test("holds a review without a verification, of today if no date is given", async () => {
    const database = await newSqliteStore();
    const added = await add(database, "--rating", "1", "--author", "Ann Bee", "--text", "No.", "--json");
    const [id = ""] = await idsOf(database);
    expect(JSON.parse(added.out)).toEqual({
      outcome: "added",
      id,
      state: "held",
      held_reason: "unverified",
      run: 1,
      version: 1,
    });
    expect((await candor(database, ["show", id])).out).toContain("date        2026-05-01\n");
    const bare = await add(database, "--rating", "2", "--title", "Well", "--text", "So so.", "--source", "yelp");
    const other = (await idsOf(database)).find((one) => one !== id);
    expect(bare.out).toBe(`added
  ${other}  2026-05-01  2 stars  yelp  Anonymous  held: unverified  So so.
publish it: candor verify ${other} --verified-by METHOD
import 2: candor undo 2 takes it back
`);
    const titles = await Promise.all([id, other ?? ""].map(async (one) => (await candor(database, ["show", one])).out));
    expect(titles.map((out) => /^title +(.*)$/m.exec(out)?.[1])).toEqual([undefined, "Well"]);
  });

  test("entering a review again changes nothing, another date corrects it, and bare ratings are all kept", async () => {
    const database = await newSqliteStore();
    const flags = ["--rating", "5", "--author", "Ann Bee", "--text", "Fine.", "--date"];
    await add(database, ...flags, "2026-04-01");
    expect((await add(database, ...flags, "2026-04-01")).out).toStartWith("this review is already stored\n");
    expect((await add(database, ...flags, "2026-04-02")).out).toStartWith(
      "corrected a review that was already stored\n",
    );
    expect(await idsOf(database)).toHaveLength(1);
    for (const words of [
      ["--author", "Cy Dee"],
      ["--text", "Calm."],
    ]) {
      await add(database, "--rating", "5", ...words);
      expect((await add(database, "--rating", "5", ...words)).out).toStartWith("this review is already stored\n");
    }
    await add(database, "--rating", "5");
    await add(database, "--rating", "5");
    expect(await idsOf(database)).toHaveLength(5);
  });

  test("does not bring an erased review back", async () => {
    const database = await newSqliteStore();
    const flags = ["--rating", "5", "--author", "Ann Bee", "--text", "Fine.", "--date", "2026-04-01"];
    await add(database, ...flags);
    const [id = ""] = await idsOf(database);
    await candor(database, ["erase", id, "--reason", "erased_on_request"]);
    expect((await add(database, ...flags)).out).toBe(
      "not added: this review was erased, and no import brings it back\n",
    );
    expect(await idsOf(database)).toEqual([]);
  });

  test.each([
    [["--rating", "6"], 'the review was not added: rating "6" is not a whole number from 1 to 5'],
    [
      ["--rating", "5", "--date", "3/4/2026"],
      'the review was not added: date "3/4/2026" can be read two ways: write it as YYYY-MM-DD',
    ],
    [["--rating", "5", "--date", "2027-01-01"], "the review was not added: date 2027-01-01 is in the future"],
    [["--rating", "5", "--date", "soon"], 'the review was not added: date "soon" is not understood'],
  ])("%p is refused, and nothing is stored", async (options, reason) => {
    const database = await newSqliteStore();
    expect(await add(database, ...options)).toEqual({ code: 1, out: "", error: `candor: ${reason}\n` });
    expect(await idsOf(database)).toEqual([]);
  });

  test("without a rating and without a terminal it says what it needs and waits for nothing", async () => {
    expect(await add(await newSqliteStore(), "--text", "Fine.")).toEqual({
      code: 2,
      out: "",
      error: "candor: add needs a rating: candor add --author NAME --rating 5 --text TEXT\n",
    });
  });

  test("takes options only", async () => {
    expect(await add(await newSqliteStore(), "Fine.", "--rating", "5")).toEqual({
      code: 2,
      out: "",
      error: "candor: add takes options only: candor add --rating 5 --text TEXT\n",
    });
  });

  test("asks on a terminal for what was not given", async () => {
    const database = await newSqliteStore();
    const answers = ["5", "", "Kind people.", "visit record"];
    const asked: string[] = [];
    const code = await runCli(["add", "--author", "Ann Bee"], {
      env: { DATABASE_URL: database },
      out: () => {},
      error: () => {},
      interactive: true,
      ask: async (question) => {
        asked.push(question);
        return answers.shift() ?? "";
      },
      now: () => new Date("2026-05-02T12:00:00Z"),
    });
    expect([code, asked.length]).toEqual([0, 4]);
    const [id = ""] = await idsOf(database);
    const { out } = await candor(database, ["show", id]);
    expect(out).toContain(
      "state       published\nauthor      Ann B.\nrating      5 stars\ndate        2026-05-02\nsource      direct\nverified    visit_record",
    );
  });
});
