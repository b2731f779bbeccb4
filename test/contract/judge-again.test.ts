import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { judgeAgain } from "../../src/import/run/judge-again.ts";
import { findOutdated } from "../../src/import/run/outdated-rules.ts";
import { saveBusiness } from "../../src/import/run/save-business.ts";
import { RULES_VERSION } from "../../src/model/rules-version.ts";
import { readHistory } from "../../src/owner/history-events.ts";
import { readRules } from "../../src/owner/rules.ts";
import { openStore } from "../../src/store/connection/open-store.ts";
import { readDataset } from "../../src/store/dataset/dataset.ts";
import { candor } from "../commands/terminal.ts";
import { DATABASES } from "../databases.ts";
import { testProfile } from "../rows.ts";
import { openImports } from "./imports.ts";

const HEAD = "id,name,rating,date,review,reply";
const HELD = "We were glad to treat your shoulder last month.";
const OPEN = "Thank you for the kind words!";

describe.each(DATABASES)("rules of a newer version in $dialect", ({ newDatabase }) => {
  const imports = openImports(HEAD);
  const { deps, load, undo, idOf, pass } = imports;
  let url: string;
  let store: Awaited<ReturnType<typeof imports.open>>;
  beforeEach(async () => {
    url = await newDatabase();
    store = await imports.open(url);
  });
  afterEach(() => store.close());

  const judge = () => {
    pass(1000);
    return judgeAgain(deps());
  };
  /** As a version without these rules left it: it hid nothing, held no reply and kept no version. */
  async function makeOld(rules: number | null = null): Promise<void> {
    for (const table of ["review", "former_review"]) {
      await store.query(`UPDATE ${table} SET text = replace(text, '[phone]', '541-555-0137')`);
      await store.query(
        `UPDATE ${table} SET reply_state = 'published', reply_held_reason = NULL WHERE reply_state = 'held'`,
      );
    }
    for (const table of ["review", "former_review"]) await store.query(`UPDATE ${table} SET redactions = '[]'`);
    await store.query("UPDATE review_revision SET text = replace(text, '[phone]', '541-555-0137')");
    await store.query("DELETE FROM judged_rules");
    if (rules !== null)
      await store.query(
        "INSERT INTO judged_rules (id, rules, engine, reviews, hidden, replies_held) VALUES (1, $1, '1.0', 0, 0, 0)",
        [rules],
      );
  }
  const shown = () => store.query("SELECT source_id, text, reply_state FROM review ORDER BY source_id");
  const decide = (...argv: string[]) => candor(url, argv, new Date(Date.now() + 3_600_000).toISOString());

  test("hide what is stored and hold its replies, in one version, and nothing is uncovered", async () => {
    await load([`1,Ann Bee,5,2026-01-01,Call me at 541-555-0137.,${HELD}`, `2,Cy Dee,4,2026-01-02,Good.,${OPEN}`]);
    await load([`1,Ann Bee,5,2026-01-01,Call me at 541-555-0137 now.,${HELD}`]);
    // Held by an older version, and published by today's rules.
    await store.query("UPDATE review SET reply_state = 'held', reply_held_reason = 'older' WHERE source_id = '2'");
    const kept = await shown();
    await makeOld();
    await store.query("UPDATE review SET reply_state = 'held', reply_held_reason = 'older' WHERE source_id = '2'");
    expect(await findOutdated(store)).toBe("rules");
    expect(await readRules(store)).toMatchObject({ applied: false });
    const { version } = await readDataset(store);
    expect(await judge()).toMatchObject({ dataset_version: version + 1, reviews: 2, hidden: 1, replies_held: 1 });
    expect(await shown()).toEqual(kept);
    expect(kept).toEqual([
      { source_id: "1", text: "Call me at [phone] now.", reply_state: "held" },
      { source_id: "2", text: "Good.", reply_state: "held" },
    ]);
    expect(await store.query("SELECT text FROM review_revision")).toEqual([{ text: "Call me at [phone]." }]);
    expect(await readDataset(store)).toMatchObject({ version: version + 1 });
    expect(await findOutdated(store)).toBeNull();
    expect(await judge()).toBeNull();
    // What undo brings back was judged, too.
    await undo();
    expect((await shown())[0]).toEqual({ source_id: "1", text: "Call me at [phone].", reply_state: "held" });
    expect(await load([`1,Ann Bee,5,2026-01-01,Call me at 541-555-0137.,${HELD}`])).toMatchObject({ unchanged: 1 });
  });

  test("a reply that the owner published or kept back stays so, and one that changed since waits", async () => {
    await load([
      `1,Ann Bee,5,2026-01-01,Good.,${HELD}`,
      `2,Cy Dee,4,2026-01-02,Fine.,${HELD}`,
      `3,Di Eff,4,2026-01-03,Nice.,${HELD}`,
    ]);
    for (const one of ["1", "3"]) await decide("reply", await idOf(one), "publish");
    await decide("reply", await idOf("2"), "drop");
    await load([`3,Di Eff,4,2026-01-03,Nice.,We hope your knee surgery went well.`]);
    await makeOld();
    await judge();
    expect((await shown()).map(({ reply_state }) => reply_state)).toEqual(["published", "dropped", "held"]);
  });

  test("a decision of an older version counts if nothing changed since, and else the reply waits", async () => {
    await load([`1,Ann Bee,5,2026-01-01,Good.,${HELD}`, `2,Cy Dee,4,2026-01-02,Fine.,${HELD}`]);
    for (const one of ["1", "2"]) await decide("reply", await idOf(one), "publish");
    await store.query("UPDATE decision SET words = NULL");
    await load([`2,Cy Dee,4,2026-01-02,Fine indeed.,${HELD}`]);
    await makeOld();
    await judge();
    expect((await shown()).map(({ reply_state }) => reply_state)).toEqual(["published", "held"]);
    // From now on the words are known: another edit of the review changes nothing.
    await load([`1,Ann Bee,5,2026-01-01,Good indeed.,${HELD}`]);
    await makeOld();
    await judge();
    expect((await shown())[0]).toMatchObject({ text: "Good indeed.", reply_state: "published" });
  });

  test("a decision stays about a reply in which newer rules hide words", async () => {
    await load([`1,Ann Bee,5,2026-01-01,Good.,"We treated you, call 541-555-0137."`]);
    const id = await idOf("1");
    await store.query("UPDATE review SET reply_text = replace(reply_text, '[phone]', '541-555-0137')");
    await decide("reply", id, "publish");
    await makeOld();
    expect(await judge()).toMatchObject({ hidden: 1, replies_held: 0 });
    await makeOld();
    await judge();
    expect(await store.query("SELECT reply_text, reply_state FROM review")).toEqual([
      { reply_text: "We treated you, call [phone].", reply_state: "published" },
    ]);
    expect((await readHistory(store, id)).map(({ event }) => event)).toEqual(["added", "reply_published"]);
  });

  /** The same store, in which something happens before the first transaction begins. */
  function interrupted(work: () => Promise<unknown>) {
    let done = false;
    const transaction: typeof store.transaction = async (inside) => {
      if (!done) {
        done = true;
        await work();
      }
      return store.transaction(inside);
    };
    return { ...deps(), store: { ...store, transaction } };
  }

  test("of two programs that judge at once, the second finds it done", async () => {
    await load([`1,Ann Bee,5,2026-01-01,Call me at 541-555-0137.,`]);
    await makeOld();
    const { version } = await readDataset(store);
    const other = await openStore(url);
    expect(await judgeAgain(interrupted(() => judgeAgain({ ...deps(), store: other })))).toBeNull();
    await other.close();
    expect(await readDataset(store)).toMatchObject({ version: version + 1 });
    expect(await shown()).toEqual([{ source_id: "1", text: "Call me at [phone].", reply_state: null }]);
  });

  test("what changes meanwhile is judged, too", async () => {
    await load([`1,Ann Bee,5,2026-01-01,Call me at 541-555-0137.,`]);
    await makeOld();
    const { version } = await readDataset(store);
    const judged = await judgeAgain(interrupted(() => saveBusiness(deps(), testProfile())));
    expect(judged).toMatchObject({ hidden: 1, dataset_version: version + 2 });
    expect(await shown()).toEqual([{ source_id: "1", text: "Call me at [phone].", reply_state: null }]);
  });

  test("a newer program's rules are left alone, and another engine alone makes one version", async () => {
    await load([`1,Ann Bee,5,2026-01-01,Good.,`]);
    await store.query("DELETE FROM judged_rules");
    await makeOld(99);
    expect(await findOutdated(store)).toBeNull();
    await makeOld(RULES_VERSION);
    expect(await findOutdated(store)).toBe("engine");
    const { version } = await readDataset(store);
    expect(await judge()).toBeNull();
    expect(await readDataset(store)).toMatchObject({ version: version + 1 });
    expect(await findOutdated(store)).toBeNull();
  });

  test("a command that writes judges first, and says what changed", async () => {
    await load([`1,Ann Bee,5,2026-01-01,Call me at 541-555-0137.,${HELD}`]);
    await makeOld();
    const status = await candor(url, ["status"]);
    expect(status.out).toContain("rules       not yet applied to what is stored");
    const verified = await decide("verify", await idOf("1"), "--verified-by", "visit_record");
    expect(verified.error).toContain(
      "the rules of this version were applied to 1 stored review: 1 show less, 1 owner reply wait for you",
    );
    expect((await shown())[0]).toEqual({ source_id: "1", text: "Call me at [phone].", reply_state: "held" });
    expect((await candor(url, ["status"])).out).toMatch(/rules {7}applied at \S+ \(version \d+\): 1 show less/);
  });
});
