import { readFileSync } from "node:fs";
import { f32At, f64At, itemAt, u16At } from "../../src/model/basics/typed-array.ts";
import { hashWord } from "../engine/reading/hash.ts";

export const DIMENSIONS = 100;
const CLUSTERS = 800;
const ROUNDS = 8;
/** The weight of valence in clusters, which separates words with similar vectors such as "kind" and "rude". */
const VALENCE_PULL = 0.4;
/** The factor for a guessed valence. */
const GUESS = 0.7;
/** Of this many most common words, those not in the lexicon are taken for neutral. */
const NEUTRAL_WORDS = 3000;
/** Ridge regression, so that a few words cannot decide a weight. */
const RIDGE = 20;
/** GloVe's words are in order of frequency. This many are kept, and every word that the training texts use twice. */
const COMMON = 26_000;

export type Vocabulary = {
  words: string[];
  index: Map<number, number>;
  /** Unit vectors, row by row. */
  vectors: Float32Array;
  /** From 1; 0 is no cluster. */
  cluster: Uint16Array;
  lexicon: Float32Array;
};

type WinkEmbeddings = { words: string[]; vectors: Record<string, number[]> };

function unitVectors(words: string[], source: WinkEmbeddings["vectors"]): Float32Array {
  const vectors = new Float32Array(words.length * DIMENSIONS);
  words.forEach((word, row) => {
    vectors.set(source[word]?.slice(0, DIMENSIONS) ?? [], row * DIMENSIONS);
  });
  normalize(vectors, DIMENSIONS);
  return vectors;
}

/** A word's point for clustering: its vector and its valence. */
const WIDTH = DIMENSIONS + 1;

function nearest(points: Float32Array, row: number, centers: Float32Array): number {
  let best = -Infinity;
  let found = 0;
  for (let center = 0; center < CLUSTERS; center++) {
    let dot = 0;
    for (let d = 0; d < WIDTH; d++) dot += f32At(points, row * WIDTH + d) * f32At(centers, center * WIDTH + d);
    if (dot > best) {
      best = dot;
      found = center;
    }
  }
  return found;
}

/** Scales each row to length one. */
function normalize(rows: Float32Array, width: number) {
  for (let from = 0; from < rows.length; from += width) {
    let length = 0;
    for (let d = from; d < from + width; d++) length += f32At(rows, d) ** 2;
    const scale = length > 0 ? 1 / Math.sqrt(length) : 0;
    for (let d = from; d < from + width; d++) rows[d] = f32At(rows, d) * scale;
  }
}

/** Spherical k-means from evenly spaced common words: no randomness. */
function kMeans(points: Float32Array): Uint16Array {
  const count = points.length / WIDTH;
  const centers = new Float32Array(CLUSTERS * WIDTH);
  for (let center = 0; center < CLUSTERS; center++) {
    const row = Math.floor((center * Math.min(count, 6000)) / CLUSTERS);
    centers.set(points.subarray(row * WIDTH, (row + 1) * WIDTH), center * WIDTH);
  }
  const cluster = new Uint16Array(count);
  for (let round = 0; round < ROUNDS; round++) {
    for (let row = 0; row < count; row++) cluster[row] = nearest(points, row, centers) + 1;
    centers.fill(0);
    for (let row = 0; row < count; row++) {
      const center = u16At(cluster, row) - 1;
      for (let d = 0; d < WIDTH; d++)
        centers[center * WIDTH + d] = f32At(centers, center * WIDTH + d) + f32At(points, row * WIDTH + d);
    }
    normalize(centers, WIDTH);
  }
  return cluster;
}

/** Solves a symmetric system in place. Each row ends with its right-hand side. */
function solve(rows: Float64Array[]): number[] {
  rows.forEach((row, at) => {
    const pivot = f64At(row, at);
    for (let d = at; d < row.length; d++) row[d] = f64At(row, d) / pivot;
    for (const other of rows) {
      const factor = f64At(other, at);
      if (other === row || factor === 0) continue;
      for (let d = at; d < row.length; d++) other[d] = f64At(other, d) - factor * f64At(row, d);
    }
  });
  return rows.map((row) => f64At(row, row.length - 1));
}

/** The valence of every word: the lexicon's, or a linear guess from the vector. */
function valenceOf(words: string[], vectors: Float32Array, lexicon: Map<string, number>): Float32Array {
  const input = (row: number) => [...vectors.subarray(row * DIMENSIONS, (row + 1) * DIMENSIONS), 1];
  const rows = Array.from({ length: WIDTH }, (_, at) => {
    const row = new Float64Array(WIDTH + 1);
    row[at] = RIDGE;
    return row;
  });
  words.forEach((word, at) => {
    const wanted = lexicon.get(word) ?? (at < NEUTRAL_WORDS ? 0 : undefined);
    if (wanted === undefined) return;
    const inputs = input(at);
    rows.forEach((row, i) => {
      inputs.forEach((value, j) => {
        row[j] = f64At(row, j) + itemAt(inputs, i) * value;
      });
      row[WIDTH] = f64At(row, WIDTH) + itemAt(inputs, i) * wanted;
    });
  });
  const weights = solve(rows);
  return Float32Array.from(words, (word, at) => {
    const guess = input(at).reduce((sum, value, d) => sum + value * itemAt(weights, d), 0);
    return lexicon.get(word) ?? GUESS * guess;
  });
}

/** Clusters of words with similar vectors and the same side: "not" means the same before each word of a cluster. */
function clusterWords(words: string[], vectors: Float32Array, lexicon: Map<string, number>): Uint16Array {
  const valence = valenceOf(words, vectors, lexicon);
  const points = new Float32Array(words.length * WIDTH);
  words.forEach((_, row) => {
    points.set(vectors.subarray(row * DIMENSIONS, (row + 1) * DIMENSIONS), row * WIDTH);
    points[row * WIDTH + DIMENSIONS] = VALENCE_PULL * f32At(valence, row);
  });
  normalize(points, WIDTH);
  return kMeans(points);
}

/** Adds Spanish words with all that the English word of the same meaning has. See hash.ts for the "es ". */
function addSpanish(english: Vocabulary, spanish: Map<string, string>): Vocabulary {
  const known = [...spanish].flatMap(([word, meaning]) => {
    const row = english.index.get(hashWord(meaning));
    return row === undefined ? [] : [{ word: `es ${word}`, row }];
  });
  const words = [...english.words, ...known.map(({ word }) => word)];
  const vectors = new Float32Array(words.length * DIMENSIONS);
  vectors.set(english.vectors);
  known.forEach(({ row }, at) => {
    const vector = english.vectors.subarray(row * DIMENSIONS, (row + 1) * DIMENSIONS);
    vectors.set(vector, (english.words.length + at) * DIMENSIONS);
  });
  return {
    words,
    index: new Map(words.map((word, row) => [hashWord(word), row])),
    vectors,
    cluster: Uint16Array.from([...english.cluster, ...known.map(({ row }) => u16At(english.cluster, row))]),
    lexicon: Float32Array.from([...english.lexicon, ...known.map(({ row }) => f32At(english.lexicon, row))]),
  };
}

export type WordSources = {
  /** The file of word vectors. */
  embeddings: string;
  /** The words of the training texts, with their counts. */
  used: Map<string, number>;
  lexicon: Map<string, number>;
  /** Spanish words with their English meaning. */
  spanish: Map<string, string>;
};

/** The model's vocabulary: common words and those of the training texts, with vectors, clusters and valence. */
export function buildVocabulary({ embeddings, used, lexicon, spanish }: WordSources): Vocabulary {
  const source: WinkEmbeddings = JSON.parse(readFileSync(embeddings, "utf8"));
  const words = source.words.filter(
    (word, rank) =>
      /^['a-z]+$/.test(word) && (rank < COMMON || (used.get(word) ?? 0) >= 2 || (lexicon.has(word) && rank < 120_000)),
  );
  const vectors = unitVectors(words, source.vectors);
  const english = {
    words,
    index: new Map(words.map((word, row) => [hashWord(word), row])),
    vectors,
    cluster: clusterWords(words, vectors, lexicon),
    lexicon: Float32Array.from(words, (word) => lexicon.get(word) ?? 0),
  };
  return addSpanish(english, spanish);
}
