import { readFileSync } from "node:fs";
import { join } from "node:path";

export type Sentiment = "positive" | "negative" | "neutral" | "mixed";
/** A labeled text. `aspects` is null if the source has no such labels; `weight` is how much the source counts. */
export type Example = {
  source: string;
  text: string;
  sentiment: Sentiment;
  aspects: { aspect: string; sentiment: Sentiment }[] | null;
  weight: number;
};
export type TargetExample = { text: string; start: number; end: number; sentiment: Sentiment };
export type CorpusItem = {
  id: string;
  split: "train" | "test";
  text: string;
  sentiment: Sentiment;
  aspects: { aspect: string; sentiment: Sentiment }[];
  kinds: string[];
};

// test/corpus.test.ts checks our own files; the others are in train/README.md, with their checksums.
export const readLines = <T>(path: string): T[] =>
  readFileSync(path, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as T);

const SENTIMENTS: Record<string, Sentiment> = { pos: "positive", neg: "negative", neu: "neutral" };

const CORPUS_FILES = ["b1", "b2", "b3", "b4", "b5", "b6", "b7", "b8", "b9", "b10", "b11"];
export const readCorpus = (folder: string): CorpusItem[] =>
  CORPUS_FILES.flatMap((name) => readLines<CorpusItem>(join(folder, `${name}.jsonl`)));

type LabeledLine = { text: string; pol: string; val?: number };

const SETS: { file: string; weight: number; neutral: boolean }[] = [
  { file: "nhs_p1.sent", weight: 1, neutral: true },
  { file: "uci_yelp.sent", weight: 1, neutral: false },
  { file: "uci_amazon_cells.sent", weight: 1, neutral: false },
  { file: "uci_imdb.sent", weight: 0.5, neutral: false },
  { file: "vadergt_amazonReviewSnippets.sent", weight: 0.5, neutral: true },
  { file: "vadergt_movieReviewSnippets.sent", weight: 0.3, neutral: false },
  { file: "vadergt_tweets.sent", weight: 0.3, neutral: false },
];

/** Below this mean valence the raters did not agree on a side. */
const CLEAR = 0.6;

export function readSets(folder: string): Example[] {
  return SETS.flatMap(({ file, weight, neutral }) =>
    readLines<LabeledLine>(join(folder, "train", `${file}.jsonl`))
      .filter(
        ({ val, pol }) => (val === undefined || pol === "neu" || Math.abs(val) >= CLEAR) && (neutral || pol !== "neu"),
      )
      .map(({ text, pol }) => ({ source: file, text, sentiment: SENTIMENTS[pol] ?? "neutral", aspects: null, weight })),
  );
}

type Term = { text: string; from: number; to: number; pol: string };

export const readTargets = (file: string): TargetExample[] =>
  readLines<Term>(file).map(({ text, from, to, pol }) => ({
    text,
    start: from,
    end: to,
    sentiment: SENTIMENTS[pol] ?? "neutral",
  }));
