import { DAY_MS, renderTime } from "../model/basics/time.ts";
import { readAddedSince } from "../store/reviews/news.ts";
import { countReviews } from "../store/reviews/reviews.ts";
import { readSyncSources } from "../store/sync/sync-sources.ts";
import { describeSource, type SourceStatus } from "../sync/source-status.ts";
import type { OwnerDeps } from "./owner-deps.ts";
import { countWaiting, type WaitingKind } from "./waiting.ts";

export type Today = {
  published: number;
  /** How many were added in the last seven days and are public. */
  new_this_week: number;
  /** Withheld for a legal reason. */
  withheld: number;
  waiting: Record<WaitingKind, number>;
  sources: SourceStatus[];
};

const WEEK_MS = 7 * DAY_MS;

/** What an owner sees first. */
export async function readToday({ store, now }: OwnerDeps): Promise<Today> {
  const { published, held } = await countReviews(store);
  const added = await readAddedSince(store, renderTime(now().getTime() - WEEK_MS));
  return {
    published,
    new_this_week: added.filter(({ state }) => state === "published").length,
    withheld: held.legal,
    waiting: await countWaiting(store, now()),
    sources: (await readSyncSources(store)).map(describeSource),
  };
}
