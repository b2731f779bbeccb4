import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { eraseReviews } from "../import/run/erase-reviews.ts";
import type { Settings } from "../settings.ts";
import { sqlitePath } from "../store/connection/open-store.ts";
import { listBackups } from "../upkeep/kept-backups.ts";
import { backupPlan } from "../upkeep/scheduled-backup.ts";
import { keepStored, type LookAlikeReview, readLookAlikes } from "./look-alikes.ts";
import type { OwnerDeps } from "./owner-deps.ts";

const REPLACED = /\.replaced-\d{8}T\d{6}Z?$/;

/** Files beside the database, and backups by schedule, that still hold the words. */
function filesWithWords(settings: Settings): string[] {
  const path = sqlitePath(settings.DATABASE_URL);
  const folder = path === null ? null : dirname(path);
  const beside = folder === null || path === null || !existsSync(folder) ? [] : readdirSync(folder);
  const replaced = beside.filter((name) => path !== null && REPLACED.test(name) && name.startsWith(basename(path)));
  const plan = backupPlan(settings);
  const backups = plan && existsSync(plan.folder) ? listBackups(plan.folder).map(({ file }) => file) : [];
  return [...replaced.map((name) => join(folder ?? "", name)), ...backups];
}

export type ErasePersonDeps = OwnerDeps & { settings: Settings; keepLedger: () => Promise<void> };

/** `erased` counts copies, too. */
export type ErasedPerson = { erased: number; look_alikes: LookAlikeReview[]; files: string[] };

/** Erases reviews of a person for good. Reviews that look like them stay, and so do copies in files: both are told. */
export async function erasePerson(deps: ErasePersonDeps, ids: readonly string[]): Promise<ErasedPerson> {
  const alike = await readLookAlikes(deps.store, ids);
  let erased = 0;
  if (ids.length > 0) {
    erased = await eraseReviews(deps, ids, "erased_on_request");
    await deps.keepLedger();
  }
  return { erased, look_alikes: await keepStored(deps.store, alike), files: filesWithWords(deps.settings) };
}
