import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { eraseReviews } from "../../src/import/run/erase-reviews.ts";
import { saveBusiness } from "../../src/import/run/save-business.ts";
import { undoImport } from "../../src/import/run/undo-import.ts";
import { changeReviews } from "../../src/owner/change-reviews.ts";
import { readDataset } from "../../src/store/dataset/dataset.ts";
import { readSnapshotSource } from "../../src/store/dataset/snapshot-source.ts";
import { readDecisions } from "../../src/store/reviews/decisions.ts";
import { holdAgain, publishReview } from "../../src/store/reviews/reviews.ts";
import type { Store } from "../../src/store/store.ts";
import { DATABASES } from "../databases.ts";
import { endOf } from "../end-of.ts";
import { testProfile } from "../rows.ts";
import { openImports } from "./imports.ts";

const HEAD = "id,name,rating,date,title,review,reply";
const ANN = "1,Ann Bee,5,2026-01-10,Good,The knee is fine again.,Thank you";
const CY = "2,Cy Dee,4,2026-01-11,,Calm and patient.,";

describe.each(DATABASES)("taking an import back in $dialect", ({ newDatabase }) => {
  let store: Store;
  const { open, deps, pass, load, undo, idOf } = openImports(HEAD);
  const rows = async () => [...(await store.query("SELECT * FROM review ORDER BY source_id"))];
  const tombstones = async () => [...(await store.query("SELECT id, date, reason FROM tombstone ORDER BY date"))];
  /** Without the commit time, which is new with every change that readers see. */
  const asBefore = (before: Record<string, unknown>[]) =>
    before.map((row) => ({ ...row, changed_at: expect.any(String) }));

  beforeEach(async () => {
    store = await open(await newDatabase());
  });
  afterEach(() => store.close());

  test("imports are numbered as they are committed; a dry run and an import that changes nothing get no number", async () => {
    expect(await load([ANN])).toMatchObject({ run: 1, version: 1 });
    expect(await load([ANN])).toMatchObject({ run: null, version: null });
    expect(await load([CY], { dry_run: true })).toMatchObject({ run: null });
    expect(await load([CY])).toMatchObject({ run: 2, version: 2 });
    await undo();
    expect(await load([CY])).toMatchObject({ run: 3, version: 4 });
  });

  test("what it added is removed in one version, listed as import_undone, not counted as erased, and may return", async () => {
    await load([ANN]);
    const [ann] = await rows();
    await load([CY, "3,Di Ek,1,2026-01-12,,Held.,"]);
    const [cy, di] = [await idOf("2"), await idOf("3")];
    const { version } = await readDataset(store);
    const nothing = { restored: 0, returned: 0, kept: 0, held: 0, erased: 0, unknown: [] };
    expect(await undo()).toEqual({ run: 2, removed: 2, ...nothing, version: version + 1 });
    expect(await rows()).toEqual([ann ?? {}]);
    expect(await tombstones()).toEqual([
      { id: cy, date: "2026-01-11", reason: "import_undone" },
      { id: di, date: "2026-01-12", reason: "import_undone" },
    ]);
    const shown = await readSnapshotSource(store, async ({ tombstones: all }) => all.map(({ reason }) => reason));
    expect(shown).toEqual(["import_undone", "import_undone"]);
    expect(await load([CY])).toMatchObject({ added: 1, kept_out: 0 });
    expect(await idOf("2")).toBe(cy);
    expect(await tombstones()).toEqual([{ id: di, date: "2026-01-12", reason: "import_undone" }]);
  });

  test("a held review that it added leaves no tombstone: it was never public", async () => {
    await load([ANN], { verified_by: null });
    await undo();
    expect([await rows(), await tombstones()]).toEqual([[], []]);
  });

  test("what it changed is as it was before: words, title, rating, date, reply, revision and times", async () => {
    await load([ANN, CY]);
    await load(["1,Ann Bee,5,2026-01-10,Good,The knee is fine.,Thank you", CY]);
    const before = await rows();
    const revisions = await store.query("SELECT * FROM review_revision");
    await load(["1,Ann Bee,2,2026-02-20,Bad,It hurts again.,We are sorry", CY]);
    expect(await rows()).toMatchObject([{ rating: 2, date: "2026-02-20", revision: 3, title: "Bad" }, {}]);
    expect(await undo()).toMatchObject({ run: 3, removed: 0, restored: 1, returned: 0 });
    const [ann, cy] = await rows();
    // The date went back: readers of newer dates must learn that the review left them.
    const moved = { moved_from: "2026-02-20", moved_at: ann?.changed_at ?? "" };
    expect([ann, cy]).toEqual([{ ...asBefore(before)[0], ...moved }, before[1]]);
    expect(ann?.changed_at).not.toBe(before[0]?.changed_at);
    expect(await store.query("SELECT * FROM review_revision")).toEqual(revisions);
    expect(await store.query("SELECT run FROM former_review")).toEqual([{ run: 2 }]);
    expect(await undo()).toMatchObject({ run: 2, restored: 1 });
    expect((await rows())[0]).toMatchObject({ text: "The knee is fine again.", revision: 1 });
  });

  test("what it removed comes back, held reviews too, and so does the time of the export", async () => {
    const complete = (day: string) => ({ complete: true, exported_at: `2026-0${day}T00:00:00Z` });
    const held = "3,Di Ek,1,2026-01-12,,Held.,";
    await load([ANN, CY], complete("2-01"));
    await load([held], { verified_by: null });
    await store.query("UPDATE review SET format = 'csv', location = NULL");
    const before = await rows();
    const exports = await store.query("SELECT * FROM complete_export");
    expect(await load([ANN], complete("3-01"))).toMatchObject({ removed: 2 });
    expect(await tombstones()).toMatchObject([{ reason: "removed_at_source" }]);
    expect(await undo()).toMatchObject({ run: 3, removed: 0, restored: 0, returned: 2 });
    expect(await rows()).toEqual(asBefore(before));
    expect(await tombstones()).toEqual([]);
    expect(await store.query("SELECT * FROM complete_export")).toEqual(exports);
  });

  test("is refused if a later import changed, removed or brought back the same reviews", async () => {
    await load([ANN, CY]);
    await load(["1,Ann Bee,1,2026-01-10,Good,The knee is fine again.,Thank you"]);
    const before = await rows();
    expect(await endOf(undo(1))).toThrow(
      "import 2 changed 1 review of import 1 later: take that back first with candor undo 2. Nothing was changed",
    );
    expect(await rows()).toEqual(before);
    await undo(2);
    expect(await undo(1)).toMatchObject({ removed: 2 });
    const complete = { complete: true, exported_at: "2026-03-01T00:00:00Z" };
    await load([ANN, CY]);
    await load([ANN], complete);
    expect(await endOf(undo(3))).toThrow("import 4 changed 1 review of import 3 later");
    await load([CY]);
    expect(await endOf(undo(4))).toThrow("import 5 changed 1 review of import 4 later");
  });

  const verify = (id: string) =>
    changeReviews(deps(), { ids: [id] }, async (tx, _, at) => {
      await publishReview(tx, id, { method: "visit_record", verified_at: at }, at);
      return { kind: "verified", detail: "visit_record" };
    });

  test("is refused after a verification, which would be lost", async () => {
    await load([ANN], { verified_by: null });
    const id = await idOf("1");
    pass(3_600_000);
    await verify(id);
    expect(await endOf(undo())).toThrow(
      `review ${id} of import 1 was verified on 2026-05-01T14:00:00Z: reverse that first (candor verify ${id} --undo). Nothing was changed`,
    );
    expect(await rows()).toHaveLength(1);
  });

  test("a review whose verification was taken back is listed as gone, for readers who have it", async () => {
    await load([ANN], { verified_by: null });
    const id = await idOf("1");
    await verify(id);
    await changeReviews(deps(), { ids: [id] }, async (tx, _, at) => {
      const [decision] = await readDecisions(tx, id);
      if (decision) await holdAgain(tx, id, decision.former, at);
      return { kind: "unverified", detail: null };
    });
    const gone = await readSnapshotSource(store, async ({ tombstones: all, withheld }) => ({ all, withheld }));
    expect(gone.all).toMatchObject([{ id, date: "2026-01-10", reason: "import_undone" }]);
    expect(gone.withheld).toEqual({ unverified: 1, consent: 0, duplicate: 0, legal: 0 });
    expect(await undo()).toMatchObject({ removed: 1 });
    expect(await tombstones()).toEqual([{ id, date: "2026-01-10", reason: "import_undone" }]);
  });

  test("is refused the second time, for an unknown number, and if nothing was imported", async () => {
    expect(await endOf(undo())).toThrow("there is no import to take back");
    await load([ANN]);
    await undo();
    expect(await endOf(undo(1))).toThrow("import 1 was already taken back on 2026-05-01T15:00:00Z");
    expect(await endOf(undo(7))).toThrow("there is no import 7: candor status lists the last imports");
    expect(await endOf(undo())).toThrow("there is no import to take back");
  });

  test("what was erased stays erased, and nothing keeps its words", async () => {
    await load([ANN, CY]);
    await load(["1,Ann Bee,5,2026-01-10,Good,Edited words.,Thank you", "2,Cy Dee,4,2026-01-11,,Other words.,"]);
    const ann = await idOf("1");
    expect(await store.query("SELECT id FROM former_review WHERE text LIKE '%knee%'")).toEqual([{ id: ann }]);
    await eraseReviews(deps(), [ann], "erased_on_request");
    for (const table of ["review", "review_revision", "former_review", "staging", "decision"]) {
      const all = await store.query(`SELECT * FROM ${table}`);
      expect(JSON.stringify(all)).not.toMatch(/knee|Edited words|Ann/);
    }
    expect(await undo()).toMatchObject({ run: 2, restored: 1 });
    expect(await rows()).toMatchObject([{ source_id: "2", text: "Calm and patient." }]);
    expect(await undo()).toMatchObject({ run: 1, removed: 1, erased: 1 });
    expect(await tombstones()).toMatchObject([{ id: ann, reason: "erased_on_request" }, { reason: "import_undone" }]);
  });

  test("a review that was removed at its source can still be erased, with the words that are kept", async () => {
    const complete = { complete: true, exported_at: "2026-03-01T00:00:00Z" };
    await load([ANN, CY]);
    const ann = await idOf("1");
    await load([CY], complete);
    expect(await eraseReviews(deps(), [ann], "erased_on_request")).toBe(1);
    expect(await store.query("SELECT id FROM former_review")).toEqual([]);
    expect(await tombstones()).toEqual([{ id: ann, date: "2026-01-10", reason: "erased_on_request" }]);
    expect(await undo()).toMatchObject({ run: 2, returned: 0 });
    expect(await load([ANN])).toMatchObject({ kept_out: 1, added: 0 });
  });

  test.each([
    ["another rating and no id", ",Ann Bee,1,2026-01-10,Good,The knee is fine again.,", {}],
    ["another day and no id", ",Ann Bee,5,2026-01-19,,The knee is fine again.,", {}],
    ["another source, day and id", "77,Ann Bee,2,2026-01-19,,The knee is fine again.,", { source: "yelp" }],
  ] as const)("what was erased after its import was taken back stays erased: %s", async (_, line, options) => {
    await load([ANN, CY]);
    const ann = await idOf("1");
    await undo();
    expect(await eraseReviews(deps(), [ann], "erased_on_request")).toBe(1);
    const { source } = { source: null, ...options };
    expect(await load([line], { source })).toMatchObject({ kept_out: 1, added: 0 });
    // The words alone, by somebody else, are not erased.
    expect(await load([line.replace("Ann Bee", "Bo Cy")], { source })).toMatchObject({ added: 1 });
    expect(await load([CY])).toMatchObject({ added: 1 });
    expect(await store.query("SELECT key FROM review_key WHERE review_id = $1", [ann])).toEqual([]);
  });

  test("a held copy takes the place of what it removed, and is held again when a removal is taken back", async () => {
    const words = "They listened to me and the plan they made really worked.";
    const copy = `7,Eve Fox,5,2026-02-02,,${words},`;
    const original = `8,Eve Fox,5,2026-02-01,,${words},`;
    const states = () => store.query("SELECT source_id, state, held_reason FROM review ORDER BY source_id");
    const [held, alone] = [
      { source_id: "7", state: "held", held_reason: "duplicate" },
      { source_id: "7", state: "published", held_reason: null },
    ];
    const complete = { source: "google", location: "here", complete: true } as const;
    await load([original, CY], { ...complete, exported_at: "2026-03-01T00:00:00Z" });
    await load([copy], { source: "yelp" });
    expect(await states()).toContainEqual(held);
    await load([CY], { ...complete, exported_at: "2026-03-02T00:00:00Z" });
    expect(await states()).toContainEqual(alone);
    expect(await undo()).toMatchObject({ run: 3, returned: 1, restored: 1 });
    expect(await states()).toEqual([
      { source_id: "2", state: "published", held_reason: null },
      held,
      { source_id: "8", state: "published", held_reason: null },
    ]);
    // Readers who saw the copy are told to drop it.
    const gone = await readSnapshotSource(store, async ({ tombstones: all }) => all);
    expect(gone).toMatchObject([{ id: await idOf("7"), date: "2026-02-02", deleted_at: "2026-05-01T16:00:00Z" }]);
    expect(await undo(1)).toMatchObject({ removed: 2 });
    expect(await states()).toEqual([alone]);
    expect(await undo(2)).toMatchObject({ removed: 1 });
  });

  test("a reply that was decided meanwhile stays decided", async () => {
    const reply = "Your knee surgery went well, Ann!";
    await load([`1,Ann Bee,5,2026-01-10,Good,Fine.,"${reply}"`]);
    await load([`1,Ann Bee,4,2026-01-10,Good,Fine.,"${reply}"`]);
    await store.query("UPDATE review SET reply_state = 'dropped', reply_held_reason = NULL");
    await undo();
    expect(await rows()).toMatchObject([{ rating: 5, revision: 1, reply_state: "dropped" }]);
  });

  test("mentions are those of today's profile", async () => {
    await load(["1,Ann Bee,5,2026-01-10,,Ana helped me.,"]);
    await load(["1,Ann Bee,5,2026-01-10,,Someone helped me.,"]);
    await saveBusiness(deps(), testProfile());
    await undo();
    expect((await rows())[0]?.mentions).toContain("ana-ruiz");
  });

  test("is possible for 30 days; then the words that it needs are deleted", async () => {
    await load([ANN]);
    await load(["1,Ann Bee,1,2026-01-10,Good,The knee is worse.,Thank you"]);
    pass(29 * 86_400_000);
    await load([CY]);
    expect(await store.query("SELECT run FROM former_review")).toEqual([{ run: 2 }]);
    pass(2 * 86_400_000);
    await load(["4,Ed Fo,3,2026-05-20,,New.,"]);
    expect(await store.query("SELECT run FROM former_review")).toEqual([]);
    expect(await endOf(undo(2))).toThrow(
      "import 2 is from 2026-05-01T14:00:00Z: an import can be taken back for 30 days",
    );
    expect(await undo(4)).toMatchObject({ removed: 1 });
  });

  test("a change that is committed while the operator decides is not lost", async () => {
    await load([ANN]);
    let asked = 0;
    const report = await undoImport(deps(), null, async () => {
      asked += 1;
      if (asked === 1) await load([CY]);
      return true;
    });
    expect([asked, report.run, report.removed]).toEqual([1, 1, 1]);
    expect(await rows()).toMatchObject([{ source_id: "2" }]);
  });
});
