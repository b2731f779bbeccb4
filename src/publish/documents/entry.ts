import type { Review } from "../../model/review.ts";
import { HTML_TYPE, PAGE_HEADERS, type Site } from "../../pages/parts/site.ts";
import { reviewAt } from "../../snapshot/review-at.ts";
import type { Document } from "../../snapshot/snapshot.ts";
import { RELEASED_AT } from "../../version.ts";
import type { SnapshotParts } from "../build.ts";
import { buildDocument } from "../compress.ts";

const NEWEST_SHOWN = 6;
const encoder = new TextEncoder();

export type Entry = { path: string; document: Document };
type More = { link?: string; headers?: Record<string, string> };

export const textEntry = (
  path: string,
  content_type: string,
  text: string,
  changed_at: string,
  more: More = {},
): Entry => ({
  path,
  document: buildDocument({ content_type, bytes: encoder.encode(text), changed_at, ...more }),
});

export const pageEntry = (path: string, markup: string, changed_at: string): Entry =>
  textEntry(path, HTML_TYPE, markup, changed_at, { headers: PAGE_HEADERS });

export const siteOfParts = (parts: SnapshotParts): Site => ({
  base_url: parts.base_url,
  business: parts.business,
  license: parts.profile?.license ?? null,
});

export const newestOf = ({ reviews }: SnapshotParts): Review[] =>
  Array.from({ length: Math.min(NEWEST_SHOWN, reviews.count) }, (_, i) => reviewAt(reviews, i));

/** Last-Modified of what the program and the profile alone decide. */
export const fixedChangedAt = ({ profile_changed_at }: SnapshotParts): string =>
  profile_changed_at && Date.parse(profile_changed_at) > Date.parse(RELEASED_AT) ? profile_changed_at : RELEASED_AT;
