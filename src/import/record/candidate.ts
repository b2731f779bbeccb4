import type { Correction, Mentions, Redaction } from "../../model/review.ts";
import type { Source, VerificationMethod } from "../../model/review-kinds.ts";
import type { ReviewRow } from "../../model/review-row.ts";

/** What a row says about whether its review may be published. unclear: neither yes nor no, or a condition. */
export type RowConsent = { answer: NonNullable<ReviewRow["consent"]>; reason: string };

/** Where a row is in the files that the operator gave: "reviews.csv, row 12". */
export type RowPlace = { file: string; row: number };

/**
 * A review as its format gives it, before privacy and identity. A missing member means that the format does not have it:
 * the stored value stays. null means that the review does not have it.
 */
export type Candidate = {
  place: RowPlace;
  /** Only the format `candor` gives one. */
  id?: string;
  source?: Source;
  source_id?: string | null;
  /** The listing at the source: its id, or its name if it has no id. */
  location?: string | null;
  location_name?: string | null;
  author: string | null;
  author_avatar_url?: string | null;
  rating: number;
  rating_basis?: "stars" | "recommendation";
  /** One of the two is given: the instant, or the calendar date in the time zone of the business. */
  published_at?: string;
  date?: string;
  updated_at?: string;
  revision?: number;
  title?: string | null;
  text: string | null;
  language?: string | null;
  translation?: { text: string; language: string | null } | null;
  source_url?: string | null;
  reply?: { text: string; date: string | null; updated_at?: string } | null;
  verification?: { method: VerificationMethod; verified_at?: string };
  incentivized?: boolean;
  /** What the columns that ask for it say about publication. Missing: the file does not ask. */
  consent?: RowConsent;
  /** The operator said that a column which seemed to ask for it is about something else, and no other column asks. */
  consent_ignored?: true;
  mentions?: Mentions;
  redactions?: Redaction[];
  /** What another Candor corrected. */
  corrections?: readonly Correction[];
  /** A hash of the whole row as the file has it: two rows are one review only if every column is equal. */
  row_hash?: string;
  /** From a document that Candor published: names, texts and replies were already minimized, redacted and checked. */
  already_public?: true;
};

/** What identifies a row. A rejected row keeps it: a complete export that has the row does not delete its review. */
type RowName = Pick<Candidate, "source" | "source_id" | "location" | "location_name">;

export type Rejection = { place: RowPlace; reason: string } & RowName;

/** Rows come in batches: one at a time, passing them on would take longer than reading them. */
export type CandidateRows = AsyncIterable<readonly (Candidate | Rejection)[]>;

/** The rows of one file. `warning` is complete when all rows were read. */
export type ParsedRows = { rows: CandidateRows; warning(): string | null };

/** Whether a row was rejected, be it parsed or already prepared. */
export const isRejection = <Row extends object>(row: Row | Rejection): row is Rejection => "reason" in row;

/** Thrown by the parser of a field and caught per row: that row is rejected, the others are imported. */
export class BadField extends Error {}

/** Notes the hash of the whole row, except for reviews that have our own id. */
export function withRowHash(candidate: Candidate, row: () => string): Candidate {
  if (candidate.id !== undefined) return candidate;
  candidate.row_hash = String(Bun.hash(row()));
  return candidate;
}

export function parseRow(place: RowPlace, parse: () => Candidate, nameOf: () => RowName): Candidate | Rejection {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof BadField)) throw error;
    return { place, reason: error.message, ...nameOf() };
  }
}
