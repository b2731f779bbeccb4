import { OperatorError } from "../operator-error.ts";
import { bumpDataset, commitTime, lockDataset } from "../store/dataset/dataset.ts";
import { type Decision, saveDecision } from "../store/reviews/decisions.ts";
import { notStored, readReviews, type StoredReview } from "../store/reviews/reviews.ts";
import { readWaitingIds } from "../store/reviews/waiting-rows.ts";
import { inChunks, type Queryable } from "../store/store.ts";
import type { OwnerDeps } from "./owner-deps.ts";
import type { WaitingKind } from "./waiting.ts";

/**
 * Which reviews an answer is about: these, or all that wait as one kind. `seen`: as they were when somebody decided; if
 * one changed since, ChangedReviews is thrown.
 */
export type Chosen = { ids: readonly string[]; seen?: readonly SeenReview[] } | { all_of: WaitingKind };

/** A page showed a review and the time of its last change. */
export type SeenReview = { id: string; changed_at: string };

/** Reviews were changed since somebody saw them. Nothing is changed. */
export class ChangedReviews extends Error {
  readonly count: number;
  constructor(count: number) {
    super("changed meanwhile");
    this.count = count;
  }
}

/** Decides about one review. Returns what to record, or null if nothing changes. */
export type Decide = (
  tx: Queryable,
  review: StoredReview,
  at: string,
) => Promise<Pick<Decision, "kind" | "detail"> | null>;

export type Decided = {
  /** How many reviews were chosen. */
  chosen: number;
  /** Those that changed, as they were before. */
  changed: StoredReview[];
};

async function readChosen(tx: Queryable, chosen: Chosen, now: Date): Promise<StoredReview[]> {
  const ids = "ids" in chosen ? [...new Set(chosen.ids)] : await readWaitingIds(tx, chosen.all_of, now.getTime());
  const found = new Map<string, StoredReview>();
  await inChunks(ids, async (chunk) => {
    for (const review of await readReviews(tx, chunk)) found.set(review.id, review);
  });
  const seen = "seen" in chosen ? (chosen.seen ?? []) : [];
  const changed = seen.filter(({ id, changed_at }) => found.get(id)?.changed_at !== changed_at);
  if (changed.length > 0) throw new ChangedReviews(changed.length);
  const missing = ids.filter((id) => !found.has(id));
  if (missing.length > 0) throw notStored(missing);
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** Applies a decision of the owner to stored reviews in one transaction, all or none, and records it. */
export async function changeReviews({ store, now }: OwnerDeps, chosen: Chosen, decide: Decide): Promise<Decided> {
  return store.transaction(async (tx) => {
    const dataset = await lockDataset(tx, store.dialect);
    const at = commitTime(dataset, now());
    const reviews = await readChosen(tx, chosen, now());
    const changed: StoredReview[] = [];
    for (const review of reviews) {
      const decision = await decide(tx, review, at);
      if (decision === null) continue;
      await saveDecision(tx, review, { ...decision, version: dataset.version, decided_at: at });
      changed.push(review);
    }
    if (changed.length > 0) await bumpDataset(tx, store.dialect, at);
    return { chosen: reviews.length, changed };
  });
}

/** A decision that does not fit one of the reviews: nothing is changed. */
export const refuseDecision = (why: string): OperatorError => new OperatorError(`${why}. Nothing was changed`);
