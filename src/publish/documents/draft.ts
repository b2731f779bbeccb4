import type { ChangePlace } from "../../model/changes.ts";
import { VARY_BY_FORM } from "../../model/wire/common-headers.ts";
import { linkToTwin } from "../../pages/parts/page-twin.ts";
import { describeSite, HTML_TYPE, PAGE_HEADERS, type Site } from "../../pages/parts/site.ts";
import type { Body } from "../../snapshot/body.ts";
import type { Document } from "../../snapshot/snapshot.ts";
import { RELEASED_AT } from "../../version.ts";
import type { DatasetFacts, SnapshotData } from "../snapshot-data.ts";

/** A rendered document that is not yet hashed and compressed. */
export type Draft = {
  path: string;
  content_type: string;
  body: Body;
  changed_at: string;
  /** Value of the Link header. */
  link?: string;
  /** Value of the Vary header, if the path has several forms. */
  vary?: string;
  /** For a topic: the place in the log of changes that it shows. */
  place?: ChangePlace;
  /** More headers. */
  headers?: Record<string, string>;
  /** Depends only on the program and the profile. */
  fixed?: true;
  /** The facts from which the examples in it were made. */
  examples_of?: string;
  /** For a body in several pieces: the hash for its ETag, and its encodings. */
  hash?: string;
  compressed?: Omit<Document["bodies"], "identity">;
  /** False for pictures, which are already compressed. */
  compress?: false;
};

const encoder = new TextEncoder();

export const textDraft = (draft: Omit<Draft, "body"> & { text: string }): Draft => {
  const { text, ...rest } = draft;
  return { ...rest, body: [encoder.encode(text)] };
};

/** A page that is also there as Markdown. */
export const pageDraft = (base_url: string, path: string, markup: string, changed_at: string): Draft =>
  textDraft({
    path,
    content_type: HTML_TYPE,
    text: markup,
    changed_at,
    link: linkToTwin(base_url, path),
    vary: VARY_BY_FORM,
    headers: PAGE_HEADERS,
  });

export const siteOf = (facts: DatasetFacts & Pick<SnapshotData, "canonical">): Site => ({
  ...describeSite(facts.base_url, facts.demonstration, facts),
  original_url: facts.canonical?.site ?? facts.base_url,
});

/** Last-Modified of documents that depend only on the program and the profile. */
export const fixedChangedAt = ({ profile_changed_at }: DatasetFacts): string =>
  profile_changed_at && Date.parse(profile_changed_at) > Date.parse(RELEASED_AT) ? profile_changed_at : RELEASED_AT;
