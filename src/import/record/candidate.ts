import type { Mentions, Redaction, Source, VerificationMethod } from "../../model/review.ts";

/** Where a row stands in what the operator gave: "reviews.csv, row 12". */
export type Place = { file: string; row: number };

/**
 * A review as a format gives it, before privacy and identity. A member left out is one that the format does not carry:
 * what is stored stays. null is one that the review does not have.
 */
export type Candidate = {
  place: Place;
  /** The format `candor` alone brings its own. */
  id?: string;
  source?: Source;
  source_id?: string | null;
  /** The listing at the source: its id, or its name where there is no id. */
  location?: string | null;
  location_name?: string | null;
  author: string | null;
  author_avatar_url?: string | null;
  rating: number;
  rating_basis?: "stars" | "recommendation";
  /** One of the two is given: the instant, or the calendar date where the business is. */
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
  mentions?: Mentions;
  redactions?: Redaction[];
  /** From a document that a Candor has published: already minimised, redacted and checked there. */
  already_public?: true;
};

export type Rejection = {
  place: Place;
  reason: string;
} & Known;

/** What is known of a row that cannot go in: what a complete export holds was not deleted there. */
type Known = Pick<Candidate, "source" | "source_id" | "location" | "location_name">;

/** Rows in handfuls: handed over one by one, the handing over takes longer than the reading. */
export type Rows = AsyncIterable<readonly (Candidate | Rejection)[]>;

export const isRejection = (parsed: Candidate | Rejection): parsed is Rejection => "reason" in parsed;

/** Thrown by a field's parser, caught where the row is: one row out, the others in. */
export class BadField extends Error {}

export function parseRow(place: Place, parse: () => Candidate, known: () => Known = () => ({})): Candidate | Rejection {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof BadField)) throw error;
    return { place, reason: error.message, ...known() };
  }
}
