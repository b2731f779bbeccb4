import type { FreshAnalysis } from "../../insights/engine/kept-analyses.ts";
import type { Tombstone } from "../../model/review.ts";
import { renderTime } from "../../model/time.ts";
import { OperatorError } from "../../operator-error.ts";
import { saveAnalyses } from "../../store/analyses.ts";
import { bumpDataset, commitTime, type Dataset, isSameDataset, lockDataset, readDataset } from "../../store/dataset.ts";
import { deleteReviews, isEmpty, releaseDuplicates } from "../../store/reviews.ts";
import { applyStaged, deleteStaged, openStaging, readDeadRuns } from "../../store/staging.ts";
import { saveTombstones } from "../../store/tombstones.ts";
import { analyzeStaged } from "./analyze-staged.ts";
import { findRemovals, saveOrigins } from "./find-removals.ts";
import {
  type ImportDeps,
  type ImportHooks,
  type ImportOptions,
  type ImportReport,
  type ImportRun,
  isRefused,
  openImportRun,
} from "./run.ts";
import { stageFiles } from "./stage-files.ts";

const ATTEMPTS = 5;
/** A live run stages a batch about every second. After this time without one, its process has died. */
const DEAD_AFTER_MS = 5 * 60_000;

async function clearDeadRuns(deps: ImportDeps): Promise<void> {
  const before = renderTime(deps.now().getTime() - DEAD_AFTER_MS);
  for (const run of await readDeadRuns(deps.store, before)) await deleteStaged(deps.store, run);
}

/** The one short transaction. Null if the data changed since the comparison: then compare again. */
async function commitRun(
  run: ImportRun,
  compared: Dataset,
  { removed, removed_held, analyses }: { removed: Tombstone[]; removed_held: string[]; analyses: FreshAnalysis[] },
) {
  const { store, now } = run.deps;
  return store.transaction(async (tx) => {
    const dataset = await lockDataset(tx, store.dialect);
    if (!isSameDataset(dataset, compared)) return null;
    const committed_at = commitTime(dataset, now());
    if (run.staged > 0) await applyStaged(tx, run.id, committed_at);
    await saveAnalyses(tx, analyses);
    await releaseDuplicates(
      tx,
      removed.map(({ id }) => id),
      committed_at,
    );
    await deleteReviews(tx, [...removed.map(({ id }) => id), ...removed_held]);
    await saveTombstones(tx, removed, committed_at);
    await saveOrigins(run, tx);
    return bumpDataset(tx, store.dialect, committed_at);
  });
}

async function attemptImport(run: ImportRun, paths: readonly string[]): Promise<ImportReport | null> {
  const { deps, options, hooks, report } = run;
  try {
    const compared = await readDataset(deps.store);
    run.empty = await isEmpty(deps.store);
    const profile = await stageFiles(run, paths);
    const { published, held } = await findRemovals(run, isRefused(report, options));
    report.removed = published.length + held.length;
    for (const removal of published) hooks.removed?.(removal);
    const changes = run.staged > 0 || report.removed > 0;
    if (options.dry_run || isRefused(report, options)) return report;
    if (!changes) {
      await saveOrigins(run, deps.store);
      return report;
    }
    if (report.files.some(({ mapping }) => mapping !== null) && (await hooks.confirm?.(report)) === false) {
      throw new OperatorError("nothing was imported");
    }
    const analyses = await analyzeStaged(run, profile);
    report.version = await commitRun(run, compared, { removed: published, removed_held: held, analyses });
    return report.version === null ? null : report;
  } finally {
    await deleteStaged(deps.store, run.id);
  }
}

/** Imports files: everything or nothing, as one new version of the dataset. */
export async function importFiles(
  deps: ImportDeps,
  paths: readonly string[],
  options: ImportOptions,
  hooks: ImportHooks = {},
): Promise<ImportReport> {
  await openStaging(deps.store);
  await clearDeadRuns(deps);
  for (let tries = 0; tries < ATTEMPTS; tries += 1) {
    if (tries > 0) hooks.restarted?.();
    const report = await attemptImport(openImportRun(deps, options, hooks), paths);
    if (report) return report;
  }
  throw new OperatorError("the data kept changing during the import: run the import again");
}
