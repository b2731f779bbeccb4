import { i32At } from "../../../src/model/basics/typed-array.ts";
import { hashRange, hashWord, mixHash } from "./hash.ts";
import { isVague, MEASURE_UNITS, type Measure, numberWord, sizeClass } from "./measures.ts";
import type { Clause, Segments } from "./segments.ts";
import { MARK, NUMBER, type Tokens } from "./tokens.ts";
import { LISTED, wordSet } from "./word-set.ts";

/** The number of a word's cluster among the word vectors; 0 for a word without one. */
export type Clusters = (word_hash: number) => number;

/** Features as columns: a key and the tokens it covers, `from` to before `to`. */
export type Features = { count: number; key: Int32Array; from: Int32Array; to: Int32Array };

export const createFeatures = (room: number): Features => ({
  count: 0,
  key: new Int32Array(room),
  from: new Int32Array(room),
  to: new Int32Array(room),
});

function widen(column: Int32Array): Int32Array {
  const wider = new Int32Array(column.length * 2);
  wider.set(column);
  return wider;
}

export function addFeature(features: Features, key: number, from: number, to: number) {
  const at = features.count++;
  if (at >= features.key.length) {
    features.key = widen(features.key);
    features.from = widen(features.from);
    features.to = widen(features.to);
  }
  features.key[at] = key;
  features.from[at] = from;
  features.to[at] = to;
}

/** A different start for each template, so the same words have different keys under different templates. */
const template = (name: string): number => hashWord(`template ${name}`);
const UNIGRAM = template("unigram");
const NEGATED = template("negated");
const STEM = template("stem");
const BIGRAM = template("bigram");
const TRIGRAM = template("trigram");
const SKIP = template("skip");
const SKIP_TWO = template("skip two");
const WORD_CLUSTER = template("word cluster");
const CLUSTER_WORD = template("cluster word");
const CLUSTERS = template("clusters");
const CLUSTERS_SKIP = template("clusters skip");
const CLUSTERS_THREE = template("clusters three");
const CONTENT = template("content");
const MEASURE = template("measure");
const START = hashWord("start of clause");
const END = hashWord("end of clause");
const A_NUMBER = hashWord("a number");
const STEM_LENGTH = 5;

const FUNCTION_WORDS = wordSet(LISTED["function words en"], LISTED["function words es"]);
const KEPT_MARKS = wordSet("! ? ... !!!");

/** The tokens of a clause that features are made from, with their keys. Reused for the clauses of one text. */
type ClauseWords = { count: number; token: Int32Array; key: Int32Array; cluster: Int32Array; stem: Int32Array };
const createClauseWords = (room: number): ClauseWords => ({
  count: 0,
  token: new Int32Array(room),
  key: new Int32Array(room),
  cluster: new Int32Array(room),
  stem: new Int32Array(room),
});

export const wordKey = (tokens: Tokens, at: number): number => {
  const hash = i32At(tokens.hash, at);
  if (tokens.kind[at] === NUMBER) return A_NUMBER;
  return numberWord(hash) !== undefined && !isVague(hash) ? A_NUMBER : hash;
};

function fillClauseWords(words: ClauseWords, tokens: Tokens, clusters: Clusters, from: number, to: number) {
  words.count = 0;
  for (let at = from; at < to; at++) {
    const hash = i32At(tokens.hash, at);
    if (tokens.kind[at] === MARK && !KEPT_MARKS.has(hash)) continue;
    const place = words.count++;
    const start = i32At(tokens.plain_start, at);
    const end = i32At(tokens.plain_end, at);
    const key = wordKey(tokens, at);
    words.token[place] = at;
    words.key[place] = key;
    words.cluster[place] = clusters(hash);
    if (FUNCTION_WORDS.has(hash)) words.stem[place] = 0;
    else words.stem[place] = end - start > STEM_LENGTH ? hashRange(tokens.plain, start, start + STEM_LENGTH) : key;
  }
}

/** Pairs, triples and pairs with a gap, from the word at `place` on. */
function addSequences(features: Features, words: ClauseWords, place: number) {
  const key = i32At(words.key, place);
  const cluster = i32At(words.cluster, place);
  const from = i32At(words.token, place);
  const last = place + 1 >= words.count;
  const next = last ? END : i32At(words.key, place + 1);
  const to = last ? from + 1 : i32At(words.token, place + 1) + 1;
  addFeature(features, mixHash(mixHash(BIGRAM, key), next), from, to);
  if (place === 0) addFeature(features, mixHash(mixHash(BIGRAM, START), key), from, from + 1);
  if (last) return;
  const next_cluster = i32At(words.cluster, place + 1);
  if (next_cluster > 0) addFeature(features, mixHash(mixHash(WORD_CLUSTER, key), next_cluster), from, to);
  if (cluster > 0) addFeature(features, mixHash(mixHash(CLUSTER_WORD, cluster), next), from, to);
  if (cluster > 0 && next_cluster > 0)
    addFeature(features, mixHash(mixHash(CLUSTERS, cluster), next_cluster), from, to);
  if (place + 2 >= words.count) return;
  const second = i32At(words.key, place + 2);
  const second_to = i32At(words.token, place + 2) + 1;
  const second_cluster = i32At(words.cluster, place + 2);
  addFeature(features, mixHash(mixHash(mixHash(TRIGRAM, key), next), second), from, second_to);
  addFeature(features, mixHash(mixHash(SKIP, key), second), from, second_to);
  if (cluster > 0 && second_cluster > 0) {
    addFeature(features, mixHash(mixHash(CLUSTERS_SKIP, cluster), second_cluster), from, second_to);
    if (next_cluster > 0)
      addFeature(
        features,
        mixHash(mixHash(mixHash(CLUSTERS_THREE, cluster), next_cluster), second_cluster),
        from,
        second_to,
      );
  }
  if (place + 3 >= words.count) return;
  addFeature(
    features,
    mixHash(mixHash(SKIP_TWO, key), i32At(words.key, place + 3)),
    from,
    i32At(words.token, place + 3) + 1,
  );
}

function addWords(features: Features, words: ClauseWords, negated: Uint8Array) {
  let content = -1;
  for (let place = 0; place < words.count; place++) {
    const key = i32At(words.key, place);
    const stem = i32At(words.stem, place);
    const at = i32At(words.token, place);
    // A negated word is a different word: "did not listen" must not count as "listen".
    if (negated[at] === 1 && stem !== 0) addFeature(features, mixHash(NEGATED, stem), at, at + 1);
    else {
      addFeature(features, mixHash(UNIGRAM, key), at, at + 1);
      if (stem !== 0) addFeature(features, mixHash(STEM, stem), at, at + 1);
    }
    if (stem !== 0) {
      if (content >= 0) {
        const before = i32At(words.stem, content);
        addFeature(features, mixHash(mixHash(CONTENT, before), stem), i32At(words.token, content), at + 1);
      }
      content = place;
    }
    addSequences(features, words, place);
  }
}

function addMeasure(features: Features, tokens: Tokens, measure: Measure, clause: Clause) {
  const unit = MEASURE_UNITS.indexOf(measure.unit);
  addFeature(features, mixHash(MEASURE, unit), measure.from, measure.to);
  const size = mixHash(mixHash(MEASURE, unit), sizeClass(measure) + 1);
  addFeature(features, size, measure.from, measure.to);
  if (measure.from > clause.from) {
    const before = wordKey(tokens, measure.from - 1);
    addFeature(features, mixHash(size, before), measure.from - 1, measure.to);
  }
}

/** Appends every feature of a clause's words and measures: `measures` are those that begin in the clause. */
export type ClauseReader = (features: Features, clause: Clause, measures: Measure[]) => void;

export function createClauseReader(tokens: Tokens, segments: Segments, clusters: Clusters): ClauseReader {
  let longest = 0;
  for (const { from, to } of segments.clauses) longest = Math.max(longest, to - from);
  const words = createClauseWords(longest);
  return (features, clause, measures) => {
    fillClauseWords(words, tokens, clusters, clause.from, clause.to);
    addWords(features, words, segments.negated);
    for (const measure of measures) addMeasure(features, tokens, measure, clause);
  };
}
