import type { FreshAnalysis } from "../../../insights/engine/kept-analyses.ts";
import { renderTime } from "../../model/basics/time.ts";
import type { Tombstone } from "../../model/review.ts";
import { OperatorError } from "../../operator-error.ts";
import { counted } from "../../spelling.ts";
import { MOST_LISTED } from "../../store/changes/change-log.ts";
import { withoutNotes } from "../../store/changes/change-triggers.ts";
import {
  bumpDataset,
  commitTime,
  type Dataset,
  isSameDataset,
  lockDataset,
  readDataset,
} from "../../store/dataset/dataset.ts";
import { refuseOtherKind } from "../../store/dataset/kind.ts";
import { shareWithOwner } from "../../store/imports/bringers.ts";
import { keepRemoved } from "../../store/imports/former-reviews.ts";
import { forgetRuns, nextRunNumber, type RunCounts, type RunFile, saveRun } from "../../store/imports/import-runs.ts";
import { releaseDuplicates } from "../../store/imports/release-duplicates.ts";
import { saveSightings } from "../../store/imports/sightings.ts";
import { applyStaged, createStaging, deleteStaged, readDeadRuns } from "../../store/imports/staging.ts";
import { saveAnalyses } from "../../store/reviews/analyses.ts";
import { saveDecision } from "../../store/reviews/decisions.ts";
import { readToldApart } from "../../store/reviews/likeness.ts";
import { applyStagedKeys } from "../../store/reviews/review-keys.ts";
import { deleteReviews, isEmpty } from "../../store/reviews/reviews.ts";
import { saveErasedSketches } from "../../store/reviews/sketches.ts";
import { saveTombstones } from "../../store/reviews/tombstones.ts";
import { forgetListed } from "../../store/sync/source-requests.ts";
import { detectReviews } from "../formats/detect.ts";
import { askAll } from "../formats/find-questions.ts";
import type { Reviews } from "../formats/opened-reviews.ts";
import { leaveOutPhotos } from "../formats/takeout-parts.ts";
import { completeSketches, readErased } from "../recognize/stored-sketches.ts";
import { OpenQuestions } from "../record/open-questions.ts";
import { analyzeStaged } from "./analyze-staged.ts";
import { readApplyEdits } from "./apply-edits.ts";
import { findRemovals, saveOrigins } from "./find-removals.ts";
import { keepDecided } from "./keep-decided.ts";
import {
  type ImportDeps,
  type ImportHooks,
  type ImportOptions,
  type ImportReport,
  type ImportRun,
  isRefused,
  startImportRun,
} from "./run.ts";
import { type OpenFiles, stageFiles, stageSightings } from "./stage-files.ts";

const ATTEMPTS = 5;
/** A live run stages a batch about every second. After this time without one, its process has died. */
const DEAD_AFTER_MS = 5 * 60_000;

async function clearDeadRuns(deps: ImportDeps): Promise<void> {
  const before = renderTime(deps.now().getTime() - DEAD_AFTER_MS);
  for (const run of await readDeadRuns(deps.store, before)) await deleteStaged(deps.store, run);
}

/** What the list of imports says about a run. */
function describeRun({ report }: ImportRun): { files: RunFile[]; counts: RunCounts } {
  const { read, added, added_held, updated, unchanged, kept_out, rejected, removed } = report;
  return {
    files: report.files.map(({ file, format, rows }) => ({ file, format, rows })),
    counts: { read, added, added_held, updated, unchanged, kept_out, rejected, removed },
  };
}

const describeShared = (count: number): string =>
  `${counted(count, "review")} that a source brought ${count === 1 ? "is" : "are"} now yours, too: the source has to ask before it changes ${count === 1 ? "it" : "them"}`;

type Changes = { removed: Tombstone[]; removed_held: string[]; analyses: FreshAnalysis[] };

/** The one short transaction. Null if the data changed since the comparison: then compare again. */
async function commitRun(run: ImportRun, compared: Dataset, { removed, removed_held, analyses }: Changes) {
  const { store, now } = run.deps;
  return store.transaction(async (tx) => {
    const dataset = await lockDataset(tx, store.dialect);
    await refuseOtherKind(tx, run.deps.kind ?? "business");
    if (!isSameDataset(dataset, compared)) return null;
    const committed_at = commitTime(dataset, now());
    const number = await nextRunNumber(tx);
    await forgetRuns(tx, committed_at);
    const publication = { run: run.id, committed_at, number, bringer: run.bringer };
    const many = run.empty && run.staged > MOST_LISTED.first_import;
    if (many) await withoutNotes(tx, store.dialect, () => applyStaged(tx, publication));
    else if (run.staged > 0) await applyStaged(tx, publication);
    else await applyStagedKeys(tx, run.id);
    await keepDecided(tx, run.id, committed_at);
    if (run.bringer === null) await forgetListed(tx, number);
    await shareWithOwner(tx, [...run.shared], number);
    await saveSightings(tx, run.id, number);
    for (const review of run.withdrawn) {
      const moment = { version: dataset.version, decided_at: committed_at };
      await saveDecision(tx, review, { ...moment, kind: "consent_withdrawn", detail: null });
    }
    await saveErasedSketches(tx, run.kept_out);
    await saveAnalyses(tx, analyses);
    const removed_ids = removed.map(({ id }) => id);
    const gone = [...removed_ids, ...removed_held];
    await keepRemoved(tx, number, gone);
    await deleteReviews(tx, gone);
    await releaseDuplicates(tx, { run: number, changed_at: committed_at });
    await saveTombstones(tx, removed, committed_at);
    const exports = await saveOrigins(run, tx);
    const version = await bumpDataset(tx, store.dialect, committed_at, many ? "anew" : "import");
    await run.hooks.committing?.(tx, true);
    const sync_source = run.deps.sync_source ?? null;
    const by_owner = run.bringer === null ? 1 : 0;
    await saveRun(tx, { number, version, committed_at, ...describeRun(run), exports, sync_source, by_owner });
    return { version, number };
  });
}

async function attemptImport(run: ImportRun, open: OpenFiles): Promise<ImportReport | null> {
  const { deps, options, hooks, report } = run;
  try {
    const compared = await readDataset(deps.store);
    run.empty = await isEmpty(deps.store);
    run.erased = await readErased(deps.store);
    run.isApart = await readToldApart(deps.store);
    run.applyEdits = await readApplyEdits(deps.store);
    const profile = await stageFiles(run, open);
    const { published, held } = await findRemovals(run, isRefused(report, options));
    report.removed = published.length + held.length;
    for (const removal of published) hooks.removed?.(removal);
    const changes = run.staged > 0 || report.removed > 0 || run.shared.size > 0;
    if (run.shared.size > 0) report.warnings.push(describeShared(run.shared.size));
    if (options.dry_run || isRefused(report, options)) return report;
    if (!changes) {
      await deps.store.transaction(async (tx) => {
        await saveOrigins(run, tx);
        await applyStagedKeys(tx, run.id);
        await saveErasedSketches(tx, run.kept_out);
        await hooks.committing?.(tx, false);
      });
      return report;
    }
    if (report.files.some(({ mapping }) => mapping !== null) && (await hooks.confirm?.(report)) === false) {
      throw new OperatorError("nothing was imported");
    }
    await stageSightings(run);
    const analyses = await analyzeStaged(run, profile);
    const committed = await commitRun(run, compared, { removed: published, removed_held: held, analyses });
    if (!committed) return null;
    return Object.assign(report, { version: committed.version, run: committed.number });
  } finally {
    await deleteStaged(deps.store, run.id);
  }
}

/** Imports rows from wherever `open` reads them: everything or nothing, as one new version of the dataset. */
export async function importRows(
  deps: ImportDeps,
  open: OpenFiles,
  options: ImportOptions,
  hooks: ImportHooks = {},
): Promise<ImportReport> {
  await completeSketches(deps.store);
  await createStaging(deps.store);
  await clearDeadRuns(deps);
  for (let tries = 0; tries < ATTEMPTS; tries += 1) {
    if (tries > 0) hooks.restarted?.();
    const report = await attemptImport(startImportRun(deps, options, hooks), open);
    if (report) return report;
  }
  throw new OperatorError("the data kept changing during the import: run the import again");
}

/** Imports files, one after another. */
export function importFiles(
  deps: ImportDeps,
  paths: readonly string[],
  options: ImportOptions,
  hooks: ImportHooks = {},
): Promise<ImportReport> {
  async function* open(reading: Parameters<OpenFiles>[0]) {
    const opened: Reviews[][] = [];
    for (const path of await leaveOutPhotos(paths, options.location))
      opened.push(await detectReviews(path, { ...options, ...reading }));
    // The newest export first: what an older one of the same command has besides was removed since.
    yield* opened.toSorted((a, b) => (b[0]?.exported_ms ?? 0) - (a[0]?.exported_ms ?? 0));
  }
  return importRows(deps, open, options, hooks).catch(async (error) => {
    throw error instanceof OpenQuestions ? await askAll(paths, options, error) : error;
  });
}
