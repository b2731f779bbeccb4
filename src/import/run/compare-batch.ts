import { dayNumber } from "../../model/basics/time.ts";
import type { StoredReview } from "../../store/reviews/reviews.ts";
import { idOfVariant } from "../prepare/identity.ts";
import { isErasedBy } from "../prepare/known-keys.ts";
import type { Prepared } from "../prepare/prepare-review.ts";
import type { Rejection } from "../record/candidate.ts";
import { noteAliases } from "./aliases.ts";
import { type Correctable, findCorrectable, type Resolved } from "./corrections.ts";
import type { CopyOf } from "./find-copies.ts";
import { keepLonger } from "./keep-longer.ts";
import { addMatch, type Comparison, type Known, readKnown, signsOfRow } from "./known-rows.ts";
import { isOfSourceAlone, mayChange, noteForeign } from "./may-change.ts";
import { type Merged, mergeReview, noteReading } from "./merge-review.ts";
import { copiesOf, findId, findOriginal, findReading } from "./recognize-row.ts";
import type { RowOutcome } from "./run.ts";
import { noteWithdrawn, rejectRefused, takeOut } from "./withdraw-consent.ts";

type RowResult = { outcome: RowOutcome; stage: boolean } | { rejection: Rejection };

const unchangedRow = ({ place }: Prepared, row: StoredReview, repeat: boolean): RowResult => ({
  outcome: { kind: "unchanged", place, row, changes: [], repeat },
  stage: false,
});

const isErased = (incoming: Prepared, id: string, known: Known, run: Comparison): boolean =>
  run.erased?.isErased(incoming.row) ||
  known.erased_ids.has(id) ||
  known.erased_ids.has(incoming.content?.short_name_id ?? id) ||
  (known.erased_keys.size > 0 && isErasedBy(signsOfRow(run, incoming), incoming.row.source, known.erased_keys));

/**
 * An erased review that came with other words is later recognized by these, too, under any id. What a source says of an
 * erased id is not believed.
 */
function noteKeptOut({ bringer, erased, kept_out }: Comparison, { sketch, source, date }: StoredReview): void {
  if (bringer !== null || sketch === null || erased?.isErased({ sketch, source, date })) return;
  kept_out.push({ sketch, source, date });
}

/** How a row was recognized: it repeats another one of the run, or its words may be a cut or older copy. */
type Recognized = { repeat?: boolean; keep?: boolean };

/** A row that can be read now is held if it is a copy of another review, and no longer if that is gone. */
function holdCopy(merged: Merged, stored: StoredReview | undefined, { incoming, known, run }: Row): Merged {
  const { row } = merged;
  const was_copy = row.held_reason === "duplicate";
  const appears = row.state === "published" && stored?.state !== "published";
  if (!(appears || was_copy) || !known.candidates.of.has(incoming)) return merged;
  const original = findOriginal(incoming, row.id, known, run);
  if (original === null && (!was_copy || run.erased?.isErased(row))) return merged;
  const held = {
    state: "held",
    held_reason: "duplicate",
    held_at: row.held_at ?? run.now,
    duplicate_of: original,
  } as const;
  if (original !== null && was_copy) return merged;
  if (original !== null) return { ...merged, row: { ...row, ...held } };
  if (row.verification_method === null) return merged;
  const next = {
    ...row,
    state: "published",
    held_reason: null,
    held_at: null,
    duplicate_of: null,
    changed_at: "",
  } as const;
  const changes = merged.kind === "updated" ? merged.changes : [];
  return { kind: "updated", row: next, changes: [...changes, { field: "state", from: "held", to: "published" }] };
}

type Row = { incoming: Prepared; known: Known; run: Comparison };

/** The row with what the owner decided about the review. It keeps its own id. */
function asEdited(incoming: Prepared, id: string, { applyEdits }: Comparison): Prepared {
  const { row, certain } = incoming;
  const known = id === row.id ? row : { ...row, id };
  const edited = applyEdits(known, certain);
  return edited === known ? incoming : { ...incoming, row: { ...edited, id: row.id } };
}

/** Rows of one file with the same words: which of them is which stored review is by their order. */
const hasVariants = ({ row, content }: Prepared, { stored }: Known): boolean =>
  content !== null && stored.has(idOfVariant(row.id, content.details, 0));

/** Decides what becomes of a row under its id. */
function settleRow(row: Row, id: string, { repeat = false, keep = false }: Recognized): RowResult {
  const { incoming, known, run } = row;
  const { place } = incoming;
  const stored = known.stored.get(id);
  const before = known.staged.get(id) ?? stored;
  const rejection = before ? null : rejectRefused(incoming, id, run);
  if (rejection) return { rejection };
  // Below, a row that is new gets its id.
  const given = id === incoming.row.id ? incoming.row : { ...incoming.row };
  if (id !== incoming.row.id) run.renamed.set(incoming.row.id, id);
  // The review was already in this run: the row with the newest update wins, else the first one.
  const repeated = run.seen.has(id);
  if (repeated) {
    const newer =
      before && incoming.updated_known && Date.parse(incoming.row.updated_at) > Date.parse(before.updated_at);
    const taken_out = before && takeOut(incoming, before, run);
    if (taken_out) return { outcome: taken_out, stage: true };
    if (!newer) {
      if (before) noteAliases(run, incoming, [given], before);
      return unchangedRow(incoming, before ?? incoming.row, repeat);
    }
  }
  run.seen.add(id);
  const brought = known.brought.get(id);
  const edited = asEdited(incoming, id, run);
  if (stored && mayChange(run.bringer, brought, { equal: false }) === "ask") {
    noteForeign(run, edited, stored);
    return unchangedRow(incoming, stored, repeat);
  }
  if (stored && run.bringer === null && isOfSourceAlone(brought)) run.shared.add(id);
  const kept = stored ? keepLonger(edited, stored, keep) : edited;
  const compared = holdCopy(mergeReview(kept, stored ?? null, run.now), stored, row);
  const noted = stored && run.bringer === null ? noteReading(compared, kept, stored) : compared;
  const merged = noted !== compared && hasVariants(incoming, known) ? compared : noted;
  merged.row.id = id; // the id of its twin, if it has one
  noteAliases(run, { ...incoming, row: given }, before ? [before, given] : [given], merged.row);
  const stale = merged.kind === "unchanged" && merged.stale === true;
  if (stored) run.sightings.push({ review_id: id, verified_by: given.verification_method, same: !stale });
  if (merged.kind === "unchanged") return unchangedRow(incoming, merged.row, repeat);
  known.staged.set(id, merged.row);
  addMatch(known.matches, merged.row);
  if (merged.row.match_key !== null) run.matched.add(merged.row.match_key);
  noteWithdrawn(run, stored, merged.row);
  const changes = merged.kind === "updated" ? merged.changes : [];
  const visible = merged.kind === "added" || changes.length > 0;
  const kind = repeated || !visible ? "unchanged" : merged.kind;
  return { outcome: { kind, place, row: merged.row, changes, repeat }, stage: true };
}

/** A scrape and the platform's own export date one review a day apart, and not more. */
const isTwin = (row: StoredReview, other: StoredReview): boolean =>
  other.source === row.source && Math.abs(dayNumber(row.date) - dayNumber(other.date)) <= 1;

/** Reviews of the same source that a row with other words, or under another name, is a copy of. */
function asCorrectable({ row }: Prepared, { other, overlap, current }: CopyOf): Correctable {
  const days = Math.abs(dayNumber(row.date) - dayNumber(other.date));
  // A table of the business that is imported again has the words as they are now; another export may have older ones.
  const keep = !current || other.format !== row.format || other.source_id !== null;
  return { stored: other, cost: COPY_COST * (2 - overlap.share) + days, keep };
}
/** More than any correction of a few letters. */
const COPY_COST = 1_000_000;

/** Null if it may correct a stored review: that is decided when all rows of the file are known. */
function compareRow(incoming: Prepared, known: Known, run: Comparison): RowResult | null {
  const { row, place, content } = incoming;
  const as = { incoming, known, run };
  const id = findId(incoming, known, run);
  if (id === null) return unchangedRow(incoming, row, true);
  const repeat = content === null && run.claims.ids.has(id);
  const reading = known.stored.has(id) ? null : findReading(incoming, known, run);
  run.claims.add(row.id, reading?.id ?? id, content?.row_hash);
  if (reading) return settleRow(changed(as, { ...incoming, reading: true }), reading.id, {});
  if (!known.stored.has(id)) {
    if (isErased(incoming, id, known, run)) {
      noteKeptOut(run, row);
      return { outcome: { kind: "kept_out", place, row, changes: [], repeat }, stage: false };
    }
    if (!run.seen.has(id) && !known.removed_ids.has(id)) {
      const copies = copiesOf(incoming, known, run).filter(
        ({ other }) => isTwin(row, other) && !run.isApart({ ...row, id }, other),
      );
      const staged = copies.find(({ other }) => known.staged.has(other.id) && !run.claims.ids.has(other.id));
      if (staged) return settleRow(as, staged.other.id, { repeat: true });
      const candidates = [
        ...findCorrectable(row, known.by_name.get(row.name_key ?? "") ?? []),
        ...copies.filter(({ other }) => known.stored.has(other.id)).map((copy) => asCorrectable(incoming, copy)),
      ];
      if (candidates.length > 0) {
        run.deferred.push({ incoming, id, candidates });
        return null;
      }
    }
  }
  return settleRow(as, id, { repeat });
}

/** The same row with changes: it is still a copy of the same reviews. */
function changed({ incoming, known, run }: Row, next: Prepared): Row {
  const ids = known.candidates.of.get(incoming);
  if (ids) known.candidates.of.set(next, ids);
  return { incoming: next, known, run };
}

export type Compared = { outcomes: RowOutcome[]; rejections: Rejection[]; staged: StoredReview[]; again: string[] };

function collect(known: Known, compare: () => (RowResult | null)[]): Compared {
  const alreadyStaged = new Set(known.staged.keys());
  const staged = new Map<string, StoredReview>();
  const all = compare().filter((result) => result !== null);
  const results = all.flatMap((result) => ("outcome" in result ? [result] : []));
  for (const { outcome, stage } of results) if (stage) staged.set(outcome.row.id, outcome.row);
  return {
    outcomes: results.map(({ outcome }) => outcome),
    rejections: all.flatMap((result) => ("rejection" in result ? [result.rejection] : [])),
    staged: [...staged.values()],
    again: [...staged.keys()].filter((id) => alreadyStaged.has(id)),
  };
}

/**
 * Compares a batch with the stored and the staged reviews. `again` has the ids of rows that replace a staged one. Rows
 * that may correct a stored review are put off.
 */
export async function compareBatch(run: Comparison, batch: readonly Prepared[]): Promise<Compared> {
  const known = await readKnown(run, batch);
  return collect(known, () => batch.map((incoming) => compareRow(incoming, known, run)));
}

/** The same for rows that were put off. A row that corrects a review gets its id. */
export async function compareResolved(run: Comparison, rows: readonly Resolved[]): Promise<Compared> {
  const batch = rows.map(({ incoming }) => incoming);
  const known = await readKnown(
    run,
    batch,
    rows.flatMap(({ corrects }) => corrects?.stored.id ?? []),
  );
  return collect(known, () =>
    rows.map(({ incoming, id, corrects }) => {
      if (!corrects) return settleRow({ incoming, known, run }, id, {});
      const { stored, keep = false } = corrects;
      known.stored.set(stored.id, stored);
      run.claims.ids.add(stored.id);
      noteAliases(run, incoming, [incoming.row], stored);
      const row = { incoming, known, run };
      // A correction also corrects the date; a copy may have the day on which it was copied.
      const corrected = keep ? row : changed(row, { ...incoming, row: { ...incoming.row, id: stored.id } });
      return settleRow(corrected, stored.id, { keep });
    }),
  );
}
