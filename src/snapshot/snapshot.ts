import type { Profile } from "../model/business.ts";
import type { VerificationMethod } from "../model/review.ts";
import type { ReviewIndex } from "./review-index.ts";

const ENCODINGS = ["identity", "gzip", "br", "zstd"] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** A whole response, rendered, hashed and compressed once. Its bytes never change. */
export type Document = Readonly<{
  content_type: string;
  /** Hash of the identity bytes. */
  hash: string;
  /** When a run last changed what it shows, RFC 3339. */
  changed_at: string;
  /** Value of the Link header, or null. */
  link: string | null;
  /** More headers, such as a page's Content-Security-Policy. */
  headers?: Record<string, string>;
  /** Depends only on the program and the profile: the next snapshot reuses it while the profile is the same. */
  fixed?: true;
  /** Identity alone when compression gains nothing. */
  bodies: { identity: Uint8Array<ArrayBuffer> } & { [E in Encoding]?: Uint8Array<ArrayBuffer> };
}>;

/**
 * An immutable picture of the data: everything that the public sees. It consists of plain values and byte arrays, so that
 * the build thread can transfer it without a copy.
 */
export type Snapshot = Readonly<{
  dataset_version: number;
  /** Random, and new with every change: with the version it says which data this is. */
  commit_id: string;
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
}>;
