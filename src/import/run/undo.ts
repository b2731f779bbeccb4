import { buildMentionFinder, type MentionFinder } from "../../insights/engine/mentions.ts";
import { renderTime } from "../../model/time.ts";
import { OperatorError } from "../../operator-error.ts";
import { counted } from "../../spelling.ts";
import { readProfile } from "../../store/business.ts";
import { restoreCompleteExport } from "../../store/complete-exports.ts";
import { bumpDataset, commitTime, isSameDataset, lockDataset, readDataset } from "../../store/dataset.ts";
import { type DecisionKind, findLaterDecisions, saveHeldByUndo } from "../../store/decisions.ts";
import {
  countFormer,
  type FormerReview,
  findLaterRun,
  finishRestored,
  readAddedPage,
  readFormerPage,
  readPublishedBy,
  removeAdded,
} from "../../store/former-reviews.ts";
import { forgetRuns, markUndone, readLastRun, readRun, type StoredRun, UNDO_DAYS } from "../../store/import-runs.ts";
import { refuseOtherKind } from "../../store/kind.ts";
import { findCopied, releaseDuplicates } from "../../store/release-duplicates.ts";
import { countAdded, readReviews, type StoredReview } from "../../store/reviews.ts";
import { applyStaged, deleteStaged, insertStaged, openStaging } from "../../store/staging.ts";
import type { Queryable, Store } from "../../store/store.ts";
import { saveUndoneMatches } from "../../store/tombstones.ts";
import { wordsKey } from "../prepare/identity.ts";
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
  /** Reviews that it had added and that were erased since: they stay erased. */
  erased: number;
  version: number;
};

/** What taking a run back would do. */
export type UndoPlan = Omit<UndoReport, "version"> & { committed_at: string; files: string[] };

/** Asked before anything is changed. False: nothing is. */
export type ConfirmUndo = (plan: UndoPlan) => Promise<boolean>;

const PAGE = 500;
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
async function refuseDependent(store: Store, run: StoredRun): Promise<void> {
  const later = await findLaterRun(store, run.number);
  if (later)
    throw new OperatorError(
      `import ${later.number} changed ${counted(later.reviews, "review")} of import ${run.number} later: take that back first with candor undo ${later.number}. Nothing was changed`,
    );
  const [decided, ...more] = await findLaterDecisions(store, run);
  if (!decided) return;
  const { review_id, kind, decided_at } = decided;
  const reverse =
    kind === "verified"
      ? `candor verify ${review_id} --undo`
      : `candor verify ${review_id} --verified-by ${decided.former_method ?? "METHOD"}`;
  const others = more.length > 0 ? `, and ${counted(more.length, "other")} changed, too` : "";
  throw new OperatorError(
    `review ${review_id} of import ${run.number} was ${DECIDED[kind] ?? "changed"} on ${decided_at}${others}: reverse that first (${reverse}). Nothing was changed`,
  );
}

/** A review as it was, with the decision about an equal reply and the mentions of today's profile. */
function restoreRow(former: FormerReview, current: StoredReview | undefined, find: MentionFinder | null): StoredReview {
  const { kind: _, added_by: __, ...row } = former;
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

/** Stages the former reviews, so that the transaction is short. What was erased is not among them. */
async function stageFormer({ store, now }: ImportDeps, run: number, id: string): Promise<void> {
  const profile = await readProfile(store);
  const find = profile ? buildMentionFinder(profile) : null;
  for (let after = ""; ; ) {
    const page = await readFormerPage(store, run, after, PAGE);
    const ids = page.map((row) => row.id);
    const current = new Map((await readReviews(store, ids)).map((row) => [row.id, row]));
    const rows = page.map((row) => restoreRow(row, current.get(row.id), find));
    await insertStaged(store, id, rows, { staged_at: renderTime(now().getTime()), again: [] });
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    after = last.id;
  }
}

/** Hashes of what is about to be removed: it may be erased later, and its words must not return then. */
async function keepHashes(tx: Queryable, run: number): Promise<void> {
  for (let after = ""; ; ) {
    const page = await readAddedPage(tx, run, after, PAGE);
    const matches = page.flatMap(({ id, source, match_key, person, text }) => {
      const words = person !== null && text !== null ? wordsKey(person, text) : null;
      return [match_key, words].flatMap((key) => (key === null ? [] : { review_id: id, source, match_key: key }));
    });
    await saveUndoneMatches(tx, matches);
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    after = last.id;
  }
}

type Moment = { version: number; decided_at: string };

/** What the transaction changes, but for the version. `staged` is the name under which the former reviews are staged. */
async function takeBack(tx: Queryable, { number, exports }: StoredRun, staged: string, moment: Moment): Promise<void> {
  const at = moment.decided_at;
  await releaseDuplicates(tx, await findCopied(tx, number), { run: null, changed_at: at });
  const public_before = await readPublishedBy(tx, number);
  await keepHashes(tx, number);
  await removeAdded(tx, number, at);
  await applyStaged(tx, { run: staged, committed_at: at, number: null });
  for (const review of public_before) await saveHeldByUndo(tx, review, moment);
  await finishRestored(tx, number);
  for (const noted of exports) await restoreCompleteExport(tx, noted);
  await markUndone(tx, number, at);
  await forgetRuns(tx, at);
}

async function attemptUndo(deps: ImportDeps, wanted: number | null, confirm: ConfirmUndo): Promise<UndoReport | null> {
  const { store, now, newRun } = deps;
  const id = newRun();
  try {
    const compared = await readDataset(store);
    const run = await findRun(store, wanted);
    await refuseDependent(store, run);
    const removed = await countAdded(store, run.number);
    const { updated: restored, removed: returned } = await countFormer(store, run.number);
    const { number, committed_at } = run;
    const plan = { run: number, removed, restored, returned, erased: Math.max(0, run.counts.added - removed) };
    const confirmed = await confirm({ ...plan, committed_at, files: run.files.map(({ file }) => file) });
    if (!confirmed) throw new OperatorError("nothing was changed");
    await stageFormer(deps, number, id);
    const version = await store.transaction(async (tx) => {
      const dataset = await lockDataset(tx, store.dialect);
      await refuseOtherKind(tx, "business");
      if (!isSameDataset(dataset, compared)) return null;
      const at = commitTime(dataset, now());
      await takeBack(tx, run, id, { version: dataset.version, decided_at: at });
      return bumpDataset(tx, store.dialect, at);
    });
    return version === null ? null : { ...plan, version };
  } finally {
    await deleteStaged(store, id);
  }
}

/** Takes an import back, the last one if `wanted` is null, as one new version of the dataset. */
export async function undoImport(deps: ImportDeps, wanted: number | null, confirm: ConfirmUndo): Promise<UndoReport> {
  await openStaging(deps.store);
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
