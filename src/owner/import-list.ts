import { randomUUID } from "node:crypto";
import {
  planImportUndo,
  UndoBlocked,
  type UndoObstacle,
  type UndoPlan,
  type UndoReport,
  undoImport,
} from "../import/run/undo-import.ts";
import { messageOf, OperatorError } from "../operator-error.ts";
import { type DeskRecord, readChangeOf } from "../store/desk/desk-record.ts";
import { countRuns, readRun, readRuns, type StoredRun } from "../store/imports/import-runs.ts";
import { unverifyReviews } from "./decide-reviews.ts";
import type { OwnerDeps } from "./owner-deps.ts";

/** An import, and what taking it back would do, or why it cannot be taken back. */
export type ListedImport = {
  run: StoredRun;
  /** Who published it at the desk. Null: a command or a source imported it. */
  by: DeskRecord | null;
  plan: UndoPlan | null;
  refusal: string | null;
  /** What has to be taken back first. */
  obstacle: UndoObstacle | null;
};

async function describeImport({ store }: OwnerDeps, run: StoredRun): Promise<ListedImport> {
  const by = await readChangeOf(store, run.version);
  if (run.undone_at !== null) return { run, by, plan: null, refusal: null, obstacle: null };
  try {
    return { run, by, plan: await planImportUndo(store, run.number), refusal: null, obstacle: null };
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    const obstacle = error instanceof UndoBlocked ? error.by : null;
    return { run, by, plan: null, refusal: messageOf(error), obstacle };
  }
}

const LISTED_PAGE = 20;

/** One page of the imports, the newest first. */
export async function readImports(
  deps: OwnerDeps,
  asked: number,
): Promise<{ listed: ListedImport[]; page: number; pages: number }> {
  const pages = Math.max(1, Math.ceil((await countRuns(deps.store)) / LISTED_PAGE));
  const page = Math.min(asked, pages);
  const listed: ListedImport[] = [];
  for (const run of await readRuns(deps.store, LISTED_PAGE, (page - 1) * LISTED_PAGE))
    listed.push(await describeImport(deps, run));
  return { listed, page, pages };
}

export async function findImport(deps: OwnerDeps, number: number): Promise<ListedImport | null> {
  const run = await readRun(deps.store, number);
  return run ? describeImport(deps, run) : null;
}

/** The reviews of an import that wait again if its publications are taken back. Null if that would not be enough. */
export const publishedSince = ({ obstacle }: Pick<ListedImport, "obstacle">): string[] | null =>
  obstacle && "decided" in obstacle && obstacle.decided.every(({ state }) => state === "published")
    ? obstacle.decided.map(({ review_id }) => review_id)
    : null;

/** Takes back the publications that keep an import from being undone. Null if they are not these many by now. */
export async function reopenImport(deps: OwnerDeps, number: number, count: number): Promise<string[] | null> {
  const found = await findImport(deps, number);
  const ids = found && publishedSince(found);
  if (ids?.length !== count) return null;
  await unverifyReviews(deps, { ids });
  return ids;
}

/** Takes an import back, if that still does what `shown` says. Null if it would do something else now. */
export async function undoAsShown(
  { store, now }: OwnerDeps,
  number: number,
  shown: Pick<UndoPlan, "removed" | "restored" | "returned">,
): Promise<UndoReport | null> {
  let same = true;
  try {
    return await undoImport({ store, now, newRun: randomUUID }, number, async ({ removed, restored, returned }) => {
      same = removed === shown.removed && restored === shown.restored && returned === shown.returned;
      return same;
    });
  } catch (error) {
    if (!same) return null;
    throw error;
  }
}
