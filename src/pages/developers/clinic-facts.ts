/**
 * Facts about this business that the examples use, so that each example runs as shown and finds something. Null if
 * there is none.
 */
export type ClinicFacts = {
  /** A review, with a text if there is one. */
  review_id: string | null;
  /** A date with at least one review on or after it. */
  since: string;
  /** The names that most reviews mention. */
  technician: string | null;
  service: string | null;
  /** Whether these documents are served. */
  insights: boolean;
  security_txt: boolean;
};
