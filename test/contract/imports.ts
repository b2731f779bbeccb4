import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { importFiles } from "../../src/import/run/import-files.ts";
import { DEFAULT_OPTIONS, type ImportHooks, type ImportOptions } from "../../src/import/run/run.ts";
import { undoImport } from "../../src/import/run/undo-import.ts";
import { openStore } from "../../src/store/connection/open-store.ts";
import type { Store } from "../../src/store/store.ts";
import { newFolder } from "../databases.ts";

const START_MS = Date.parse("2026-05-01T12:00:00Z");
const HOUR_MS = 3_600_000;

/** Imports tables with this head into a store and takes them back, an hour apart. `open` begins anew with another store. */
export function openImports(head: string) {
  let store: Store;
  let clock_ms = START_MS;
  let runs = 0;
  const deps = () => ({ store, now: () => new Date(clock_ms), newRun: () => `run-${++runs}` });
  function loadTable(table: string[], options: Partial<ImportOptions> = {}, hooks: ImportHooks = {}) {
    clock_ms += HOUR_MS;
    const path = join(newFolder(), "own.csv");
    writeFileSync(path, `${table.join("\n")}\n`);
    const chosen: ImportOptions = { ...DEFAULT_OPTIONS, verified_by: "operator", yes: true, ...options };
    return importFiles(deps(), [path], chosen, hooks);
  }
  return {
    async open(database_url: string): Promise<Store> {
      store = await openStore(database_url);
      clock_ms = START_MS;
      return store;
    },
    deps,
    pass(elapsed_ms: number) {
      clock_ms += elapsed_ms;
    },
    load: (lines: string[], options: Partial<ImportOptions> = {}, hooks: ImportHooks = {}) =>
      loadTable([head, ...lines], options, hooks),
    loadTable,
    undo(run: number | null = null) {
      clock_ms += HOUR_MS;
      return undoImport(deps(), run, async () => true);
    },
    async idOf(source_id: string): Promise<string> {
      const rows = await store.query<{ id: string }>("SELECT id FROM review WHERE source_id = $1", [source_id]);
      return rows[0]?.id ?? "";
    },
  };
}
