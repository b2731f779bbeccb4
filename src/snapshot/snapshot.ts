import type { Profile } from "../model/business.ts";
import type { VerificationMethod } from "../model/review.ts";
import type { ReviewIndex } from "./review-index.ts";

const ENCODINGS = ["identity", "gzip", "br", "zstd"] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** A whole answer, rendered, hashed and compressed once. Its bytes never change. */
export type Document = Readonly<{
  content_type: string;
  /** Of the identity bytes: equal hash, equal bytes. */
  hash: string;
  /** When a run last changed what it shows, RFC 3339. */
  changed_at: string;
  /** Value of the Link header, or null. */
  link: string | null;
  /** Further headers of its own, such as a page's Content-Security-Policy. */
  headers?: Record<string, string>;
  /** Made of the program and the profile alone: while the profile stays, the next snapshot takes it over. */
  fixed?: true;
  /** Too small to gain by compression, or already compressed: identity alone. */
  bodies: { identity: Uint8Array<ArrayBuffer> } & { [E in Encoding]?: Uint8Array<ArrayBuffer> };
}>;

/**
 * An immutable picture of the data: what the public sees, whole. It is made of plain values and byte arrays alone, so
 * that a build thread can hand it over without a copy.
 */
export type Snapshot = Readonly<{
  dataset_version: number;
  profile: Profile | null;
  profile_changed_at: string | null;
  /** When a run last changed anything that is shown, RFC 3339. */
  changed_at: string;
  /** By path, such as /reviews.json. */
  documents: ReadonlyMap<string, Document>;
  reviews: ReviewIndex;
  /** Published reviews by how each was verified. */
  verified_by: Record<VerificationMethod, number>;
}>;
