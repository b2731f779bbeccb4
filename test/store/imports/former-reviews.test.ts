import { describe, expect, test } from "bun:test";
import { openStore } from "../../../src/store/connection/open-store.ts";
import {
  countFormer,
  deleteFormer,
  findLaterRun,
  finishRestored,
  keepChanged,
  keepRemoved,
  parseRevisions,
  readAllFormerPages,
  readFormerByMatch,
  readFormerOf,
  readPublishedBy,
  readRemoved,
  removeAdded,
} from "../../../src/store/imports/former-reviews.ts";
import { deleteReviews } from "../../../src/store/reviews/reviews.ts";
import { readTombstones } from "../../../src/store/reviews/tombstones.ts";
import type { Store } from "../../../src/store/store.ts";
import { DATABASES } from "../../databases.ts";
import { insertRows, reviewRow } from "../../rows.ts";

const idOf = (number: number) => reviewRow(number).id;

describe.each(DATABASES)("what imports changed, on $dialect", ({ newDatabase }) => {
  const open = async () => {
    const store = await openStore(await newDatabase());
    return Object.assign(store, { [Symbol.asyncDispose]: store.close });
  };
  /** Reviews that the import `run` brought. */
  const add = async (store: Store, run: number, ...numbers: number[]) => {
    await insertRows(
      store,
      numbers.map((number) => reviewRow(number)),
    );
    for (const number of numbers)
      await store.query("UPDATE review SET added_by = $1, match_key = $2, changed_at = $3 WHERE id = $4", [
        run,
        `words ${number}`,
        `2026-02-0${run}T00:00:00Z`,
        idOf(number),
      ]);
  };
  const edit = async (store: Store, run: number, number: number) => {
    await keepChanged(store, run, idOf(number));
    await store.query("UPDATE review SET changed_at = $1, text = 'Edited.' WHERE id = $2", [
      `2026-02-0${run}T00:00:00Z`,
      idOf(number),
    ]);
  };
  const remove = async (store: Store, run: number, ...numbers: number[]) => {
    await keepRemoved(store, run, numbers.map(idOf));
    await deleteReviews(store, numbers.map(idOf));
  };

  test("the newest later import that changed, removed or brought back a review of an import is found", async () => {
    await using store = await open();
    await add(store, 1, 1, 2, 3, 4);
    expect(await findLaterRun(store, 1)).toBeNull();
    await keepChanged(store, 2, idOf(1));
    expect(await findLaterRun(store, 1)).toBeNull(); // nothing that is seen
    await edit(store, 3, 1);
    await edit(store, 3, 2);
    expect(await findLaterRun(store, 1)).toEqual({ number: 3, reviews: 2 });
    await remove(store, 4, 4);
    expect(await findLaterRun(store, 1)).toEqual({ number: 4, reviews: 1 });
    expect(await findLaterRun(store, 4)).toBeNull();
    await add(store, 5, 4);
    expect(await findLaterRun(store, 4)).toEqual({ number: 5, reviews: 1 });
    await remove(store, 6, 4);
    await add(store, 8, 4);
    expect(await findLaterRun(store, 4)).toEqual({ number: 8, reviews: 1 });
    await edit(store, 9, 4);
    expect(await findLaterRun(store, 4)).toEqual({ number: 9, reviews: 1 });
  });

  test("a removed review comes back with its earlier words, to the import that brought it", async () => {
    await using store = await open();
    await add(store, 1, 1, 2);
    const words = "INSERT INTO review_revision (review_id, revision, rating, text, updated_at, replaced_at) VALUES";
    await store.query(`${words} ($1, 1, 4, 'First.', 'a', 'b'), ($1, 2, 5, 'Second.', 'c', 'd')`, [idOf(1)]);
    await store.query("UPDATE review SET revision = 3 WHERE id = $1", [idOf(1)]);
    await remove(store, 2, 1, 2);
    expect(await countFormer(store, 2)).toEqual({ updated: 0, removed: 2 });
    const [kept, ...more] = await readFormerOf(store, idOf(1));
    expect([kept?.run, kept?.kind, kept?.added_by, more.length]).toEqual([2, "removed", 1, 0]);
    expect(parseRevisions(kept?.revisions ?? null)).toMatchObject([{ text: "First." }, { text: "Second." }]);
    expect((await readFormerOf(store, idOf(2)))[0]?.revisions).toBeNull();
    await add(store, 7, 1, 2);
    await store.query(`${words} ($1, 1, 1, 'Later.', 'a', 'b'), ($1, 3, 1, 'Later still.', 'a', 'b')`, [idOf(2)]);
    await finishRestored(store, 2);
    expect(await store.query("SELECT DISTINCT added_by FROM review")).toEqual([{ added_by: 1 }]);
    expect(await store.query("SELECT review_id, revision, text FROM review_revision ORDER BY revision")).toEqual([
      { review_id: idOf(1), revision: 1, text: "First." },
      { review_id: idOf(1), revision: 2, text: "Second." },
    ]);
    expect(await countFormer(store, 2)).toEqual({ updated: 0, removed: 0 });
  });

  test("former rows are found by id and by words, and of a removed review the newest", async () => {
    await using store = await open();
    await add(store, 1, 1, 2);
    expect([await readRemoved(store, []), await readFormerByMatch(store, [])]).toEqual([[], []]);
    await edit(store, 2, 1);
    await keepChanged(store, 2, idOf(1)); // what was kept first stays
    expect(await readRemoved(store, [idOf(1)])).toEqual([]);
    await remove(store, 3, 1);
    for (const ids of [[idOf(1)], [idOf(1), idOf(2)]])
      expect(await readRemoved(store, ids)).toMatchObject([{ kind: "removed", text: "Edited." }]);
    const pages: { run: number; kind: string; text: string | null }[] = [];
    for await (const page of readAllFormerPages(store)) pages.push(...page);
    expect(pages).toMatchObject([
      { run: 2, kind: "updated", text: "Review number 1." },
      { run: 3, kind: "removed", text: "Edited." },
    ]);
    for (const keys of [["words 1"], ["words 1", "words 2"]])
      expect((await readFormerByMatch(store, keys)).length).toBe(2);
    await store.query("INSERT INTO sighting (run, review_id, same) VALUES (4, $1, 1), (4, $2, 1)", [idOf(1), idOf(2)]);
    await deleteFormer(store, [idOf(1)]);
    expect(await readFormerByMatch(store, ["words 1"])).toEqual([]);
    expect(await store.query("SELECT review_id FROM sighting")).toEqual([{ review_id: idOf(2) }]);
  });

  test("a review that an import published is held again, and one that it brought leaves a tombstone if it was public", async () => {
    await using store = await open();
    await add(store, 1, 1);
    await store.query("UPDATE review SET state = 'held'");
    await keepChanged(store, 2, idOf(1));
    expect(await readPublishedBy(store, 2)).toEqual([]);
    await store.query("UPDATE review SET state = 'published'");
    expect((await readPublishedBy(store, 2)).map(({ id }) => id)).toEqual([idOf(1)]);
    await add(store, 3, 2, 3, 4);
    await store.query("UPDATE review SET state = 'held' WHERE id = $1", [idOf(3)]);
    await store.query("UPDATE review SET moved_from = '2030-01-01' WHERE id = $1", [idOf(4)]);
    const gone = await removeAdded(store, 3, "2026-03-01T00:00:00Z");
    expect(gone.sort((a, b) => (a.id < b.id ? -1 : 1))).toEqual([
      { id: idOf(2), state: "published" },
      { id: idOf(3), state: "held" },
      { id: idOf(4), state: "published" },
    ]);
    const left = { deleted_at: "2026-03-01T00:00:00Z", reason: "import_undone" } as const;
    const tombstones = await readTombstones(store, [1, 2, 3, 4].map(idOf));
    expect(tombstones.sort((a, b) => (a.id < b.id ? -1 : 1))).toEqual([
      { id: idOf(2), date: reviewRow(2).date, ...left },
      { id: idOf(4), date: "2030-01-01", ...left },
    ]);
  });
});
