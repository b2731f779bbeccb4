import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { eraseReviews } from "../../src/import/run/erase-reviews.ts";
import { forgetDoubtful } from "../../src/import/run/forget-doubtful.ts";
import { judgeAgain } from "../../src/import/run/judge-again.ts";
import { saveBusiness } from "../../src/import/run/save-business.ts";
import { decideWords } from "../../src/owner/decide-words.ts";
import { restoreBackup } from "../../src/owner/restore-backup.ts";
import { countWaiting, readWaiting } from "../../src/owner/waiting.ts";
import { openStore } from "../../src/store/connection/open-store.ts";
import { readDataset } from "../../src/store/dataset/dataset.ts";
import type { Store } from "../../src/store/store.ts";
import { candor } from "../commands/terminal.ts";
import { DATABASES, newFolder } from "../databases.ts";
import { testProfile } from "../rows.ts";
import { openImports } from "./imports.ts";

const HEAD = "id,name,rating,date,review,reply";
const DAY_MS = 86_400_000;
const DOUBT = "Lincoln Waters is nice.";
const HIDDEN = "Lincoln W. is nice.";
const TWO = "Lincoln Waters is nice. Really. Madison Rivers is nice.";

describe.each(DATABASES)("doubtful words in $dialect", ({ newDatabase }) => {
  const { open, deps, load, undo, idOf, pass } = openImports(HEAD);
  let store: Store;
  let url: string;
  beforeEach(async () => {
    url = await newDatabase();
    store = await open(url);
  });
  afterEach(() => store.close());

  const row = (text: string, id = "1", rating = 5) => `${id},Ann Bee,${rating},2026-01-0${id},${text},`;
  const waiting = async () => (await countWaiting(store, deps().now())).doubtful_words;
  const stored = async (id = "1") => {
    const [found] = await store.query("SELECT text, redactions FROM review WHERE source_id = $1", [id]);
    return [found?.text, found?.redactions];
  };
  const decide = async (show: boolean, id = "1") => {
    pass(60_000);
    return decideWords(deps(), { ids: [await idOf(id)] }, { show });
  };
  const bytesOf = async (table: string) => JSON.stringify(await store.query(`SELECT * FROM ${table}`));

  test("are hidden, wait with their words, and are shown or stay hidden as the owner decides", async () => {
    await load([row(DOUBT), row(DOUBT.replace("nice", "fine"), "2")]);
    expect(await stored()).toEqual([HIDDEN, '[{"kind":"name","count":1}]']);
    expect(await waiting()).toBe(2);
    const { items } = await readWaiting(store, 1, deps().now().toISOString());
    expect(items[1]?.doubtful).toEqual([{ field: "text", words: "Lincoln Waters", shown: "Lincoln W." }]);
    const { version } = await readDataset(store);
    expect((await decide(true)).changed).toHaveLength(1);
    expect(await stored()).toEqual([DOUBT, "[]"]);
    await decide(false, "2");
    expect(await stored("2")).toEqual(["Lincoln W. is fine.", '[{"kind":"name","count":1}]']);
    expect(await waiting()).toBe(0);
    expect(await bytesOf("review WHERE source_id = '2'")).not.toContain("Waters");
    expect(await bytesOf("owner_edit")).not.toContain("Waters");
    expect((await readDataset(store)).version).toBe(version + 2);
  });

  test("a decision outlives imports of the same and of other words, and undo", async () => {
    await load([row(DOUBT), row(DOUBT, "2")]);
    await load([row(`${DOUBT} Well.`), row(DOUBT, "2", 3)]);
    expect(await waiting()).toBe(2);
    await decide(true);
    await decide(false, "2");
    expect(await load([row(`${DOUBT} Well.`), row(DOUBT, "2", 3)])).toMatchObject({ unchanged: 2, run: null });
    await undo();
    expect([await stored(), await stored("2")]).toEqual([
      [DOUBT, "[]"],
      [HIDDEN, '[{"kind":"name","count":1}]'],
    ]);
    expect(await waiting()).toBe(0);
    await undo();
    await load([row(DOUBT), row(DOUBT, "2")]);
    expect([(await stored())[0], (await stored("2"))[0]]).toEqual([DOUBT, HIDDEN]);
    await load([row(`Really. ${DOUBT}`), row(`Really. ${DOUBT}`, "2")]);
    expect([(await stored())[0], (await stored("2"))[0]]).toEqual([`Really. ${DOUBT}`, `Really. ${HIDDEN}`]);
    expect(await waiting()).toBe(0);
  });

  test("a decision is taken back: shown words are hidden at once, hidden ones come with the next import", async () => {
    await load([row(DOUBT)]);
    await decide(true);
    await decide(false);
    expect(await stored()).toEqual([HIDDEN, '[{"kind":"name","count":1}]']);
    expect((await decide(false)).changed).toEqual([]);
    expect(await decide(true)).toMatchObject({ absent: 1 });
    expect((await stored())[0]).toBe(HIDDEN);
    await load([row(DOUBT)]);
    expect(await stored()).toEqual([DOUBT, "[]"]);
    expect((await decide(true)).changed).toEqual([]);
  });

  test("of several, each is decided alone, and places follow", async () => {
    await load([row(TWO)]);
    const only = (words: string) => (_: string, one: string) => one === words;
    const ids = [await idOf("1")];
    await decideWords(deps(), { ids }, { show: true, isChosen: only("Madison Rivers") });
    expect(await stored()).toEqual([
      "Lincoln W. is nice. Really. Madison Rivers is nice.",
      '[{"kind":"name","count":1}]',
    ]);
    expect(await waiting()).toBe(1);
    expect(await load([row(TWO)])).toMatchObject({ unchanged: 1 });
    await decideWords(deps(), { ids }, { show: true });
    expect(await stored()).toEqual([TWO, "[]"]);
  });

  test("after 30 days words are deleted, stay hidden and wait no more, whatever brings them again", async () => {
    await load([row(DOUBT)]);
    await load([row(`${DOUBT} Well.`)]);
    pass(29 * DAY_MS);
    expect(await forgetDoubtful(deps())).toBe(0);
    expect(await waiting()).toBe(1);
    pass(DAY_MS);
    expect(await waiting()).toBe(0);
    expect(await forgetDoubtful(deps())).toBeGreaterThan(0);
    for (const table of ["review", "former_review", "owner_edit"]) expect(await bytesOf(table)).not.toContain("Waters");
    await load([row(`${DOUBT} Well again.`)]);
    expect((await stored())[0]).toBe(`${HIDDEN} Well again.`);
    expect(await waiting()).toBe(0);
    await decide(true);
    await load([row(`${DOUBT} Well at last.`)]);
    expect((await stored())[0]).toBe(`${DOUBT} Well at last.`);
  });

  test("newer rules and a stricter profile leave what is shown, and ask about what they find", async () => {
    await load([row(DOUBT), row(DOUBT, "2")]);
    await decide(true);
    await store.query("UPDATE review SET text = $1, doubtful = NULL, redactions = '[]' WHERE source_id = '2'", [DOUBT]);
    await store.query("DELETE FROM judged_rules");
    pass(1000);
    await judgeAgain(deps());
    expect([(await stored())[0], (await stored("2"))[0]]).toEqual([DOUBT, HIDDEN]);
    expect(await waiting()).toBe(1);
    pass(1000);
    await saveBusiness(deps(), { ...testProfile(), privacy: { names: "anonymous", avatars: false, redact: true } });
    expect((await stored())[0]).toBe(DOUBT);
    await decide(true, "2");
    expect(await waiting()).toBe(0);
  });

  test("erase removes them, and person finds them", async () => {
    await load([row(DOUBT)]);
    const { out } = await candor(url, ["person", "Lincoln Waters", "--json"], deps().now().toISOString());
    expect(JSON.parse(out).reviews).toMatchObject([{ match: "words", doubtful: ["Lincoln Waters"] }]);
    await decide(true);
    await eraseReviews(deps(), [await idOf("1")], "erased_on_request");
    expect(await store.query("SELECT * FROM owner_edit")).toEqual([]);
  });

  test("commands list, count and decide", async () => {
    await load([row(DOUBT)]);
    const id = await idOf("1");
    const call = (...argv: string[]) => candor(url, argv, deps().now().toISOString());
    expect((await call("waiting")).out).toContain(`words: "Lincoln Waters", shown as "Lincoln W."`);
    expect(JSON.parse((await call("status", "--json")).out).waiting_counts).toMatchObject({ doubtful_words: 1 });
    expect((await call("words", id)).code).toBe(2);
    expect((await call("words", id, "show", "--only", "Nobody")).out).toBe("nothing changed\n");
    expect((await call("words", id, "show")).out).toContain(`to reverse: candor words ${id} hide`);
    expect((await stored())[0]).toBe(DOUBT);
    expect((await call("show", id)).out).toContain("words shown that were hidden in doubt");
    await load([row("Nothing.", "2")]);
    const none = await call("words", await idOf("2"), "hide");
    expect([none.code, none.error]).toEqual([1, expect.stringContaining("were hidden in doubt")]);
  });
});

test("a decision outlives a restore", async () => {
  const { open, deps, load, idOf, pass } = openImports(HEAD);
  const [path, backup] = [join(newFolder(), "candor.db"), join(newFolder(), "backup.db")];
  let store = await open(`sqlite:${path}`);
  await load([`1,Ann Bee,5,2026-01-01,${DOUBT},`, `2,Cy Dee,5,2026-01-02,${DOUBT},`]);
  expect((await candor(`sqlite:${path}`, ["backup", backup])).code).toBe(0);
  pass(60_000);
  await decideWords(deps(), { ids: [await idOf("1")] }, { show: true });
  await decideWords(deps(), { ids: [await idOf("2")] }, { show: false });
  await store.close();
  await restoreBackup({ path, file: backup, ledgers: [], now: deps().now, notice: () => {} });
  store = await openStore(`sqlite:${path}`);
  expect(await store.query("SELECT text, doubtful FROM review ORDER BY source_id")).toEqual([
    { text: DOUBT, doubtful: null },
    { text: HIDDEN, doubtful: null },
  ]);
  await store.close();
});
