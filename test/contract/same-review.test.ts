import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { eraseReviews } from "../../src/import/run/erase-reviews.ts";
import type { ImportOptions } from "../../src/import/run/run.ts";
import type { Store } from "../../src/store/store.ts";
import { DATABASES } from "../databases.ts";
import { openImports } from "./imports.ts";

const WORDS =
  "Obi found the cause of my knee pain in ten minutes. The pool sessions made all the difference, and after six weeks I climbed the stairs without holding on. Nobody at the desk ever rushed me.";
const CUTS = [
  `${WORDS.slice(0, 155)}...`,
  `${WORDS.slice(0, 98)}…`,
  `${WORDS.slice(0, 60)}… Read more`,
  `${WORDS.slice(0, 71)} more`,
  `${WORDS.slice(0, 80)} [...]`,
  `…${WORDS.slice(52)}`,
  `${WORDS.slice(0, 50)} … ${WORDS.slice(130)}`,
];
const EDITED = WORDS.replace("ten minutes", "a quarter of an hour").replace("ever rushed", "hurried");

type Row = { id?: string; name?: string; date?: string; text?: string; rating?: number };

describe.each(DATABASES)("recognizing the same review in $dialect", ({ newDatabase }) => {
  const imports = openImports("id,name,rating,date,review");
  let store: Store;
  beforeEach(async () => {
    store = await imports.open(await newDatabase());
  });
  afterEach(() => store.close());

  const line = ({ id = "", name = "Ann Bee", rating = 5, date = "2026-01-10", text = WORDS }: Row) =>
    `${id},${name},${rating},${date},"${text}"`;
  const load = (rows: Row[], options: Partial<ImportOptions> = {}) => imports.load(rows.map(line), options);
  const rows = () =>
    store.query<{ id: string; source: string; text: string; state: string; held_reason: string | null }>(
      "SELECT id, source, text, state, held_reason FROM review ORDER BY source, text",
    );
  const erase = async () => {
    const ids = (await rows()).map(({ id }) => id);
    await eraseReviews({ store, now: imports.deps().now }, ids, "erased_on_request");
  };

  test("an erased review does not return as a copy that is cut, edited or under another id, source or form of the name", async () => {
    await load([{ id: "1" }], { source: "google" });
    await erase();
    const kept_out = async (row: Row, source: ImportOptions["source"]) => (await load([row], { source })).kept_out;
    for (const [at, text] of [...CUTS, EDITED].entries()) {
      expect([text, await kept_out({ id: `c${at}`, text }, "google")]).toEqual([text, 1]);
      expect([text, await kept_out({ text, date: "2026-03-01" }, "yelp")]).toEqual([text, 1]);
    }
    for (const name of ["Ann B.", "Ann", "A. B.", ""]) {
      expect([name, await kept_out({ id: name, name }, "yelp")]).toEqual([name, 1]);
      expect([name, await kept_out({ id: name, name, text: CUTS[0] ?? "" }, "yelp")]).toEqual([name, 1]);
    }
    const other = "Booked online, waited five minutes, and the new exercises for my shoulder work well so far.";
    expect(await load([{ id: "9", text: other }], { source: "google" })).toMatchObject({ added: 1, kept_out: 0 });
    expect(await load([{ id: "8", name: "Cid Dow" }], { source: "google" })).toMatchObject({ added: 1, kept_out: 0 });
  });

  test("an erased review does not return with the words of an earlier revision", async () => {
    await load([{ id: "1" }], { source: "google" });
    const later =
      "All of that changed with the new owner: I waited an hour twice and was billed for a visit I never had.";
    await load([{ id: "1", text: later }], { source: "google" });
    await erase();
    expect(await load([{ id: "y", text: CUTS[0] ?? "" }], { source: "yelp" })).toMatchObject({ kept_out: 1 });
    expect(await load([{ id: "y", text: later }], { source: "yelp" })).toMatchObject({ kept_out: 1 });
  });

  test("what an undo brings back is not a cut copy of an erased review", async () => {
    await load([{ id: "y", text: CUTS[0] ?? "" }], { source: "yelp" });
    await load([{ id: "z", text: "Another one, to have rows.", name: "Eve Fox" }], {
      source: "yelp",
      complete: true,
      exported_at: "2026-05-02T11:00:00Z",
    });
    await load([{ id: "1" }], { source: "google" });
    await eraseReviews({ store, now: imports.deps().now }, [await imports.idOf("1")], "erased_on_request");
    await imports.undo(2);
    expect((await rows()).map(({ text }) => text)).toEqual([]);
  });

  test("a copy from another source that is cut, edited or of an earlier revision is held, with what it is a copy of", async () => {
    await load([{ id: "1" }], { source: "google" });
    for (const text of [...CUTS, EDITED])
      expect(await load([{ id: "y", text }], { source: "yelp", dry_run: true })).toMatchObject({
        added: 1,
        held: { duplicate: 1 },
      });
    const later =
      "All of that changed with the new owner: I waited an hour twice and was billed for a visit I never had.";
    await load([{ id: "1", text: later }], { source: "google" });
    expect(await load([{ id: "y", text: CUTS[0] ?? "" }], { source: "yelp" })).toMatchObject({
      held: { duplicate: 1 },
    });
    expect(await store.query("SELECT duplicate_of FROM review WHERE source = 'yelp'")).toEqual([
      { duplicate_of: await imports.idOf("1") },
    ]);
    const others = [
      { id: "y2", name: "Cid Dow" },
      { id: "y3", text: "Good place, would come back to this clinic." },
    ];
    expect(await load(others, { source: "yelp" })).toMatchObject({ added: 2, held: { duplicate: 0 } });
  });

  test("a cut copy of the same source, with or without its id, is the stored review and does not shorten it", async () => {
    await load([{ id: "1" }], { source: "google" });
    const before = await rows();
    for (const text of CUTS) {
      expect(await load([{ id: "1", text }], { source: "google" })).toMatchObject({ added: 0, updated: 0 });
      expect(await load([{ text, name: "Ann B." }], { source: "google" })).toMatchObject({ added: 0, updated: 0 });
    }
    expect(await rows()).toEqual(before);
    expect(await load([{ id: "1", text: WORDS.slice(0, 97) }], { source: "google" })).toMatchObject({ updated: 1 });
  });

  test("the whole review replaces a copy that was cut, and keeps its id", async () => {
    await load([{ text: CUTS[1] ?? "", name: "Ann B." }], { source: "google" });
    const [cut] = await rows();
    expect(await load([{ id: "1" }], { source: "google" })).toMatchObject({ added: 0, updated: 1 });
    expect(await rows()).toEqual([{ ...cut, text: WORDS } as never]);
  });

  test("texts that differ only in redacted digits are two reviews, in one file or several, unless their id is the same", async () => {
    const numbered = (number: string) =>
      `My visit, medical record number ${number}, was calm and quick, thank you all.`;
    const [one, other] = [numbered("48213377"), numbered("59120044")];
    expect(await load([{ text: one }, { text: other }])).toMatchObject({ added: 2 });
    expect(new Set((await rows()).map(({ text }) => text)).size).toBe(1);
    expect(await load([{ text: other }, { text: one }])).toMatchObject({ added: 0, updated: 0, unchanged: 2 });
    expect(await load([{ text: numbered("77120055") }])).toMatchObject({ added: 1 });
    expect(await load([{ text: numbered("77120055") }])).toMatchObject({ added: 0, unchanged: 1 });
    expect(await load([{ text: one }])).toMatchObject({ added: 0, unchanged: 1 });
    expect(await load([{ id: "g", text: one }], { source: "google" })).toMatchObject({ added: 1 });
    expect(await load([{ id: "y", text: other }], { source: "yelp" })).toMatchObject({ held: { duplicate: 1 } });
    const new_number = numbered("60310099");
    expect(await load([{ id: "y2", text: new_number }], { source: "yelp" })).toMatchObject({ held: { duplicate: 0 } });
    expect(await load([{ id: "g", text: other }], { source: "google" })).toMatchObject({ added: 0 });
  });

  test("a store of an older program is covered: its copies are recognized by what is stored", async () => {
    await load([{ id: "1" }], { source: "google" });
    await load([{ id: "y" }], { source: "yelp" });
    for (const table of ["review", "former_review", "review_revision"])
      await store.query(`UPDATE ${table} SET sketch = NULL`);
    await store.query("UPDATE review SET duplicate_of = NULL");
    expect(await load([{ id: "f", text: CUTS[2] ?? "" }], { source: "facebook" })).toMatchObject({
      held: { duplicate: 1 },
    });
    expect(await store.query("SELECT duplicate_of FROM review WHERE source = 'yelp'")).toEqual([
      { duplicate_of: await imports.idOf("1") },
    ]);
    await eraseReviews({ store, now: imports.deps().now }, [await imports.idOf("1")], "erased_on_request");
    expect(await rows()).toEqual([]);
    expect(await load([{ id: "n", text: CUTS[0] ?? "" }], { source: "other" })).toMatchObject({ kept_out: 1 });
  });
});
