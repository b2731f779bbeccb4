import type { ReviewInsights } from "./insights-document.ts";

export type Label = ReviewInsights["sentiment"]["label"];
export const ASPECT_SENTIMENTS = ["positive", "negative", "neutral", "mixed"] as const;
export type AspectFinding = ReviewInsights["aspects"][number];

/**
 * Words of the taxonomy that name a problem, a topic, or an answer to one of its questions. The answer "about" means
 * the sentiment of its sentence.
 */
export type Mark = {
  kind: "problem" | "topic" | "yes" | "no" | "about";
  /** The id of the problem, the topic or the question. */
  id: string;
  start: number;
  end: number;
  sentence: number;
};

/** What the engine found in one text. Offsets count UTF-16 code units: `text.slice(start, end)` is the quote. */
export type Analysis = {
  /** "other" means that the text is neither English nor Spanish, so nothing else was analyzed. */
  language: "en" | "es" | "other";
  sentiment: ReviewInsights["sentiment"];
  /** At most one finding per aspect. */
  aspects: AspectFinding[];
  /** How certain it is that the text is about each of `aspects`, from 0 to 1. The most certain ones are quoted. */
  certainty: number[];
  /** Every sentence with its polarity and its aspects. `private` means that it reveals someone's health. */
  sentences: {
    start: number;
    end: number;
    score: number;
    /** The clauses of a sentence that praises and criticizes. Other sentences have none. */
    parts?: { start: number; end: number; score: number }[];
    words: number;
    aspects: string[];
    carries: boolean;
    private: boolean;
  }[];
  /** Ids of the taxonomy's problems that the text names. */
  problems: string[];
  /** In the order of the text, at most one per sentence for each kind and id. */
  marks: Mark[];
  /**
   * Normalized phrases with their first offsets and sentence number. With `aspect`, the phrase is a word of the
   * taxonomy for it. Without, it is any phrase, which may become a topic.
   */
  phrases: { key: string; aspect: string | null; start: number; end: number; sentence: number }[];
};
