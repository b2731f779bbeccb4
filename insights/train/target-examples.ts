import { join } from "node:path";
import { f32At, i32At, itemAt } from "../../src/model/basics/typed-array.ts";
import { hashWord } from "../engine/reading/hash.ts";
import { tokenize, WORD } from "../engine/reading/tokens.ts";
import type { Sentiment } from "./corpus-lines.ts";
import { readLines, type TargetExample } from "./examples.ts";
import { DIMENSIONS, type Vocabulary } from "./vectors.ts";

const SENTIMENTS: Record<string, Sentiment> = { pos: "positive", neg: "negative", neu: "neutral" };
/** Sets with one label per sentence, and how much an example counts. */
const SENTENCE_SETS: [file: string, weight: number][] = [
  ["uci_yelp.sent", 0.5],
  ["uci_amazon_cells.sent", 0.5],
  ["uci_imdb.sent", 0.25],
  ["nhs_p1.sent", 0.25],
  ["vadergt_amazonReviewSnippets.sent", 0.5],
  ["vadergt_movieReviewSnippets.sent", 0.15],
  ["vadergt_nytEditorialSnippets.sent", 0.15],
  ["vadergt_tweets.sent", 0.15],
];
const CLEAR = 0.6;
const LONGEST = 240;

type Line = { text: string; pol: string; val?: number };
type CategoryLine = { text: string; cats: { cat: string; pol: string }[] };
type Word = { start: number; end: number; row: number };

/** The words that a sentence may be about: in the vocabulary, not short, and without a valence of their own. */
function candidates(text: string, { index, lexicon }: Vocabulary): Word[] {
  const tokens = tokenize(text);
  const words: Word[] = [];
  for (let at = 0; at < tokens.count; at++) {
    const row = index.get(i32At(tokens.hash, at));
    const [start, end] = [i32At(tokens.start, at), i32At(tokens.end, at)];
    if (tokens.kind[at] !== WORD || row === undefined || end - start < 4 || f32At(lexicon, row) !== 0) continue;
    words.push({ start, end, row });
  }
  return words;
}

/** A sentence with one label as an example: the label is that of any word the sentence is about. */
function fromSentence({ text, pol }: Line, weight: number, vocabulary: Vocabulary): TargetExample[] {
  const words = candidates(text, vocabulary);
  if (words.length === 0) return [];
  const { start, end } = itemAt(words, (hashWord(text) >>> 0) % words.length);
  return [{ text, start, end, sentiment: SENTIMENTS[pol] ?? "neutral", weight }];
}

function likeness({ vectors }: Vocabulary, left: number, right: number): number {
  let sum = 0;
  for (let d = 0; d < DIMENSIONS; d++)
    sum += f32At(vectors, left * DIMENSIONS + d) * f32At(vectors, right * DIMENSIONS + d);
  return sum;
}

const CATEGORY_WEIGHT = 0.5;
/** A word counts as one of a category from this cosine on. */
const LIKE = 0.55;

/** A sentence with labels by category: the target is the word that is most like the category's name. */
function fromCategories({ text, cats }: CategoryLine, vocabulary: Vocabulary): TargetExample[] {
  const words = candidates(text, vocabulary);
  return cats.flatMap(({ cat, pol }) => {
    const name = vocabulary.index.get(hashWord(cat));
    if (name === undefined || words.length === 0) return [];
    const best = words.reduce((most, word) =>
      likeness(vocabulary, name, word.row) > likeness(vocabulary, name, most.row) ? word : most,
    );
    if (likeness(vocabulary, name, best.row) < LIKE) return [];
    return [
      { text, start: best.start, end: best.end, sentiment: SENTIMENTS[pol] ?? "neutral", weight: CATEGORY_WEIGHT },
    ];
  });
}

/** Examples from the sets that label sentences or categories, not passages. */
export function readSentenceTargets(data: string, vocabulary: Vocabulary): TargetExample[] {
  const by_sentence = SENTENCE_SETS.flatMap(([file, weight]) =>
    readLines<Line>(join(data, "train", `${file}.jsonl`))
      .filter(
        ({ text, val, pol }) =>
          text.length <= LONGEST && (val === undefined || pol === "neu" || Math.abs(val) >= CLEAR),
      )
      .flatMap((line) => fromSentence(line, weight, vocabulary)),
  );
  const by_category = readLines<CategoryLine>(join(data, "train", "mams_train.cat.jsonl")).flatMap((line) =>
    fromCategories(line, vocabulary),
  );
  return [...by_category, ...by_sentence];
}
