import type { FreshAnalysis } from "../../insights/engine/kept-analyses.ts";
import type { Tombstone } from "../../model/review.ts";
import { renderTime } from "../../model/time.ts";
import { OperatorError } from "../../operator-error.ts";
import { saveAnalyses } from "../../store/analyses.ts";
import { bumpDataset, commitTime, lockDataset, readDataset } from "../../store/dataset.ts";
import { deleteReviews, isEmpty } from "../../store/reviews.ts";
import { applyStaged, deleteStaged, openStaging, readDeadRuns } from "../../store/staging.ts";
import { saveTombstones } from "../../store/tombstones.ts";
import { analyzeStaged } from "./analyze-staged.ts";
import { findRemovals } from "./removals.ts";
import {
  type ImportDeps,
  type ImportHooks,
  type ImportOptions,
  type ImportReport,
  isRefused,
  openRun,
  type Run,
} from "./run.ts";
import { stageFiles } from "./stage.ts";

const ATTEMPTS = 5;
/** A live run stages a batch every second or so; one that was silent this long is dead. */
const DEAD_AFTER_MS = 5 * 60_000;

async function clearDeadRuns(deps: ImportDeps): Promise<void> {
  const before = renderTime(deps.now().getTime() - DEAD_AFTER_MS);
  for (const run of await readDeadRuns(deps.store, before)) await deleteStaged(deps.store, run);
}

/** The one short transaction. Null when the data changed since the comparison: compare again. */
async function commit(
  run: Run,
  compared_version: number,
  { removals, silent, analyses }: { removals: Tombstone[]; silent: string[]; analyses: FreshAnalysis[] },
) {
  const { store, now } = run.deps;
  return store.transaction(async (tx) => {
    const dataset = await lockDataset(tx);
    if (dataset.version !== compared_version) return null;
    const committed_at = commitTime(dataset, now());
    if (run.staged > 0) await applyStaged(tx, run.id, committed_at);
    await saveAnalyses(tx, analyses);
    await deleteReviews(tx, [...removals.map(({ id }) => id), ...silent]);
    await saveTombstones(tx, removals, committed_at);
    return bumpDataset(tx, store.dialect, committed_at);
  });
}

async function attempt(run: Run, paths: readonly string[]): Promise<ImportReport | null> {
  const { deps, options, hooks, report } = run;
  try {
    const { version } = await readDataset(deps.store);
    run.empty = await isEmpty(deps.store);
    const profile = await stageFiles(run, paths);
    const { published, held } = await findRemovals(run, isRefused(report, options));
    report.removed = published.length + held.length;
    for (const removal of published) hooks.removed?.(removal);
    const changes = run.staged > 0 || report.removed > 0;
    if (options.dry_run || isRefused(report, options) || !changes) return report;
    const analyses = await analyzeStaged(run, profile);
    report.version = await commit(run, version, { removals: published, silent: held, analyses });
    return report.version === null ? null : report;
  } finally {
    await deleteStaged(deps.store, run.id);
  }
}

/** Imports files: all of it or nothing, one version of the dataset. */
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
    const report = await attempt(openRun(deps, options, hooks), paths);
    if (report) return report;
  }
  throw new OperatorError("other changes to the data kept coming in between: run the import again");
}
