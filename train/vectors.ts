import { readFileSync } from "node:fs";
import { hashWord } from "../src/insights/engine/reading/hash.ts";

export const DIMENSIONS = 100;
const CLUSTERS = 800;
const ROUNDS = 8;
/** How far valence parts words that keep the same company, as "kind" and "rude" do; a step of the lexicon's scale. */
const VALENCE_PULL = 0.4;
/** A guessed valence counts this much of a known one. */
const GUESS = 0.7;
/** So many of the commonest words are taken for neutral where the lexicon has none of them. */
const NEUTRAL_WORDS = 3000;
/** Against weights that a few words alone decide. */
const RIDGE = 20;
/** GloVe's words come by frequency: the first so many are kept, and every word that the training texts use. */
const COMMON = 26_000;

export type Vocabulary = {
  words: string[];
  index: Map<number, number>;
  /** Unit vectors, row by row. */
  vectors: Float32Array;
  /** 1-based; 0 is no cluster. */
  cluster: Uint16Array;
  lexicon: Float32Array;
};

type WinkEmbeddings = { words: string[]; vectors: Record<string, number[]> };

function unitVectors(words: string[], source: WinkEmbeddings["vectors"]): Float32Array {
  const vectors = new Float32Array(words.length * DIMENSIONS);
  words.forEach((word, row) => {
    vectors.set(source[word]?.slice(0, DIMENSIONS) ?? [], row * DIMENSIONS);
  });
  normalise(vectors, DIMENSIONS);
  return vectors;
}

/** A word's place among the clusters: its vector, and its valence. */
const WIDTH = DIMENSIONS + 1;

function nearest(places: Float32Array, row: number, centres: Float32Array): number {
  let best = -Infinity;
  let found = 0;
  for (let centre = 0; centre < CLUSTERS; centre++) {
    let dot = 0;
    for (let d = 0; d < WIDTH; d++) dot += (places[row * WIDTH + d] ?? 0) * (centres[centre * WIDTH + d] ?? 0);
    if (dot > best) {
      best = dot;
      found = centre;
    }
  }
  return found;
}

/** Each row to length one. */
function normalise(rows: Float32Array, width: number) {
  for (let from = 0; from < rows.length; from += width) {
    let length = 0;
    for (let d = from; d < from + width; d++) length += (rows[d] ?? 0) ** 2;
    const scale = length > 0 ? 1 / Math.sqrt(length) : 0;
    for (let d = from; d < from + width; d++) rows[d] = (rows[d] ?? 0) * scale;
  }
}

/** Spherical k-means from evenly spaced common words: no randomness. */
function kMeans(places: Float32Array): Uint16Array {
  const count = places.length / WIDTH;
  const centres = new Float32Array(CLUSTERS * WIDTH);
  for (let centre = 0; centre < CLUSTERS; centre++) {
    const row = Math.floor((centre * Math.min(count, 6000)) / CLUSTERS);
    centres.set(places.subarray(row * WIDTH, (row + 1) * WIDTH), centre * WIDTH);
  }
  const cluster = new Uint16Array(count);
  for (let round = 0; round < ROUNDS; round++) {
    for (let row = 0; row < count; row++) cluster[row] = nearest(places, row, centres) + 1;
    centres.fill(0);
    for (let row = 0; row < count; row++) {
      const centre = (cluster[row] ?? 1) - 1;
      for (let d = 0; d < WIDTH; d++)
        centres[centre * WIDTH + d] = (centres[centre * WIDTH + d] ?? 0) + (places[row * WIDTH + d] ?? 0);
    }
    normalise(centres, WIDTH);
  }
  return cluster;
}

/** Solves a symmetric system in place, row by row; each row ends with its right side. */
function solve(rows: Float64Array[]): number[] {
  rows.forEach((row, at) => {
    const pivot = row[at] ?? 1;
    for (let d = at; d < row.length; d++) row[d] = (row[d] ?? 0) / pivot;
    for (const other of rows) {
      const factor = other[at] ?? 0;
      if (other === row || factor === 0) continue;
      for (let d = at; d < row.length; d++) other[d] = (other[d] ?? 0) - factor * (row[d] ?? 0);
    }
  });
  return rows.map((row) => row.at(-1) ?? 0);
}

/** Valence of every word: the lexicon's, and a linear guess from the vectors where it has none. */
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
        row[j] = (row[j] ?? 0) + (inputs[i] ?? 0) * value;
      });
      row[WIDTH] = (row[WIDTH] ?? 0) + (inputs[i] ?? 0) * wanted;
    });
  });
  const weights = solve(rows);
  return Float32Array.from(words, (word, at) => {
    const guess = input(at).reduce((sum, value, d) => sum + value * (weights[d] ?? 0), 0);
    return lexicon.get(word) ?? GUESS * guess;
  });
}

/** Clusters of words of the same company and the same side: "not" before one of them says the same of all. */
function clusterWords(words: string[], vectors: Float32Array, lexicon: Map<string, number>): Uint16Array {
  const valence = valenceOf(words, vectors, lexicon);
  const places = new Float32Array(words.length * WIDTH);
  words.forEach((_, row) => {
    places.set(vectors.subarray(row * DIMENSIONS, (row + 1) * DIMENSIONS), row * WIDTH);
    places[row * WIDTH + DIMENSIONS] = VALENCE_PULL * (valence[row] ?? 0);
  });
  normalise(places, WIDTH);
  return kMeans(places);
}

/** The vocabulary of the model: common words and the training texts' own, with vectors, clusters and valence. */
export function buildVocabulary(file: string, used: Map<string, number>, lexicon: Map<string, number>): Vocabulary {
  const source: WinkEmbeddings = JSON.parse(readFileSync(file, "utf8"));
  const words = source.words.filter(
    (word, rank) =>
      /^['a-z]+$/.test(word) && (rank < COMMON || (used.get(word) ?? 0) >= 2 || (lexicon.has(word) && rank < 120_000)),
  );
  const vectors = unitVectors(words, source.vectors);
  return {
    words,
    index: new Map(words.map((word, row) => [hashWord(word), row])),
    vectors,
    cluster: clusterWords(words, vectors, lexicon),
    lexicon: Float32Array.from(words, (word) => lexicon.get(word) ?? 0),
  };
}
