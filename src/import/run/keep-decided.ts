import { VERIFICATION_METHODS } from "../../model/review-kinds.ts";
import { ensureIdentityKey } from "../../store/erasure/identity-key.ts";
import { type Decision, hashReply, isByUndo, readStagedDecisions } from "../../store/reviews/decisions.ts";
import { type OwnerEdit, readStagedEdits } from "../../store/reviews/owner-edits.ts";
import {
  holdReview,
  publishReview,
  readReviews,
  type StoredReview,
  saveEdited,
  saveReplyState,
} from "../../store/reviews/reviews.ts";
import { inChunks, type Queryable } from "../../store/store.ts";
import { readApplyEdits } from "./apply-edits.ts";
import { noteMove } from "./merge-review.ts";

type Standing = Decision & { words: string | null };

/**
 * What the owner decided last about being published: verified, taken back, or withheld. A review that the owner accepted
 * from a source later is verified as that source says.
 */
function findVerdict(decisions: readonly Standing[]): Standing | undefined {
  const verdict = decisions.findLast(
    (one) => ["verified", "unverified", "withheld"].includes(one.kind) && !isByUndo(one),
  );
  const accepted = decisions.findLast(({ kind }) => kind === "source_accepted");
  const is_replaced = verdict?.kind === "verified" && accepted && accepted.version > verdict.version;
  return is_replaced ? undefined : verdict;
}

/** A verification answers why it was held then, and that nobody verified it. */
function isOverruled({ detail, former }: Standing, review: StoredReview): boolean {
  if (review.state === "held") return review.held_reason === "unverified" || review.held_reason === former.held_reason;
  return review.verification_method !== detail;
}

async function settle(tx: Queryable, review: StoredReview, decisions: readonly Standing[], key: string, at: string) {
  const verdict = findVerdict(decisions);
  if (verdict?.kind === "withheld" && review.held_reason !== "legal") await holdReview(tx, review.id, "legal", at);
  const method = VERIFICATION_METHODS.find((known) => known === verdict?.detail);
  if (verdict?.kind === "verified" && method && isOverruled(verdict, review))
    await publishReview(tx, review.id, { method, verified_at: verdict.decided_at }, at);
  const { reply_text, reply_state } = review;
  if (reply_text === null) return;
  const reply = decisions.findLast(({ words }) => words === hashReply(key, reply_text));
  const decided = reply && (reply.kind === "reply_published" ? "published" : "dropped");
  if (decided && reply_state !== decided) await saveReplyState(tx, review.id, decided, at);
}

/**
 * After staged rows were published: what the owner decided about these reviews stays, although they were removed
 * meanwhile, came by another source, or are as they were before an import. Few reviews have decisions.
 */
export async function keepDecided(tx: Queryable, run: string, at: string): Promise<void> {
  await keepEdits(tx, await readStagedEdits(tx, run), at);
  const decisions = Map.groupBy(await readStagedDecisions(tx, run), ({ review_id }) => review_id);
  if (decisions.size === 0) return;
  const key = await ensureIdentityKey(tx);
  await inChunks([...decisions.keys()], async (chunk) => {
    for (const review of await readReviews(tx, chunk))
      await settle(tx, review, decisions.get(review.id) ?? [], key, at);
  });
}

/** Readers of newer dates have to learn that a corrected review left them. */
export function movedOf(
  next: StoredReview,
  before: StoredReview,
  at: string,
): Pick<StoredReview, "moved_from" | "moved_at"> {
  const moved = { ...next };
  noteMove(moved, before);
  return { moved_from: moved.moved_from, moved_at: moved.moved_at === "" ? at : moved.moved_at };
}

/** Applies what the owner decided about the words of reviews to those that are stored. */
export async function keepEdits(tx: Queryable, edits: readonly OwnerEdit[], at: string): Promise<void> {
  if (edits.length === 0) return;
  const applyEdits = await readApplyEdits(tx, edits);
  await inChunks([...new Set(edits.map(({ review_id }) => review_id))], async (chunk) => {
    for (const review of await readReviews(tx, chunk)) {
      const next = applyEdits(review);
      if (!Bun.deepEquals(next, review)) await saveEdited(tx, { ...next, ...movedOf(next, review, at) }, at);
    }
  });
}
