import { describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
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
