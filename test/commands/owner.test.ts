import { describe, expect, test } from "bun:test";
import { newSqliteStore } from "../databases.ts";
import { idsOf, writeTable } from "./own-table.ts";
import { candor } from "./terminal.ts";

describe("candor status", () => {
  test("lists held reviews with author, stars and first words, and replies that wait", async () => {
    const database = await newSqliteStore();
    const long = "The first words are shown and the rest of this long text is cut off at the end.";
    await candor(database, ["import", writeTable(`1,Ann Bee,2,2026-01-01,${long},\n2,Cyrus Dee,5,2026-01-02,,\n`)]);
    const reply = writeTable('3,Di Ek,4,2026-01-03,Good.,"Your knee surgery went well, Di!"\n');
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
    await candor(database, [
      "import",
      writeTable('1,Ann Bee,2,2026-01-01,Fine.,"Your knee surgery went well, Ann!"\n'),
    ]);
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
    expect(await state()).toEqual([0, { unverified: 1, consent: 0, duplicate: 0, legal: 0 }]);
    expect(await candor(database, ["verify", id, "--undo"])).toEqual({
      code: 1,
      out: "",
      error: `candor: review ${id} was not published by candor verify: only that can be taken back. Nothing was changed\n`,
    });
    await candor(database, ["verify", id, "--verified-by", "invitation"]);
    const withheld = await candor(database, ["withhold", id, "--reason", "legal"]);
    expect(withheld.out).toBe(`1 of 1 withheld\n${line}to reverse: candor verify ${id} --verified-by invitation\n`);
    await candor(database, ["verify", id, "--verified-by", "invitation"]);
    expect(await state()).toEqual([1, { unverified: 0, consent: 0, duplicate: 0, legal: 0 }]);
    expect((await candor(database, ["reply", id, "drop"])).out).toBe(
      `reply dropped\n${line}to reverse: candor reply ${id} publish\n`,
    );
    expect((await candor(database, ["erase", id, "--reason", "legal"])).out).toBe(
      "1 erased: this cannot be reversed, and no import brings it back\n",
    );
  });

  test("an import is taken back after its decisions were reversed", async () => {
    const database = await newSqliteStore();
    await candor(database, ["import", writeTable("1,Ann Bee,2,2026-01-01,Fine.,\n"), "--verified-by", "operator"]);
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
