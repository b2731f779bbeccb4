import { accessSync, chmodSync, constants, copyFileSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { applyErasures } from "../import/run/apply-erasures.ts";
import { keepEdits } from "../import/run/keep-decided.ts";
import { codeOf, messageOf, OperatorError } from "../operator-error.ts";
import { findDamage } from "../store/connection/check-database.ts";
import { databaseFault } from "../store/connection/database-fault.ts";
import { isDatabaseFile } from "../store/connection/database-sides.ts";
import { exchangeDatabase } from "../store/connection/exchange-database.ts";
import { removeDatabase, restoringPath, takeBackRestore } from "../store/connection/killed-restore.ts";
import { openStore, refusePlace } from "../store/connection/open-store.ts";
import { discardSaved, savedPath } from "../store/connection/saved-path.ts";
import { lockServer } from "../store/connection/server-lock.ts";
import { continueHistory, type Replaced, readReplaced } from "../store/dataset/continue-history.ts";
import { commitTime, lockDataset, readDataset } from "../store/dataset/dataset.ts";
import { DemonstrationError, refuseChange } from "../store/dataset/demonstration-refusal.ts";
import { isThrowaway, readKind } from "../store/dataset/kind.ts";
import { keyFingerprint, readIdentityKey } from "../store/erasure/identity-key.ts";
import { joinLedgers } from "../store/erasure/ledger.ts";
import { notePurge, purgeDeleted } from "../store/erasure/purge.ts";
import { NewerSchemaError } from "../store/migrate.ts";
import { readOwnerEdits, saveOwnerEdits } from "../store/reviews/owner-edits.ts";
import { countReviews } from "../store/reviews/reviews.ts";
import type { Store } from "../store/store.ts";
import { chooseLedgers, type NamedLedger } from "../upkeep/erasure-ledger.ts";

/** What a restore needs. `notice` gets messages about what the migration of an old backup removed. */
export type Restoring = {
  path: string;
  file: string;
  ledgers: readonly NamedLedger[];
  now: () => Date;
  notice: (line: string) => void;
  /** A test, after which the copy is deleted. */
  trial?: boolean;
};

/** `erased`: how many reviews of the backup were erased again. Null if what was there cannot say. */
export type Restored = { restored: string; kept: string | null; version: number; erased: number | null };

/** Makes the backup the next version of the store that it replaces, without what was erased. */
function changeCopy(store: Store, replaced: Replaced | null, ledgers: readonly NamedLedger[], now: Date) {
  return store.transaction(async (tx) => {
    const locked = await lockDataset(tx, store.dialect);
    const before = replaced?.dataset ?? locked;
    const changed_at = before.changed_at > locked.changed_at ? before.changed_at : locked.changed_at;
    const at = commitTime({ ...locked, changed_at }, now);
    const own_key = await readIdentityKey(tx);
    const key = own_key ?? replaced?.key ?? null;
    const ledger = joinLedgers([
      ...(replaced ? [replaced.ledger] : []),
      ...chooseLedgers(ledgers, key === null ? null : keyFingerprint(key)),
    ]);
    const erased = await applyErasures(tx, ledger, { at, made_with: replaced?.key ?? null });
    const version = Math.max(before.version, locked.version);
    await notePurge(tx, at);
    await saveOwnerEdits(tx, replaced?.edits ?? []);
    await keepEdits(tx, await readOwnerEdits(tx), at);
    const { sequence = 0, desk, held = [], withheld = [], likeness = [] } = replaced ?? {};
    const kept = { held, withheld, likeness };
    await continueHistory(tx, store.dialect, { version, ...kept, at, sequence, ...(desk ? { desk } : {}) });
    return erased;
  });
}

/** Makes a checked copy of the backup, with the erasures of the replaced store and of the ledgers. */
export async function prepareCopy(
  copy: string,
  replaced: Replaced | null,
  { file, ledgers, now, notice, trial = false }: Omit<Restoring, "path">,
) {
  for (const side of ["", "-wal"]) {
    if (!existsSync(`${file}${side}`)) continue;
    copyFileSync(`${file}${side}`, `${copy}${side}`);
    chmodSync(`${copy}${side}`, 0o600);
  }
  try {
    const store = await openStore(`sqlite:${copy}`, { existing: true, now, notice });
    try {
      const [damage] = await findDamage(store);
      if (damage !== undefined) throw new OperatorError(damage);
      if ((await readKind(store)) === "demonstration" && !(trial && (await isThrowaway(store))))
        throw new OperatorError("it is a demonstration, with made-up reviews");
      const [stored, before] = [await countReviews(store), await readDataset(store)];
      const erased = await changeCopy(store, replaced, ledgers, now());
      await purgeDeleted(store);
      return { erased, stored, before, after: await countReviews(store), dataset: await readDataset(store) };
    } finally {
      await store.close();
    }
  } catch (error) {
    throw new OperatorError(`${file} is not a backup to restore, and nothing was changed (${messageOf(error)})`);
  }
}

/** True if the store is too damaged to read, which is often why a backup is restored. Any other fault ends the restore. */
function isDamaged(error: unknown): boolean {
  if (error instanceof NewerSchemaError || error instanceof DemonstrationError) return false;
  const cause = error instanceof OperatorError ? error.cause : error;
  return databaseFault(cause)?.passing !== true;
}

/**
 * Calls `work` with what a restore must keep from the store that it replaces, and locks that store meanwhile, so that
 * nothing is erased or added to it unseen. Null if it is too damaged.
 */
async function withReplaced<T>(path: string, work: (replaced: Replaced | null) => Promise<T>): Promise<T> {
  const opened = await openReplaced(path);
  if (opened === null) return work(null);
  const { store, replaced: first } = opened;
  try {
    return await store.transaction(async (tx) => work(first && (await readReplaced(tx, await readDataset(tx)))));
  } finally {
    await store.close();
  }
}

async function openReplaced(path: string): Promise<{ store: Store; replaced: Replaced } | null> {
  const url = `sqlite:${path}`;
  let store: Store | null = null;
  try {
    store = await openStore(url, { existing: true });
    if ((await readKind(store)) === "demonstration") throw refuseChange(url);
    const replaced = await readReplaced(store, await readDataset(store));
    await purgeDeleted(store);
    return { store, replaced };
  } catch (error) {
    await store?.close();
    if (!isDamaged(error)) throw error;
    return null;
  }
}

export function refuseNoBackup(file: string): void {
  if (!existsSync(file)) throw new OperatorError(`${file} does not exist`);
  try {
    accessSync(file, constants.R_OK);
  } catch (error) {
    throw new OperatorError(`${file} cannot be read (${codeOf(error)}): check its permissions. Nothing was changed`);
  }
  if (!isDatabaseFile(file)) throw new OperatorError(`${file} is not a database: nothing was changed`);
}

async function restoreLocked(restoring: Restoring): Promise<Restored> {
  const { path, file, ledgers, now } = restoring;
  takeBackRestore(path);
  const copy = restoringPath(path);
  const existed = existsSync(path);
  const exchange = async (replaced: Replaced | null): Promise<Restored> => {
    const { erased, dataset } = await prepareCopy(copy, replaced, restoring);
    discardSaved(savedPath(path, undefined));
    const kept = exchangeDatabase(path, copy, now());
    const unknown = existed && replaced === null && ledgers.every(({ found }) => found === "backup");
    return { restored: file, kept, version: dataset.version, erased: unknown ? null : erased };
  };
  try {
    return existed ? await withReplaced(path, exchange) : await exchange(null);
  } finally {
    removeDatabase(copy);
  }
}

/**
 * Puts a backup in the place of the database. Whenever this process is killed, the database is the old one or the
 * restored one.
 */
export async function restoreBackup(restoring: Restoring): Promise<Restored> {
  const { path } = restoring;
  refusePlace(`sqlite:${path}`, "business", true);
  mkdirSync(dirname(path), { recursive: true });
  const lock = lockServer(`sqlite:${path}`);
  try {
    return await restoreLocked(restoring);
  } finally {
    lock.release();
    if (!existsSync(path)) rmSync(`${path}.lock`, { force: true }); // refused, and there was no database before
  }
}
