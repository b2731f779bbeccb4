import type { Tombstone } from "../model/review.ts";
import type { SyncMember } from "../store/sync/sync-reviews.ts";

/** More than this missing without a tombstone is asked about: most likely the source is broken, not emptied. */
const SHARE_LIMIT = 0.1;
const COUNT_LIMIT = 20;

/** One complete read of a source, or of one file of a folder. */
export type CompleteRead = {
  /** Whether the read has a review; null: the content is the same as in the read before. */
  has: ((id: string) => boolean) | null;
  /** The listings that it covers; null: all. */
  listings: ReadonlySet<string> | null;
  /** When it began. */
  started_at: string;
  /** The time on the tombstones. */
  deleted_at: string;
  /** A review that changed later than this is not missing: the file is older. */
  exported_at: string | null;
  /** How far apart two complete reads without a review must be; 0 if one is enough. */
  gone_ms: number;
  /** The owner said that what is missing was really removed. */
  yes: boolean;
  /** Removed at the origin, which says so: these do not wait and are not counted. */
  tombstones: ReadonlySet<string>;
};

export type RemovalPlan = {
  removed: { published: Tombstone[]; held: string[] };
  /** Members that are no longer of this source: removed now, or before. */
  forget: string[];
  /** Missing for the first time. */
  missing: string[];
  /** What waits for `--yes`; null if nothing does. */
  asks: { missing: number; of: number } | null;
  /** Missing, and not yet long enough. */
  waiting: number;
};

const isTooMany = (missing: number, of: number): boolean =>
  missing > of * SHARE_LIMIT || missing > COUNT_LIMIT || (missing > 0 && missing === of);

/** What is missing from a read, per listing: a broken file of one listing must not hide behind a large other one. */
function findMissing(members: readonly SyncMember[], read: CompleteRead) {
  const { has, listings, exported_at } = read;
  const groups = new Map<string, { of: number; missing: SyncMember[] }>();
  const certain: SyncMember[] = [];
  const forgotten: string[] = [];
  for (const member of members) {
    if (listings && !listings.has(member.listing)) continue;
    const absent = has ? !has(member.review_id) : member.missing_since !== null;
    if (member.state === null) {
      // Erased, undone or withheld here: there is nothing left to remove.
      if (absent && member.legal === 0) forgotten.push(member.review_id);
      continue;
    }
    const group = groups.get(member.listing) ?? { of: 0, missing: [] };
    groups.set(member.listing, group);
    group.of += 1;
    const newer = exported_at !== null && Date.parse(member.updated_at ?? "") >= Date.parse(exported_at);
    if (!absent || newer) continue;
    if (read.tombstones.has(member.review_id)) certain.push(member);
    else group.missing.push(member);
  }
  return { groups: [...groups.values()], certain, forgotten };
}

/**
 * Decides what a complete read removes. A review that is missing waits until it is missing from two reads that are far
 * enough apart. If too many are missing, none of them is removed until the owner says so.
 */
export function planRemovals(members: readonly SyncMember[], read: CompleteRead): RemovalPlan {
  const { groups, certain, forgotten } = findMissing(members, read);
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
  for (const member of certain) remove(member);
  for (const { of, missing } of groups) {
    const asks = isTooMany(missing.length, of) && !read.yes;
    if (asks) plan.asks = { missing: (plan.asks?.missing ?? 0) + missing.length, of: (plan.asks?.of ?? 0) + of };
    for (const member of missing) {
      const since = member.missing_since ?? read.started_at;
      const long_enough = Date.parse(read.started_at) - Date.parse(since) >= read.gone_ms;
      if (!asks && (read.yes || long_enough)) {
        remove(member);
        continue;
      }
      plan.waiting += 1;
      if (member.missing_since === null) plan.missing.push(member.review_id);
    }
  }
  return plan;
}
