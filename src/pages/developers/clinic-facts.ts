/** What the examples use of this clinic, so that each runs as shown and finds something. Null: there is none. */
export type ClinicFacts = {
  /** A review, with a text if one is found. */
  review_id: string | null;
  /** A day since which there is a review. */
  since: string;
  /** The names that most reviews mention. */
  technician: string | null;
  service: string | null;
  /** Whether these documents are served. */
  insights: boolean;
  security_txt: boolean;
};
