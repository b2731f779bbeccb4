import type { ReviewInsights } from "./insights-document.ts";

export type Label = ReviewInsights["sentiment"]["label"];
export type AspectFinding = ReviewInsights["aspects"][number];

/** What the engine found in one text; offsets are UTF-16 code units, and `text.slice(start, end)` is the quote. */
export type Analysis = {
  /** "other": not English by its words; nothing further was read. */
  language: "en" | "other";
  sentiment: ReviewInsights["sentiment"];
  /** Each aspect once. */
  aspects: AspectFinding[];
  /** Of each of `aspects`, how surely the text speaks of it, 0 to 1: the surest are quoted. */
  certainty: number[];
  /** Every sentence, with its own polarity and the aspects it speaks of; `private`: it tells someone's health. */
  sentences: {
    start: number;
    end: number;
    score: number;
    words: number;
    aspects: string[];
    carries: boolean;
    private: boolean;
  }[];
  /** Problems of the taxonomy that the words name. */
  problems: string[];
  /** Phrases that may become topics, folded, each with where it first stands: place, and number of the sentence. */
  phrases: { key: string; start: number; end: number; sentence: number }[];
};
