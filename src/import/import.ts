import { OperatorError } from "../errors.ts";
import { buildMentionFinder } from "../insights/mentions.ts";
import type { Source, Tombstone, VerificationMethod } from "../model/review.ts";
import { renderTime } from "../model/time.ts";
import type * as business from "../store/business.ts";
import type * as dataset from "../store/dataset.ts";
import type * as reviews from "../store/reviews.ts";
import type * as staging from "../store/staging.ts";
import type { Store } from "../store/store.ts";
import type * as tombstones from "../store/tombstones.ts";
import { BadField, isRejection, type Rejection } from "./candidate.ts";
import { compareBatch, type RowOutcome } from "./compare.ts";
import { openReviews, type Reviews } from "./formats.ts";
import { type Preparation, type Prepared, prepareReview } from "./prepare.ts";
import { buildSeenIds, type SeenIds } from "./seen-ids.ts";

/** The statements an import uses; handed in, since SQL lives in store/ alone. */
export type Tables = {
  business: typeof business;
  dataset: typeof dataset;
  reviews: typeof reviews;
  staging: typeof staging;
  tombstones: typeof tombstones;
};
export type ImportDeps = { store: Store; tables: Tables; now: () => Date; newRun: () => string };

export type ImportOptions = {
  format: string | null;
  source: Source | null;
  location: string | null;
  verified_by: VerificationMethod | null;
  complete: boolean;
  dry_run: boolean;
  /** More than a tenth of a listing may be deleted. */
  yes: boolean;
  /** Nothing goes in if any row is rejected. */
  strict: boolean;
};

/** What the caller may want to see on the way. */
export type ImportHooks = {
  rejected?(rejection: Rejection): void;
  outcome?(outcome: RowOutcome): void;
  progress?(rows: number): void;
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
  dry_run: boolean;
  /** The dataset's version afterwards; null when nothing was changed. */
  version: number | null;
};

const BATCH = 500;
const ATTEMPTS = 5;
/** A live run stages a batch every second or so; one that was silent this long is dead. */
const DEAD_AFTER_MS = 5 * 60_000;

type Run = {
  deps: ImportDeps;
  options: ImportOptions;
  hooks: ImportHooks;
  id: string;
  now: string;
  seen: SeenIds;
  staged: number;
  report: ImportReport;
  removals: Tombstone[];
};

function emptyReport(dry_run: boolean): ImportReport {
  return {
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
    dry_run,
    version: null,
  };
}

async function clearStaged({ store, tables }: ImportDeps, run: string): Promise<void> {
  // Bites of 5,000 rows, about 50 ms each on SQLite (measured): a server's writes fit in between.
  while (await tables.staging.deleteStaged(store, run, 5000));
}

async function clearDeadRuns(deps: ImportDeps): Promise<void> {
  const before = renderTime(deps.now().getTime() - DEAD_AFTER_MS);
  for (const run of await deps.tables.staging.readDeadRuns(deps.store, before)) await clearStaged(deps, run);
}

function reject(run: Run, rejection: Rejection): void {
  run.report.rejected += 1;
  run.hooks.rejected?.(rejection);
}

function count(run: Run, { kind, row }: RowOutcome): void {
  run.report[kind] += 1;
  if (kind === "kept_out") return;
  if (row.held_reason !== null) run.report.held[row.held_reason] += 1;
  if (row.reply_state === "held") run.report.replies_held += 1;
}

async function stageBatch(run: Run, batch: readonly Prepared[]): Promise<void> {
  const { store, tables } = run.deps;
  const { outcomes, staged } = await compareBatch(run, batch);
  for (const outcome of outcomes) {
    count(run, outcome);
    run.hooks.outcome?.(outcome);
  }
  await tables.staging.insertStaged(store, run.id, staged, renderTime(run.deps.now().getTime()));
  run.staged += staged.length;
  run.hooks.progress?.(run.report.read);
}

/** Reads, prepares, compares and stages one file in batches; memory stays that of a batch. */
async function stageFile(run: Run, file: Reviews, preparation: Preparation): Promise<void> {
  let batch: Prepared[] = [];
  const before = run.report.read;
  for await (const parsed of file.rows) {
    run.report.read += 1;
    if (isRejection(parsed)) {
      reject(run, parsed);
      continue;
    }
    try {
      batch.push(prepareReview(parsed, preparation));
    } catch (error) {
      if (!(error instanceof BadField)) throw error;
      reject(run, { place: parsed.place, reason: error.message });
    }
    if (batch.length === BATCH) {
      await stageBatch(run, batch);
      batch = [];
    }
  }
  await stageBatch(run, batch);
  run.report.files.push({
    file: file.file,
    format: file.format,
    location: preparation.location,
    rows: run.report.read - before,
  });
}

async function stageAll(run: Run, paths: readonly string[]): Promise<void> {
  const { store, tables } = run.deps;
  const profile = await tables.business.readProfile(store);
  const findMentions = profile ? buildMentionFinder(profile) : null;
  for (const path of paths) {
    for (const file of await openReviews(path, run.options)) {
      await stageFile(run, file, {
        profile,
        findMentions,
        format: file.format,
        source: run.options.source ?? file.source,
        location: run.options.location ?? file.location,
        verified_by: run.options.verified_by ?? file.verified_by,
        now_ms: Date.parse(run.now),
      });
    }
  }
}

/** The one short transaction. Null when the data changed since the comparison: compare again. */
async function commit(run: Run, compared_version: number): Promise<number | null> {
  const { store, tables, now } = run.deps;
  return store.transaction(async (tx) => {
    const { version } = await tables.dataset.lockDataset(tx);
    if (version !== compared_version) return null;
    const committed_at = renderTime(now().getTime());
    if (run.staged > 0) await tables.staging.applyStaged(tx, run.id, committed_at);
    await tables.reviews.deleteReviews(
      tx,
      run.removals.map(({ id }) => id),
    );
    await tables.tombstones.saveTombstones(tx, run.removals, committed_at);
    return tables.dataset.bumpDataset(tx, store.dialect, committed_at);
  });
}

async function attempt(
  deps: ImportDeps,
  paths: readonly string[],
  options: ImportOptions,
  hooks: ImportHooks,
): Promise<ImportReport | null> {
  const run: Run = {
    deps,
    options,
    hooks,
    id: deps.newRun(),
    now: renderTime(deps.now().getTime()),
    seen: buildSeenIds(),
    staged: 0,
    report: emptyReport(options.dry_run),
    removals: [],
  };
  try {
    const { version } = await deps.tables.dataset.readDataset(deps.store);
    await stageAll(run, paths);
    const { report } = run;
    const refused = report.rejected > 0 && (options.strict || report.rejected === report.read);
    const changes = run.staged > 0 || run.removals.length > 0;
    if (options.dry_run || refused || !changes) return report;
    report.version = await commit(run, version);
    return report.version === null ? null : report;
  } finally {
    await clearStaged(deps, run.id);
  }
}

/** Imports files: all of it or nothing, one version of the dataset. */
export async function importFiles(
  deps: ImportDeps,
  paths: readonly string[],
  options: ImportOptions,
  hooks: ImportHooks = {},
): Promise<ImportReport> {
  await clearDeadRuns(deps);
  for (let tries = 0; tries < ATTEMPTS; tries += 1) {
    const report = await attempt(deps, paths, options, hooks);
    if (report) return report;
  }
  throw new OperatorError("other changes to the data kept coming in between: run the import again");
}
