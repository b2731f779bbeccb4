import { readFileSync } from "node:fs";
import { join } from "node:path";

export type Sentiment = "positive" | "negative" | "neutral" | "mixed";
type LabeledAspect = { aspect: string; sentiment: Sentiment };
/** The aspects of a part of a text: `start` and `end` are UTF-16 code units. */
type LabeledSpan = { start: number; end: number; aspects: LabeledAspect[] };

/** A labeled text. `spans` is null if the source has no labels for aspects; `weight` is how much the source counts. */
export type Example = {
  text: string;
  language: string | null;
  sentiment: Sentiment;
  spans: LabeledSpan[] | null;
  weight: number;
};
export type TargetExample = { text: string; start: number; end: number; sentiment: Sentiment; weight: number };
export type CorpusItem = {
  id: string;
  /**
   * `net`: the net learns from it; the additive weights learn what is spoken of, but no sides. `spare`: newer than both,
   * for the next ones.
   */
  split: "train" | "net" | "test" | "spare";
  /** English if it is not there. */
  language?: "es";
  /** Who wrote it: in the files that are split by writer. */
  writer?: string;
  text: string;
  sentiment: Sentiment;
  aspects: LabeledAspect[];
  /** Labels by sentence, in the order of the text; `aspects` is their sum (GUIDE.md). */
  sentences?: LabeledSpan[];
  kinds: string[];
};

// insights/test/corpus.test.ts checks our own files; the others are in insights/train/README.md, with their checksums.
export const readLines = <T>(path: string): T[] =>
  readFileSync(path, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as T);

const SENTIMENTS: Record<string, Sentiment> = { pos: "positive", neg: "negative", neu: "neutral" };

const OLDER = ["b1", "b2", "b3", "b4", "b5", "b6", "b7", "b8", "b9", "b10", "b11"];
const BY_SENTENCE = [
  "b12",
  "b13",
  "b14",
  "b15",
  "b16",
  "b17",
  "b18",
  "b19",
  "b20",
  "b21",
  "b22",
  "b23",
  "b24",
  "b25",
  "b26",
  "b27",
  "b28",
  "b29",
  "b30",
  "b31",
  "b32",
  "b33",
  "b34",
  "b35",
  "b36",
  "t1",
  "t2",
];
const SPANISH = ["es-train", "es-train-2", "es-train-3", "es-train-4", "es-train-5", "es-train-6", "es-test"];
const CORPUS_FILES = [...OLDER, ...BY_SENTENCE, ...SPANISH];
export const readCorpus = (folder: string): CorpusItem[] =>
  CORPUS_FILES.flatMap((name) => readLines<CorpusItem>(join(folder, `${name}.jsonl`)));

/** The test split by writers that no training text is from, in one language. */
export const heldOutWriters = (corpus: CorpusItem[], language?: "es"): CorpusItem[] =>
  corpus.filter((item) => item.split === "test" && item.writer !== undefined && item.language === language);

/** What somebody else says of a text of the corpus, as a whole and sentence by sentence. */
type Labels = Pick<CorpusItem, "id" | "sentiment" | "aspects"> & { sentences: LabeledAspect[][] };

export const readLabels = (path: string): Map<string, Labels> =>
  new Map(readLines<Labels>(path).map((labels) => [labels.id, labels]));

/** The texts with the labels that their writers gave them: in t1 and t2, two of three labelers decide (GUIDE.md). */
export function byWriters(items: CorpusItem[]): CorpusItem[] {
  const labels = readLabels("corpus/first-labels.jsonl");
  return items.map((item) => ({ ...item, ...labels.get(item.id), sentences: [] }));
}

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
