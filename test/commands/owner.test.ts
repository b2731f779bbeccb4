import { describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { runCli } from "../../src/cli.ts";
import { openStore } from "../../src/store/open.ts";
import { newFolder, newSqliteStore } from "../databases.ts";
import { candor } from "./terminal.ts";

const folder = newFolder();
const HEAD = "id,name,rating,date,review,reply\n";
const write = (text: string) => {
  const path = join(folder, "own.csv");
  writeFileSync(path, `${HEAD}${text}`);
  return path;
};
const idsOf = async (database: string): Promise<string[]> => {
  const store = await openStore(database);
  const rows = await store.query<{ id: string }>("SELECT id FROM review ORDER BY date, id");
  await store.close();
  return rows.map(({ id }) => id);
};

describe("candor show", () => {
  test("prints a held review, why it is held, its history and what to do next", async () => {
    const database = await newSqliteStore();
    await candor(database, ["import", write("1,Ann Bee,2,2026-01-01,Call me at 503-555-0123.,\n")]);
    const [id = ""] = await idsOf(database);
    expect((await candor(database, ["show", id])).out).toBe(`review      ${id}
state       held as unverified: nothing says yet how the author is known to be a customer
author      Ann B.
rating      2 stars
date        2026-01-01
source      other
verified    no
revision    1, updated 2026-01-01T00:00:00Z
redactions  [{"kind":"phone","count":1}]

Call me at [phone].

history
  2026-05-01T12:00:00Z  added by import 1

next
  publish it: candor verify ${id} --verified-by METHOD
  withhold it for a legal reason: candor withhold ${id} --reason legal
  erase it for good: candor erase ${id} --reason erased_on_request
`);
  });

  test("prints edits with the former words, decisions, and why a review was removed", async () => {
    const database = await newSqliteStore();
    const at = (day: number) => `2026-05-0${day}T12:00:00Z`;
    const load = (text: string, day: number) => candor(database, ["import", write(text)], at(day));
    await load('1,Ann Bee,5,2026-01-01,Good day.,"Your knee surgery went well, Ann!"\n', 1);
    await load('1,Ann Bee,1,2026-01-01,Bad day.,"Your knee surgery went well, Ann!"\n', 2);
    const [id = ""] = await idsOf(database);
    await candor(database, ["verify", id, "--verified-by", "visit_record"], at(3));
    await candor(database, ["reply", id, "drop"], at(4));
    const shown = await candor(database, ["show", id]);
    expect(shown.out).toContain(`
history
  2026-05-01T12:00:00Z  added by import 1
  2026-05-02T12:00:00Z  edited by import 2; before: 5 stars, Good day.
  2026-05-03T12:00:00Z  verified (visit_record)
  2026-05-04T12:00:00Z  owner reply dropped
`);
    const [known] = JSON.parse((await candor(database, ["show", id, "--json"])).out).reviews;
    expect(known).toMatchObject({ id, review: { rating: 1, state: "published" }, why: null });
    expect(known.review.person).toBeUndefined();
    expect(known.history[1]).toEqual({
      at: at(2),
      event: "edited",
      run: 2,
      detail: null,
      former: { revision: 1, rating: 5, title: null, text: "Good day." },
    });
    await candor(database, ["erase", id, "--reason", "erased_on_request"], at(5));
    expect((await candor(database, ["show", id])).out).toBe(
      `review      ${id}\nstate       removed on ${at(5)} (erased_on_request): it was erased on request: no import brings it back\n\nhistory\n  nothing is recorded\n`,
    );
  });

  test("says that an id is unknown", async () => {
    expect(await candor(await newSqliteStore(), ["show", "7Q2M4D9ZK1VXB3H8RTCNE5WYA6"])).toEqual({
      code: 1,
      out: "",
      error: "candor: no review 7Q2M4D9ZK1VXB3H8RTCNE5WYA6 is known: candor status lists the held reviews\n",
    });
  });
});

describe("candor status", () => {
  test("lists held reviews with author, stars and first words, and replies that wait", async () => {
    const database = await newSqliteStore();
    const long = "The first words are shown and the rest of this long text is cut off at the end.";
    await candor(database, ["import", write(`1,Ann Bee,2,2026-01-01,${long},\n2,Cyrus Dee,5,2026-01-02,,\n`)]);
    const reply = write('3,Di Ek,4,2026-01-03,Good.,"Your knee surgery went well, Di!"\n');
    await candor(database, ["import", reply, "--verified-by", "operator"]);
    const [ann, cy, di] = await idsOf(database);
    const { out } = await candor(database, ["status"]);
    expect(out).toEndWith(`held reviews
  ${cy}  2026-01-02  5 stars  other  Cyrus D.  unverified  (no text)
  ${ann}  2026-01-01  2 stars  other  Ann B.    unverified  The first words are shown and the rest of this long text is…
  why, and what to do: candor show ID
  publish: candor verify ID… --verified-by METHOD
owner replies that wait
  ${di}  2026-01-03  4 stars  other  Di E.  may reveal health details  Good.
  read a reply: candor reply ID; then candor reply ID publish, or drop
`);
  });
});

describe("decisions", () => {
  test("say what they did and how to reverse it, and the reverse works", async () => {
    const database = await newSqliteStore();
    await candor(database, ["import", write('1,Ann Bee,2,2026-01-01,Fine.,"Your knee surgery went well, Ann!"\n')]);
    const [id = ""] = await idsOf(database);
    const line = `  ${id}  2026-01-01  2 stars  other  Ann B.  Fine.\n`;
    const state = async () => {
      const { reviews } = JSON.parse((await candor(database, ["status", "--json"])).out);
      return [reviews.published, reviews.held];
    };
    const verified = await candor(database, ["verify", id, "--verified-by", "invitation"]);
    expect(verified.out).toBe(`1 of 1 published\n${line}to reverse: candor verify ${id} --undo\n`);
    expect((await candor(database, ["verify", id, "--undo"])).out).toBe(
      `1 of 1 held again\n${line}to publish again: candor verify ${id} --verified-by METHOD\n`,
    );
    expect(await state()).toEqual([0, { unverified: 1, duplicate: 0, legal: 0 }]);
    expect(await candor(database, ["verify", id, "--undo"])).toEqual({
      code: 1,
      out: "",
      error: `candor: review ${id} was not published by candor verify: only that can be taken back. Nothing was changed\n`,
    });
    await candor(database, ["verify", id, "--verified-by", "invitation"]);
    const withheld = await candor(database, ["withhold", id, "--reason", "legal"]);
    expect(withheld.out).toBe(`1 of 1 withheld\n${line}to reverse: candor verify ${id} --verified-by invitation\n`);
    await candor(database, ["verify", id, "--verified-by", "invitation"]);
    expect(await state()).toEqual([1, { unverified: 0, duplicate: 0, legal: 0 }]);
    expect((await candor(database, ["reply", id, "drop"])).out).toBe(
      `reply dropped\n${line}to reverse: candor reply ${id} publish\n`,
    );
    expect((await candor(database, ["erase", id, "--reason", "legal"])).out).toBe(
      "1 erased: this cannot be reversed, and no import brings it back\n",
    );
  });

  test("an import is taken back after its decisions were reversed", async () => {
    const database = await newSqliteStore();
    await candor(database, ["import", write("1,Ann Bee,2,2026-01-01,Fine.,\n"), "--verified-by", "operator"]);
    const [id = ""] = await idsOf(database);
    await candor(database, ["withhold", id, "--reason", "legal"]);
    const refused = await candor(database, ["undo"]);
    expect([refused.code, refused.error]).toEqual([
      1,
      `candor: review ${id} of import 1 was withheld for a legal reason on 2026-05-01T12:00:01Z: reverse that first (candor verify ${id} --verified-by operator). Nothing was changed\n`,
    ]);
    await candor(database, ["verify", id, "--verified-by", "operator"]);
    expect(await candor(database, ["undo"])).toMatchObject({ code: 0 });
  });
});

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
    await add(database, "--rating", "5");
    await add(database, "--rating", "5");
    expect(await idsOf(database)).toHaveLength(3);
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

describe("candor digest", () => {
  const digest = (database: string, ...options: string[]) =>
    candor(database, ["digest", ...options], "2026-05-08T12:00:00Z");

  test("prints nothing where there is nothing to say; --always prints anyway", async () => {
    const database = await newSqliteStore();
    const quiet = { code: 0, out: "", error: "" };
    expect(await digest(database)).toEqual(quiet);
    await candor(database, ["import", write("1,Ann Bee,2,2026-01-01,Fine.,\n"), "--verified-by", "operator"]);
    expect(await digest(database, "--since", "24h")).toEqual(quiet);
    expect((await digest(database, "--since", "24h", "--always")).out).toBe(
      "Candor: since 2026-05-07T12:00:00Z\nnothing new, and nothing waits for you\n",
    );
  });

  test("lists new, edited and low reviews, held ones and replies that wait", async () => {
    const database = await newSqliteStore();
    const load = (text: string, day: number, ...options: string[]) =>
      candor(database, ["import", write(text), ...options], `2026-05-0${day}T12:00:00Z`);
    await load("1,Ann Bee,5,2026-01-01,Fine.,\n", 1, "--verified-by", "operator");
    await load("1,Ann Bee,1,2026-01-01,Worse.,\n", 3, "--verified-by", "operator");
    await load("2,Cy Dee,3,2026-01-02,Calm.,\n", 4);
    await load('3,Di Ek,2,2026-01-03,Good.,"Your knee surgery went well, Di!"\n', 5, "--verified-by", "operator");
    const [ann, cy, di] = await idsOf(database);
    expect((await digest(database, "--since", "2026-05-02")).out).toBe(`Candor: since 2026-05-02T00:00:00Z

Low ratings (2): 1 or 2 stars, new or edited
  ${di}  2026-01-03  2 stars  other  Di E.   published  Good.
  ${ann}  2026-01-01  1 star   other  Ann B.  published  Worse.

New reviews (2)
  ${di}  2026-01-03  2 stars  other  Di E.  published  Good.
  ${cy}  2026-01-02  3 stars  other  Cy D.  held       Calm.

Edited reviews (1)
  ${ann}  2026-01-01  1 star  other  Ann B.  published  Worse.

Held (1): not published
  ${cy}  2026-01-02  3 stars  other  Cy D.  unverified  Calm.
  candor show ID says why; candor verify ID --verified-by METHOD publishes

Owner replies that wait (1)
  ${di}  2026-01-03  2 stars  other  Di E.  may reveal health details  Good.
  candor reply ID shows one; then candor reply ID publish, or drop
`);
    const json = JSON.parse((await digest(database, "--since", "2026-05-02", "--json")).out);
    expect(json).toMatchObject({
      held_count: 1,
      replies_count: 1,
      low: [{ id: di }, { id: ann }],
      edited: [{ id: ann }],
    });
    expect(json.new.map(({ id }: { id: string }) => id)).toEqual([di, cy]);
  });

  test.each([
    ["soon", "candor: --since soon is not a time: use 7d, 24h, 2w or a date such as 2026-05-01\n"],
    ["7", "candor: --since 7 is not a time: use 7d, 24h, 2w or a date such as 2026-05-01\n"],
  ])("--since %s is refused", async (since, line) => {
    expect(await digest(await newSqliteStore(), "--since", since)).toEqual({ code: 2, out: "", error: line });
  });
});
