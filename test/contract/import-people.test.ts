import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { idFromShortName } from "../../src/import/prepare/identity.ts";
import { importFiles } from "../../src/import/run/import-files.ts";
import { DEFAULT_OPTIONS, type ImportOptions } from "../../src/import/run/run.ts";
import { openStore } from "../../src/store/connection/open-store.ts";
import type { Store } from "../../src/store/store.ts";
import { DATABASES, newFolder } from "../databases.ts";
import { insertRows, reviewRow } from "../rows.ts";

const HEAD = "rating,date,name,review,phone";

describe.each(DATABASES)("two people are two reviews in $dialect", ({ newDatabase }) => {
  let store: Store;
  let runs = 0;
  const loadAll = (tables: string[][], options: Partial<ImportOptions> = {}) => {
    const paths = tables.map((lines, index) => {
      const path = join(newFolder(), `table-${index}.csv`);
      writeFileSync(path, `${[HEAD, ...lines].join("\n")}\n`);
      return path;
    });
    const deps = { store, now: () => new Date("2026-05-01T12:00:00Z"), newRun: () => `run-${++runs}` };
    return importFiles(deps, paths, { ...DEFAULT_OPTIONS, verified_by: "operator", ...options });
  };
  const load = (...lines: string[]) => loadAll([lines]);
  type Row = { id: string; author: string; rating: number; text: string | null };
  const rows = () => store.query<Row>("SELECT id, author, rating, text FROM review ORDER BY id");

  beforeEach(async () => {
    store = await openStore(await newDatabase());
  });
  afterEach(() => store.close());

  test("with the same short name, day, rating and text, and they are found again in any order", async () => {
    const people = [
      "5,2025-01-01,Maria Sanchez,Great!,",
      "5,2025-01-01,Maria Silva,Great!,",
      "5,2025-01-01,Maria Soto,Great!,",
    ];
    expect(await load(...people)).toMatchObject({ added: 3, repeated: 0 });
    expect((await rows()).map(({ author }) => author)).toEqual(["Maria S.", "Maria S.", "Maria S."]);
    expect(await load(...people.toReversed())).toMatchObject({ added: 0, updated: 0, unchanged: 3, version: null });
  });

  test("rows of one file are one review only if every column is equal", async () => {
    const lines = [
      "5,2025-01-01,Ann Lee,,555-1",
      "5,2025-01-01,Ann Lee,,555-2",
      "5,2025-01-01,Ann Lee,,555-1",
      "5,2025-01-01,Ann Lee,,555-3",
    ];
    expect(await load(...lines)).toMatchObject({ read: 4, added: 3, repeated: 1, unchanged: 1 });
    const before = await rows();
    expect(await load(...lines.toReversed())).toMatchObject({ added: 0, updated: 0, repeated: 1, version: null });
    expect(await rows()).toEqual(before);
  });

  test("texts that begin alike are two reviews, and keep their ids in any order", async () => {
    const start = "She listened and found the cause and gave me a plan that I could keep for a whole year and then";
    const lines = [`5,2025-01-01,Ann Lee,${start} I ran.,`, `5,2025-01-01,Ann Lee,${start} I swam.,`];
    expect(await load(...lines)).toMatchObject({ added: 2 });
    const before = await rows();
    expect(await load(...lines.toReversed())).toMatchObject({ added: 0, updated: 0, version: null });
    expect(await rows()).toEqual(before);
  });

  test("the same row in two files of one run is one review", async () => {
    const line = "5,2025-01-01,Ann Lee,Kind.,";
    expect(await loadAll([[line], [line]])).toMatchObject({ read: 2, added: 1, unchanged: 1 });
  });

  test("another rating by the same person on the same day is another review if both are in the file", async () => {
    await load("5,2025-01-01,Ann Lee,Kind.,");
    expect(await load("1,2025-01-01,Ann Lee,Kind.,", "5,2025-01-01,Ann Lee,Kind.,")).toMatchObject({
      added: 1,
      updated: 0,
    });
  });

  test("a review that an older version stored keeps its id, and belongs to one person", async () => {
    const id = idFromShortName("other", "Maria S.", "2025-01-01", "Great!");
    const old = { id, source: "other", source_id: null, format: "csv", date: "2025-01-01", text: "Great!" } as const;
    await insertRows(store, [
      reviewRow(1, { ...old, rating: 5, published_at: "2025-01-01T00:00:00Z", updated_at: "2025-01-01T00:00:00Z" }),
    ]);
    const lines = ["5,2025-01-01,Maria Sanchez,Great!,", "5,2025-01-01,Maria Silva,Great!,"];
    expect(await load(...lines)).toMatchObject({ added: 1 });
    expect((await rows()).map((row) => row.id)).toContain(id);
    const before = await rows();
    // It is now known to be Maria Sanchez's, so the order makes no difference.
    expect(await load(...lines.toReversed())).toMatchObject({ added: 0, updated: 0, version: null });
    expect(await load("5,2025-01-01,Maria Soto,Great!,", ...lines)).toMatchObject({ added: 1, updated: 0 });
    expect(await rows()).toEqual(expect.arrayContaining(before));
  });

  test("the key is made once, and a dry run makes none", async () => {
    const key = async () => (await store.query("SELECT key FROM identity_key")).map((row) => row.key);
    await loadAll([["5,2025-01-01,Ann Lee,Kind.,"]], { dry_run: true });
    expect(await key()).toEqual([]);
    await load("5,2025-01-01,Ann Lee,Kind.,");
    const [made] = await key();
    expect(made).toMatch(/^[0-9a-f]{64}$/);
    await load("5,2025-01-02,Bo Ek,Calm.,");
    expect(await key()).toEqual([made ?? null]);
    const other = await openStore(await newDatabase());
    const mine = (await rows())[0]?.id;
    await other.close();
    expect(mine).not.toBe(idFromShortName("other", "Ann L.", "2025-01-01", "Kind."));
  });
});
