import { renderTime } from "../../model/basics/time.ts";
import type { Profile } from "../../model/business.ts";
import type { Source } from "../../model/review-kinds.ts";
import { OperatorError } from "../../operator-error.ts";
import { readProfile } from "../../store/dataset/business.ts";
import { INVENTED_LIMIT, inventedIds } from "../../store/dataset/invented-reviews.ts";
import { ensureIdentityKey, newIdentityKey, readIdentityKey } from "../../store/erasure/identity-key.ts";
import { insertStagedSightings } from "../../store/imports/sightings.ts";
import { insertStaged } from "../../store/imports/staging.ts";
import { insertStagedKeys } from "../../store/reviews/review-keys.ts";
import { inChunks } from "../../store/store.ts";
import { notesOf, type ReadOptions, type Reviews } from "../formats/opened-reviews.ts";
import { createBareRatingIds } from "../prepare/bare-rating-ids.ts";
import { createCollector } from "../prepare/collector.ts";
import { idFromSource } from "../prepare/identity.ts";
import { createPreparation, type FileFacts } from "../prepare/preparation.ts";
import { openPreparers, type Preparer, prepareAhead } from "../prepare/prepare-ahead.ts";
import type { Prepared } from "../prepare/prepare-review.ts";
import { refusedOf } from "../prepare/prepare-row.ts";
import { demonstrationFile } from "../read/refuse-demonstration.ts";
import { isRejection, type Rejection } from "../record/candidate.ts";
import { createClaims } from "./claimed-ids.ts";
import { type Compared, compareBatch, compareResolved } from "./compare-batch.ts";
import { pairCorrections } from "./corrections.ts";
import { noteOrigin } from "./find-removals.ts";
import { createOlderExports, type OlderExports, refuseUndated } from "./older-exports.ts";
import type { ImportRun, RowOutcome } from "./run.ts";

const BATCH = 500;
const PREVIEW = 5;

function countRejection(run: ImportRun, rejection: Rejection, source: Source = "other"): void {
  run.report.rejected += 1;
  // The review exists although its row cannot be used: a complete export does not delete it.
  if (rejection.source_id) run.seen.add(idFromSource(rejection.source ?? source, rejection.source_id));
  run.hooks.rejected?.(rejection);
}

function countOutcome(run: ImportRun, { kind, row, repeat }: RowOutcome): void {
  run.report[kind] += 1;
  if (kind === "added" && row.state === "held") run.report.added_held += 1;
  if (repeat) run.report.repeated += 1;
  if (kind === "kept_out") return;
  if (row.held_reason !== null) run.report.held[row.held_reason] += 1;
  if (row.reply_state === "held") run.report.replies_held += 1;
}

/** So many take 10 MB. */
const MOST_SIGHTINGS = 100_000;

/**
 * Stages which stored reviews the run has. Only a run that changes something is numbered and may note that, so this waits
 * for the first change: a file that is imported again, as most are, writes nothing.
 */
export async function stageSightings(run: ImportRun): Promise<void> {
  const staged_at = renderTime(run.deps.now().getTime());
  await inChunks(run.sightings, (chunk) => insertStagedSightings(run.deps.store, run.id, chunk, staged_at));
  run.sightings = [];
}

async function stageCompared(run: ImportRun, { outcomes, staged, again, rejections }: Compared): Promise<void> {
  const { store } = run.deps;
  for (const rejection of rejections) countRejection(run, rejection);
  for (const outcome of outcomes) {
    countOutcome(run, outcome);
    if (run.report.preview.length < PREVIEW && outcome.kind !== "kept_out") run.report.preview.push(outcome.row);
    run.hooks.outcome?.(outcome);
  }
  const staged_at = renderTime(run.deps.now().getTime());
  await insertStaged(store, run.id, staged, { staged_at, again });
  await insertStagedKeys(store, run.id, run.aliases);
  run.aliases = [];
  run.staged += staged.length;
  if (run.staged > 0 || run.sightings.length > MOST_SIGHTINGS) await stageSightings(run);
  run.hooks.progress?.({ rows: run.report.read, bytes: run.bytes, size: run.size });
}

/** A copy of the demonstration's data without its mark, in any format. */
function refuseInvented(run: ImportRun, prepared: Prepared): void {
  const { place, row } = prepared;
  if (prepared.invented) run.invented += 1;
  const known = inventedIds().has(row.id) || inventedIds().has(row.source_id ?? "");
  if (known || run.invented >= INVENTED_LIMIT) throw demonstrationFile(place.file);
}

const stageBatch = async (run: ImportRun, batch: readonly Prepared[]) =>
  stageCompared(run, await compareBatch(run, batch));

/** At the end of a file: the rows that may correct a review which no row of the file has as it is stored. */
async function stageDeferred(run: ImportRun): Promise<void> {
  const resolved = pairCorrections(run.deferred, (id) => run.claims.ids.has(id) || run.seen.has(id));
  run.deferred = [];
  await inChunks(resolved, async (chunk) => stageCompared(run, await compareResolved(run, chunk)));
}

/** The listing is known as it was later: nothing of an older export is added or changed. */
function leaveAlone(run: ImportRun, { row }: Prepared): void {
  run.report.unchanged += 1;
  run.report.left_alone += 1;
  if (run.report.preview.length < PREVIEW) run.report.preview.push(row);
}

/** Reads, prepares, compares and stages one file. Memory is bounded by a few batches. */
async function stageFile(run: ImportRun, file: Reviews, preparer: Preparer, older: OlderExports): Promise<void> {
  let batch: Prepared[] = [];
  const before = run.report.read;
  const assignBareRatingId = createBareRatingIds();
  const collect = createCollector();
  const exported_ms = exportTime(run, file);
  const facts = describeFile(run, file);
  run.claims = createClaims();
  for await (const rows of prepareAhead(file.rows, facts, preparer)) {
    for (const read of rows) {
      run.report.read += 1;
      const prepared = refusedOf(read) ?? read;
      if (isRejection(prepared)) {
        countRejection(run, prepared, facts.source);
        continue;
      }
      if (run.deps.kind !== "demonstration") refuseInvented(run, prepared);
      assignBareRatingId(prepared.row);
      if (facts.complete) {
        if (run.bringer === null && (await older.leavesAlone(prepared.row, exported_ms, file.file))) {
          leaveAlone(run, prepared);
          continue;
        }
        noteOrigin(run.origins, prepared.row, prepared.row.updated_at, exported_ms);
      }
      batch.push(prepared);
      if (batch.length < BATCH) continue;
      await stageBatch(run, batch);
      batch = [];
      collect();
    }
  }
  await stageBatch(run, batch);
  await stageDeferred(run);
  const rows = run.report.read - before;
  if (rows === 0 && !file.complete) throw new OperatorError(`${file.file} has no rows: export it again`);
  run.report.files.push({
    file: file.file,
    format: file.format,
    location: facts.location,
    rows,
    mapping: file.mapping,
    consents: file.consents,
  });
  run.report.warnings.push(...notesOf(file));
}

/** When a complete export was made, in ms; null if it is not complete or a folder that does not say. */
function exportTime({ options, deps }: ImportRun, file: Reviews): number | null {
  if (!options.complete && !file.complete) return null;
  if (options.exported_at !== null) return Date.parse(options.exported_at);
  if (!file.complete) {
    throw new OperatorError(
      `${file.file} does not say when it was exported: with --complete, use --exported-at 2026-05-01T12:00:00Z (a review that is newer is not deleted)`,
    );
  }
  // A clock that was wrong must not make every later export an older one.
  return file.exported_ms === null ? null : Math.min(file.exported_ms, deps.now().getTime());
}

function describeFile(run: ImportRun, file: Reviews): FileFacts {
  const { source, location, verified_by, complete } = run.options;
  return {
    format: file.format,
    source: source ?? file.source,
    location: file.location ?? location,
    verified_by: verified_by ?? file.verified_by,
    complete: complete || file.complete,
    current: file.current ?? false,
  };
}

/** The key is made by the first import. A dry run stores nothing, so it may use one that is gone afterwards. */
async function ensureKey({ deps, options }: ImportRun): Promise<string> {
  if (!options.dry_run) return ensureIdentityKey(deps.store);
  return (await readIdentityKey(deps.store)) ?? newIdentityKey();
}

/** Opens the files of a run, one after another. Called again if the run starts again. */
export type OpenFiles = (reading: Pick<ReadOptions, "onBytes" | "today">) => AsyncIterable<Reviews[]>;

/** Stages all files of a run, one after another. Returns the profile that was used. */
export async function stageFiles(run: ImportRun, open: OpenFiles): Promise<Profile | null> {
  const profile = await readProfile(run.deps.store);
  run.identity_key = await ensureKey(run);
  const opened = createPreparation(profile, Date.parse(run.now), run.identity_key);
  const preparers = openPreparers(opened, run.deps.thread_from_bytes);
  const older = createOlderExports(run.deps.store);
  const onBytes = (count: number) => {
    run.bytes += count;
  };
  try {
    for await (const files of open({ onBytes, today: opened.today })) {
      run.size += files.reduce((sum, { size }) => sum + size, 0);
      for (const file of files) await stageFile(run, file, preparers.forSize(run.size), older);
    }
  } finally {
    preparers.close();
  }
  if (!profile)
    run.report.warnings.push(
      "there is no business profile yet: dates are read in UTC and no mentions are found. Set it with candor business FILE, then import again",
    );
  if (run.bringer === null) await refuseUndated(run.deps.store, run.origins);
  run.report.warnings.push(...older.warnings());
  run.report.asked = run.asked.length;
  return profile;
}
