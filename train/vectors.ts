import { readFileSync } from "node:fs";
import { hashWord } from "../src/insights/hash.ts";

export const DIMENSIONS = 100;
const CLUSTERS = 400;
const ROUNDS = 8;
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
    const from = source[word] ?? [];
    let length = 0;
    for (let d = 0; d < DIMENSIONS; d++) length += (from[d] ?? 0) ** 2;
    const scale = length > 0 ? 1 / Math.sqrt(length) : 0;
    for (let d = 0; d < DIMENSIONS; d++) vectors[row * DIMENSIONS + d] = (from[d] ?? 0) * scale;
  });
  return vectors;
}

function nearest(vectors: Float32Array, row: number, centres: Float32Array): number {
  let best = -Infinity;
  let found = 0;
  for (let centre = 0; centre < CLUSTERS; centre++) {
    let dot = 0;
    for (let d = 0; d < DIMENSIONS; d++)
      dot += (vectors[row * DIMENSIONS + d] ?? 0) * (centres[centre * DIMENSIONS + d] ?? 0);
    if (dot > best) {
      best = dot;
      found = centre;
    }
  }
  return found;
}

/** Spherical k-means from evenly spaced common words: no randomness. */
function kMeans(vectors: Float32Array, count: number): Uint16Array {
  const centres = new Float32Array(CLUSTERS * DIMENSIONS);
  for (let centre = 0; centre < CLUSTERS; centre++) {
    const row = Math.floor((centre * Math.min(count, 6000)) / CLUSTERS);
    centres.set(vectors.subarray(row * DIMENSIONS, (row + 1) * DIMENSIONS), centre * DIMENSIONS);
  }
  const cluster = new Uint16Array(count);
  for (let round = 0; round < ROUNDS; round++) {
    for (let row = 0; row < count; row++) cluster[row] = nearest(vectors, row, centres) + 1;
    centres.fill(0);
    for (let row = 0; row < count; row++) {
      const centre = (cluster[row] ?? 1) - 1;
      for (let d = 0; d < DIMENSIONS; d++) {
        centres[centre * DIMENSIONS + d] =
          (centres[centre * DIMENSIONS + d] ?? 0) + (vectors[row * DIMENSIONS + d] ?? 0);
      }
    }
    for (let centre = 0; centre < CLUSTERS; centre++) {
      let length = 0;
      for (let d = 0; d < DIMENSIONS; d++) length += (centres[centre * DIMENSIONS + d] ?? 0) ** 2;
      const scale = length > 0 ? 1 / Math.sqrt(length) : 0;
      for (let d = 0; d < DIMENSIONS; d++)
        centres[centre * DIMENSIONS + d] = (centres[centre * DIMENSIONS + d] ?? 0) * scale;
    }
  }
  return cluster;
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
    cluster: kMeans(vectors, words.length),
    lexicon: Float32Array.from(words, (word) => lexicon.get(word) ?? 0),
  };
}
