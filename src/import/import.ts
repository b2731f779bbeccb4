import { OperatorError } from "../errors.ts";
import type { FreshAnalysis } from "../insights/cache.ts";
import type { Engine } from "../insights/engine.ts";
import type { Profile } from "../model/business.ts";
import type { Source, Tombstone, VerificationMethod } from "../model/review.ts";
import { renderTime } from "../model/time.ts";
import type * as analyses from "../store/analyses.ts";
import type * as business from "../store/business.ts";
import type * as dataset from "../store/dataset.ts";
import type * as reviews from "../store/reviews.ts";
import type * as staging from "../store/staging.ts";
import type { Store } from "../store/store.ts";
import type * as tombstones from "../store/tombstones.ts";
import { analyzeStaged } from "./analyze-staged.ts";
import type { Rejection } from "./candidate.ts";
import type { RowOutcome } from "./compare.ts";
import type { Columns } from "./record.ts";
import { findRemovals, type Origins } from "./removals.ts";
import { buildPerhapsSeen, buildSeenIds, type SeenIds } from "./seen-ids.ts";
import { stageFiles } from "./stage.ts";

/** The statements an import uses; handed in, since SQL lives in store/ alone. */
export type Tables = {
  analyses: typeof analyses;
  business: typeof business;
  dataset: typeof dataset;
  reviews: typeof reviews;
  staging: typeof staging;
  tombstones: typeof tombstones;
};
export type ImportDeps = {
  store: Store;
  tables: Tables;
  now: () => Date;
  newRun: () => string;
  /** Reads the texts ahead, so that a running server need not: without it they are read when they are shown. */
  engineFor?: (profile: Profile | null) => Engine;
};

export type ImportOptions = {
  format: string | null;
  source: Source | null;
  location: string | null;
  verified_by: VerificationMethod | null;
  map: Columns;
  complete: boolean;
  dry_run: boolean;
  /** More than a tenth of a listing may be deleted. */
  yes: boolean;
  /** Nothing goes in if any row is rejected. */
  strict: boolean;
};

export const DEFAULT_OPTIONS: ImportOptions = {
  format: null,
  source: null,
  location: null,
  verified_by: null,
  map: {},
  complete: false,
  dry_run: false,
  yes: false,
  strict: false,
};

/** What the caller may want to see on the way. */
export type ImportHooks = {
  rejected?(rejection: Rejection): void;
  outcome?(outcome: RowOutcome): void;
  removed?(tombstone: Tombstone): void;
  /** `size` is that of the files opened so far, unpacked. */
  progress?(done: { rows: number; bytes: number; size: number }): void;
  /** The data changed in between: everything told so far is void and comes again. */
  restarted?(): void;
};

export type ImportReport = {
  read: number;
  added: number;
  updated: number;
  unchanged: number;
  removed: number;
  rejected: number;
  /** Of the rows read: held, and why. */
  held: { unverified: number; duplicate: number; legal: number };
  replies_held: number;
  /** Rows of erased reviews, which no import brings back. */
  kept_out: number;
  files: { file: string; format: string; location: string | null; rows: number }[];
  warnings: string[];
  dry_run: boolean;
  /** The dataset's version afterwards; null when nothing was changed. */
  version: number | null;
};

const ATTEMPTS = 5;
/** A live run stages a batch every second or so; one that was silent this long is dead. */
const DEAD_AFTER_MS = 5 * 60_000;

/** One attempt at an import. */
export type Run = {
  deps: ImportDeps;
  options: ImportOptions;
  hooks: ImportHooks;
  id: string;
  now: string;
  seen: SeenIds;
  matched: SeenIds;
  empty: boolean;
  /** Listings that the run holds completely. */
  origins: Origins;
  staged: number;
  bytes: number;
  size: number;
  report: ImportReport;
};

function newRun(deps: ImportDeps, options: ImportOptions, hooks: ImportHooks): Run {
  const report: ImportReport = {
    read: 0,
    added: 0,
    updated: 0,
    unchanged: 0,
    removed: 0,
    rejected: 0,
    held: { unverified: 0, duplicate: 0, legal: 0 },
    replies_held: 0,
    kept_out: 0,
    files: [],
    warnings: [],
    dry_run: options.dry_run,
    version: null,
  };
  const now = renderTime(deps.now().getTime());
  return {
    deps,
    options,
    hooks,
    id: deps.newRun(),
    now,
    seen: buildSeenIds(),
    matched: buildPerhapsSeen(),
    empty: false,
    origins: new Map(),
    staged: 0,
    bytes: 0,
    size: 0,
    report,
  };
}

async function clearDeadRuns(deps: ImportDeps): Promise<void> {
  const before = renderTime(deps.now().getTime() - DEAD_AFTER_MS);
  const { staging } = deps.tables;
  for (const run of await staging.readDeadRuns(deps.store, before)) await staging.deleteStaged(deps.store, run);
}

/** The one short transaction. Null when the data changed since the comparison: compare again. */
async function commit(
  run: Run,
  compared_version: number,
  { removals, silent, analyses }: { removals: Tombstone[]; silent: string[]; analyses: FreshAnalysis[] },
) {
  const { store, tables, now } = run.deps;
  return store.transaction(async (tx) => {
    const dataset = await tables.dataset.lockDataset(tx);
    if (dataset.version !== compared_version) return null;
    const committed_at = tables.dataset.commitTime(dataset, now());
    if (run.staged > 0) await tables.staging.applyStaged(tx, run.id, committed_at);
    await tables.analyses.saveAnalyses(tx, analyses);
    await tables.reviews.deleteReviews(tx, [...removals.map(({ id }) => id), ...silent]);
    await tables.tombstones.saveTombstones(tx, removals, committed_at);
    return tables.dataset.bumpDataset(tx, store.dialect, committed_at);
  });
}

/** Everything was rejected, or something was and the operator is strict: nothing goes in. */
export const isRefused = ({ rejected, read }: ImportReport, { strict }: ImportOptions): boolean =>
  rejected > 0 && (strict || rejected === read);

async function attempt(run: Run, paths: readonly string[]): Promise<ImportReport | null> {
  const { deps, options, hooks, report } = run;
  try {
    const { version } = await deps.tables.dataset.readDataset(deps.store);
    run.empty = await deps.tables.reviews.isEmpty(deps.store);
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
    await deps.tables.staging.deleteStaged(deps.store, run.id);
  }
}

/** Imports files: all of it or nothing, one version of the dataset. */
export async function importFiles(
  deps: ImportDeps,
  paths: readonly string[],
  options: ImportOptions,
  hooks: ImportHooks = {},
): Promise<ImportReport> {
  await deps.tables.staging.openStaging(deps.store);
  await clearDeadRuns(deps);
  for (let tries = 0; tries < ATTEMPTS; tries += 1) {
    if (tries > 0) hooks.restarted?.();
    const report = await attempt(newRun(deps, options, hooks), paths);
    if (report) return report;
  }
  throw new OperatorError("other changes to the data kept coming in between: run the import again");
}
