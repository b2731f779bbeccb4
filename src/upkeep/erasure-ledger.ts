import { existsSync, readdirSync, renameSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { messageOf, OperatorError } from "../operator-error.ts";
import { parseSettings, type Settings } from "../settings.ts";
import { sqlitePath } from "../store/connection/open-store.ts";
import {
  joinLedgers,
  LEDGER_END,
  type Ledger,
  ledgerBeside,
  readLedger,
  readStoredLedger,
  writeLedger,
} from "../store/erasure/ledger.ts";
import type { Store } from "../store/store.ts";

/** The settings, where messages go, and a question to the operator if there is somebody to ask. */
export type LedgerContext = {
  env: Record<string, string | undefined>;
  error(text: string): void;
  ask?: (question: string) => Promise<string>;
};

/** A ledger and where it was found: beside the database, beside a backup, or given by the operator. */
export type NamedLedger = { file: string; ledger: Ledger; found: "data" | "backup" | "given" };

/** The path of this installation's ledger: beside the SQLite file, or where that file would be. */
export function ledgerPath({ DATABASE_URL, STATE_FOLDER }: Pick<Settings, "DATABASE_URL" | "STATE_FOLDER">): string {
  const path = sqlitePath(DATABASE_URL);
  return path === null ? join(STATE_FOLDER, `candor${LEDGER_END}`) : ledgerBeside(path);
}

const isOf = ({ store }: Ledger, fingerprint: string | null): boolean =>
  store === null || fingerprint === null || store === fingerprint;

/**
 * The erasures in the database and in the ledger beside it. The ledger of another store gets another name and is kept.
 */
export async function readFullLedger(store: Store, file: string): Promise<Ledger> {
  const stored = await readStoredLedger(store);
  const kept = readLedger(file);
  if (!kept) return stored;
  if (isOf(kept, stored.store)) return joinLedgers([stored, kept]);
  renameSync(file, `${file}-${kept.store}`);
  return stored;
}

/** Adds an erasure to the ledger. The erasure is already done, so a fault here is only a message and not a failure. */
export async function keepLedger(context: Pick<LedgerContext, "env" | "error">, store: Store): Promise<void> {
  const file = ledgerPath(parseSettings(context.env));
  try {
    const ledger = await readFullLedger(store, file);
    if (ledger.tombstones.length > 0 || ledger.keys.length > 0) writeLedger(file, ledger);
  } catch (error) {
    context.error(
      `candor: the ledger of erasures could not be written to ${file} (${messageOf(error)}): write it with candor backup --ledger FILE, and keep it with your backups\n`,
    );
  }
}

export function requireLedger(file: string): Ledger {
  const ledger = readLedger(file);
  if (!ledger) throw new OperatorError(`${file} does not exist: nothing was changed`);
  return ledger;
}

/** The ledgers of this store. A ledger that the operator gave must belong to it. */
export function chooseLedgers(ledgers: readonly NamedLedger[], fingerprint: string | null): Ledger[] {
  return ledgers.flatMap(({ file, ledger, found }) => {
    if (isOf(ledger, fingerprint)) return [ledger];
    if (found === "given") throw new OperatorError(`${file} is the ledger of another database`);
    return [];
  });
}

/** Ledgers beside the backup: its own, and those of later backups in the same folder. */
function ledgersBeside(context: LedgerContext, file: string): NamedLedger[] {
  const folder = dirname(resolve(file));
  const own = ledgerBeside(resolve(file));
  const names = readdirSync(folder).filter((name) => name.endsWith(LEDGER_END));
  return names.sort().flatMap((name) => {
    const path = join(folder, name);
    try {
      return [{ file: path, ledger: requireLedger(path), found: "backup" as const }];
    } catch (error) {
      if (path === own) throw error;
      context.error(`candor: ${messageOf(error)}\n`);
      return [];
    }
  });
}

type Wanted = { path: string; file: string; given: string | null; yes: boolean };

/** On a new machine, only the newest ledger of the old machine knows what was erased since the backup. */
async function askForLedger(context: LedgerContext, { file, yes }: Wanted): Promise<string | null> {
  if (yes) return null;
  if (!context.ask)
    throw new OperatorError(
      "there is no ledger of erasures here, and reviews that were erased since the backup would come back. " +
        `Copy the newest file ending in ${LEDGER_END} from the old machine or your newest backup, and run: ` +
        `candor restore ${file} --ledger FILE. If there is none, run: candor restore ${file} --yes`,
    );
  const answer = await context.ask(
    `Path of the newest ledger of erasures (it ends in ${LEDGER_END}), or Enter to go on without one: `,
  );
  return answer.trim() === "" ? null : answer.trim();
}

/** All ledgers with erasures that must not return with a backup. */
export async function findLedgers(context: LedgerContext, wanted: Wanted): Promise<NamedLedger[]> {
  const { path, file } = wanted;
  const beside_data = readLedger(ledgerBeside(path));
  const isNew = beside_data === null && !existsSync(path);
  const given = wanted.given ?? (isNew ? await askForLedger(context, wanted) : null);
  return [
    ...(beside_data ? [{ file: ledgerBeside(path), ledger: beside_data, found: "data" as const }] : []),
    ...ledgersBeside(context, file),
    ...(given === null ? [] : [{ file: given, ledger: requireLedger(given), found: "given" as const }]),
  ];
}
