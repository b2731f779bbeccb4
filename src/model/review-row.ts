import type { ConsentAnswered, HeldReason, Source, VerificationMethod } from "./review-kinds.ts";

/** A stored review: one member per column, with types that both SQLite and PostgreSQL return. */
export type ReviewRow = {
  id: string;
  source: Source;
  /** The ID at the source. Null if the source has none. */
  source_id: string | null;
  /**
   * The format and the listing from which it was imported. A complete export may delete only reviews with the same two.
   */
  format: string;
  location: string | null;
  author: string;
  author_avatar_url: string | null;
  rating: number;
  rating_basis: "stars" | "recommendation";
  date: string;
  title: string | null;
  text: string | null;
  language: string | null;
  translation_text: string | null;
  translation_language: string | null;
  published_at: string;
  updated_at: string;
  revision: number;
  source_url: string | null;
  reply_text: string | null;
  reply_date: string | null;
  /** held: hidden until `candor reply ID publish`. dropped: never shown, even if the same reply is imported again. */
  reply_state: "published" | "held" | "dropped" | null;
  reply_held_reason: string | null;
  verification_method: VerificationMethod | null;
  verified_at: string | null;
  incentivized: 0 | 1;
  /** JSON of Mentions. */
  mentions: string;
  /** JSON of Redaction[]. */
  redactions: string;
  /** JSON of Correction[]; null without any. */
  corrections: string | null;
  state: "published" | "held";
  held_reason: HeldReason | null;
  held_at: string | null;
  /** What the file that was read last says about publication; null if none asks. unclear: neither yes nor no. */
  consent: ConsentAnswered | "unclear" | null;
  /** What the owner answered for the author. */
  consent_by_owner: ConsentAnswered | null;
  /** Commit time of the last run that changed what is shown. Used for Last-Modified. */
  changed_at: string;
  /**
   * If an edit moved the review to an older date: its newest former date, and the time of the edit. It may have left a
   * `since` window.
   */
  moved_from: string | null;
  moved_at: string | null;
};

export const REVIEW_COLUMNS = [
  "id",
  "source",
  "source_id",
  "format",
  "location",
  "author",
  "author_avatar_url",
  "rating",
  "rating_basis",
  "date",
  "title",
  "text",
  "language",
  "translation_text",
  "translation_language",
  "published_at",
  "updated_at",
  "revision",
  "source_url",
  "reply_text",
  "reply_date",
  "reply_state",
  "reply_held_reason",
  "verification_method",
  "verified_at",
  "incentivized",
  "mentions",
  "redactions",
  "corrections",
  "state",
  "held_reason",
  "held_at",
  "consent",
  "consent_by_owner",
  "changed_at",
  "moved_from",
  "moved_at",
] as const satisfies readonly (keyof ReviewRow)[];

/** Columns that only imports and commands need. */
const HIDDEN = [
  "source_id",
  "format",
  "location",
  "rating_basis",
  "reply_held_reason",
  "held_reason",
  "held_at",
  "consent",
  "consent_by_owner",
] as const satisfies readonly (keyof ReviewRow)[];
const isHidden = (column: string): boolean => HIDDEN.some((hidden) => hidden === column);

/** The columns from which a snapshot is built. They are few, because a build reads every row. */
export const SHOWN_COLUMNS = REVIEW_COLUMNS.filter((column) => !isHidden(column));
export type ShownRow = Omit<ReviewRow, (typeof HIDDEN)[number]>;
