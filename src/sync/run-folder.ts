import type { Reviews } from "../import/formats/opened-reviews.ts";
import { listingKey } from "../import/run/older-exports.ts";
import { forgetSyncFile, readSyncFiles, type SyncFile, saveSyncFile } from "../store/sync/sync-files.ts";
import { hasSyncMissing } from "../store/sync/sync-reviews.ts";
import { saveSyncResult } from "../store/sync/sync-sources.ts";
import type { FolderConfig } from "./config.ts";
import { LostClaim, type SourceFault, SyncFault } from "./fault.ts";
import { importFromSource, type SyncImport } from "./run-import.ts";
import { hasNews, type Imported, massRemoval, type RunEnd, type SyncRun, successResult, timeOf } from "./run-types.ts";
import { groupParts, hashFile, type ScannedFile, scanFolder, stampOf } from "./scan-folder.ts";

/** For a run by hand: how long a file must stay unchanged. */
const LOOK_AGAIN_MS = 1000;

type Folder = { run: SyncRun; config: FolderConfig; root: string };
type Known = Map<string, SyncFile>;
type FileEnd = { imported?: Imported; failed?: string; note?: string; asks?: { missing: number; of: number } | null };

/** Files that did not change between two scans. New files are noted for the next run. */
async function findStable(
  run: SyncRun,
  config: FolderConfig,
): Promise<Folder & { stable: ScannedFile[][]; known: Known }> {
  const { store, fetching } = run.deps;
  const first = scanFolder(config.path);
  const known: Known = new Map((await readSyncFiles(store, run.source.name)).map((file) => [file.path, file]));
  const before = new Map([...known].map(([path, { stamp }]) => [path, stamp]));
  let scanned = first;
  if (run.options.by_hand && first.files.some(({ path, stamp }) => before.get(path) !== stamp)) {
    for (const { path, stamp } of first.files) before.set(path, stamp);
    await fetching.sleep(LOOK_AGAIN_MS, fetching.stopping);
    scanned = scanFolder(config.path);
  }
  const isStable = ({ path, stamp }: ScannedFile) => before.get(path) === stamp;
  if (!run.options.dry_run)
    await noteSeen(
      run,
      scanned.files.filter((file) => !isStable(file)),
      known,
    );
  // Either all parts of an export or none: while one part is still arriving, the others would look incomplete.
  return {
    run,
    config,
    root: scanned.root,
    stable: groupParts(scanned.files).filter((group) => group.every(isStable)),
    known,
  };
}

async function noteSeen({ deps, source }: SyncRun, files: readonly ScannedFile[], known: Known): Promise<void> {
  for (const { path, stamp } of files) {
    // The hash of an imported file is kept, in case the file comes back.
    const hash = known.get(path)?.hash ?? null;
    await saveSyncFile(deps.store, source.name, { path, stamp, hash, state: "seen", fault: null });
  }
}

function adapt(reviews: Reviews, { config, run }: Folder, file: ScannedFile): Reviews {
  const complete = reviews.complete || config.complete;
  if (!complete) return reviews;
  const exported_ms = Math.min(reviews.exported_ms ?? file.modified_ms, run.started_ms);
  return { ...reviews, complete, exported_ms, current: true };
}

type Unit = { files: ScannedFile[]; hashes: string[] };

async function saveUnit(
  folder: Folder,
  db: Parameters<typeof saveSyncFile>[0],
  unit: Unit,
  end: Pick<SyncFile, "state" | "fault">,
) {
  for (const [at, { path, stamp }] of unit.files.entries())
    await saveSyncFile(db, folder.run.source.name, { path, stamp, hash: unit.hashes[at] ?? null, ...end });
}

function describeImport(folder: Folder, unit: Unit): SyncImport {
  const { run, config, root } = folder;
  const { source, owner, started_ms, options } = run;
  let exported_ms: number | null = null;
  const complete = { started_at: timeOf(started_ms), gone_ms: 0, yes: options.yes, tombstones: new Set<string>() };
  let any_complete = false;
  return {
    source: source.name,
    bringer: null,
    asked_at: timeOf(started_ms),
    label: config.path,
    paths: unit.files.map(({ path }) => path),
    nothing: false,
    config,
    dry_run: options.dry_run,
    adapt(reviews) {
      const file = unit.files.find(({ path }) => reviews.file.startsWith(path)) ?? unit.files[0];
      const adapted = file ? adapt(reviews, folder, file) : reviews;
      if (adapted.complete) {
        any_complete = true;
        exported_ms = Math.max(exported_ms ?? 0, adapted.exported_ms ?? 0);
      }
      return adapted;
    },
    get complete() {
      return any_complete ? complete : null;
    },
    listingOf: listingKey,
    exportedAt: () => (exported_ms === null ? null : timeOf(exported_ms)),
    async committing(tx, done) {
      // The file may have changed while it was read.
      for (const { path, stamp } of unit.files) if (stampOf(path, root)?.stamp !== stamp) throw new Changing();
      if (!(await saveSyncResult(tx, source.name, owner, { failures: 0 }))) throw new LostClaim();
      await saveUnit(folder, tx, unit, { state: "imported", fault: null });
      if (done.complete) await saveSyncResult(tx, source.name, owner, { last_complete: timeOf(started_ms) });
    },
  };
}

class Changing extends Error {}

/** Imports one file, or the parts of one export. An unusable file is remembered and tried again when it changes. */
async function importUnit(folder: Folder, unit: Unit): Promise<FileEnd> {
  const { run } = folder;
  const { store } = run.deps;
  try {
    const { report, rejections, plan } = await importFromSource(run.deps, describeImport(folder, unit));
    if (report.left_alone > 0 && report.left_alone === report.read)
      return {
        note: `${unit.files[0]?.path} is older than the newest complete export of its listing: nothing was changed`,
      };
    return { imported: { report, rejections }, asks: plan?.asks ?? null };
  } catch (error) {
    const [{ path = "" } = {}] = unit.files;
    if (error instanceof Changing) return { note: `${path} changed while it was read: the next run reads it again` };
    if (!(error instanceof SyncFault)) throw error;
    // If the file changed while it was read, the file itself may be fine.
    if (unit.files.some(({ path: file, stamp }) => stampOf(file, folder.root)?.stamp !== stamp))
      return { note: `${path} changed while it was read: the next run reads it again` };
    if (!run.options.dry_run) await saveUnit(folder, store, unit, { state: "failed", fault: error.fault.text });
    return { failed: error.fault.text };
  }
}

/** Imports the new files of a folder. Returns how each file ended. */
async function importNew(folder: Folder, stable: ScannedFile[][], known: Known): Promise<FileEnd[]> {
  const ends: FileEnd[] = [];
  const read = new Map(
    [...known.values()].flatMap((file) => (file.hash && file.state !== "seen" ? [[file.hash, file]] : [])),
  );
  for (const files of stable) {
    if (files.every(({ path, stamp }) => isKnown(known.get(path), stamp))) continue;
    const hashed = await hashUnit(folder, files);
    if ("failed" in hashed) {
      ends.push(hashed);
      continue;
    }
    // The content was read before: the file was renamed, or only its time changed.
    const before = hashed.hashes.flatMap((hash) => read.get(hash) ?? []);
    const [same] = before;
    if (same && before.length === files.length) {
      const { state, fault } = before.find(({ fault: failed }) => failed !== null) ?? same;
      if (!folder.run.options.dry_run) await saveUnit(folder, folder.run.deps.store, hashed, { state, fault });
      continue;
    }
    ends.push(await importUnit(folder, hashed));
  }
  return ends;
}

/** The hashes of the files, or why they cannot be read. */
async function hashUnit(folder: Folder, files: ScannedFile[]): Promise<Unit | { failed: string }> {
  const hashes: string[] = [];
  for (const { path } of files) {
    const hash = await hashFile(path).catch((error: NodeJS.ErrnoException) => error);
    if (typeof hash === "string") hashes.push(hash);
    else {
      const failed = `${path} cannot be read by this user (${hash.code ?? hash.message})`;
      if (!folder.run.options.dry_run)
        await saveUnit(folder, folder.run.deps.store, { files, hashes: [] }, { state: "failed", fault: failed });
      return { failed };
    }
  }
  return { files, hashes };
}

const isKnown = (file: SyncFile | undefined, stamp: string): boolean =>
  file !== undefined && file.stamp === stamp && file.state !== "seen";

/** Forgets failed files that were deleted, so that they are no longer reported. */
async function forgetGone({ run, root }: Folder, known: Known): Promise<void> {
  for (const { path, state } of known.values()) {
    if (state !== "imported" && stampOf(path, root) === null)
      await forgetSyncFile(run.deps.store, run.source.name, path);
  }
}

/** Handles removals that wait for the owner: does them with `--yes`, and otherwise asks again. */
async function settleWaiting(folder: Folder): Promise<FileEnd | null> {
  const { run } = folder;
  const { store } = run.deps;
  if (!(await hasSyncMissing(store, run.source.name))) return null;
  const call = describeImport(folder, { files: [], hashes: [] });
  const complete = {
    started_at: timeOf(run.started_ms),
    gone_ms: 0,
    yes: run.options.yes,
    tombstones: new Set<string>(),
  };
  const settled = await importFromSource(run.deps, { ...call, complete });
  return { imported: { report: settled.report, rejections: [] }, asks: settled.plan?.asks ?? null };
}

const fileFault = (failed: readonly string[]): SourceFault | null =>
  failed.length === 0
    ? null
    : {
        code: "file_failed",
        text: failed.length === 1 ? (failed[0] ?? "") : `${failed[0]} (and ${failed.length - 1} more)`,
      };

export async function runFolder(run: SyncRun, config: FolderConfig): Promise<RunEnd> {
  const { store, settings } = run.deps;
  const { stable, known, ...folder } = await findStable(run, config);
  if (!run.options.dry_run) await forgetGone(folder, known);
  const ends = await importNew(folder, stable, known);
  const waiting = await settleWaiting(folder);
  const asks = waiting?.asks ?? null;
  const all = waiting ? [...ends, waiting] : ends;
  const failing = (await readSyncFiles(store, run.source.name)).flatMap(({ fault }) => fault ?? []);
  const result = successResult(run, settings.SYNC_FOLDER_SECONDS, asks);
  const kept = asks ? null : fileFault(failing);
  return {
    imports: all.flatMap(({ imported }) => (imported && hasNews(imported) ? [imported] : [])),
    notes: all.flatMap(({ note }) => note ?? []),
    // Only the run that tried a failing file reports it. After that, only the status shows it.
    fault: asks ? massRemoval(run.source.name, asks) : fileFault(ends.flatMap(({ failed }) => failed ?? [])),
    result: kept ? { ...result, state: "late", fault_code: kept.code, fault_text: kept.text } : result,
    saved: false,
  };
}
