import { DELETION_REASONS } from "./review-kinds.ts";

/** `added` also means returned; `dataset`: a public document changed, but no review. */
export const CHANGE_KINDS = ["added", "edited", "moved", "deleted", "dataset"] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** Why a review left the public: as its tombstone says, or `withheld` if it is stored and not published. */
export const CHANGE_REASONS = [...DELETION_REASONS, "withheld"] as const;
export type ChangeReason = (typeof CHANGE_REASONS)[number];

/** The members of a review that can change. The database stores their bits, so a new one goes to the end. */
export const CHANGING_MEMBERS = [
  "author",
  "author_avatar_url",
  "rating",
  "date",
  "title",
  "text",
  "language",
  "translation",
  "published_at",
  "updated_at",
  "revision",
  "source",
  "source_url",
  "owner_reply",
  "verification",
  "incentivized",
  "mentions",
  "redactions",
  "corrections",
] as const;
export type ChangingMember = (typeof CHANGING_MEMBERS)[number];

/** One entry of the log of changes, as stored. It has no words. */
export type ChangeRow = {
  sequence: number;
  /** The time of the commit. */
  at: string;
  kind: ChangeKind;
  /** Null for `dataset`. */
  review_id: string | null;
  /** Bits of CHANGING_MEMBERS. */
  members: number;
  /** The public date before a move or a deletion. */
  from_date: string | null;
  to_date: string | null;
  reason: ChangeReason | null;
};

/** A place in the log. Within one history, a higher sequence is newer. */
export type ChangePlace = { history: string; sequence: number };

/** What the log contains: the entries after `oldest` up to `sequence`. `begun_at`: when this history began. */
export type ChangeLogHead = ChangePlace & { oldest: number; begun_at: string };

/** The log as a build reads it. `after` gives the rows after a sequence, in order. */
export type StoredChangeLog = ChangeLogHead & { after: (sequence: number) => AsyncIterable<ChangeRow[]> };
