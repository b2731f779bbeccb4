import type { Clusters } from "../src/insights/engine/reading/features.ts";
import { type Reading, readText } from "../src/insights/engine/reading/reading.ts";
import type { CompiledTaxonomy } from "../src/insights/engine/reading/taxonomy.ts";
import { MARK } from "../src/insights/engine/reading/tokens.ts";
import { i32At, u8At, u16At } from "../src/model/typed-array.ts";
import type { Vocabulary } from "./vectors.ts";

/** A clause as the learner sees it: feature numbers, vocabulary rows, and which of those words are negated. */
export type EncodedClause = { features: Int32Array; words: Int32Array; negated: Uint8Array; size: number };
export type FeatureIndex = {
  index: Map<number, number>;
  /** Features with a lower number have weights for the aspects too. */
  own: number;
  count: number;
};

export const clustersOf =
  ({ index, cluster }: Vocabulary): Clusters =>
  (hash) => {
    const row = index.get(hash);
    return row === undefined ? 0 : u16At(cluster, row);
  };

/** How many texts each feature occurs in. */
function countFeatures(readings: Reading[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { features } of readings) {
    for (const key of new Set(features.key.subarray(0, features.count))) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/**
 * Numbers the features that occur often enough to be learned. First come those of our own corpus, which get weights for
 * the aspects, then those that get weights for the text's three outputs only.
 */
export function indexFeatures(
  own: Reading[],
  all: Reading[],
  least: { aspects: number; own: number; all: number },
): FeatureIndex {
  const index = new Map<number, number>();
  const add = (counts: Map<number, number>, enough: number) => {
    for (const [key, count] of counts) if (count >= enough && !index.has(key)) index.set(key, index.size);
  };
  const own_counts = countFeatures(own);
  add(own_counts, least.aspects);
  const own_count = index.size;
  add(own_counts, least.own);
  add(countFeatures(all), least.all);
  return { index, own: own_count, count: index.size };
}

export function encode(reading: Reading, features: FeatureIndex, vocabulary: Vocabulary): EncodedClause[] {
  const { tokens, segments, bounds } = reading;
  return segments.clauses.map((clause, number) => {
    const keys = reading.features.key.subarray(i32At(bounds, number), i32At(bounds, number + 1));
    const found: number[] = [];
    for (const key of keys) {
      const at = features.index.get(key);
      if (at !== undefined) found.push(at);
    }
    const words: number[] = [];
    const negated: number[] = [];
    let size = 0;
    for (let at = clause.from; at < clause.to; at++) {
      if (tokens.kind[at] === MARK) continue;
      size++;
      const row = vocabulary.index.get(i32At(tokens.hash, at));
      if (row === undefined) continue;
      words.push(row);
      negated.push(u8At(segments.negated, at));
    }
    return { features: Int32Array.from(found), words: Int32Array.from(words), negated: Uint8Array.from(negated), size };
  });
}

export const reader = (taxonomy: CompiledTaxonomy, vocabulary: Vocabulary) => {
  const clusters = clustersOf(vocabulary);
  return (text: string): Reading => readText({ taxonomy, clusters }, text);
};
