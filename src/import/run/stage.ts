import type { Profile } from "../../model/business.ts";
import { renderTime } from "../../model/time.ts";
import { OperatorError } from "../../operator-error.ts";
import { readProfile } from "../../store/business.ts";
import { insertStaged } from "../../store/staging.ts";
import { openReviews, type Reviews } from "../formats/detect.ts";
import { idFromSource } from "../prepare/identity.ts";
import { loadDetector, needsDetector } from "../prepare/language.ts";
import { openNameless } from "../prepare/nameless.ts";
import { openPreparation, type Preparation, type Prepared, prepareReview } from "../prepare/prepare.ts";
import { BadField, type Candidate, isRejection, type Rejection } from "../record/candidate.ts";
import { openEnvelopes } from "../record/translation-marks.ts";
import { compareBatch } from "./compare.ts";
import { noteOrigin } from "./removals.ts";
import type { RowOutcome, Run } from "./run.ts";

const BATCH = 500;
/** The runtime lets garbage pile up before it collects; asked for now and then, memory stays flat. A small file needs none: it takes 90 ms (measured). */
const COLLECT_EVERY = 10_000;

function reject(run: Run, rejection: Rejection, { source }: Preparation): void {
  run.report.rejected += 1;
  // It is there, though it cannot be shown: a complete export does not delete it.
  if (rejection.source_id) run.seen.add(idFromSource(rejection.source ?? source, rejection.source_id));
  run.hooks.rejected?.(rejection);
}

function count(run: Run, { kind, row }: RowOutcome): void {
  run.report[kind] += 1;
  if (kind === "kept_out") return;
  if (row.held_reason !== null) run.report.held[row.held_reason] += 1;
  if (row.reply_state === "held") run.report.replies_held += 1;
}

async function stageBatch(run: Run, batch: readonly Prepared[]): Promise<void> {
  const { store } = run.deps;
  const { outcomes, staged, again } = await compareBatch(run, batch);
  for (const outcome of outcomes) {
    count(run, outcome);
    run.hooks.outcome?.(outcome);
  }
  const staged_at = renderTime(run.deps.now().getTime());
  await insertStaged(store, run.id, staged, { staged_at, again });
  run.staged += staged.length;
  run.hooks.progress?.({ rows: run.report.read, bytes: run.bytes, size: run.size });
  if (run.report.read >= COLLECT_EVERY && run.report.read % COLLECT_EVERY < BATCH) Bun.gc(true);
}

/** One row made ready: null where it was rejected. Waits for nothing but the language detector, once. */
export function prepareRow(
  parsed: Candidate | Rejection,
  preparation: Preparation,
  rejected: (rejection: Rejection) => void,
): Prepared | null | Promise<Prepared | null> {
  if (isRejection(parsed)) {
    rejected(parsed);
    return null;
  }
  const candidate = openEnvelopes(parsed, preparation.profile?.language ?? null);
  const prepare = () => prepareCandidate(candidate, preparation, rejected);
  const needs = candidate.language === undefined && candidate.text !== null && needsDetector(candidate.text);
  return needs ? loadDetector().then(prepare) : prepare();
}

function prepareCandidate(
  candidate: Candidate,
  preparation: Preparation,
  rejected: (rejection: Rejection) => void,
): Prepared | null {
  try {
    return prepareReview(candidate, preparation);
  } catch (error) {
    if (!(error instanceof BadField)) throw error;
    const { place, source, source_id = null } = candidate;
    rejected({ place, reason: error.message, source_id, ...(source ? { source } : {}) });
    return null;
  }
}

/** Reads, prepares, compares and stages one file in batches; memory stays that of a batch. */
async function stageFile(run: Run, file: Reviews, preparation: Preparation): Promise<void> {
  let batch: Prepared[] = [];
  const before = run.report.read;
  const tellApart = openNameless();
  const rejected = (rejection: Rejection) => reject(run, rejection, preparation);
  for await (const handful of file.rows) {
    for (const parsed of handful) {
      run.report.read += 1;
      const ready = prepareRow(parsed, preparation, rejected);
      const prepared = ready instanceof Promise ? await ready : ready;
      if (!prepared) continue;
      tellApart(prepared.row);
      if (preparation.complete) noteOrigin(run.origins, prepared.row, prepared.row.updated_at);
      batch.push(prepared);
      if (batch.length < BATCH) continue;
      await stageBatch(run, batch);
      batch = [];
    }
  }
  await stageBatch(run, batch);
  const rows = run.report.read - before;
  if (rows === 0 && !file.complete) throw new OperatorError(`${file.file} has no rows: export it again`);
  run.report.files.push({ file: file.file, format: file.format, location: preparation.location, rows });
  const warning = file.warning();
  if (warning !== null) run.report.warnings.push(`${file.file} ${warning}`);
}

function prepareFile(run: Run, file: Reviews, opened: ReturnType<typeof openPreparation>): Preparation {
  const { source, location, verified_by, complete } = run.options;
  return {
    ...opened,
    format: file.format,
    source: source ?? file.source,
    location: file.location ?? location,
    verified_by: verified_by ?? file.verified_by,
    complete: complete || file.complete,
  };
}

/** All files of a run, one after another; answers the profile that they were read by. */
export async function stageFiles(run: Run, paths: readonly string[]): Promise<Profile | null> {
  const profile = await readProfile(run.deps.store);
  const opened = openPreparation(profile, Date.parse(run.now));
  const bytes = (size: number) => {
    run.bytes += size;
  };
  for (const path of paths) {
    const files = await openReviews(path, { ...run.options, bytes });
    run.size += files.reduce((sum, { size }) => sum + size, 0);
    for (const file of files) {
      await stageFile(run, file, prepareFile(run, file, opened));
    }
  }
  if (!profile)
    run.report.warnings.push(
      "there is no business profile yet: dates are read in UTC and no mentions are found. Set it with candor business FILE, then import again",
    );
  return profile;
}
