import { closeSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { Question } from "../import/record/open-questions.ts";
import type { ImportReport } from "../import/run/run.ts";
import { messageOf, OperatorError } from "../operator-error.ts";
import { readDataset } from "../store/dataset/dataset.ts";
import type { OwnerDeps } from "./owner-deps.ts";
import {
  type FileChoices,
  type FilePreview,
  NO_CHOICES,
  type OwnFile,
  type PreviewKind,
  type PreviewRow,
  previewFile,
  publishPrepared,
} from "./prepare-import.ts";
import { type FileColumn, readColumns, recallAnswers } from "./remember-answers.ts";

type Progress = { rows: number; bytes: number; size: number };

/** Where a file is on its way to the public. */
type FileStage =
  | { name: "reading"; progress: Progress }
  | { name: "questions"; questions: Question[] }
  | { name: "preview"; preview: FilePreview; changed_meanwhile: boolean }
  | { name: "publishing"; progress: Progress; preview: FilePreview }
  | { name: "published"; report: ImportReport; at: string }
  /** The file cannot be used, with the reason in words. */
  | { name: "unusable"; reason: string };

/** A file that somebody uploaded, until it is published or discarded. */
export type FileInHand = OwnFile & {
  number: number;
  /** A folder with nothing but this file and what is known of it. */
  folder: string;
  size: number;
  choices: FileChoices;
  /** What was answered before about this file, or about another one with the same columns. */
  before: FileChoices | null;
  /** The answers of that other file were used. */
  recalled: boolean;
  /** None until the file was opened, or if it is no table. */
  columns: FileColumn[];
  stage: FileStage;
  /** Rises with every change, so that a form of an earlier page is noticed. */
  revision: number;
  rows: KeptRows;
  canceled: boolean;
  /** What runs now. It never rejects. */
  job: Promise<unknown>;
};

class Canceled extends Error {}

/** The rows of a preview are in a file beside the upload: a long one has more than fits in memory. */
export type KeptRows = {
  add(row: PreviewRow): void;
  clear(): void;
  counts(): Record<PreviewKind, number>;
  /** How many new or changed reviews become public, and how many wait. */
  outlook(): { public: number; waiting: number };
  /** Rows of one kind, or of all, in the order of the file. */
  read(kind: PreviewKind | null, from: number, count: number): PreviewRow[];
  close(): void;
};

const NO_COUNTS: Record<PreviewKind, number> = {
  added: 0,
  held: 0,
  updated: 0,
  unchanged: 0,
  repeated: 0,
  removed: 0,
  kept_out: 0,
  refused: 0,
};

function keepRows(folder: string): KeptRows {
  const path = join(folder, "rows");
  let file = openSync(path, "wx+", 0o600);
  let length = 0;
  let places: { kind: PreviewKind; waits: boolean; at: number; size: number }[] = [];
  return {
    add(row) {
      const bytes = Buffer.from(JSON.stringify(row));
      writeSync(file, bytes, 0, bytes.length, length);
      const waits = row.review?.held_reason != null;
      places.push({ kind: row.kind, waits, at: length, size: bytes.length });
      length += bytes.length;
    },
    clear() {
      closeSync(file);
      rmSync(path, { force: true });
      file = openSync(path, "wx+", 0o600);
      length = 0;
      places = [];
    },
    counts() {
      const counts = { ...NO_COUNTS };
      for (const { kind } of places) counts[kind] += 1;
      return counts;
    },
    outlook() {
      const changing = places.filter(({ kind }) => kind === "added" || kind === "held" || kind === "updated");
      const waiting = changing.filter(({ waits }) => waits).length;
      return { public: changing.length - waiting, waiting };
    },
    read(kind, from, count) {
      const wanted = kind === null ? places : places.filter((place) => place.kind === kind);
      return wanted.slice(from, from + count).map(({ at, size }) => {
        const bytes = Buffer.alloc(size);
        readSync(file, bytes, 0, size, at);
        return JSON.parse(bytes.toString());
      });
    },
    close: () => closeSync(file),
  };
}

const NOTHING_READ: Progress = { rows: 0, bytes: 0, size: 0 };

function move(file: FileInHand, stage: FileStage): void {
  file.stage = stage;
  file.revision += 1;
}

/** A fault of the file is told. Another one is logged by the desk, and the file cannot be used either. */
function fail(file: FileInHand, error: unknown, unexpected: (error: unknown) => void): void {
  if (error instanceof Canceled) {
    move(file, { name: "unusable", reason: "" });
    return;
  }
  if (!(error instanceof OperatorError)) unexpected(error);
  move(file, { name: "unusable", reason: error instanceof OperatorError ? messageOf(error) : "" });
}

/** Reads a file with these choices, and ends with its questions or its preview. */
export async function readInHand(
  deps: OwnerDeps,
  file: FileInHand,
  choices: FileChoices,
  unexpected: (error: unknown) => void,
  changed_meanwhile = false,
): Promise<void> {
  file.choices = choices;
  move(file, { name: "reading", progress: NOTHING_READ });
  file.rows.clear();
  try {
    const found = await previewFile(deps, file, choices, {
      row: (row) => {
        if (file.canceled) throw new Canceled();
        file.rows.add(row);
      },
      restarted: () => file.rows.clear(),
      progress: (progress) => {
        if (file.canceled) throw new Canceled();
        if (file.stage.name === "reading") file.stage = { name: "reading", progress };
      },
    });
    if ("questions" in found) move(file, { name: "questions", questions: found.questions });
    else move(file, { name: "preview", preview: found, changed_meanwhile });
  } catch (error) {
    fail(file, error, unexpected);
  }
}

/** Opens an upload: it is read with what was answered about the last file with the same columns. */
export async function beginInHand(
  deps: OwnerDeps,
  file: FileInHand,
  unexpected: (error: unknown) => void,
): Promise<void> {
  try {
    file.columns = await readColumns(file);
    file.before = await recallAnswers(deps, file.columns);
  } catch (error) {
    fail(file, error, unexpected);
    return;
  }
  file.recalled = file.before !== null;
  await readInHand(deps, file, file.before ?? NO_CHOICES, unexpected);
  if (file.recalled && file.stage.name === "unusable" && !file.canceled) await askAgain(deps, file, unexpected);
}

/** Asks everything again. What was answered before is chosen. */
export async function askAgain(deps: OwnerDeps, file: FileInHand, unexpected: (error: unknown) => void): Promise<void> {
  file.before = file.choices;
  file.recalled = false;
  await readInHand(deps, file, NO_CHOICES, unexpected);
}

/** Compares a preview again if the data changed since then, as when another file was published. */
export async function refreshInHand(
  deps: OwnerDeps,
  file: FileInHand,
  unexpected: (error: unknown) => void,
): Promise<void> {
  const { stage } = file;
  if (stage.name !== "preview") return;
  const { version } = await readDataset(deps.store);
  if (version === stage.preview.version || file.stage !== stage) return;
  await readInHand(deps, file, file.choices, unexpected, stage.changed_meanwhile);
}

/** Publishes what the preview showed. If the data changed since then, it compares it again instead. */
export async function publishInHand(
  deps: OwnerDeps,
  file: FileInHand,
  preview: FilePreview,
  unexpected: (error: unknown) => void,
): Promise<ImportReport | null> {
  move(file, { name: "publishing", progress: NOTHING_READ, preview });
  try {
    const report = await publishPrepared(deps, file, file.choices, preview, (progress) => {
      if (file.canceled) throw new Canceled();
      if (file.stage.name === "publishing") file.stage = { ...file.stage, progress };
    });
    if (report) move(file, { name: "published", report, at: deps.now().toISOString() });
    else await readInHand(deps, file, file.choices, unexpected, true);
    return report;
  } catch (error) {
    fail(file, error, unexpected);
    return null;
  }
}

export const newFileInHand = (
  number: number,
  { folder, path, shown_name, size }: Pick<FileInHand, "folder" | "path" | "shown_name" | "size">,
): FileInHand => ({
  number,
  folder,
  path,
  shown_name,
  size,
  choices: NO_CHOICES,
  before: null,
  recalled: false,
  columns: [],
  stage: { name: "reading", progress: NOTHING_READ },
  revision: 0,
  rows: keepRows(folder),
  canceled: false,
  job: Promise.resolve(),
});
