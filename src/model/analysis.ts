import type { ReviewInsights } from "./insights-document.ts";

export type Label = ReviewInsights["sentiment"]["label"];
export const ASPECT_SENTIMENTS = ["positive", "negative", "neutral", "mixed"] as const;
export type AspectFinding = ReviewInsights["aspects"][number];

/**
 * Words of the taxonomy: a problem, a topic, or an answer to one of its questions. "about" answers with the sentiment of
 * its sentence.
 */
export type Mark = {
  kind: "problem" | "topic" | "yes" | "no" | "about";
  /** Of the problem, the topic or the question. */
  id: string;
  start: number;
  end: number;
  sentence: number;
};

/** What the engine found in one text. Offsets are UTF-16 code units: `text.slice(start, end)` is the quote. */
export type Analysis = {
  /** "other": the words are neither English nor Spanish, so nothing else was analyzed. */
  language: "en" | "es" | "other";
  sentiment: ReviewInsights["sentiment"];
  /** At most one finding per aspect. */
  aspects: AspectFinding[];
  /** For each of `aspects`, how certain it is that the text is about it, 0 to 1. The most certain are quoted. */
  certainty: number[];
  /** Every sentence with its polarity and its aspects. `private`: it reveals someone's health. */
  sentences: {
    start: number;
    end: number;
    score: number;
    words: number;
    aspects: string[];
    carries: boolean;
    private: boolean;
  }[];
  /** Problems from the taxonomy that the text names. */
  problems: string[];
  /** In text order; at most one per sentence of each kind and id. */
  marks: Mark[];
  /**
   * Normalized phrases with their first offsets and sentence number. With `aspect`: words of the taxonomy for it;
   * without: any phrase, which may become a topic.
   */
  phrases: { key: string; aspect: string | null; start: number; end: number; sentence: number }[];
};
