import { accessSync, constants, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, resolve } from "node:path";
import { type Finding, fault, warning } from "../../model/finding.ts";
import { codeOf, messageOf } from "../../operator-error.ts";
import { readSecretKeys } from "../../secret-key.ts";
import type { Settings } from "../../settings.ts";
import { findDamage } from "../../store/connection/check-database.ts";
import { keyPath } from "../../store/connection/database-place.ts";
import { filesBeside, statFile } from "../../store/connection/durable-file.ts";
import { wasRestoreKilled } from "../../store/connection/killed-restore.ts";
import { openStore, sqlitePath } from "../../store/connection/open-store.ts";
import { type KeptBackup, listBackups } from "../kept-backups.ts";
import { type Backups, backupPlan } from "../scheduled-backup.ts";

/** Whether `candor serve` accepts the key file. Without one, the first start creates it. */
export function checkKey(settings: Settings): Finding[] {
  const path = sqlitePath(settings.DATABASE_URL);
  if (path === null || settings.SECRET_KEY.length > 0 || !statFile(keyPath(path))) return [];
  try {
    readSecretKeys(settings);
    return [];
  } catch (error) {
    return [fault("key", messageOf(error), `put ${keyPath(path)} back from the backup, or set SECRET_KEY`)];
  }
}

/** What killed commands and lost databases left. */
export function checkLeft(settings: Settings): Finding[] {
  const path = sqlitePath(settings.DATABASE_URL);
  if (path === null || !statFile(path)) return [];
  const findings: Finding[] = [];
  if (wasRestoreKilled(path))
    findings.push(
      warning(
        "restore",
        `a restore of ${path} was killed or runs now`,
        "the next start takes it back; then restore again",
      ),
    );
  const lost = filesBeside(path, "-wal.lost-");
  if (lost.length > 0)
    findings.push(
      fault(
        "lost changes",
        `${lost.join(", ")}: the database was replaced while a server ran, and these changes are not in it`,
        "import what is missing again, then move the file away",
      ),
    );
  return findings;
}

export function checkTemporary(): Finding[] {
  try {
    accessSync(tmpdir(), constants.W_OK);
    return [];
  } catch (error) {
    return [
      fault(
        "temporary folder",
        `${tmpdir()} cannot be written (${codeOf(error)})`,
        "create it, or set TMPDIR to a folder that this user may write",
      ),
    ];
  }
}

const AGAIN = "look for backup_failed in the log of the server, and make one now: candor backup FILE";

/** Whether the newest backup is whole, recent and has its list of erasures. */
async function checkNewest(backup: KeptBackup, { every_seconds }: Backups, now: Date): Promise<Finding[]> {
  const { file, at, has_ledger } = backup;
  const age_ms = now.getTime() - Date.parse(at);
  const findings: Finding[] = [];
  if (age_ms > 2 * every_seconds * 1000 + 3_600_000)
    findings.push(fault("backups", `the last backup is from ${at}, and one is due every ${every_seconds} s`, AGAIN));
  if (!has_ledger)
    findings.push(
      fault("backups", `${file} has no list of erasures beside it`, "write it: candor backup --ledger FILE.erasures"),
    );
  const damage = await findDamageOf(file);
  if (damage !== null)
    findings.push(
      fault("backups", `the backup ${file} is damaged (${damage})`, `keep the older ones, delete it, and ${AGAIN}`),
    );
  return findings;
}

async function findDamageOf(file: string): Promise<string | null> {
  try {
    const store = await openStore(`sqlite:${file}`, { existing: true, as_it_is: true, thread: true });
    const [damage] = await findDamage(store).finally(() => store.close());
    return damage ?? null;
  } catch (error) {
    return messageOf(error);
  }
}

/** The backups that the server makes by itself. */
export async function checkBackups(settings: Settings, now: Date): Promise<Finding[]> {
  const path = sqlitePath(settings.DATABASE_URL);
  const plan = backupPlan(settings);
  if (plan === null || path === null) return [];
  const { folder } = plan;
  try {
    const stat = statSync(folder, { throwIfNoEntry: false });
    if (stat) accessSync(folder, constants.W_OK);
    const backups = listBackups(folder);
    if (resolve(folder) === resolve(dirname(path)))
      return [fault("backups", "BACKUP_FOLDER is the folder of the database", "set it to a folder on another disk")];
    const [newest] = backups;
    if (newest === undefined)
      return [warning("backups", `there is none yet in ${folder}`, "the server makes one when it starts")];
    return checkNewest(newest, plan, now);
  } catch (error) {
    return [
      fault(
        "backups",
        `${folder} cannot be used (${codeOf(error)})`,
        "set BACKUP_FOLDER to a folder that this user may write",
      ),
    ];
  }
}
