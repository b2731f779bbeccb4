import type { Profile } from "./business.ts";
import type { Tombstone } from "./review.ts";
import type { HeldReason } from "./review-kinds.ts";
import type { ShownRow } from "./review-row.ts";

/** A tombstone with the commit time of the run that made it. */
export type StoredTombstone = Tombstone & { changed_at: string };

/** Everything a snapshot is built from, read in one consistent view. Reviews come in pages, to limit memory. */
export type SnapshotSource = {
  dataset_version: number;
  commit_id: string;
  /** When that change was committed. Every change has a later time than the one before. */
  committed_at: string;
  /** The business and the reviews are made up. */
  demonstration: boolean;
  profile: Profile | null;
  profile_changed_at: string | null;
  withheld: Record<HeldReason, number>;
  /** Newest change among the held rows, which the counts above include. */
  withheld_changed_at: string | null;
  tombstones: StoredTombstone[];
  /** Reviews that come from another Candor, and its public origin. */
  mirrored?: { review_id: string; mirror_of: string }[];
  reviews: () => AsyncIterable<ShownRow[]>;
};

/** Which state of the data a snapshot was built from. */
type Commit = Pick<SnapshotSource, "dataset_version" | "commit_id" | "committed_at">;

/** What changed since a commit: every row that was added or changed, and how many reviews are published now. */
export type Changes = { rows: ShownRow[]; published: number };

/** Null if that is not known, because the commit is of another history, or if more than `most` rows changed. */
export type ChangesSince = (commit: Commit, most: number) => Promise<Changes | null>;
