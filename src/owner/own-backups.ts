import { basename, dirname, join } from "node:path";
import { OperatorError } from "../operator-error.ts";
import { parseSettings, type Settings } from "../settings.ts";
import { sqlitePath } from "../store/connection/open-store.ts";
import { type DeskRecord, readLastOfKind } from "../store/desk/desk-record.ts";
import { renderLedger } from "../store/erasure/ledger.ts";
import { findLedgers, ledgerPath, readFullLedger } from "../upkeep/erasure-ledger.ts";
import { type KeptBackup, listBackups, removeUnfinished } from "../upkeep/kept-backups.ts";
import { type Backups, backUpNow, backupPlan } from "../upkeep/scheduled-backup.ts";
import { type SealedBackup, sealBackup } from "../upkeep/sealed-backup.ts";
import type { OwnerDeps } from "./owner-deps.ts";
import { type BackupTest, removeLeftTests, testBackup } from "./test-backup.ts";

export type BackupDeps = OwnerDeps & { settings: Settings; env: Record<string, string | undefined> };

/** Backups by hand are all kept, beside the database, unless BACKUP_FOLDER names another place and what is kept. */
function planOf(settings: Settings): Backups | null {
  const path = sqlitePath(settings.DATABASE_URL);
  if (path === null) return null;
  const by_hand = {
    folder: join(dirname(path), "backups"),
    every_seconds: 0,
    keep: { daily: 3650, weekly: 0, monthly: 0 },
  };
  return backupPlan(settings) ?? by_hand;
}

/** `every_seconds` is 0 if the server makes none by itself. */
export type OwnBackups = { folder: string; every_seconds: number; backups: KeptBackup[] };

/** The backups that there are. Null with PostgreSQL, which has tools of its own. */
export function readBackups({ settings }: BackupDeps): OwnBackups | null {
  const plan = planOf(settings);
  return plan && { folder: plan.folder, every_seconds: plan.every_seconds, backups: listBackups(plan.folder) };
}

/** Deletes what backups and their tests left that were killed. */
export function removeUnfinishedBackups({ settings }: Pick<BackupDeps, "settings">): void {
  const plan = planOf(settings);
  if (plan) removeUnfinished(plan.folder);
  removeLeftTests();
}

/** Which backup was tested last at the desk, and when. */
export const readLastTest = ({ store }: Pick<BackupDeps, "store">): Promise<DeskRecord | null> =>
  readLastOfKind(store, BACKUP_TESTED);
export const BACKUP_TESTED = "backup_tested";

/** Makes a checked backup. Returns the name of its file. */
export async function makeOwnBackup({ settings, now }: BackupDeps): Promise<string> {
  const plan = planOf(settings);
  if (!plan) throw new OperatorError("the database is PostgreSQL: use pg_dump --format=custom");
  return basename((await backUpNow(settings, plan, now())).file);
}

const findBackup = (deps: BackupDeps, name: string): KeptBackup => {
  const found = readBackups(deps)?.backups.find(({ file }) => basename(file) === name);
  if (!found) throw new OperatorError(`there is no backup ${name}`);
  return found;
};

const SHORTEST_PASSPHRASE = 12;

/** One of the listed backups in one encrypted file, or why not. */
export function downloadBackup(
  deps: BackupDeps,
  name: string,
  [passphrase, again]: [string, string],
): SealedBackup | "short" | "differs" {
  if ([...passphrase].length < SHORTEST_PASSPHRASE) return "short";
  if (passphrase !== again) return "differs";
  return sealBackup(deps.settings, findBackup(deps, name).file, passphrase, deps.now());
}

/** What was erased, as text: with PostgreSQL it is kept with the dumps. */
export const downloadLedger = async ({ store, env }: BackupDeps): Promise<string> =>
  renderLedger(await readFullLedger(store, ledgerPath(parseSettings(env))));

/** Restores one of the listed backups into a temporary place, and counts what is in it. */
export async function testOwnBackup(deps: BackupDeps, name: string): Promise<BackupTest> {
  const { store, settings, env, now } = deps;
  const found = findBackup(deps, name);
  const path = sqlitePath(settings.DATABASE_URL) ?? "";
  const wanted = { path, file: found.file, given: null, yes: true };
  const ledgers = await findLedgers({ env, error() {} }, wanted);
  return testBackup({ file: found.file, ledgers, now, notice() {} }, store);
}
