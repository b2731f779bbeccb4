import { buildMentionFinder, type MentionFinder } from "../../../insights/engine/mentions.ts";
import { renderTime } from "../../model/basics/time.ts";
import { OperatorError } from "../../operator-error.ts";
import { counted } from "../../spelling.ts";
import { readProfile } from "../../store/dataset/business.ts";
import { bumpDataset, commitTime, isSameDataset, lockDataset, readDataset } from "../../store/dataset/dataset.ts";
import { refuseOtherKind } from "../../store/dataset/kind.ts";
import { ensureIdentityKey } from "../../store/erasure/identity-key.ts";
import { restoreCompleteExport } from "../../store/imports/complete-exports.ts";
import {
  countFormer,
  type FormerReview,
  findLaterRun,
  finishRestored,
  readAddedPages,
  readFormerPages,
  readPublishedBy,
  removeAdded,
} from "../../store/imports/former-reviews.ts";
import {
  forgetRuns,
  markUndone,
  readLastRun,
  readLaterRuns,
  readRun,
  type StoredRun,
  skipExports,
  UNDO_DAYS,
} from "../../store/imports/import-runs.ts";
import { countKept, findKept, findLaterExports, moveKept, type TakenBack } from "../../store/imports/later-imports.ts";
import { releaseDuplicates } from "../../store/imports/release-duplicates.ts";
import { applyStaged, createStaging, deleteStaged, insertStaged } from "../../store/imports/staging.ts";
import { type DecisionKind, findLaterDecisions, saveHeldByUndo } from "../../store/reviews/decisions.ts";
import { hasErasedKeys, readErasedKeys, saveReviewKeys } from "../../store/reviews/review-keys.ts";
import { countAdded, readReviews, type StoredReview } from "../../store/reviews/reviews.ts";
import type { Queryable, Store } from "../../store/store.ts";
import { askAnew, settleRequests } from "../../store/sync/source-requests.ts";
import { hashKeys, isErasedBy, mainKeysOf, signsOf } from "../prepare/known-keys.ts";
import { completeSketches, readErased } from "../recognize/stored-sketches.ts";
import { keepDecided } from "./keep-decided.ts";
import { noteMove } from "./merge-review.ts";
import type { ImportDeps } from "./run.ts";

export type UndoReport = {
  run: number;
  /** Reviews that it had added. */
  removed: number;
  /** Reviews that have their former words, rating, date and reply again. */
  restored: number;
  /** Reviews that it had removed. */
  returned: number;
  /** Reviews that it had added, changed or removed and that stay so, because a later import has them like that, too. */
  kept: number;
  /** How many of those are held now: no later import says how they are verified. */
  held: number;
  /** Reviews that it had added and that were erased since: they stay erased. */
  erased: number;
  /** Later imports of an older version, which did not note what they had. */
  unknown: number[];
  version: number;
};

/** What taking a run back would do. */
export type UndoPlan = Omit<UndoReport, "version"> & { committed_at: string; files: string[] };

/** Asked before anything is changed. False: nothing is. */
export type ConfirmUndo = (plan: UndoPlan) => Promise<boolean>;

/** A later import, or decisions about reviews, build on what the import stored. */
export type UndoObstacle = { import: number } | { decided: { review_id: string; state: StoredReview["state"] }[] };

export class UndoBlocked extends OperatorError {
  readonly by: UndoObstacle;
  constructor(message: string, by: UndoObstacle) {
    super(message);
    this.by = by;
  }
}

const ATTEMPTS = 5;

const DECIDED: Partial<Record<DecisionKind, string>> = {
  verified: "verified",
  withheld: "withheld for a legal reason",
};

async function findRun(store: Store, wanted: number | null): Promise<StoredRun> {
  const run = wanted === null ? await readLastRun(store) : await readRun(store, wanted);
  if (!run && wanted === null)
    throw new OperatorError(
      "there is no import to take back: imports are numbered since version 0.1.0, and each can be taken back once",
    );
  if (!run) throw new OperatorError(`there is no import ${wanted}: candor status lists the last imports`);
  if (run.undone_at !== null)
    throw new OperatorError(`import ${run.number} was already taken back on ${run.undone_at}`);
  if (run.forgotten_at !== null)
    throw new OperatorError(
      `import ${run.number} is from ${run.committed_at}: an import can be taken back for ${UNDO_DAYS} days`,
    );
  return run;
}

/** Later changes build on what the run stored: taking it back would lose them. */
async function refuseDependent(store: Store, run: StoredRun, taken: TakenBack): Promise<void> {
  const later = await findLaterRun(store, run.number);
  if (later)
    throw new UndoBlocked(
      `import ${later.number} changed ${counted(later.reviews, "review")} of import ${run.number} later: take that back first with candor undo ${later.number}. Nothing was changed`,
      { import: later.number },
    );
  const later_decisions = await findLaterDecisions(store, run);
  const kept = await findKept(
    store,
    taken,
    later_decisions.map(({ review_id }) => review_id),
  );
  const blocking = later_decisions.filter(({ review_id }) => !kept.has(review_id));
  const [decided, ...more] = blocking;
  if (!decided) return;
  const { review_id, kind, decided_at } = decided;
  const reverse =
    kind === "verified"
      ? `candor verify ${review_id} --undo`
      : `candor verify ${review_id} --verified-by ${decided.former_method ?? "METHOD"}`;
  const others = more.length > 0 ? `, and ${counted(more.length, "other")} changed, too` : "";
  throw new UndoBlocked(
    `review ${review_id} of import ${run.number} was ${DECIDED[kind] ?? "changed"} on ${decided_at}${others}: reverse that first (${reverse}). Nothing was changed`,
    { decided: blocking },
  );
}

/** A review as it was, with the decision about an equal reply and the mentions of today's profile. */
function restoreRow(former: FormerReview, current: StoredReview | undefined, find: MentionFinder | null): StoredReview {
  const { kind: _, added_by: __, revisions: ___, ...row } = former;
  const next: StoredReview = { ...row, changed_at: "" };
  if (find) next.mentions = JSON.stringify(find([next.title, next.text].filter((part) => part !== null).join("\n")));
  if (!current) return next;
  if (next.reply_text === current.reply_text && next.reply_state !== current.reply_state) {
    next.reply_state = current.reply_state;
    next.reply_held_reason = current.reply_held_reason;
    next.updated_at = current.updated_at;
  }
  noteMove(next, current);
  return next;
}

/** Former reviews that were not erased since, under whatever id. */
async function withoutErased(store: Store, page: readonly FormerReview[]): Promise<FormerReview[]> {
  const erased_words = await readErased(store);
  if (erased_words === null && !(await hasErasedKeys(store))) return [...page];
  const key = await ensureIdentityKey(store);
  const signed = page.map((row) => ({ row, signs: signsOf(key, row) }));
  const erased = await readErasedKeys(
    store,
    signed.flatMap(({ signs }) => signs.map((sign) => sign.key)),
  );
  return signed
    .filter(({ row, signs }) => !isErasedBy(signs, row.source, erased) && !erased_words?.isErased(row))
    .map(({ row }) => row);
}

/** Stages the former reviews, so that the transaction is short. What was erased is not among them. */
async function stageFormer({ store, now }: ImportDeps, run: number, id: string): Promise<void> {
  const profile = await readProfile(store);
  const find = profile ? buildMentionFinder(profile) : null;
  for await (const page of readFormerPages(store, run)) {
    const ids = page.map((row) => row.id);
    const current = new Map((await readReviews(store, ids)).map((row) => [row.id, row]));
    const kept = await withoutErased(store, page);
    const rows = kept.map((row) => restoreRow(row, current.get(row.id), find));
    await insertStaged(store, id, rows, { staged_at: renderTime(now().getTime()), again: [] });
  }
}

/** Hashes of what is about to be removed: it may be erased later, and its words must not return then. */
async function keepHashes(tx: Queryable, run: number): Promise<void> {
  const key = await ensureIdentityKey(tx);
  for await (const page of readAddedPages(tx, run)) {
    const keys = page.flatMap((review) =>
      hashKeys(key, review.source, mainKeysOf(review)).map((hashed) => ({ ...hashed, review_id: review.id })),
    );
    await saveReviewKeys(tx, keys);
  }
}

type Moment = { version: number; decided_at: string };
type Taken = { run: StoredRun; later: StoredRun[]; taken: TakenBack };

/** What is added, changed and removed by the run alone. */
async function countLeft(db: Queryable, run: number) {
  const { updated, removed } = await countFormer(db, run);
  return { removed: await countAdded(db, run), restored: updated, returned: removed };
}

const sum = ({ removed, restored, returned }: Awaited<ReturnType<typeof countLeft>>): number =>
  removed + restored + returned;

/** What the transaction changes, but for the version. `staged` is the name under which the former reviews are staged. */
async function takeBack(tx: Queryable, { run, later, taken }: Taken, staged: string, moment: Moment) {
  const at = moment.decided_at;
  const { number, exports } = run;
  const before = await countLeft(tx, number);
  await moveKept(tx, taken, staged, moment);
  await askAnew(tx, run);
  const left = await countLeft(tx, number);
  const public_before = await readPublishedBy(tx, number);
  await keepHashes(tx, number);
  await removeAdded(tx, number, at);
  await applyStaged(tx, { run: staged, committed_at: at, number: null, bringer: null });
  await keepDecided(tx, staged, at);
  for (const review of public_before) await saveHeldByUndo(tx, review, moment);
  await finishRestored(tx, number);
  await releaseDuplicates(tx, { run: null, changed_at: at });
  await settleRequests(tx);
  for (const noted of exports) await restoreCompleteExport(tx, noted);
  await skipExports(tx, run, later);
  await markUndone(tx, number, at);
  await forgetRuns(tx, at);
  return { ...left, kept: sum(before) - sum(left) };
}

async function planUndo(store: Store, { run, later, taken }: Taken): Promise<UndoPlan> {
  const { number, committed_at } = run;
  const all = await countLeft(store, number);
  const kept = await countKept(store, taken);
  return {
    run: number,
    removed: all.removed - kept.added,
    restored: all.restored - kept.updated,
    returned: all.returned - kept.removed,
    kept: kept.added + kept.updated + kept.removed,
    held: kept.held,
    erased: Math.max(0, run.counts.added - all.removed),
    unknown: later.filter(({ noted }) => noted === 0).map((one) => one.number),
    committed_at,
    files: run.files.map(({ file }) => file),
  };
}

async function prepareUndo(store: Store, wanted: number | null): Promise<{ taking: Taken; plan: UndoPlan }> {
  const run = await findRun(store, wanted);
  const later = await readLaterRuns(store, run.number);
  const taken = { ...run, later_exports: findLaterExports(later) };
  await refuseDependent(store, run, taken);
  const taking = { run, later, taken };
  return { taking, plan: await planUndo(store, taking) };
}

/** What taking a run back would do. Throws if it cannot be taken back. */
export const planImportUndo = async (store: Store, number: number): Promise<UndoPlan> =>
  (await prepareUndo(store, number)).plan;

async function attemptUndo(deps: ImportDeps, wanted: number | null, confirm: ConfirmUndo): Promise<UndoReport | null> {
  const { store, now, newRun } = deps;
  const id = newRun();
  try {
    const compared = await readDataset(store);
    const { taking, plan } = await prepareUndo(store, wanted);
    const { run } = taking;
    if (!(await confirm(plan))) throw new OperatorError("nothing was changed");
    await stageFormer(deps, run.number, id);
    return await store.transaction(async (tx) => {
      const dataset = await lockDataset(tx, store.dialect);
      await refuseOtherKind(tx, "business");
      if (!isSameDataset(dataset, compared)) return null;
      const at = commitTime(dataset, now());
      const done = await takeBack(tx, taking, id, { version: dataset.version, decided_at: at });
      const { committed_at: _, files: __, ...report } = plan;
      return { ...report, ...done, version: await bumpDataset(tx, store.dialect, at, "import") };
    });
  } finally {
    await deleteStaged(store, id);
  }
}

/** Takes an import back, the last one if `wanted` is null, as one new version of the dataset. */
export async function undoImport(deps: ImportDeps, wanted: number | null, confirm: ConfirmUndo): Promise<UndoReport> {
  await completeSketches(deps.store);
  await createStaging(deps.store);
  let chosen = wanted;
  let agreed = false;
  const askOnce: ConfirmUndo = async (plan) => {
    chosen = plan.run; // the data may change meanwhile, and then another import would be the last one
    agreed ||= await confirm(plan);
    return agreed;
  };
  for (let tries = 0; tries < ATTEMPTS; tries += 1) {
    const report = await attemptUndo(deps, chosen, askOnce);
    if (report) return report;
  }
  throw new OperatorError("the data kept changing: run candor undo again");
}
