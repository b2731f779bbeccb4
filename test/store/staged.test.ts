import { describe, expect, test } from "bun:test";
import { openStore } from "../../src/store/connection/open-store.ts";
import { saveRun } from "../../src/store/imports/import-runs.ts";
import { insertStagedSightings, type Sighting, saveSightings } from "../../src/store/imports/sightings.ts";
import {
  applyStaged,
  createStaging,
  deleteStaged,
  insertStaged,
  readDeadRuns,
  readStaged,
  readStagedByMatch,
  readStagedTexts,
} from "../../src/store/imports/staging.ts";
import { insertStagedKeys } from "../../src/store/reviews/review-keys.ts";
import type { StoredReview } from "../../src/store/reviews/reviews.ts";
import { saveTombstones } from "../../src/store/reviews/tombstones.ts";
import type { Store } from "../../src/store/store.ts";
import { DATABASES } from "../databases.ts";
import { insertRows, reviewRow } from "../rows.ts";

const STAGED_AT = "2026-03-01T00:00:00Z";
const COMMITTED_AT = "2026-03-01T01:00:00Z";
const idOf = (number: number) => reviewRow(number).id;
const staged = (number: number, changes: Partial<StoredReview> = {}): StoredReview => ({
  ...reviewRow(number),
  match_key: `words ${number}`,
  person: null,
  name_key: null,
  sketch: null,
  duplicate_of: null,
  doubtful: null,
  ...changes,
});

describe.each(DATABASES)("what an import stages, on $dialect", ({ newDatabase }) => {
  const open = async () => {
    const store = await openStore(await newDatabase());
    await createStaging(store);
    return Object.assign(store, { [Symbol.asyncDispose]: store.close });
  };
  const stage = (store: Store, rows: StoredReview[], again: string[] = []) =>
    insertStaged(store, "a", rows, { staged_at: STAGED_AT, again });
  const addRun = (store: Store, number: number) => {
    const counts = { read: 0, added: 0, added_held: 0, updated: 0, unchanged: 0, kept_out: 0, rejected: 0, removed: 0 };
    const run = {
      version: 1,
      committed_at: COMMITTED_AT,
      files: [],
      counts,
      exports: [],
      sync_source: null,
      by_owner: 1,
    };
    return saveRun(store, { ...run, number });
  };

  test("is found until it is published or deleted, and a row that comes again takes the place of the first", async () => {
    await using store = await open();
    const many = Array.from({ length: 30 }, (_, at) => staged(at));
    await stage(store, many);
    await stage(store, [staged(3, { text: "Merged." })], [idOf(3)]);
    expect([await readStaged(store, "a", []), await readStagedByMatch(store, "a", [])]).toEqual([[], []]);
    expect((await readStaged(store, "a", [idOf(3), idOf(99)])).map(({ text }) => text)).toEqual(["Merged."]);
    expect((await readStaged(store, "a", [idOf(4)])).length).toBe(1);
    expect((await readStagedByMatch(store, "a", ["words 4"])).length).toBe(1);
    const matching = await readStagedByMatch(store, "a", ["words 3", "words 5"]);
    expect(matching.map(({ id }) => id)).toEqual([idOf(3), idOf(5)]);
    await addRun(store, 1);
    await insertRows(store, [reviewRow(1)]);
    await store.query("UPDATE review SET added_by = 1");
    await insertStagedSightings(store, "a", [{ review_id: idOf(1), verified_by: null, same: true }], STAGED_AT);
    await insertStagedKeys(store, "a", [{ review_id: idOf(1), key: "k", source: "google" }]);
    const counts = async () => {
      const tables = ["staging", "staged_key", "staged_sighting"];
      const rows = await Promise.all(tables.map((table) => store.query(`SELECT run FROM ${table}`)));
      return rows.map(({ length }) => length);
    };
    expect(await counts()).toEqual([30, 1, 1]);
    expect(await readDeadRuns(store, STAGED_AT)).toEqual([]);
    expect(await readDeadRuns(store, COMMITTED_AT)).toEqual(["a"]);
    await deleteStaged(store, "a");
    expect(await counts()).toEqual([0, 0, 0]);
    expect(await readDeadRuns(store, COMMITTED_AT)).toEqual([]);
  });

  test("has the texts that become public", async () => {
    await using store = await open();
    await stage(store, [staged(1), staged(2, { text: null }), staged(3, { state: "held" }), staged(4)]);
    const texts: string[] = [];
    for await (const page of readStagedTexts(store, "a")) texts.push(...page.map(({ text }) => text));
    expect(texts).toEqual(["Review number 1.", "Review number 4."]);
  });

  test("is published at the time of the commit; what it replaces is kept, and its tombstone goes", async () => {
    await using store = await open();
    await insertRows(store, [reviewRow(1), reviewRow(2)]);
    await store.query("UPDATE review SET added_by = 1");
    const gone = { date: "2026-01-01", deleted_at: STAGED_AT };
    await saveTombstones(
      store,
      [
        { id: idOf(3), ...gone, reason: "removed_at_source" },
        { id: idOf(4), ...gone, reason: "removed_at_source" },
        { id: idOf(5), ...gone, reason: "erased_on_request" },
      ],
      STAGED_AT,
    );
    const now = { changed_at: "", moved_at: "" };
    await stage(store, [
      staged(1, { text: "Edited.", revision: 2, ...now }),
      staged(2, { author: "Maria Sol", moved_at: "2026-02-01T00:00:00Z" }),
      staged(3, now),
      staged(5, now),
    ]);
    await insertStagedKeys(store, "a", [{ review_id: idOf(3), key: "k", source: "google" }]);
    await applyStaged(store, { run: "a", committed_at: COMMITTED_AT, number: 7, bringer: null });
    expect(await store.query("SELECT review_id, key FROM review_key")).toEqual([{ review_id: idOf(3), key: "k" }]);
    const columns = "id, author, text, revision, changed_at, moved_at, added_by";
    const [first, second] = [reviewRow(1), reviewRow(2)];
    expect(await store.query(`SELECT ${columns} FROM review WHERE id <= $1 ORDER BY id`, [idOf(3)])).toEqual([
      {
        id: idOf(1),
        author: first.author,
        text: "Edited.",
        revision: 2,
        changed_at: COMMITTED_AT,
        moved_at: COMMITTED_AT,
        added_by: 1,
      },
      {
        id: idOf(2),
        author: "Maria Sol",
        text: second.text,
        revision: 1,
        changed_at: second.changed_at,
        moved_at: "2026-02-01T00:00:00Z",
        added_by: 1,
      },
      {
        id: idOf(3),
        author: first.author,
        text: "Review number 3.",
        revision: 1,
        changed_at: COMMITTED_AT,
        moved_at: COMMITTED_AT,
        added_by: 7,
      },
    ]);
    expect(await store.query("SELECT review_id, revision, text, replaced_at FROM review_revision")).toEqual([
      { review_id: idOf(1), revision: 1, text: first.text, replaced_at: COMMITTED_AT },
    ]);
    const former = "SELECT run, kind, added_by, id, text FROM former_review ORDER BY id";
    const kept = { run: 7, kind: "updated", added_by: 1 };
    expect(await store.query(former)).toEqual([
      { ...kept, id: idOf(1), text: first.text },
      { ...kept, id: idOf(2), text: second.text },
    ]);
    // Nothing is kept of what an undo replaces.
    await applyStaged(store, { run: "a", committed_at: COMMITTED_AT, number: null, bringer: null });
    expect((await store.query(former)).length).toBe(2);
    expect(await store.query("SELECT id FROM tombstone ORDER BY id")).toEqual([{ id: idOf(4) }, { id: idOf(5) }]);
  });

  test("of stored reviews it notes those whose import can be taken back, and for how long", async () => {
    await using store = await open();
    await insertRows(store, [reviewRow(1), reviewRow(2), reviewRow(3)]);
    await addRun(store, 1);
    await store.query("UPDATE review SET added_by = 1 WHERE id <> $1", [idOf(3)]);
    const note = async (run: number, sightings: Sighting[]) => {
      await insertStagedSightings(store, `run ${run}`, sightings, STAGED_AT);
      await saveSightings(store, `run ${run}`, run);
    };
    const seen = (number: number, same = true): Sighting => ({
      review_id: idOf(number),
      verified_by: number === 2 ? "operator" : null,
      same,
    });
    await note(2, []);
    await note(2, [seen(1, false), seen(2), seen(3)]);
    const noted = () => store.query("SELECT run, review_id, verified_by, same FROM sighting ORDER BY review_id, run");
    expect(await noted()).toEqual([
      { run: 2, review_id: idOf(1), verified_by: null, same: 0 },
      { run: 2, review_id: idOf(2), verified_by: "operator", same: 1 },
    ]);
    for (let run = 2; run <= 9; run += 1) await addRun(store, run);
    await store.query("INSERT INTO sighting (run, review_id, same) VALUES (9, $1, 0)", [idOf(2)]);
    await note(10, [seen(1)]);
    // Of the eighth import before it the newer one tells as much about the first review, and less about the second.
    expect(await noted()).toEqual([
      { run: 10, review_id: idOf(1), verified_by: null, same: 1 },
      { run: 2, review_id: idOf(2), verified_by: "operator", same: 1 },
      { run: 9, review_id: idOf(2), verified_by: null, same: 0 },
    ]);
  });
});
