import type { StoredReview } from "../../store/reviews/reviews.ts";
import type { Prepared } from "../prepare/prepare-review.ts";
import type { Rejection } from "../record/candidate.ts";

/** What a run notes of authors who do not clearly agree. */
export type Withdrawing = {
  now: string;
  /** Public reviews that it takes out, as they were. */
  withdrawn: StoredReview[];
  /** Reviews that are not stored, and whose author refuses in a row: id and reason. */
  refused: Map<string, string>;
};

/** Rejects a row whose author refuses, in this row or in an earlier one. Only if nothing of it is stored. */
export function rejectRefused(
  { place, refusal, row }: Prepared,
  id: string,
  { refused }: Withdrawing,
): Rejection | null {
  const reason = refusal ?? refused.get(id);
  if (reason === undefined) return null;
  refused.set(id, reason);
  return { place, reason, source: row.source, source_id: row.source_id };
}

/** An earlier row of the same file agrees, and this one does not. */
export function takeOut({ place, row }: Prepared, before: StoredReview, { now }: Withdrawing) {
  if (before.state !== "published" || row.held_reason !== "consent") return null;
  const held = { state: "held", held_reason: "consent", held_at: now, consent: row.consent } as const;
  const next: StoredReview = { ...before, ...held, changed_at: "" };
  return { kind: "unchanged" as const, place, row: next, changes: [], repeat: true };
}

/** Readers have to delete a review that was public. */
export function noteWithdrawn({ withdrawn }: Withdrawing, stored: StoredReview | undefined, next: StoredReview): void {
  if (stored?.state === "published" && next.held_reason === "consent") withdrawn.push(stored);
}
