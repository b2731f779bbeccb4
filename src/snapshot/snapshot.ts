import type { Profile } from "../model/business.ts";
import type { ChangePlace } from "../model/changes.ts";
import type { VerificationMethod } from "../model/review-kinds.ts";
import type { Body } from "./body.ts";
import type { ChangeLog } from "./change-entries.ts";
import type { ReviewIndex } from "./review-index.ts";

const ENCODINGS = ["identity", "gzip", "br", "zstd"] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** A complete response that is rendered and hashed once. Its bytes never change. */
export type Document = Readonly<{
  content_type: string;
  /** The hash of the identity bytes, or of the hashes of their parts. */
  hash: string;
  /** When a run last changed what the document shows, RFC 3339. */
  changed_at: string;
  /** Value of the Link header, or null. */
  link: string | null;
  /** Value of the Vary header, if the path has several forms. */
  vary?: string;
  /** For a topic: the place in the log of changes that it shows. It is in the headers of every answer. */
  place?: ChangePlace;
  /** More headers, such as a page's Content-Security-Policy. */
  headers?: Record<string, string>;
  /** Depends only on the program and the profile. The next snapshot reuses it while the profile is the same. */
  fixed?: true;
  /** The facts from which its examples were made. The next snapshot reuses the document while they are the same. */
  examples_of?: string;
  /** Encodings that are not in `bodies` are made at the first request for them. */
  on_request?: true;
  /** Only identity if compression saves nothing. */
  bodies: { identity: Body } & { [E in Encoding]?: Body };
}>;

/** For search engines: the originals of what a mirror shows. */
export type Canonical = Readonly<{
  /**
   * If every review is from the same other Candor server, its public origin, which is then the original of every page.
   */
  site: string | null;
  /** Otherwise, the originals by id, for reviews from another Candor server. */
  reviews: ReadonlyMap<string, string>;
}>;

/**
 * An immutable state of the data: everything that the public sees. It consists of plain values and arrays in shared
 * memory, so that the build thread can hand it over without a copy and make the next one from it.
 */
export type Snapshot = Readonly<{
  dataset_version: number;
  /** Random, and new with every change. Together with the version it identifies the data. */
  commit_id: string;
  /** When that change was committed, RFC 3339. Later changes have later times. */
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
  changes: ChangeLog;
}>;
