import { existsSync } from "node:fs";
import { OperatorError } from "../operator-error.ts";
import { copyDatabase } from "../store/connection/copy-database.ts";
import { ledgerBeside, writeLedger } from "../store/erasure/ledger.ts";
import type { Store } from "../store/store.ts";
import { readFullLedger } from "./erasure-ledger.ts";

const USE_PG_DUMP =
  "the database is PostgreSQL: use pg_dump --format=custom, and pg_restore to restore. candor backup --ledger FILE writes the ledger of erasures, to keep with the dump";

export function refuseExisting(file: string): void {
  if (existsSync(file)) throw new OperatorError(`${file} already exists: name another file`);
}

/** Writes a checked copy of the database, and beside it the erasures that `ledger` and the database know. */
export async function backUp(store: Store, file: string, ledger: string): Promise<void> {
  if (store.dialect !== "sqlite") throw new OperatorError(USE_PG_DUMP);
  refuseExisting(file);
  await copyDatabase(store, file, async () => writeLedger(ledgerBeside(file), await readFullLedger(store, ledger)));
}
