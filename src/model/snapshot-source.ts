import type { Profile } from "./business.ts";
import type { HeldReason, Tombstone } from "./review.ts";
import type { ReviewRow } from "./review-row.ts";

/** A tombstone with the commit time of the run that made it. */
export type StoredTombstone = Tombstone & { changed_at: string };

/** Everything a snapshot is built from, read in one consistent view. Reviews come in pages, to limit memory. */
export type SnapshotSource = {
  dataset_version: number;
  commit_id: string;
  /** The business and the reviews are made up. */
  demonstration: boolean;
  profile: Profile | null;
  profile_changed_at: string | null;
  withheld: Record<HeldReason, number>;
  /** Newest change among the held rows, which the counts above include. */
  withheld_changed_at: string | null;
  tombstones: StoredTombstone[];
  reviews: () => AsyncIterable<ReviewRow[]>;
};
