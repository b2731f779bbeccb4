import { renderTime } from "../../model/basics/time.ts";
import { OperatorError } from "../../operator-error.ts";
import { readCompleteExport, readOriginPages, saveCompleteExport } from "../../store/imports/complete-exports.ts";
import type { NotedExport } from "../../store/imports/import-runs.ts";
import type { Queryable } from "../../store/store.ts";
import { listingKey } from "./older-exports.ts";
import type { ImportRun, ListingOrigin, Origins, Removals } from "./run.ts";

/** Notes that a run has a complete listing, when it was exported, and the newest time in it. */
export function noteOrigin(origins: Origins, origin: ListingOrigin, time: string, exported_ms: number | null): void {
  const { format, location } = origin;
  const key = listingKey(origin);
  const known = origins.get(key);
  const ms = Date.parse(time);
  if (!known) origins.set(key, { format, location, newest_ms: ms, exported_ms });
  else {
    if (ms > known.newest_ms) known.newest_ms = ms;
    if (exported_ms !== null && exported_ms > (known.exported_ms ?? 0)) known.exported_ms = exported_ms;
  }
}

/** When a complete listing was exported. An unpacked folder does not say: not before the newest review in it. */
const exportedMs = ({ exported_ms, newest_ms }: { exported_ms: number | null; newest_ms: number }): number =>
  exported_ms ?? newest_ms;

/** Remembers the exports of a run that was not refused. Returns them with what was remembered before. */
export async function saveOrigins(run: ImportRun, db: Queryable): Promise<NotedExport[]> {
  const noted: NotedExport[] = [];
  // A URL cannot make an export of the owner look old.
  if (run.bringer !== null) return noted;
  for (const { format, location, exported_ms } of run.origins.values()) {
    if (exported_ms === null) continue;
    const exported_at = renderTime(exported_ms);
    const before = await readCompleteExport(db, { format, location });
    await saveCompleteExport(db, { format, location }, exported_at);
    noted.push({ format, location, exported_at, before });
  }
  return noted;
}

/** If more than a tenth of a listing is missing, the file is probably the wrong one or incomplete: the operator must confirm. */
const SHARE_LIMIT = 0.1;

async function findMissing(
  run: ImportRun,
  origin: ListingOrigin & { exported_ms: number | null; newest_ms: number },
): Promise<Removals> {
  const { store } = run.deps;
  const missing: Removals = { published: [], held: [] };
  const limit = exportedMs(origin);
  let stored = 0;
  for await (const page of readOriginPages(store, origin)) {
    for (const { id, date, updated_at, state, held_reason } of page) {
      // Withheld until the owner ends it: a review that returns later is withheld, too.
      if (held_reason === "legal") continue;
      stored += 1;
      if (run.seen.has(id) || Date.parse(updated_at) >= limit) continue;
      if (state === "published") missing.published.push({ id, date, deleted_at: run.now, reason: "removed_at_source" });
      else missing.held.push(id);
    }
  }
  const gone = missing.published.length + missing.held.length;
  if (gone > stored * SHARE_LIMIT && !run.options.yes && !run.options.dry_run) {
    throw new OperatorError(
      `${gone} of ${stored} stored reviews are missing from this export and would be deleted; nothing was changed. If they were really deleted at the source, run again with --yes`,
    );
  }
  return missing;
}

/** Finds reviews that are missing from complete exports. A refused run deletes nothing. */
export async function findRemovals(run: ImportRun, refused: boolean): Promise<Removals> {
  const all: Removals = { published: [], held: [] };
  if (refused) return all;
  if (run.hooks.findRemovals) return run.hooks.findRemovals(run);
  for (const origin of run.origins.values()) {
    const { published, held } = await findMissing(run, origin);
    all.published.push(...published);
    all.held.push(...held);
  }
  return all;
}
