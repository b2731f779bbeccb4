import type { Profile } from "./business.ts";
import type { Tombstone } from "./review.ts";
import type { HeldReason } from "./review-kinds.ts";
import type { ShownRow } from "./review-row.ts";

/** A tombstone with the commit time of the run that made it. */
export type StoredTombstone = Tombstone & { changed_at: string };

/** Everything from which a snapshot is built, read in one consistent view. Reviews come in pages, to limit memory. */
export type SnapshotSource = {
  dataset_version: number;
  commit_id: string;
  /** When that change was committed. Every change has a later time than the previous one. */
  committed_at: string;
  /** The business and the reviews are made up. */
  demonstration: boolean;
  profile: Profile | null;
  profile_changed_at: string | null;
  withheld: Record<HeldReason, number>;
  /** The newest change among the held rows, which the counts above include. */
  withheld_changed_at: string | null;
  tombstones: StoredTombstone[];
  /** Reviews from another Candor server, with its public origin. */
  mirrored?: { review_id: string; mirror_of: string }[];
  reviews: () => AsyncIterable<ShownRow[]>;
};

/** The state of the data from which a snapshot was built. */
type Commit = Pick<SnapshotSource, "dataset_version" | "commit_id" | "committed_at">;

/**
 * What changed since a commit: every row that was added or changed, or null if that are more than `most`, and how many
 * reviews are published now. `rowsOf` reads published reviews by their ids.
 */
export type Changes = {
  rows: ShownRow[] | null;
  published: number;
  rowsOf: (ids: readonly string[]) => Promise<ShownRow[]>;
};

/** Null if the changes are not known because the commit belongs to another history. */
export type ChangesSince = (commit: Commit, most: number) => Promise<Changes | null>;
