import { HTML_TYPE, PAGE_HEADERS, type Site } from "../../pages/parts/site.ts";
import { RELEASED_AT } from "../../version.ts";
import type { DatasetFacts } from "../dataset.ts";

/** A document that is rendered, and not yet hashed and compressed. */
export type Draft = {
  path: string;
  content_type: string;
  bytes: Uint8Array<ArrayBuffer>;
  changed_at: string;
  /** Value of the Link header. */
  link?: string;
  /** More headers. */
  headers?: Record<string, string>;
  /** Depends only on the program and the profile. */
  fixed?: true;
  /** A picture is compressed already. */
  compress?: false;
};

const encoder = new TextEncoder();

export const textDraft = (draft: Omit<Draft, "bytes"> & { text: string }): Draft => {
  const { text, ...rest } = draft;
  return { ...rest, bytes: encoder.encode(text) };
};

export const pageDraft = (path: string, markup: string, changed_at: string): Draft =>
  textDraft({ path, content_type: HTML_TYPE, text: markup, changed_at, headers: PAGE_HEADERS });

export const siteOf = ({ base_url, demonstration, business, profile }: DatasetFacts): Site => ({
  base_url,
  demonstration,
  structured_data: profile?.structured_data ?? "business",
  business,
  license: profile?.license ?? null,
});

/** Last-Modified of documents that depend only on the program and the profile. */
export const fixedChangedAt = ({ profile_changed_at }: DatasetFacts): string =>
  profile_changed_at && Date.parse(profile_changed_at) > Date.parse(RELEASED_AT) ? profile_changed_at : RELEASED_AT;
