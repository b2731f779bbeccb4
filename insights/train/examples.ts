import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { CorpusItem, LabeledSpan, Labels, Sentiment } from "./corpus-lines.ts";

/** A labeled text. `spans` is null if the source has no labels for aspects; `weight` is how much the source counts. */
export type Example = {
  text: string;
  language: string | null;
  sentiment: Sentiment;
  spans: LabeledSpan[] | null;
  weight: number;
};
export type TargetExample = { text: string; start: number; end: number; sentiment: Sentiment; weight: number };

/** Plain lines. insights/train/README.md names the sets that are read so, with their checksums; corpus.ts reads our own. */
export const readLines = <T>(path: string): T[] =>
  readFileSync(path, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as T);

const SENTIMENTS: Record<string, Sentiment> = { pos: "positive", neg: "negative", neu: "neutral" };

/** The test split by writers that no training text is from, in one language. */
export const heldOutWriters = (corpus: CorpusItem[], language?: "es"): CorpusItem[] =>
  corpus.filter((item) => item.split === "test" && item.writer !== undefined && item.language === language);

/** The texts with the labels that their writers gave them: in t1 and t2, two of three labelers decide (GUIDE.md). */
export const byWriters = (items: CorpusItem[], first_labels: Map<string, Labels>): CorpusItem[] =>
  items.map((item) => ({ ...item, ...first_labels.get(item.id), sentences: [] }));

/** b8 is about doctors, a neighboring trade, and hard on purpose. */
const NEIGHBOR_WEIGHT = 0.5;

export const exampleOf = ({ id, text, sentiment, aspects, sentences, language }: CorpusItem): Example => ({
  text,
  language: language ?? "en",
  sentiment,
  spans: sentences ?? [{ start: 0, end: text.length, aspects }],
  weight: id.startsWith("b8-") ? NEIGHBOR_WEIGHT : 1,
});

type LabeledLine = { text: string; pol: string; val?: number };

const SETS: { file: string; weight: number; neutral: boolean }[] = [
  { file: "nhs_p1.sent", weight: 1.5, neutral: true },
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
      .map(({ text, pol }) => ({ text, language: "en", sentiment: SENTIMENTS[pol] ?? "neutral", spans: null, weight })),
  );
}

type Term = { text: string; from: number; to: number; pol: string };

export const readTargets = (file: string): TargetExample[] =>
  readLines<Term>(file).map(({ text, from, to, pol }) => ({
    text,
    start: from,
    end: to,
    sentiment: SENTIMENTS[pol] ?? "neutral",
    weight: 1,
  }));
