import type { Tombstone } from "../model/review.ts";
import { readReviews, type StoredReview } from "../store/reviews/reviews.ts";
import { type ListedReview, type ListedState, readStoredReviews } from "../store/reviews/stored-list.ts";
import { countTombstones, readTombstones } from "../store/reviews/tombstones.ts";
import { hasRefused } from "../store/sync/source-requests.ts";
import { type HistoryEvent, readHistory } from "./history-events.ts";
import type { OwnerDeps } from "./owner-deps.ts";

export const LISTED_STATES = ["published", "held", "withheld"] as const satisfies readonly ListedState[];
const LISTED_PAGE = 50;

export type StoredPage = { reviews: ListedReview[]; count: number; page: number; pages: number; erased: number };

/** One page of what is stored, and how many were erased. */
export async function listStored(
  { store }: OwnerDeps,
  { state, words, page }: { state: ListedState | null; words: string; page: number },
): Promise<StoredPage> {
  const offset = (page - 1) * LISTED_PAGE;
  const { rows, count } = await readStoredReviews(store, { state, words, limit: LISTED_PAGE, offset });
  const erased = Object.values(await countTombstones(store)).reduce((sum, some) => sum + some, 0);
  return { reviews: rows, count, page, pages: Math.max(1, Math.ceil(count / LISTED_PAGE)), erased };
}

export type KnownReview =
  /** `refused`: a source asked for something about it, and the owner refused. */
  { review: StoredReview; history: HistoryEvent[]; refused: boolean } | { removed: Tombstone; history: HistoryEvent[] };

/** A review as it is stored, or what is left of it. Null if nothing is known of it. */
export async function findReview({ store }: OwnerDeps, id: string): Promise<KnownReview | null> {
  const [review] = await readReviews(store, [id]);
  if (review) return { review, history: await readHistory(store, id), refused: await hasRefused(store, id) };
  const [removed] = await readTombstones(store, [id]);
  return removed ? { removed, history: await readHistory(store, id) } : null;
}
