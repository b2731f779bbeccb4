import { ASPECT_SENTIMENTS } from "../model/analysis.ts";
import type { Body } from "./body.ts";
import type { RunningValues } from "./running-values.ts";

/** An id is this many ASCII characters. */
export const ID_BYTES = 26;

/** Where a review is in the order of all reviews, newest first. */
export type Position = number;

/** Sorted positions that share a property. */
export type Postings = Uint32Array;

/** The reviews that mention an aspect, and the sentiment of each: `labels[i]` is an index into ASPECT_LABELS. */
export type AspectPostings = { positions: Postings; labels: Uint8Array };
export const ASPECT_LABELS: typeof ASPECT_SENTIMENTS = ASPECT_SENTIMENTS;

/** One bit for each property of a review that is either so or not. */
export const FLAGS = { has_text: 1, has_reply: 2, incentivized: 4, edited: 8 } as const;

/** What the analysis adds: which reviews are about which aspect and topic. Of the reviews that the insights read. */
export type Themes = Readonly<{
  /** How many reviews the insights read: the newest. Older ones are in none of the lists. */
  read_count: number;
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
  read_count: 0,
  by_aspect: new Map(),
  by_topic: new Map(),
  aspect_labels: new Map(),
  topic_labels: new Map(),
  aspect_names: new Map(),
  topic_names: new Map(),
};

/** The reviews of a snapshot as bytes and columns: every query reads these and nothing else. Never changed once built. */
export type ReviewIndex = RunningValues &
  Themes &
  Readonly<{
    count: number;
    /** The body of /reviews.json. Its reviews are in order, with a comma between two; no review is in two pieces. */
    json: Body;
    /** Where each piece begins (body.ts). */
    json_piece: Float64Array;
    /** The first review of each chunk: the pieces but the first and the last. Empty if all is one piece. */
    chunk_first: Uint32Array;
    /** Where review `i` begins in `json`; `json_start[count]` is one past the byte after the last review. */
    json_start: Float64Array;
    /** Days since 1970, descending. */
    day: Int32Array;
    published_ms: Float64Array;
    rating: Uint8Array;
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
    flags: Uint8Array;
    /** Folded name, alias or id → technician id; service id or label → service id. */
    technician_names: ReadonlyMap<string, string>;
    service_names: ReadonlyMap<string, string>;
    /** Names by id, as the profile has them. */
    technician_labels: ReadonlyMap<string, string>;
    service_labels: ReadonlyMap<string, string>;
    service_area_labels: ReadonlyMap<string, string>;
    /** Ids of technicians who are found by name, but not counted: the profile leaves them out of the insights. */
    uncounted_technicians: ReadonlySet<string>;
    /** Of the business; UTC without a profile. */
    time_zone: string;
    /** The words of the newest texts, most frequent first, one per line: what a misspelled word may have meant. */
    vocabulary: string;
    /** All ids, 26 ASCII bytes each, in order of position. */
    ids: Uint8Array;
    /** Positions in ascending order of id. */
    by_id: Uint32Array;
    tombstones: TombstoneIndex;
    text: TextIndex;
  }>;

/** Reviews that were removed, newest date first, with running values like those of reviews. */
export type TombstoneIndex = RunningValues &
  Readonly<{
    count: number;
    json: Uint8Array;
    json_start: Float64Array;
    day: Int32Array;
    /** Ids as strings: a tombstone answers 410. */
    ids: ReadonlySet<string>;
    /** Reviews that left a window because an edit moved their date back, newest former date first. */
    moved: readonly Move[];
  }>;

export type Move = { id: string; from_day: number; to_day: number; changed_ms: number };

/** n-grams of the folded texts of some reviews; see text-index.ts. */
export type GramIndex = Readonly<{
  /** Folded UTF-8 texts, each ended by a 0xFF byte, which no UTF-8 text contains. */
  folded: Uint8Array;
  start: Float64Array;
  /** Byte → symbol 0..63. All rarer bytes share 63. */
  symbol: Uint8Array;
  /** Per gram: how many reviews, and where its list begins. Grams of 1, 2 and 3 symbols in one numbering. */
  gram_count: Uint32Array;
  /** 1: its list is a bitmap. */
  gram_dense: Uint8Array;
  gram_start: Float64Array;
  lists: Uint8Array;
}>;

/** In `position_of`: the text is not there any more. */
export const GONE = 0xffffffff;

/** What changed since the grams were built; see text-search.ts. */
export type TextDelta = Readonly<{
  /** The text at each position: a text of the base, or, from `base.start.length - 1` on, one of those below. */
  text_at: Uint32Array;
  /** The position of each text of the base, or GONE. They ascend. */
  position_of: Uint32Array;
  gone: Uint32Array;
  /** The texts that came since, in order of position, as in the base. */
  folded: Uint8Array;
  start: Float64Array;
  positions: Postings;
}>;

/** The folded texts of all reviews. */
export type TextIndex = Readonly<{ base: GramIndex; delta: TextDelta | null }>;
