import { i32At, u8At, u16At } from "../../src/model/basics/typed-array.ts";
import type { Clusters } from "../engine/reading/features.ts";
import { type Reading, readReviewText } from "../engine/reading/reading.ts";
import type { CompiledTaxonomy } from "../engine/reading/taxonomy.ts";
import { MARK } from "../engine/reading/tokens.ts";
import type { Sentiment } from "./corpus-lines.ts";
import type { Example } from "./examples.ts";
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
 * the aspects, then those that get weights for the text's two outputs only.
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

/** Some clauses of a text and the aspects that they have together. */
export type Bag = { clauses: number[]; aspects: { aspect: string; sentiment: Sentiment }[] };

/**
 * The labeled spans as sets of clauses. A clause that reaches into the next span joins the two: where a writer leaves out
 * the marks, our sentences are longer than the labeled ones.
 */
export function bagsOf(
  { tokens, segments }: Pick<Reading, "tokens" | "segments">,
  spans: NonNullable<Example["spans"]>,
): Bag[] {
  const bags: (Bag & { end: number })[] = [];
  let clause = 0;
  for (const { start, end, aspects } of spans) {
    const open = bags.at(-1);
    const bag = open && open.end > start + 1 ? open : { clauses: [], aspects: [], end: 0 };
    if (bag !== open) bags.push(bag);
    bag.aspects.push(...aspects);
    for (let next = segments.clauses[clause]; next; next = segments.clauses[++clause]) {
      if (i32At(tokens.start, next.from) >= end) break;
      bag.clauses.push(clause);
      bag.end = i32At(tokens.end, next.to - 1);
    }
  }
  return bags.map(({ clauses, aspects }) => ({ clauses, aspects: mergeAspects(aspects) })).filter(hasClauses);
}

const hasClauses = ({ clauses }: Bag): boolean => clauses.length > 0;

/** Praise and criticism of the same aspect are mixed; a fact gives way to either (GUIDE.md). */
export function mergeAspects(aspects: Bag["aspects"]): Bag["aspects"] {
  const merged = new Map<string, Sentiment>();
  for (const { aspect, sentiment } of aspects) {
    const before = merged.get(aspect) ?? "neutral";
    const both = before === "neutral" ? sentiment : sentiment === "neutral" || sentiment === before ? before : "mixed";
    merged.set(aspect, both);
  }
  return Array.from(merged, ([aspect, sentiment]) => ({ aspect, sentiment }));
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

export type ReadExample = (text: string, language: string | null) => Reading;

/** Reads each text once. */
export function createReader(taxonomy: CompiledTaxonomy, vocabulary: Vocabulary): ReadExample {
  const rules = { taxonomy, clusters: clustersOf(vocabulary) };
  const known = new Map<string, Reading>();
  return (text, language) => {
    const reading = known.get(text) ?? readReviewText(rules, text, { language, whole: true });
    known.set(text, reading);
    return reading;
  };
}
