import { hashWords } from "../import/run/doubtful-words.ts";
import { applyOwn, type HiddenWords } from "../import/run/own-changes.ts";
import { WORD_FIELDS } from "../model/doubtful-words.ts";
import { hiddenMark } from "../model/hidden-mark.ts";
import type { RedactionKind } from "../model/review-kinds.ts";
import { notePurge, purgeDeleted } from "../store/erasure/purge.ts";
import { readFormerOf } from "../store/imports/former-reviews.ts";
import { hideKeptWords, saveFormerWords } from "../store/reviews/kept-words.ts";
import { deleteEditsOf, type OwnerEdit } from "../store/reviews/owner-edits.ts";
import { type EditDeps, editReview } from "./edit-review.ts";

/** not_found: the review does not have these words. */
export type HideRefusal = "not_found" | "too_short";
const SHORTEST = 2;

/** Puts a mark in the place of words of one review, wherever it has them. They are deleted here, and no import shows them. */
export async function hideWords(
  deps: EditDeps,
  id: string,
  { words, kind }: { words: string; kind: RedactionKind },
): Promise<HideRefusal | "hidden"> {
  const wanted = words.trim();
  if (wanted.length < SHORTEST) return "too_short";
  let found = false;
  await editReview(deps, id, async ({ tx, review, at, key }) => {
    found = WORD_FIELDS.some((field) => review[field]?.includes(wanted));
    if (!found) return null;
    const value: HiddenWords = { length: wanted.length, kind };
    const subject = hashWords(key, wanted);
    const edit: OwnerEdit = { review_id: id, kind: "hidden", subject, value: JSON.stringify(value), edited_at: at };
    await hideKeptWords(tx, id, wanted, hiddenMark(kind));
    const former = await readFormerOf(tx, id);
    await saveFormerWords(
      tx,
      former.map((row) => applyOwn(row, [edit], key)),
    );
    await notePurge(tx, at);
    return { next: applyOwn(review, [edit], key), edits: [edit], kind: "hidden", detail: kind };
  });
  if (!found) return "not_found";
  await purgeDeleted(deps.store);
  return "hidden";
}

/** The next import shows again what the owner hid in this review. */
export const forgetHidden = (deps: EditDeps, id: string): Promise<boolean> =>
  editReview(deps, id, async ({ tx, review, before }) => {
    if (!before.some(({ kind }) => kind === "hidden")) return null;
    await deleteEditsOf(tx, id, "hidden");
    return { next: review, edits: [], kind: "unhidden", detail: null };
  });
