import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { importFiles } from "../../src/import/run/import-files.ts";
import { DEFAULT_OPTIONS } from "../../src/import/run/run.ts";
import { decideReplies, verifyReviews, withholdReviews } from "../../src/owner/decide-reviews.ts";
import { candor } from "../commands/terminal.ts";
import { DATABASES, newFolder } from "../databases.ts";
import { openImports } from "./imports.ts";

const HELD = "We were glad to treat your shoulder last month.";
const ONE = "1,Ann Bee,5,2026-01-01,Good people.,";
const OTHERS = Array.from(
  { length: 12 },
  (_, at) => `${at + 10},Al Foe,4,2026-01-0${(at % 9) + 1},Number ${at} is fine.,`,
);

describe.each(DATABASES)("what the owner decided in $dialect", ({ newDatabase }) => {
  const imports = openImports("id,name,rating,date,review,reply");
  const { deps, load, undo, idOf } = imports;
  let url: string;
  let store: Awaited<ReturnType<typeof imports.open>>;
  beforeEach(async () => {
    url = await newDatabase();
    store = await imports.open(url);
  });
  afterEach(() => store.close());
  const complete = (exported_at: string) => ({ complete: true, exported_at });
  const shown = async (source_id = "1") =>
    (
      await store.query(
        "SELECT state, held_reason, verification_method, reply_state FROM review WHERE source_id = $1",
        [source_id],
      )
    )[0];
  /** A complete export without the review, and then one with it. */
  async function leaveAndReturn(line = ONE) {
    await load(OTHERS, complete("2026-06-01T00:00:00Z"));
    const gone = await shown();
    await load([line, ...OTHERS], complete("2026-07-01T00:00:00Z"));
    return gone;
  }

  test("withheld for a legal reason lasts, whatever is imported, until the owner ends it", async () => {
    await load([ONE, ...OTHERS], complete("2026-05-02T00:00:00Z"));
    const id = await idOf("1");
    await withholdReviews(deps(), { ids: [id] });
    expect(await leaveAndReturn()).toMatchObject({ state: "held", held_reason: "legal" });
    expect(await shown()).toMatchObject({ state: "held", held_reason: "legal" });
    // Its row is gone, as after a restore of a backup from before its import.
    await store.query("DELETE FROM review WHERE id = $1", [id]);
    await load([ONE]);
    expect(await shown()).toMatchObject({ state: "held", held_reason: "legal" });
    await verifyReviews(deps(), { ids: [id] }, "operator");
    await load([ONE.replace("Good", "Very good")]);
    expect(await shown()).toMatchObject({ state: "published" });
  });

  test("a verified review that left its source and returned is verified", async () => {
    await load([ONE, ...OTHERS], { ...complete("2026-05-02T00:00:00Z"), verified_by: null });
    expect(await shown()).toMatchObject({ held_reason: "unverified" });
    await verifyReviews(deps(), { ids: [await idOf("1")] }, "visit_record");
    expect(await leaveAndReturn()).toBeUndefined();
    expect(await shown()).toMatchObject({ state: "published", verification_method: "visit_record" });
  });

  test("a verification is not replaced by that of a document with the same review", async () => {
    await load([ONE], { verified_by: null });
    const id = await idOf("1");
    await verifyReviews(deps(), { ids: [id] }, "visit_record");
    const path = join(newFolder(), "mirror.ndjson");
    const verification = { method: "platform_account", verified_at: "2026-01-02T00:00:00Z" };
    const review = { id, revision: 2, source: "other", author: "Ann B.", rating: 4, date: "2026-01-01", verification };
    writeFileSync(path, JSON.stringify({ ...review, text: "Good people.", updated_at: "2026-07-01T00:00:00Z" }));
    expect(await importFiles(deps(), [path], { ...DEFAULT_OPTIONS, format: "candor" })).toMatchObject({ updated: 1 });
    expect(await store.query("SELECT rating, verification_method FROM review")).toEqual([
      { rating: 4, verification_method: "visit_record" },
    ]);
  });

  test("a reply stays published or kept back until its words change, also when the review returns", async () => {
    const reply = (words: string) => `${ONE}${words}`;
    for (const [state, other] of [
      ["published", "held"],
      ["dropped", "held"],
    ] as const) {
      await load([reply(HELD), ...OTHERS], complete("2026-05-02T00:00:00Z"));
      await decideReplies(deps(), { ids: [await idOf("1")] }, state);
      expect(await leaveAndReturn(reply(HELD))).toBeUndefined();
      expect(await shown()).toMatchObject({ reply_state: state });
      await load([reply("We hope your knee surgery went well.")]);
      expect(await shown()).toMatchObject({ reply_state: other });
      await store.query("DELETE FROM review");
      await store.query("DELETE FROM complete_export");
      await store.query("DELETE FROM decision");
    }
  });

  test("a decision about a reply lasts when its import is taken back and made again", async () => {
    await load([`${ONE}${HELD}`]);
    await decideReplies(deps(), { ids: [await idOf("1")] }, "dropped");
    await undo();
    await load([`${ONE}${HELD}`]);
    expect(await shown()).toMatchObject({ reply_state: "dropped" });
  });

  test("one answer for several ids, or for all of a kind", async () => {
    await load([`${ONE}${HELD}`, `2,Cy Dee,4,2026-01-02,Fine.,${HELD}`, "3,Di Eff,4,2026-01-03,Nice.,"], {
      verified_by: null,
    });
    const call = (...argv: string[]) => candor(url, argv, "2026-08-01T12:00:00Z");
    const refused = await call("verify", "--all-of", "unverified", "--verified-by", "operator");
    expect([refused.code, refused.error]).toEqual([2, expect.stringContaining("add --yes")]);
    expect((await call("verify", "--all-of", "reply", "--verified-by", "operator", "--yes")).code).toBe(2);
    expect((await call("verify", await idOf("1"), "--all-of", "unverified", "--verified-by", "operator")).code).toBe(2);
    const two = await call("verify", await idOf("1"), await idOf("2"), "--verified-by", "operator", "--json");
    expect(JSON.parse(two.out)).toEqual({ published: 2 });
    const rest = await call("verify", "--all-of", "unverified", "--verified-by", "operator", "--yes", "--json");
    expect(JSON.parse(rest.out)).toEqual({ published: 1 });
    const replies = await call("reply", "--all-of", "reply", "drop", "--yes", "--json");
    expect(JSON.parse(replies.out)).toEqual({ changed: 2, reply: "dropped" });
    const both = await call("reply", await idOf("1"), await idOf("2"), "publish", "--json");
    expect(JSON.parse(both.out)).toEqual({ changed: 2, reply: "published" });
    expect((await call("reply", "--all-of", "reply", "drop", "--yes")).out).toBe("no reply waits\n");
    await store.query("UPDATE review SET reply_state = 'held' WHERE reply_text IS NOT NULL");
    const withheld = await call("withhold", "--all-of", "reply", "--reason", "legal", "--yes", "--json");
    expect(JSON.parse(withheld.out)).toMatchObject({ withheld: 2 });
    expect((await call("status")).out).toContain("waiting     2 reply: candor waiting lists them");
    expect((await call("doctor")).out).toContain("waiting: 2 reply: candor waiting lists them");
  });
});
