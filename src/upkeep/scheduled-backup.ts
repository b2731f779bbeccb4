import { join } from "node:path";
import type { Settings } from "../settings.ts";
import { openStore } from "../store/connection/open-store.ts";
import { makePrivateFolder } from "../store/connection/private-file.ts";
import { countReviews, type ReviewCounts } from "../store/reviews/reviews.ts";
import { ledgerPath } from "./erasure-ledger.ts";
import { backupName, chooseExpired, deleteBackup, type KeptBackup, listBackups } from "./kept-backups.ts";
import { backUp } from "./make-backup.ts";

export type Backups = {
  folder: string;
  every_seconds: number;
  keep: { daily: number; weekly: number; monthly: number };
};

/** How the server makes backups by itself. Null if it does not. */
export function backupPlan({ BACKUP_FOLDER, BACKUP_EVERY, BACKUP_KEEP }: Settings): Backups | null {
  if (BACKUP_FOLDER === "") return null;
  const [daily = 0, weekly = 0, monthly = 0] = BACKUP_KEEP;
  return { folder: BACKUP_FOLDER, every_seconds: BACKUP_EVERY, keep: { daily, weekly, monthly } };
}

/** When the next backup is due, in ms: at once if there is none. */
export function nextBackupAt({ folder, every_seconds }: Backups): number {
  const [last] = listBackups(folder);
  return last === undefined ? 0 : Date.parse(last.at) + every_seconds * 1000;
}

export type MadeBackup = { file: string; reviews: ReviewCounts; deleted: string[] };

/**
 * Makes a backup with a name of its own, checks and counts it, and deletes the ones that are no longer kept. Works in a
 * thread, so that requests do not wait.
 */
export async function backUpNow(settings: Settings, { folder, keep }: Backups, now: Date): Promise<MadeBackup> {
  makePrivateFolder(folder);
  const file = join(folder, backupName(now));
  const reading = { thread: true, existing: true, as_it_is: true };
  const store = await openStore(settings.DATABASE_URL, reading);
  try {
    await backUp(store, file, ledgerPath(settings));
  } finally {
    await store.close();
  }
  const copy = await openStore(`sqlite:${file}`, reading);
  try {
    const reviews = await countReviews(copy);
    const expired = chooseExpired(listBackups(folder), keep);
    for (const backup of expired) deleteBackup(backup);
    return { file, reviews, deleted: expired.map((backup: KeptBackup) => backup.file) };
  } finally {
    await copy.close();
  }
}
