import { randomUUID } from "node:crypto";
import { findQuestions } from "../import/formats/find-questions.ts";
import type { ReadOptions } from "../import/formats/opened-reviews.ts";
import { MissingColumns } from "../import/record/find-columns.ts";
import { OpenQuestions, type Question, withAnswer } from "../import/record/open-questions.ts";
import { importFiles } from "../import/run/import-files.ts";
import type { FieldChange } from "../import/run/merge-review.ts";
import {
  DEFAULT_OPTIONS,
  type ImportHooks,
  type ImportOptions,
  type ImportReport,
  isRefused,
  type RowOutcome,
} from "../import/run/run.ts";
import type { HeldReason, Source, VerificationMethod } from "../model/review-kinds.ts";
import type { ReviewRow } from "../model/review-row.ts";
import { createEngines } from "../publish/engines.ts";
import { readDataset } from "../store/dataset/dataset.ts";
import type { OwnerDeps } from "./owner-deps.ts";

/** What the owner says about a file. */
export type FileChoices = {
  answers: Parameters<typeof withAnswer>[1];
  source: Source | null;
  verified_by: VerificationMethod | null;
};

export const NO_CHOICES: FileChoices = { answers: {}, source: null, verified_by: null };

export type FileQuestion = Question;

/** Whether the owner already gave this answer, alone or with others. */
export function isGiven(answer: FileChoices["answers"], given: FileChoices["answers"]): boolean {
  const before: Record<string, unknown> = { ...given };
  return Object.entries(answer).every(([name, wanted]) => {
    const value = before[name];
    if (Array.isArray(wanted))
      return Array.isArray(value) && wanted.every((one) => value.some((other) => Bun.deepEquals(one, other)));
    return typeof wanted === "object" ? Bun.deepEquals({ ...Object(value), ...wanted }, value) : wanted === value;
  });
}

/** Both answers in one. */
export const mergeAnswers = (one: FileChoices["answers"], other: FileChoices["answers"]): FileChoices["answers"] =>
  withAnswer(one, other);

/** A file of the owner. `shown_name` is how the owner calls it. */
export type OwnFile = { path: string; shown_name: string };

export const PREVIEW_KINDS = [
  "added",
  "held",
  "updated",
  "unchanged",
  "repeated",
  "removed",
  "kept_out",
  "refused",
] as const;
export type PreviewKind = (typeof PREVIEW_KINDS)[number];

/** One row of a file, as it will appear. */
export type PreviewRow = {
  kind: PreviewKind;
  /** The row in the file; null for a review that is missing there. */
  row: number | null;
  /** Why a row is refused. */
  reason: string | null;
  review:
    | (Pick<ReviewRow, "id" | "date" | "rating" | "author" | "title" | "text" | "reply_text" | "reply_state"> & {
        held_reason: HeldReason | string | null;
        reply_held_reason: string | null;
      })
    | null;
  changes: FieldChange[];
};

export type FilePreview = {
  report: ImportReport;
  /** The dataset version that the file was compared with. */
  version: number;
};

export type PreviewHooks = {
  row(row: PreviewRow): void;
  /** Everything reported so far is void. */
  restarted(): void;
  /** Throws to stop. */
  progress(done: { rows: number; bytes: number; size: number }): void;
};

const optionsOf = ({ shown_name }: OwnFile, { answers, source, verified_by }: FileChoices): ImportOptions => ({
  ...withAnswer(DEFAULT_OPTIONS, answers),
  source,
  verified_by,
  shown_name,
});

export const readOptionsOf = (file: OwnFile, choices: FileChoices): ReadOptions => optionsOf(file, choices);

function kindOf({ kind, row, repeat }: RowOutcome): PreviewKind {
  if (repeat) return "repeated";
  return kind === "added" && row.state === "held" ? "held" : kind;
}

function previewRow(outcome: RowOutcome): PreviewRow {
  const { row, place, changes } = outcome;
  const { id, date, rating, author, title, text, reply_text, reply_state, reply_held_reason, held_reason } = row;
  const review = { id, date, rating, author, title, text, reply_text, reply_state, reply_held_reason, held_reason };
  return { kind: kindOf(outcome), row: place.row, reason: null, review, changes };
}

/**
 * Reads a file, compares it with what is stored, and reports every row. It changes nothing. If the file leaves
 * something open, the result is all its questions at once.
 */
export async function previewFile(
  { store, now }: OwnerDeps,
  file: OwnFile,
  choices: FileChoices,
  hooks: PreviewHooks,
): Promise<FilePreview | { questions: Question[] }> {
  const { version } = await readDataset(store);
  const reporting: ImportHooks = {
    progress: hooks.progress,
    restarted: hooks.restarted,
    outcome: (outcome) => hooks.row(previewRow(outcome)),
    rejected: ({ place, reason }) => hooks.row({ kind: "refused", row: place.row, reason, review: null, changes: [] }),
    removed: ({ id, date }) =>
      hooks.row({ kind: "removed", row: null, reason: `${id} ${date}`, review: null, changes: [] }),
  };
  const options = { ...optionsOf(file, choices), dry_run: true };
  try {
    const report = await importFiles({ store, now, newRun: randomUUID }, [file.path], options, reporting);
    return { report, version };
  } catch (error) {
    // At a terminal the owner names the columns. Here they are a question like the others.
    if (!(error instanceof OpenQuestions || error instanceof MissingColumns)) throw error;
    const found = await findQuestions(file.path, readOptionsOf(file, choices));
    const questions = found.length === 0 && error instanceof OpenQuestions ? [...error.questions] : found;
    if (questions.every(({ choices }) => choices.length === 0)) throw error;
    return { questions };
  }
}

/** The data is not what the preview was compared with. */
class ChangedMeanwhile extends Error {}

/**
 * Imports a file as its preview showed it. Null if the data changed since then, or a row can no longer be used: then
 * nothing is imported.
 */
export async function publishPrepared(
  { store, now }: OwnerDeps,
  file: OwnFile,
  choices: FileChoices,
  { version, report: previewed }: FilePreview,
  progress: PreviewHooks["progress"],
): Promise<ImportReport | null> {
  if ((await readDataset(store)).version !== version) return null;
  const options = { ...optionsOf(file, choices), yes: true };
  const hooks: ImportHooks = {
    progress,
    // In the transaction, so that nothing comes between the comparison and the commit.
    async committing(tx, changed) {
      if ((await readDataset(tx)).version !== version + (changed ? 1 : 0)) throw new ChangedMeanwhile();
    },
  };
  const deps = { store, now, newRun: randomUUID, engineFor: createEngines() };
  try {
    const report = await importFiles(deps, [file.path], options, hooks);
    return isRefused(report, options) && !isRefused(previewed, options) ? null : report;
  } catch (error) {
    if (error instanceof ChangedMeanwhile) return null;
    throw error;
  }
}
