import type { Tombstone } from "../model/review.ts";
import { readReviews, type StoredReview } from "../store/reviews/reviews.ts";
import {
  countStoredReviews,
  type ListedReview,
  type ListedState,
  readStoredReviews,
  searchStoredReviews,
} from "../store/reviews/stored-list.ts";
import { countTombstones, readNewestTombstones, readTombstones } from "../store/reviews/tombstones.ts";
import { hasRefused } from "../store/sync/source-requests.ts";
import { type HistoryEvent, readHistory } from "./history-events.ts";
import type { OwnerDeps } from "./owner-deps.ts";

export const LISTED_STATES = ["published", "held", "withheld"] as const satisfies readonly ListedState[];
const LISTED_PAGE = 50;

type Listed = { count: number; page: number; pages: number };
export type StoredPage = Listed & { reviews: ListedReview[]; erased: number };

const pagesOf = (count: number): number => Math.max(1, Math.ceil(count / LISTED_PAGE));

async function countErased({ store }: OwnerDeps): Promise<number> {
  return Object.values(await countTombstones(store)).reduce((sum, some) => sum + some, 0);
}

/** One page of what is stored, and how many were erased. */
export async function listStored(
  deps: OwnerDeps,
  { state, words, page: asked }: { state: ListedState | null; words: string; page: number },
): Promise<StoredPage> {
  const { store } = deps;
  const found = words === "" ? null : await searchStoredReviews(store, state, words);
  const count = found ? found.length : await countStoredReviews(store, state);
  const pages = pagesOf(count);
  const page = Math.min(asked, pages);
  const offset = (page - 1) * LISTED_PAGE;
  const reviews = found
    ? found.slice(offset, offset + LISTED_PAGE)
    : await readStoredReviews(store, { state, limit: LISTED_PAGE, offset });
  return { reviews, count, page, pages, erased: await countErased(deps) };
}

/** One page of what was erased or removed, the newest first. Its words are gone. */
export async function listErased(deps: OwnerDeps, asked: number): Promise<Listed & { removed: Tombstone[] }> {
  const count = await countErased(deps);
  const pages = pagesOf(count);
  const page = Math.min(asked, pages);
  const removed = await readNewestTombstones(deps.store, LISTED_PAGE, (page - 1) * LISTED_PAGE);
  return { removed, count, page, pages };
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
