import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { answerConsent } from "../../src/owner/answer-consent.ts";
import { countWaiting, readWaiting } from "../../src/owner/waiting.ts";
import { readSnapshotSource } from "../../src/store/dataset/snapshot-source.ts";
import type { Store } from "../../src/store/store.ts";
import { DATABASES } from "../databases.ts";
import { endOf } from "../end-of.ts";
import { openImports } from "./imports.ts";

const row = (consent: string, id = "1", name = "Ann Bee") =>
  `${id},${name},5,2026-01-1${id},The knee is fine again ${id}.,Thank you Ann,${consent}`;
const HEAD = "id,name,rating,date,review,reply,May we publish your review?";

describe.each(DATABASES)("consent in $dialect", ({ newDatabase }) => {
  let store: Store;
  const { open, deps, load, loadTable, undo, idOf } = openImports(HEAD);
  const states = async () =>
    (
      await store.query<Record<string, string | null>>(
        "SELECT state, held_reason, author, consent, consent_by_owner FROM review ORDER BY source_id",
      )
    ).map(({ state, held_reason, author, consent, consent_by_owner }) => [
      held_reason ?? state,
      author,
      consent,
      consent_by_owner,
    ]);
  const answer = async (id: string, said: "yes" | "anonymous" | "no") =>
    (await answerConsent(deps(), { ids: [await idOf(id)] }, said)).changed;
  const gone = () =>
    readSnapshotSource(store, async ({ tombstones, withheld }) => [
      tombstones.map(({ reason }) => reason),
      withheld.consent,
    ]);

  beforeEach(async () => {
    store = await open(await newDatabase());
  });
  afterEach(() => store.close());

  test("only a clear yes is published; a clear no is rejected, and importing again changes nothing", async () => {
    const rows = [row("Yes"), row("No", "2"), row("", "3"), row("maybe", "4"), row("Yes (anonymously)", "5")];
    expect(await load(rows)).toMatchObject({
      read: 5,
      added: 4,
      added_held: 2,
      rejected: 1,
      held: { consent: 2, unverified: 0 },
    });
    expect(await states()).toEqual([
      ["published", "Ann B.", "yes", null],
      ["consent", "Ann B.", "unclear", null],
      ["consent", "Ann B.", "unclear", null],
      ["published", "Anonymous", "anonymous", null],
    ]);
    expect(await gone()).toEqual([[], 2]);
    expect(await countWaiting(store, new Date())).toMatchObject({ consent: 2 });
    const [item] = (await readWaiting(store, 1, "2026-06-01T00:00:00Z")).items;
    expect(item).toMatchObject({ kind: "consent", reason: "its author did not say clearly that it may be published" });
    expect(await load(rows)).toMatchObject({ unchanged: 4, rejected: 1, run: null });
  });

  test.each(["", "No"])(
    "a yes that becomes %p takes a public review out at once, and a new yes brings it back",
    async (later) => {
      await load([row("Yes"), row("Yes", "2", "Cy Dee")]);
      expect(await load([row(later), row("Yes", "2", "Cy Dee")])).toMatchObject({
        rejected: 0,
        updated: 1,
        version: 2,
      });
      expect(await states()).toEqual([
        ["consent", "Ann B.", later === "" ? "unclear" : "no", null],
        ["published", "Cy D.", "yes", null],
      ]);
      expect(await gone()).toEqual([["removed_at_source"], 1]);
      await load([row("Yes")]);
      expect((await states())[0]).toEqual(["published", "Ann B.", "yes", null]);
      expect(await gone()).toEqual([[], 0]);
      await undo();
      expect((await states())[0]?.[0]).toBe("consent");
    },
  );

  test("a review without an id at its source is found although its row refuses", async () => {
    await load([row("Yes").replace(/^1/, "")]);
    await load([row("No").replace(/^1/, "")]);
    expect(await states()).toEqual([["consent", "Ann B.", "no", null]]);
  });

  test("in one file, any row that refuses counts, whatever its place", async () => {
    const one = [row("Yes"), row("No")];
    for (const rows of [one, one.toReversed()]) {
      await load(rows, { map: { source_id: "id" } });
      expect((await states()).filter(([state]) => state === "published")).toEqual([]);
    }
  });

  test("the owner's answer survives the same file, and the author's later no outranks it", async () => {
    await load([row(""), row("maybe", "2")]);
    expect(await answer("1", "yes")).toHaveLength(1);
    await answer("2", "anonymous");
    const before = await states();
    expect(before).toEqual([
      ["published", "Ann B.", "unclear", "yes"],
      ["published", "Anonymous", "unclear", "anonymous"],
    ]);
    expect(await load([row(""), row("maybe", "2")])).toMatchObject({ updated: 0, run: null });
    expect(await store.query("SELECT reply_text FROM review WHERE author = 'Anonymous'")).toEqual([
      { reply_text: "Thank you [name]" },
    ]);
    await load([row("No"), row("maybe", "2")]);
    expect(await states()).toEqual([["consent", "Ann B.", "no", null], before[1] ?? []]);
    await answer("2", "no");
    expect((await states())[1]).toEqual(["consent", "Anonymous", "unclear", "no"]);
    // A refusal is an answer: nothing waits, and no answer for all that wait is about them.
    expect(await countWaiting(store, new Date())).toMatchObject({ consent: 0 });
    await load([row("Yes", "2")]);
    expect((await states())[1]?.[0]).toBe("consent");
  });

  test("what an older reading published is held when its column is read, and --consent or --ignore releases it", async () => {
    await load([row(""), row("ok by phone", "2")], { map: { consent: "none" } });
    expect((await states()).map(([state]) => state)).toEqual(["published", "published"]);
    await load([row(""), row("ok by phone", "2")]);
    expect((await states()).map(([state]) => state)).toEqual(["consent", "consent"]);
    await load([row(""), row("ok by phone", "2")], {
      consent: [{ column: "may we publish your review", yes: ["OK by phone"] }],
    });
    expect((await states()).map(([state]) => state)).toEqual(["consent", "published"]);
    await load([row(""), row("ok by phone", "2")], { ignore: ["May we publish your review"] });
    expect((await states()).map(([state]) => state)).toEqual(["published", "published"]);
  });

  test("an ignored column of another file, or of a file that only changed something, releases nothing", async () => {
    const other = "id,name,rating,date,review,reply,Newsletter?";
    const held = [["consent", "Ann B.", "unclear", null]];
    await load([row("")]);
    // The same cells under another header are another row.
    await loadTable([other, row("")], { ignore: ["Newsletter?"] });
    expect(await states()).toEqual(held);
    const changed = row("x").replace(",5,", ",4,");
    expect(await loadTable([other, changed], { ignore: ["Newsletter?"] })).toMatchObject({ updated: 1 });
    expect(await loadTable([other, changed], { ignore: ["Newsletter?"] })).toMatchObject({ unchanged: 1 });
    expect(await states()).toEqual(held);
    await load([row("")], { ignore: ["May we publish your review?"] });
    expect(await states()).toEqual(held);
    // The file that asks is read again, and then its column is said to be about something else.
    await load([row("")]);
    await load([row("")], { ignore: ["May we publish your review?"] });
    expect(await states()).toEqual([["published", "Ann B.", null, null]]);
  });

  test("a review without a verification waits for it after the answer, and one that agreed without a name keeps that", async () => {
    await load([row(""), row("Yes (anonymously)", "2")], { verified_by: null });
    await answer("1", "yes");
    expect((await states()).map(([state]) => state)).toEqual(["unverified", "unverified"]);
    expect(await endOf(answer("2", "yes"))).toThrow("agreed without a name");
    expect(await answerConsent(deps(), { all_of: "consent" }, "yes")).toEqual({ chosen: 0, changed: [] });
  });
});
