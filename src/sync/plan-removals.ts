import { type Bringer, mayChange } from "../import/run/may-change.ts";
import type { Tombstone } from "../model/review.ts";
import type { SyncMember } from "../store/sync/sync-reviews.ts";

/**
 * If more reviews than this share are missing without a tombstone, the owner is asked: the source is probably broken.
 */
const SHARE_LIMIT = 0.1;
const COUNT_LIMIT = 20;

/** One complete read of a source, or of one file in a folder. */
export type CompleteRead = {
  /** Whose read it is. Null: a folder, which is the owner's. */
  bringer: Bringer;
  /** Whether the read contains a review. Null: the content is the same as in the previous read. */
  has: ((id: string) => boolean) | null;
  /** The listings that it covers. Null: all. */
  listings: ReadonlySet<string> | null;
  /** When the read started. */
  started_at: string;
  /** The time for the tombstones. */
  deleted_at: string;
  /** A review that changed after this time is not missing: the file is older than the change. */
  exported_at: string | null;
  /** How far apart two complete reads without a review must be. 0 if one read is enough. */
  gone_ms: number;
  /** The owner confirmed that the missing reviews were really removed. */
  yes: boolean;
  /** Reviews that the origin reports as removed. They are removed at once and not counted as missing. */
  tombstones: ReadonlySet<string>;
};

export type RemovalPlan = {
  removed: { published: Tombstone[]; held: string[] };
  /** Reviews that no longer belong to this source: removed now or earlier. */
  forget: string[];
  /** Missing for the first time. */
  missing: string[];
  /** What waits for `--yes`. Null if nothing does. */
  asks: { missing: number; of: number } | null;
  /** How many are missing, but not long enough yet. */
  waiting: number;
};

const isTooMany = (missing: number, of: number): boolean =>
  missing > of * SHARE_LIMIT || missing > COUNT_LIMIT || (missing > 0 && missing === of);

/** Missing reviews per listing, so that a large listing does not hide the broken file of another one. */
function findMissing(members: readonly SyncMember[], read: CompleteRead) {
  const { has, listings, exported_at } = read;
  const groups = new Map<string, { of: number; missing: SyncMember[] }>();
  const certain: SyncMember[] = [];
  const others: SyncMember[] = [];
  const forgotten: string[] = [];
  for (const member of members) {
    if (listings && !listings.has(member.listing)) continue;
    const absent = has ? !has(member.review_id) : member.missing_since !== null;
    if (member.state === null) {
      // Erased, undone or withheld here, so there is nothing left to remove.
      if (absent && member.legal === 0) forgotten.push(member.review_id);
      continue;
    }
    // Withheld until the owner ends it.
    if (member.held_reason === "legal") continue;
    // What something else brought, too, stays: only the source's list forgets it.
    if (mayChange(read.bringer, member, { equal: false }) === "ask") {
      if (absent) others.push(member);
      continue;
    }
    const group = groups.get(member.listing) ?? { of: 0, missing: [] };
    groups.set(member.listing, group);
    group.of += 1;
    const newer = exported_at !== null && Date.parse(member.updated_at ?? "") >= Date.parse(exported_at);
    if (!absent || newer || member.asks_removal === 1) continue;
    if (read.tombstones.has(member.review_id)) certain.push(member);
    else group.missing.push(member);
  }
  return { groups: [...groups.values()], certain, others, forgotten };
}

/**
 * Decides what a complete read removes. A missing review is removed when two reads far enough apart do not contain it.
 * If too many are missing, none of them is removed until the owner confirms.
 */
export function planRemovals(members: readonly SyncMember[], read: CompleteRead): RemovalPlan {
  const { groups, certain, others, forgotten } = findMissing(members, read);
  const plan: RemovalPlan = {
    removed: { published: [], held: [] },
    forget: forgotten,
    missing: [],
    asks: null,
    waiting: 0,
  };
  const remove = ({ review_id: id, date, state }: SyncMember) => {
    plan.forget.push(id);
    if (state === "held") plan.removed.held.push(id);
    else
      plan.removed.published.push({
        id,
        date: date ?? "",
        deleted_at: read.deleted_at,
        reason: "removed_at_source",
      });
  };
  const isLongMissing = ({ missing_since }: SyncMember) =>
    Date.parse(read.started_at) - Date.parse(missing_since ?? read.started_at) >= read.gone_ms;
  for (const member of certain) remove(member);
  for (const member of others) {
    if (isLongMissing(member)) plan.forget.push(member.review_id);
    else if (member.missing_since === null) plan.missing.push(member.review_id);
  }
  for (const { of, missing } of groups) {
    const asks = isTooMany(missing.length, of) && !read.yes;
    if (asks) plan.asks = { missing: (plan.asks?.missing ?? 0) + missing.length, of: (plan.asks?.of ?? 0) + of };
    for (const member of missing) {
      if (!asks && (read.yes || isLongMissing(member))) {
        remove(member);
        continue;
      }
      plan.waiting += 1;
      if (member.missing_since === null) plan.missing.push(member.review_id);
    }
  }
  return plan;
}
