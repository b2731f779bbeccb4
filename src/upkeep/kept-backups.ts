import { existsSync, readdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { DAY_MS } from "../model/basics/time.ts";
import { codeOf } from "../operator-error.ts";
import { UNFINISHED } from "../store/connection/copy-database.ts";
import { isAside, removeAbandoned, statFile } from "../store/connection/durable-file.ts";
import { ledgerBeside } from "../store/erasure/ledger.ts";

/** A backup that the server made. `at` is when it was begun. */
export type KeptBackup = { file: string; at: string; bytes: number; has_ledger: boolean };

/** How many backups of the last days, weeks and months are kept. */
export type KeepCounts = { daily: number; weekly: number; monthly: number };

/** Only files with such a name are listed and deleted. */
const OWN_NAME = /^candor-(\d{4}-\d{2}-\d{2})T(\d{2})(\d{2})(\d{2})Z\.db$/;

export const backupName = (at: Date): string =>
  `candor-${at.toISOString().replace(/\.\d+/, "").replaceAll(":", "")}.db`;

function timeOf(name: string): string | null {
  const [, day, hours, minutes, seconds] = OWN_NAME.exec(name) ?? [];
  const at = `${day}T${hours}:${minutes}:${seconds}Z`;
  return Number.isNaN(Date.parse(at)) ? null : at;
}

/** Deletes what backups left that were killed: a part of a copy, and a list of erasures without its copy. */
export function removeUnfinished(folder: string): void {
  removeAbandoned(folder, UNFINISHED);
  const names = statFile(folder)?.isDirectory() ? readdirSync(folder) : [];
  if (names.some((name) => isAside(name, UNFINISHED))) return; // another process writes one
  for (const name of names) {
    const file = /^(.+)\.erasures$/.exec(name)?.[1];
    if (file !== undefined && timeOf(file) !== null && !names.includes(file)) rmSync(join(folder, name));
  }
}

/** The backups in a folder that the server made, newest first. None if there is no such folder. */
export function listBackups(folder: string): KeptBackup[] {
  let names: string[] = [];
  try {
    names = readdirSync(folder);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
  }
  return names
    .flatMap((name) => {
      const at = timeOf(name);
      if (at === null) return [];
      const file = join(folder, name);
      const found = statFile(file);
      return found?.isFile() ? [{ file, at, bytes: found.size, has_ledger: existsSync(ledgerBeside(file)) }] : [];
    })
    .sort((a, b) => (a.at < b.at ? 1 : -1));
}

const dayOf = (ms: number): number => Math.floor(ms / DAY_MS);
/** Weeks begin on Monday: 1970-01-01 was a Thursday. */
const weekOf = (ms: number): number => Math.floor((ms / DAY_MS + 3) / 7);
const monthOf = (ms: number): number => new Date(ms).getUTCFullYear() * 12 + new Date(ms).getUTCMonth();

/** The last backup of each of the newest periods. */
function lastOfEach(backups: readonly KeptBackup[], periodOf: (ms: number) => number, count: number): KeptBackup[] {
  const newest = new Map<number, KeptBackup>();
  for (const backup of backups) {
    const period = periodOf(Date.parse(backup.at));
    if (!newest.has(period)) newest.set(period, backup);
  }
  return [...newest.values()].slice(0, count);
}

/** The backups that are no longer kept. `backups` is newest first; the newest one always stays. */
export function chooseExpired(backups: readonly KeptBackup[], { daily, weekly, monthly }: KeepCounts): KeptBackup[] {
  const kept = new Set([
    ...backups.slice(0, 1),
    ...lastOfEach(backups, dayOf, daily),
    ...lastOfEach(backups, weekOf, weekly),
    ...lastOfEach(backups, monthOf, monthly),
  ]);
  return backups.filter((backup) => !kept.has(backup));
}

/** Deletes a backup and its ledger, and no other file. */
export function deleteBackup({ file }: KeptBackup): void {
  if (timeOf(basename(file)) === null) throw new Error(`${file} is not a backup of this server`);
  rmSync(file, { force: true });
  rmSync(ledgerBeside(file), { force: true });
}
