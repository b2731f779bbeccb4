import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { eraseReviews } from "../../src/import/run/erase-reviews.ts";
import type { ImportHooks } from "../../src/import/run/run.ts";
import { changeReviews } from "../../src/owner/change-reviews.ts";
import { unverifyReviews, verifyReviews, withholdReviews } from "../../src/owner/decide-reviews.ts";
import { readSnapshotSource } from "../../src/store/dataset/snapshot-source.ts";
import { publishReview } from "../../src/store/reviews/reviews.ts";
import type { Store } from "../../src/store/store.ts";
import { DATABASES } from "../databases.ts";
import { repeats } from "../length.ts";
import { openRandom } from "../random.ts";
import { SEED } from "../seed.ts";
import { openImports } from "./imports.ts";

const HEAD = "id,name,rating,date,updated,review";
const row = (id: number, words = `Words of ${id}.`, updated = "2026-01-10T10:00:00Z") =>
  `${id},Ann Bee ${id},5,2026-01-10,${updated},${words}`;
const ALL = [1, 2, 3].map((id) => row(id));

describe.each(DATABASES)("taking an import back that a later one builds on, in $dialect", ({ newDatabase }) => {
  let store: Store;
  const { open, deps, pass, load, loadTable, undo, idOf } = openImports(HEAD);
  const words = async (): Promise<string[]> =>
    readSnapshotSource(store, async ({ reviews }) => {
      const texts: string[] = [];
      for await (const page of reviews()) texts.push(...page.map(({ text }) => text ?? ""));
      return texts.sort();
    });
  const gone = () => readSnapshotSource(store, async ({ tombstones }) => tombstones.map(({ reason }) => reason).sort());

  beforeEach(async () => {
    store = await open(await newDatabase());
  });
  afterEach(() => store.close());

  test("what the later import also had stays public, and goes with that one", async () => {
    await load(ALL);
    await load([row(1), row(2), row(4)]);
    expect(await undo(1)).toMatchObject({ run: 1, removed: 1, kept: 2, held: 0, erased: 0, unknown: [] });
    expect(await words()).toEqual(["Words of 1.", "Words of 2.", "Words of 4."]);
    expect(await gone()).toEqual(["import_undone"]);
    expect(await undo(2)).toMatchObject({ run: 2, removed: 3, kept: 0 });
    expect(await words()).toEqual([]);
    expect(await store.query("SELECT * FROM sighting")).toEqual([]);
  });

  test("a file that changes nothing writes nothing down; with one change, every review of the file is noted", async () => {
    // More than a batch: the new review is in the second.
    const many = Array.from({ length: 501 }, (_, id) => row(id));
    const staged: number[] = [];
    const hooks: ImportHooks = {
      async committing(tx) {
        staged.push((await tx.query("SELECT review_id FROM staged_sighting")).length);
      },
    };
    await load(many);
    await load(many, {}, hooks);
    await load([...many, row(501)], {}, hooks);
    expect(staged).toEqual([0, 501]);
    expect(await undo(1)).toMatchObject({ removed: 0, kept: 501 });
  });

  test("each later import that had it keeps it, in whatever order they are taken back", async () => {
    await load(ALL);
    await load([row(1), row(4)]);
    await load([row(1), row(5)]);
    await undo(3);
    expect(await undo(1)).toMatchObject({ removed: 2, kept: 1 });
    expect(await words()).toEqual(["Words of 1.", "Words of 4."]);
    expect(await undo(2)).toMatchObject({ removed: 2, kept: 0 });
    expect(await words()).toEqual([]);
    // The first import goes first, then the last one.
    await load(ALL);
    await load([row(1), row(4)]);
    await load([row(1), row(5)]);
    expect(await undo(4)).toMatchObject({ removed: 2, kept: 1 });
    expect(await undo(6)).toMatchObject({ removed: 1, kept: 0 });
    expect(await words()).toEqual(["Words of 1.", "Words of 4."]);
  });

  test("an edit that the later import also had stays, with its revision, and goes with that one", async () => {
    await load(ALL);
    await load([row(1, "New words.", "2026-02-01T10:00:00Z"), row(2, "Also new.", "2026-02-01T10:00:00Z")]);
    await load([row(1, "New words.", "2026-02-01T10:00:00Z"), row(4)]);
    expect(await undo(2)).toMatchObject({ removed: 0, restored: 1, kept: 1 });
    expect(await words()).toEqual(["New words.", "Words of 2.", "Words of 3.", "Words of 4."]);
    expect(await undo(3)).toMatchObject({ removed: 1, restored: 1, kept: 0 });
    expect(await words()).toEqual(["Words of 1.", "Words of 2.", "Words of 3."]);
    expect(await store.query("SELECT revision FROM review WHERE revision > 1")).toEqual([]);
  });

  test("an older export keeps the review, and not the words that it does not have", async () => {
    await load([row(1)]);
    await load([row(1, "New words.", "2026-02-01T10:00:00Z"), row(2, "Newer words.", "2026-02-01T10:00:00Z")]);
    await load([row(1), row(2), row(4)]); // older than what is stored
    expect(await undo(2)).toMatchObject({ removed: 0, restored: 1, kept: 1 });
    expect(await words()).toEqual(["Newer words.", "Words of 1.", "Words of 4."]);
  });

  test("a verification that only the undone import gave is taken back with it; another method takes its place", async () => {
    await load(ALL, { verified_by: "visit_record" });
    await load([row(1), row(4)], { verified_by: null });
    await load([row(2), row(5)], { verified_by: "operator" });
    expect(await undo(1)).toMatchObject({ removed: 1, kept: 2, held: 1 });
    expect(await store.query("SELECT source_id, state, verification_method FROM review ORDER BY source_id")).toEqual([
      { source_id: "1", state: "held", verification_method: null },
      { source_id: "2", state: "published", verification_method: "operator" },
      { source_id: "4", state: "held", verification_method: null },
      { source_id: "5", state: "published", verification_method: "operator" },
    ]);
    // Readers are told to drop both: the one that is removed and the one that is held.
    expect(await gone()).toEqual(["import_undone", "import_undone"]);
  });

  test("words that a later import without a verification also has stay, and are held", async () => {
    await load([row(1)], { verified_by: null });
    await load([row(1, "New words.", "2026-02-01T10:00:00Z")], { verified_by: "visit_record" });
    await load([row(1, "New words.", "2026-02-01T10:00:00Z"), row(2)], { verified_by: null });
    expect(await undo(2)).toMatchObject({ removed: 0, restored: 0, kept: 1, held: 1 });
    const stored = () => store.query("SELECT text, state, verification_method FROM review ORDER BY source_id");
    const held = { state: "held", verification_method: null };
    expect(await stored()).toEqual([
      { text: "New words.", ...held },
      { text: "Words of 2.", ...held },
    ]);
    expect(await gone()).toEqual(["import_undone"]);
    expect(await undo(3)).toMatchObject({ removed: 1, restored: 1, kept: 0 });
    expect(await stored()).toEqual([{ text: "Words of 1.", ...held }]);
  });

  test("a review that stays withheld keeps no verification of the import that is taken back", async () => {
    await load([row(1)], { verified_by: null });
    await withholdReviews(deps(), { ids: [await idOf("1")] });
    await load([row(1)], { verified_by: "operator" });
    await load([row(1), row(2)], { verified_by: null });
    expect(await undo(2)).toMatchObject({ kept: 1, held: 0 });
    expect(await store.query("SELECT held_reason, verification_method FROM review WHERE source_id = '1'")).toEqual([
      { held_reason: "legal", verification_method: null },
    ]);
  });

  test("a decision of the operator about a review that stays is no obstacle", async () => {
    await load([row(1)], { verified_by: null });
    const id = await idOf("1");
    await changeReviews(deps(), { ids: [id] }, async (tx, _, at) => {
      await publishReview(tx, id, { method: "visit_record", verified_at: at }, at);
      return { kind: "verified", detail: "visit_record" };
    });
    await load([row(1), row(4)], { verified_by: null });
    expect(await undo(1)).toMatchObject({ removed: 0, kept: 1, held: 0 });
    expect(await words()).toEqual(["Words of 1."]);
  });

  test("a removal that a later complete export confirms stays; its export is the last one then", async () => {
    const complete = (day: string) => ({ complete: true, exported_at: `2026-0${day}T00:00:00Z` });
    await load(ALL, complete("2-01"));
    await load([row(1), row(2)], complete("3-01"));
    await load([row(1), row(2), row(4)], complete("4-01"));
    expect(await undo(2)).toMatchObject({ returned: 0, kept: 1 });
    expect(await words()).toEqual(["Words of 1.", "Words of 2.", "Words of 4."]);
    expect(await gone()).toEqual(["removed_at_source"]);
    expect(await undo(3)).toMatchObject({ removed: 1, returned: 1 });
    expect(await words()).toEqual(["Words of 1.", "Words of 2.", "Words of 3."]);
    expect(await store.query("SELECT exported_at FROM complete_export")).toEqual([
      { exported_at: "2026-02-01T00:00:00Z" },
    ]);
  });

  test("a held copy stays public while the review that it stands for stays removed", async () => {
    const same = "They listened to me and the plan they made really worked.";
    const google = { source: "google", location: "here", complete: true } as const;
    await load([row(1, same), row(2)], { ...google, exported_at: "2026-03-01T00:00:00Z" });
    await load([`7,Ann Bee 1,5,2026-01-11,2026-01-11T10:00:00Z,${same}`], { source: "yelp" });
    await load([row(2)], { ...google, exported_at: "2026-03-02T00:00:00Z" });
    await load([row(2), row(4)], { ...google, exported_at: "2026-03-03T00:00:00Z" });
    expect(await undo(3)).toMatchObject({ returned: 0, restored: 0, kept: 2 });
    expect(await words()).toEqual([same, "Words of 2.", "Words of 4."]);
    expect(await undo(4)).toMatchObject({ removed: 1, returned: 1, restored: 1 });
    expect(await store.query("SELECT state FROM review WHERE source_id = '7'")).toEqual([{ state: "held" }]);
    expect(await words()).toEqual([same, "Words of 2."]);
  });

  test("a review that a complete export removed returns with the words before its edits", async () => {
    await load([row(1), row(2)]);
    await load([row(1, "New words.", "2026-02-01T10:00:00Z")]);
    const revisions = [...(await store.query("SELECT * FROM review_revision"))];
    expect(revisions).toMatchObject([{ revision: 1, text: "Words of 1." }]);
    await load([row(2)], { complete: true, exported_at: "2026-03-01T00:00:00Z" });
    expect(await store.query("SELECT * FROM review_revision")).toEqual([]);
    await undo(3);
    expect(await store.query("SELECT * FROM review_revision")).toEqual(revisions);
    await load([row(2)], { complete: true, exported_at: "2026-03-02T00:00:00Z" });
    const { id } = (await store.query<{ id: string }>("SELECT id FROM tombstone"))[0] ?? { id: "" };
    await eraseReviews(deps(), [id], "erased_on_request");
    for (const table of ["former_review", "sighting"])
      expect(JSON.stringify(await store.query(`SELECT * FROM ${table}`))).not.toMatch(/Words of 1|New words/);
  });

  test("an export that takes a scraped review over is no later change", async () => {
    await load([row(1), row(2)], { source: "google" });
    await load([row(1), row(4)], {
      source: "google",
      location: "here",
      complete: true,
      exported_at: "2026-01-01T00:00:00Z",
    });
    expect(await store.query("SELECT location FROM review WHERE source_id = '1'")).toEqual([{ location: "here" }]);
    expect(await undo(1)).toMatchObject({ removed: 1, kept: 1 });
    expect(await words()).toEqual(["Words of 1.", "Words of 4."]);
    expect(await undo(2)).toMatchObject({ removed: 2, restored: 0, kept: 0 });
    expect(await words()).toEqual([]);
  });

  test("imports that an older version made did not note what they had: that is said", async () => {
    await load(ALL);
    await load([row(1), row(4)]);
    await store.query("DELETE FROM sighting");
    await store.query("UPDATE import_run SET noted = 0");
    expect(await undo(1)).toMatchObject({ removed: 3, kept: 0, unknown: [2] });
  });

  test("it is noted for 30 days, of the last imports, and for nothing that is too old to be taken back", async () => {
    await load(ALL);
    for (let at = 0; at < 12; at += 1) await load([row(1), row(100 + at)]);
    const noted = await store.query<{ run: number }>("SELECT run FROM sighting ORDER BY run");
    expect(noted.map(({ run }) => run)).toEqual([6, 7, 8, 9, 10, 11, 12, 13]);
    pass(31 * 86_400_000);
    for (const at of [200, 201]) await load([row(1), row(at)]);
    expect(await store.query("SELECT run FROM sighting")).toEqual([{ run: 14 }]);
  });

  test("an import that changed nothing that is seen is taken back, whatever a later one changed", async () => {
    await load([row(1)]);
    expect(await loadTable([`${HEAD},note`, `${row(1)},seen`])).toMatchObject({ updated: 0, run: 2 });
    await load([row(1, "Other words.", "2026-01-11T10:00:00Z")]);
    await undo(2);
    expect(await words()).toEqual(["Other words."]);
    await undo(3);
    expect(await words()).toEqual(["Words of 1."]);
  });

  test("a verification that the owner took back keeps nothing public", async () => {
    await load(ALL, { verified_by: null });
    await verifyReviews(deps(), { ids: [await idOf("1")] }, "visit_record");
    await unverifyReviews(deps(), { ids: [await idOf("1")] });
    await undo();
    await load([row(1)]);
    await load(ALL, { verified_by: null });
    expect(await words()).toEqual(["Words of 1."]);
    await undo(2);
    expect(await words()).toEqual([]);
    expect(await store.query("SELECT held_reason FROM review WHERE source_id = '1'")).toEqual([
      { held_reason: "unverified" },
    ]);
  });

  test("after any imports and undos, what the standing imports had is public, and nothing else", async () => {
    const random = openRandom(SEED);
    for (let round = 0; round < repeats(4, 40); round += 1) {
      await store.close();
      store = await open(await newDatabase());
      const standing = new Map<number, number[]>();
      const steps: string[] = [];
      for (let step = 0; step < 10; step += 1) {
        const numbers = [...standing.keys()];
        const chosen = numbers[Math.floor(random() * numbers.length)];
        if (chosen !== undefined && random() < 0.4) {
          await undo(chosen);
          standing.delete(chosen);
          steps.push(`undo ${chosen}`);
        } else {
          const ids = [1, 2, 3, 4, 5, 6].filter(() => random() < 0.5);
          if (ids.length === 0) continue;
          const { run } = await load(ids.map((id) => row(id)));
          if (run !== null) standing.set(run, ids);
          steps.push(`${run}: ${ids.join()}`);
        }
        const expected = [...new Set([...standing.values()].flat())].sort().map((id) => `Words of ${id}.`);
        expect([SEED, steps, await words()]).toEqual([SEED, steps, expected]);
      }
    }
  });
});
