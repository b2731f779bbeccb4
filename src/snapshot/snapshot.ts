import type { Profile } from "../model/business.ts";
import type { VerificationMethod } from "../model/review-kinds.ts";
import type { Body } from "./body.ts";
import type { ReviewIndex } from "./review-index.ts";

const ENCODINGS = ["identity", "gzip", "br", "zstd"] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** A whole response, rendered and hashed once. Its bytes never change. */
export type Document = Readonly<{
  content_type: string;
  /** Of the identity bytes, or of the hashes of their parts. */
  hash: string;
  /** When a run last changed what it shows, RFC 3339. */
  changed_at: string;
  /** Value of the Link header, or null. */
  link: string | null;
  /** More headers, such as a page's Content-Security-Policy. */
  headers?: Record<string, string>;
  /** Depends only on the program and the profile: the next snapshot reuses it while the profile is the same. */
  fixed?: true;
  /** What the examples in it come from: the next snapshot reuses it while that is the same. */
  examples_of?: string;
  /** The encodings that `bodies` does not have are made when they are first asked for. */
  on_request?: true;
  /** Identity alone when compression gains nothing. */
  bodies: { identity: Body } & { [E in Encoding]?: Body };
}>;

/** Where search engines find the original of what is shown: the origin of a mirror. */
export type Canonical = Readonly<{
  /** If every review is from one other Candor, its public origin: then every page is. */
  site: string | null;
  /** Else, by id of the reviews that are from another Candor. */
  reviews: ReadonlyMap<string, string>;
}>;

/**
 * An immutable picture of the data: everything that the public sees. It consists of plain values and arrays in shared
 * memory, so that the build thread hands it over without a copy and makes the next one of it.
 */
export type Snapshot = Readonly<{
  dataset_version: number;
  /** Random, and new with every change: with the version it says which data this is. */
  commit_id: string;
  /** When that change was committed, RFC 3339: later ones have later times. */
  committed_at: string;
  /** The business and the reviews are made up, and every answer says so. */
  demonstration: boolean;
  profile: Profile | null;
  profile_changed_at: string | null;
  /** When a run last changed anything that is shown, RFC 3339. */
  changed_at: string;
  /** By path, such as /reviews.json. */
  documents: ReadonlyMap<string, Document>;
  reviews: ReviewIndex;
  /** Published reviews by how each was verified. */
  verified_by: Record<VerificationMethod, number>;
  canonical?: Canonical;
}>;
