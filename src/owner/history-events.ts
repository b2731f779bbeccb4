import { compareText } from "../model/basics/compare-text.ts";
import { type FormerReview, readFormerOf } from "../store/imports/former-reviews.ts";
import { readRun } from "../store/imports/import-runs.ts";
import { type Decision, readDecisions } from "../store/reviews/decisions.ts";
import { readAddedBy, readRevisions } from "../store/reviews/review-history.ts";
import type { Queryable } from "../store/store.ts";

/** Something that happened to a review. Only for the operator, because it may contain former words. */
export type HistoryEvent = {
  at: string;
  event: "added" | "edited" | "changed" | "removed" | Decision["kind"];
  /** The number of the import. */
  run: number | null;
  detail: string | null;
  /** The words before an edit. */
  former: { revision: number; rating: number; title: string | null; text: string | null } | null;
};

async function timeOf(db: Queryable, run: number): Promise<string> {
  return (await readRun(db, run))?.committed_at ?? "";
}

const wordsOf = ({ revision, rating, title, text }: FormerReview) => ({ revision, rating, title, text });

async function readImports(db: Queryable, id: string): Promise<HistoryEvent[]> {
  const added_by = await readAddedBy(db, id);
  const former = await readFormerOf(db, id);
  const events: HistoryEvent[] = [];
  if (added_by !== null)
    events.push({ at: await timeOf(db, added_by), event: "added", run: added_by, detail: null, former: null });
  for (const row of former) {
    const event = row.kind === "removed" ? "removed" : "changed";
    events.push({ at: await timeOf(db, row.run), event, run: row.run, detail: null, former: wordsOf(row) });
  }
  return events;
}

/**
 * What happened to a review, oldest first. An edit by an import is one event, with the import's number if it is known.
 */
export async function readHistory(db: Queryable, id: string): Promise<HistoryEvent[]> {
  const imports = await readImports(db, id);
  const edits: HistoryEvent[] = (await readRevisions(db, id)).map(({ replaced_at, ...former }) => {
    const run = imports.find(({ at, event }) => at === replaced_at && event === "changed")?.run ?? null;
    return { at: replaced_at, event: "edited", run, detail: null, former };
  });
  const decisions: HistoryEvent[] = (await readDecisions(db, id)).map(({ decided_at, kind, detail }) => ({
    at: decided_at,
    event: kind,
    run: null,
    detail,
    former: null,
  }));
  const edited = new Set(edits.map(({ at }) => at));
  const others = imports.filter(({ at, event }) => event !== "changed" || !edited.has(at));
  return [...others, ...edits, ...decisions].sort((a, b) => compareText(a.at, b.at));
}
