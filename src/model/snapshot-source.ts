import type { Profile } from "./business.ts";
import type { HeldReason, Tombstone } from "./review.ts";
import type { ReviewRow } from "./review-row.ts";

/** A tombstone with the commit time of the run that made it. */
export type StoredTombstone = Tombstone & { changed_at: string };

/** Everything a snapshot is made of, read in one consistent view; reviews come in pages, so that memory stays flat. */
export type SnapshotSource = {
  dataset_version: number;
  profile: Profile | null;
  profile_changed_at: string | null;
  withheld: Record<HeldReason, number>;
  /** Newest change among the rows that are held, which the counts above show. */
  withheld_changed_at: string | null;
  tombstones: StoredTombstone[];
  reviews: () => AsyncIterable<ReviewRow[]>;
};
