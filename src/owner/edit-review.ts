import { readMentioned } from "../import/run/apply-edits.ts";
import { movedOf } from "../import/run/keep-decided.ts";
import { ensureIdentityKey } from "../store/erasure/identity-key.ts";
import type { DecisionKind } from "../store/reviews/decisions.ts";
import { type OwnerEdit, readOwnerEdits, saveOwnerEdits } from "../store/reviews/owner-edits.ts";
import { type StoredReview, saveEdited } from "../store/reviews/reviews.ts";
import type { Queryable } from "../store/store.ts";
import { changeReviews, type SeenReview } from "./change-reviews.ts";
import type { OwnerDeps } from "./owner-deps.ts";

/** A review that the owner edits, and what was edited before. */
export type Editing = { tx: Queryable; review: StoredReview; at: string; key: string; before: readonly OwnerEdit[] };
/** `seen`: the review as a page showed it. See Chosen. */
export type EditDeps = OwnerDeps & { seen?: readonly SeenReview[] };
/** What the owner makes of it. Null: it is as it was. */
export type EditedReview = { next: StoredReview; edits: OwnerEdit[]; kind: DecisionKind; detail: string | null } | null;

/** Changes what is public of one review, and remembers it for the next import. False if nothing changed. */
export async function editReview(
  { seen, ...deps }: EditDeps,
  id: string,
  edit: (editing: Editing) => Promise<EditedReview>,
): Promise<boolean> {
  const { changed } = await changeReviews(deps, { ids: [id], ...(seen ? { seen } : {}) }, async (tx, review, at) => {
    const key = await ensureIdentityKey(tx);
    const before = await readOwnerEdits(tx, [id]);
    const edited = await edit({ tx, review, at, key, before });
    if (edited === null) return null;
    const next = (await readMentioned(tx))(review, edited.next);
    await saveOwnerEdits(tx, edited.edits);
    await saveEdited(tx, { ...next, ...movedOf(next, review, at) }, at);
    return { kind: edited.kind, detail: edited.detail };
  });
  return changed.length > 0;
}
