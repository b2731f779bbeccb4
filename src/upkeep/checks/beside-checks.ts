import { accessSync, constants, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, resolve } from "node:path";
import { type Finding, fault, warning } from "../../model/finding.ts";
import { codeOf, messageOf } from "../../operator-error.ts";
import { readSecretKeys } from "../../secret-key.ts";
import type { Settings } from "../../settings.ts";
import { findDamage } from "../../store/connection/check-database.ts";
import { keyPath } from "../../store/connection/database-place.ts";
import { findOtherThing, isDatabaseFile } from "../../store/connection/database-sides.ts";
import { filesBeside, lstatOrNull, statFile } from "../../store/connection/durable-file.ts";
import { wasRestoreKilled } from "../../store/connection/killed-restore.ts";
import { openStore, sqlitePath } from "../../store/connection/open-store.ts";
import { isSavedFile, savedPath } from "../../store/connection/saved-path.ts";
import { ledgerBeside, readFingerprint, readLedger } from "../../store/erasure/ledger.ts";
import { OlderSchemaError } from "../../store/migrate.ts";
import { ledgerPath } from "../erasure-ledger.ts";
import { type KeptBackup, listBackups } from "../kept-backups.ts";
import { type Backups, backupPlan } from "../scheduled-backup.ts";

/** Whether `candor serve` accepts the key file. Without one, the first start creates it. */
export function checkKey(settings: Settings): Finding[] {
  const path = sqlitePath(settings.DATABASE_URL);
  if (path === null || settings.SECRET_KEY.length > 0 || lstatOrNull(keyPath(path)) === null) return [];
  try {
    readSecretKeys(settings);
    return [];
  } catch (error) {
    return [fault("key", messageOf(error), `put ${keyPath(path)} back from the backup, or set SECRET_KEY`)];
  }
}

/** What is under a name that the program needs for a file of its own. */
export function checkNames(settings: Settings): Finding[] {
  const path = sqlitePath(settings.DATABASE_URL);
  const saved = path !== null && !statFile(path) ? null : savedPath(path, settings.STATE_FOLDER);
  const found = [ledgerPath(settings), ...(saved === null ? [] : [saved])].flatMap(
    (name) => findOtherThing(name) ?? [],
  );
  if (found.length === 0 && saved !== null && lstatOrNull(saved) !== null && !isSavedFile(saved))
    found.push({ what: `${saved} is not what a server saved, so every start builds everything`, fix: "move it away" });
  return found.map(({ what, fix }) => fault("files", what, fix));
}

/** Where the list of erasures and what is served are kept with PostgreSQL. */
export function checkStateFolder({ DATABASE_URL, STATE_FOLDER }: Settings): Finding[] {
  if (sqlitePath(DATABASE_URL) !== null) return [];
  const denied = findUnusable(STATE_FOLDER);
  if (denied === null) return [];
  return [
    fault(
      "state",
      `the folder ${STATE_FOLDER} cannot be used (${denied}): erasures could not be listed there`,
      "set STATE_FOLDER to a folder that this user may write",
    ),
  ];
}

/** Why nothing can be written to a folder, or it cannot be created. Null if it can. */
function findUnusable(folder: string): string | null {
  try {
    const found = statSync(folder, { throwIfNoEntry: false });
    if (found === undefined && lstatOrNull(folder) !== null) return "ENOENT: a link to nothing";
    if (found === undefined) return dirname(folder) === folder ? "ENOENT" : findUnusable(dirname(resolve(folder)));
    if (!found.isDirectory()) return "ENOTDIR";
    accessSync(folder, constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    return codeOf(error);
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
  const denied = statFile(tmpdir()) === null ? "ENOENT" : findUnusable(tmpdir());
  if (denied === null) return [];
  return [
    fault(
      "temporary folder",
      `${tmpdir()} cannot be written (${denied})`,
      "create it, or set TMPDIR to a folder that this user may write",
    ),
  ];
}

/** More than clocks of two machines differ. */
const FUTURE_MS = 3_600_000;
const AGAIN = "look for backup_failed in the log of the server, and make one now: candor backup FILE";

/** Whether the newest backup is whole, recent, of this database, and has its list of erasures. */
async function checkNewest(
  { file, at, has_ledger }: KeptBackup,
  { every_seconds }: Backups,
  { now, store }: { now: Date; store: string | null },
): Promise<Finding[]> {
  const age_ms = now.getTime() - Date.parse(at);
  const findings: Finding[] = [];
  if (age_ms < -FUTURE_MS)
    findings.push(
      fault(
        "backups",
        `the last backup is from ${at}, which is in the future: none is made until then`,
        "set the clock; if it is right now, give the file and its .erasures another name",
      ),
    );
  if (age_ms > 2 * every_seconds * 1000 + 3_600_000)
    findings.push(fault("backups", `the last backup is from ${at}, and one is due every ${every_seconds} s`, AGAIN));
  if (!has_ledger)
    findings.push(
      fault("backups", `${file} has no list of erasures beside it`, "write it: candor backup --ledger FILE.erasures"),
    );
  const found = await readBackup(file, has_ledger);
  if ("damage" in found)
    findings.push(
      fault(
        "backups",
        `the backup ${file} is damaged (${found.damage})`,
        `keep the older ones, delete it, and ${AGAIN}`,
      ),
    );
  else if (store !== null && found.store !== null && found.store !== store)
    findings.push(
      fault(
        "backups",
        `the last backup ${file} is of another database`,
        "set BACKUP_FOLDER to a folder that no other Candor uses, and keep the file for that one",
      ),
    );
  return findings;
}

/** The name of the store that a backup is of, which is null if nothing was hashed in it yet; or what is wrong with it. */
async function readBackup(file: string, has_ledger: boolean): Promise<{ store: string | null } | { damage: string }> {
  try {
    if (has_ledger) readLedger(ledgerBeside(file));
    if (statFile(file)?.size && !isDatabaseFile(file)) return { damage: "it is no database" };
    const store = await openStore(`sqlite:${file}`, { existing: true, as_it_is: true, thread: true });
    try {
      const [damage] = await findDamage(store);
      return damage === undefined ? { store: await readFingerprint(store) } : { damage };
    } finally {
      await store.close();
    }
  } catch (error) {
    // A backup of before an upgrade is whole: a restore upgrades it.
    return error instanceof OlderSchemaError ? { store: null } : { damage: messageOf(error) };
  }
}

const ELSEWHERE = "set BACKUP_FOLDER to a folder on another disk";
const isInside = (folder: string, path: string): boolean => resolve(path).startsWith(`${resolve(folder)}/`);

/** The backups that the server makes by itself. */
export async function checkBackups(settings: Settings, at: { now: Date; store: string | null }): Promise<Finding[]> {
  const path = sqlitePath(settings.DATABASE_URL);
  const plan = backupPlan(settings);
  if (plan === null || path === null) return [];
  const { folder } = plan;
  try {
    const denied = findUnusable(folder);
    if (denied !== null) return [unusable(folder, denied)];
    const backups = listBackups(folder);
    if (resolve(folder) === resolve(dirname(path)))
      return [fault("backups", "BACKUP_FOLDER is the folder of the database", ELSEWHERE)];
    const [newest] = backups;
    if (isInside(tmpdir(), folder) && !isInside(tmpdir(), path))
      return [warning("backups", `${folder} is in the folder for temporary files, which a restart empties`, ELSEWHERE)];
    if (newest === undefined)
      return [warning("backups", `there is none yet in ${folder}`, "the server makes one when it starts")];
    return checkNewest(newest, plan, at);
  } catch (error) {
    return [unusable(folder, codeOf(error))];
  }
}

const unusable = (folder: string, code: string): Finding =>
  fault("backups", `${folder} cannot be used (${code})`, "set BACKUP_FOLDER to a folder that this user may write");
