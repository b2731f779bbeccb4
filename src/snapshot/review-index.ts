import { ASPECT_SENTIMENTS } from "../model/analysis.ts";
import type { Body } from "./body.ts";
import type { RunningValues } from "./running-values.ts";

/** The length of an id, in ASCII characters. */
export const ID_BYTES = 26;

/** The place of a review in the order of all reviews, newest first. */
export type Position = number;

/** Sorted positions that share a property. */
export type Postings = Uint32Array;

/** The reviews that mention an aspect, and the sentiment of each: `labels[i]` is an index into ASPECT_LABELS. */
export type AspectPostings = { positions: Postings; labels: Uint8Array };
export const ASPECT_LABELS: typeof ASPECT_SENTIMENTS = ASPECT_SENTIMENTS;

/** One bit for each yes-or-no property of a review. */
export const FLAGS = { has_text: 1, has_reply: 2, incentivized: 4, edited: 8, words_hidden: 16 } as const;

/**
 * What the analysis adds: which reviews are about which aspect and topic. Covers only reviews that the insights read.
 */
export type Themes = Readonly<{
  /** How many reviews the insights read: the newest ones. Older reviews are in none of the lists. */
  read_count: number;
  by_aspect: ReadonlyMap<string, AspectPostings>;
  by_topic: ReadonlyMap<string, Postings>;
  /** By condition or problem of the taxonomy. Every condition that the taxonomy knows has a list. */
  by_condition: ReadonlyMap<string, Postings>;
  /** The sentiment of whole reviews, as an aspect of them. */
  sentiments: AspectPostings;
  /** The sentiments of reviews toward each technician, service and topic. */
  sentiments_by: Readonly<Record<"technician" | "service" | "topic", ReadonlyMap<string, AspectPostings>>>;
  /** By id. */
  aspect_labels: ReadonlyMap<string, string>;
  topic_labels: ReadonlyMap<string, string>;
  condition_labels: ReadonlyMap<string, string>;
  /** Folded id or label → id. */
  aspect_names: ReadonlyMap<string, string>;
  topic_names: ReadonlyMap<string, string>;
  condition_names: ReadonlyMap<string, string>;
  /** Other words for each, by kind and id ("condition knee"), for the meaning of what people type. */
  wordings: ReadonlyMap<string, Wording>;
  /** Words of the trade that name nothing by themselves: "therapy". */
  common_words: readonly string[];
  /** Phrases for the same thing, in English and Spanish: "sciatica" and "ciática". */
  same_phrases: readonly (readonly string[])[];
}>;

/** Words that people ask with, and the words and patterns of the taxonomy. */
export type Wording = { asked: readonly string[]; words: readonly string[] };

export const NO_THEMES: Themes = {
  read_count: 0,
  by_aspect: new Map(),
  by_topic: new Map(),
  by_condition: new Map(),
  sentiments: { positions: new Uint32Array(0), labels: new Uint8Array(0) },
  sentiments_by: { technician: new Map(), service: new Map(), topic: new Map() },
  aspect_labels: new Map(),
  topic_labels: new Map(),
  condition_labels: new Map(),
  aspect_names: new Map(),
  topic_names: new Map(),
  condition_names: new Map(),
  wordings: new Map(),
  common_words: [],
  same_phrases: [],
};

/** The reviews of a snapshot as bytes and columns. Queries read only these. They never change once they are built. */
export type ReviewIndex = RunningValues &
  Themes &
  Readonly<{
    count: number;
    /** The body of /reviews.json. Its reviews are in order with a comma between two. No review spans two pieces. */
    json: Body;
    /** The start of each piece (see body.ts). */
    json_piece: Float64Array;
    /**
     * The first review of each chunk. Chunks are all pieces except the first and the last. Empty if there is only one
     * piece.
     */
    chunk_first: Uint32Array;
    /** The start of review `i` in `json`. `json_start[count]` is the start that one more review would have. */
    json_start: Float64Array;
    /** Days since 1970, descending. */
    day: Int32Array;
    published_ms: Float64Array;
    rating: Uint8Array;
    /** Reviews with 1 star are at index 0, reviews with 5 stars at index 4. */
    by_rating: readonly Postings[];
    by_technician: ReadonlyMap<string, Postings>;
    by_service: ReadonlyMap<string, Postings>;
    by_source: ReadonlyMap<string, Postings>;
    by_service_area: ReadonlyMap<string, Postings>;
    by_verification: ReadonlyMap<string, Postings>;
    /** By language tag. A review without a language is in no list. */
    by_language: ReadonlyMap<string, Postings>;
    /** Bits of FLAGS. */
    flags: Uint8Array;
    /** Maps a folded name, alias or id to a technician id, and a service id or label to a service id. */
    technician_names: ReadonlyMap<string, string>;
    service_names: ReadonlyMap<string, string>;
    /** Names by id, as they are in the profile. */
    technician_labels: ReadonlyMap<string, string>;
    service_labels: ReadonlyMap<string, string>;
    service_area_labels: ReadonlyMap<string, string>;
    /** The descriptions of services, by id. */
    service_texts: ReadonlyMap<string, string>;
    /** Technicians who are found by name but not counted, because the profile excludes them from the insights. */
    uncounted_technicians: ReadonlySet<string>;
    /** The time zone of the business, or UTC without a profile. */
    time_zone: string;
    /** The words of the newest texts, one per line, most frequent first. Used to correct misspelled words. */
    vocabulary: string;
    /** All ids, 26 ASCII bytes each, in order of position. */
    ids: Uint8Array;
    /** Positions in ascending order of id. */
    by_id: Uint32Array;
    tombstones: TombstoneIndex;
    text: TextIndex;
  }>;

/** Removed reviews, newest date first, with running values like those of reviews. */
export type TombstoneIndex = RunningValues &
  Readonly<{
    count: number;
    json: Uint8Array;
    json_start: Float64Array;
    day: Int32Array;
    /** Ids as strings. A request for a review with a tombstone gets status 410. */
    ids: ReadonlySet<string>;
    /** Reviews that left a window of dates because an edit moved their date back. The newest former date is first. */
    moved: readonly Move[];
  }>;

export type Move = { id: string; from_day: number; to_day: number; changed_ms: number };

/** n-grams of the folded texts of some reviews (see text-index.ts). */
export type GramIndex = Readonly<{
  /**
   * Folded UTF-8 texts, each followed by the byte 0xFE and the title if there is one, and then by the byte 0xFF. No
   * UTF-8 text contains these bytes.
   */
  folded: Uint8Array;
  start: Float64Array;
  /** Maps a byte to a symbol from 0 to 63. All rarer bytes share symbol 63. */
  symbol: Uint8Array;
  /**
   * For each gram: how many reviews have it, and the start of its list. Grams of 1, 2 and 3 symbols share one
   * numbering.
   */
  gram_count: Uint32Array;
  /** 1 if the list of the gram is a bitmap. */
  gram_dense: Uint8Array;
  gram_start: Float64Array;
  lists: Uint8Array;
}>;

/** In `position_of`: the text does not exist any more. */
export const GONE = 0xffffffff;

/** What changed since the grams were built (see text-search.ts). */
export type TextDelta = Readonly<{
  /** The number of the text at each position. From `base.start.length - 1` on, it means a text of this delta. */
  text_at: Uint32Array;
  /** The position of each text of the base, or GONE. The positions ascend. */
  position_of: Uint32Array;
  gone: Uint32Array;
  /** The texts that were added since then, in order of position, in the same form as in the base. */
  folded: Uint8Array;
  start: Float64Array;
  positions: Postings;
}>;

/** The folded texts of all reviews. */
export type TextIndex = Readonly<{ base: GramIndex; delta: TextDelta | null }>;
