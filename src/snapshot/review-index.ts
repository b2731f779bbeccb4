import { ASPECT_SENTIMENTS } from "../model/search.ts";

/** An id is this many ASCII characters. */
export const ID_BYTES = 26;
/** Hashes are the first bytes of SHA-256. */
export const HASH_BYTES = 16;

/** Where a review is in the order of all reviews, newest first. */
export type Position = number;

/** Sorted positions that share a property. */
export type Postings = Uint32Array<ArrayBuffer>;

/** The reviews that mention an aspect, and the sentiment of each: `labels[i]` is an index into ASPECT_LABELS. */
export type AspectPostings = { positions: Postings; labels: Uint8Array<ArrayBuffer> };
export const ASPECT_LABELS: typeof ASPECT_SENTIMENTS = ASPECT_SENTIMENTS;

/** One bit for each property of a review that is either so or not. */
export const FLAGS = { has_text: 1, has_reply: 2, incentivized: 4, edited: 8 } as const;

/** What the analysis adds: which reviews are about which aspect and topic. Of the reviews that the insights read. */
export type Themes = Readonly<{
  by_aspect: ReadonlyMap<string, AspectPostings>;
  by_topic: ReadonlyMap<string, Postings>;
  /** By id. */
  aspect_labels: ReadonlyMap<string, string>;
  topic_labels: ReadonlyMap<string, string>;
  /** Folded id or label → id. */
  aspect_names: ReadonlyMap<string, string>;
  topic_names: ReadonlyMap<string, string>;
}>;

export const NO_THEMES: Themes = {
  by_aspect: new Map(),
  by_topic: new Map(),
  aspect_labels: new Map(),
  topic_labels: new Map(),
  aspect_names: new Map(),
  topic_names: new Map(),
};

/** Of entries 0 to i, for every i: running hash (HASH_BYTES each), newest updated_at and changed_at. */
export type RunningValues = Readonly<{
  prefix_hash: Uint8Array<ArrayBuffer>;
  prefix_updated_ms: Float64Array<ArrayBuffer>;
  prefix_changed_ms: Float64Array<ArrayBuffer>;
}>;

/** The reviews of a snapshot as bytes and columns: every query reads these and nothing else. Never changed once built. */
export type ReviewIndex = RunningValues &
  Themes &
  Readonly<{
    count: number;
    /** The body of /reviews.json. Its reviews are in order, with a comma between two: neighboring reviews are one slice. */
    json: Uint8Array<ArrayBuffer>;
    /** Where review `i` begins in `json`; `json_start[count]` is one past the byte after the last review. */
    json_start: Float64Array<ArrayBuffer>;
    /** Days since 1970, descending. */
    day: Int32Array<ArrayBuffer>;
    published_ms: Float64Array<ArrayBuffer>;
    rating: Uint8Array<ArrayBuffer>;
    /** The reviews with 1 star at 0, with 5 stars at 4. */
    by_rating: readonly Postings[];
    by_technician: ReadonlyMap<string, Postings>;
    by_service: ReadonlyMap<string, Postings>;
    by_source: ReadonlyMap<string, Postings>;
    by_service_area: ReadonlyMap<string, Postings>;
    by_verification: ReadonlyMap<string, Postings>;
    /** By language tag; a review without one is in no list. */
    by_language: ReadonlyMap<string, Postings>;
    /** Bits of FLAGS. */
    flags: Uint8Array<ArrayBuffer>;
    /** Folded name, alias or id → technician id; service id or label → service id. */
    technician_names: ReadonlyMap<string, string>;
    service_names: ReadonlyMap<string, string>;
    /** Names by id, as the profile has them. */
    technician_labels: ReadonlyMap<string, string>;
    service_labels: ReadonlyMap<string, string>;
    service_area_labels: ReadonlyMap<string, string>;
    /** Of the business; UTC without a profile. */
    time_zone: string;
    /** The words of the newest texts, most frequent first, one per line: what a misspelled word may have meant. */
    vocabulary: string;
    /** All ids, 26 ASCII bytes each, in order of position. */
    ids: Uint8Array<ArrayBuffer>;
    /** Positions in ascending order of id. */
    by_id: Uint32Array<ArrayBuffer>;
    /** The hash of each review's JSON, and when the review last changed. */
    hash: Uint8Array<ArrayBuffer>;
    changed_ms: Float64Array<ArrayBuffer>;
    tombstones: TombstoneIndex;
    text: TextIndex;
  }>;

/** Reviews that were removed, newest date first, with running values like those of reviews. */
export type TombstoneIndex = RunningValues &
  Readonly<{
    count: number;
    json: Uint8Array<ArrayBuffer>;
    json_start: Float64Array<ArrayBuffer>;
    day: Int32Array<ArrayBuffer>;
    /** Ids as strings: a tombstone answers 410. */
    ids: ReadonlySet<string>;
    /** When the run that removed each was committed. */
    changed_ms: Float64Array<ArrayBuffer>;
    /** Reviews that left a window because an edit moved their date back, newest former date first. */
    moved: readonly Move[];
  }>;

export type Move = { id: string; from_day: number; to_day: number; changed_ms: number };

/** n-grams of the folded texts; see text-index.ts. */
export type TextIndex = Readonly<{
  /** Folded UTF-8 texts, each ended by a 0xFF byte, which no UTF-8 text contains. */
  folded: Uint8Array<ArrayBuffer>;
  start: Float64Array<ArrayBuffer>;
  /** Byte → symbol 0..63; 63 stands for all rarer bytes together. */
  symbol: Uint8Array<ArrayBuffer>;
  /** Per gram: how many reviews, and where its list begins. Grams of 1, 2 and 3 symbols in one numbering. */
  gram_count: Uint32Array<ArrayBuffer>;
  /** 1: its list is a bitmap. */
  gram_dense: Uint8Array<ArrayBuffer>;
  gram_start: Float64Array<ArrayBuffer>;
  lists: Uint8Array<ArrayBuffer>;
}>;
