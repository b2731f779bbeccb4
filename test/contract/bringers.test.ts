import { describe, expect, test } from "bun:test";
import { openStore } from "../../src/store/connection/open-store.ts";
import { openPostgres } from "../../src/store/connection/postgres.ts";
import { openSqlite } from "../../src/store/connection/sqlite.ts";
import { BRINGER_TABLES } from "../../src/store/imports/bringers.ts";
import { MIGRATIONS } from "../../src/store/migrations.ts";
import type { Store } from "../../src/store/store.ts";
import { DATABASES } from "../databases.ts";
import { makeOldSchema, OLD_COLUMNS } from "../old-schema.ts";
import { insertRows, reviewRow } from "../rows.ts";

const openRaw = async (url: string): Promise<Store> =>
  url.startsWith("sqlite:")
    ? openSqlite(url.slice("sqlite:".length), { thread: false, busy_timeout_ms: 5000 })
    : openPostgres(url, { connections: 2 });

/** Which import added each review, and the source that it read. */
const ADDED: [review: number, run: number | null][] = [
  [1, 1],
  [2, 2],
  [3, 3],
  [4, 4],
  [5, null],
  [6, 3],
  [7, 3],
];
const RUNS: [run: number, source: string | null, undone_at: string | null][] = [
  [1, null, null],
  [2, "desk", null],
  [3, "main", null],
  [4, "removed", null],
  [5, null, null],
  [6, null, "2026-03-02T00:00:00Z"],
];

async function writeOldStore(url: string): Promise<void> {
  const store = await openRaw(url);
  await store.transaction(async (tx) => {
    await makeOldSchema(tx, store.dialect, MIGRATIONS.indexOf(BRINGER_TABLES));
    for (const [name, kind] of [
      ["desk", "folder"],
      ["main", "url"],
    ] as const)
      await tx.query(
        `INSERT INTO sync_source (name, kind, config, config_hash, state, next_run, failures)
         VALUES ($1, $2, '{}', '', 'ready', '2026-01-01T00:00:00Z', 0)`,
        [name, kind],
      );
    for (const [number, source, undone_at] of RUNS)
      await tx.query(
        `INSERT INTO import_run (number, version, committed_at, files, counts, exports, noted, sync_source, undone_at)
         VALUES ($1, $1, '2026-03-01T00:00:00Z', '[]', '{}', '[]', 1, $2, $3)`,
        [number, source, undone_at],
      );
    await insertRows(
      tx,
      ADDED.map(([number]) => reviewRow(number)),
      OLD_COLUMNS,
    );
    for (const [number, run] of ADDED)
      await tx.query("UPDATE review SET added_by = $2 WHERE id = $1", [reviewRow(number).id, run]);
    // The owner imported 6 after the source had brought it, and 7 in an import that was taken back.
    for (const [run, number] of [
      [5, 6],
      [6, 7],
    ] as const)
      await tx.query("INSERT INTO sighting (run, review_id, verified_by, same) VALUES ($1, $2, NULL, 1)", [
        run,
        reviewRow(number).id,
      ]);
  });
  await store.close();
}

describe.each(DATABASES)("a store of before in $dialect", ({ newEmptyDatabase }) => {
  test("knows after the upgrade what brought its reviews; what nobody knows is the owner's", async () => {
    const url = await newEmptyDatabase();
    await writeOldStore(url);
    const store = await openStore(url);
    const rows = await store.query("SELECT source_id AS id, brought_by, owner_run FROM review ORDER BY id");
    const of_owner = (id: string) => ({ id, brought_by: null, owner_run: null });
    expect(rows).toEqual([
      of_owner("r1"),
      of_owner("r2"),
      { id: "r3", brought_by: "main", owner_run: null },
      of_owner("r4"),
      of_owner("r5"),
      { id: "r6", brought_by: "main", owner_run: 5 },
      { id: "r7", brought_by: "main", owner_run: null },
    ]);
    expect(await store.query("SELECT number FROM import_run WHERE by_owner = 0")).toEqual([{ number: 3 }]);
    await store.close();
  });
});
