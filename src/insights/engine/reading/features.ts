import { hashRange, hashWord, mix } from "./hash.ts";
import { isVague, type Measure, numberWord, sizeClass, UNITS } from "./measures.ts";
import type { Clause, Segments } from "./segments.ts";
import { MARK, NUMBER, type Tokens } from "./tokens.ts";
import { wordSet } from "./word-set.ts";

/** What is known of a word before any context: its cluster among the word vectors; 0 is unknown. */
export type Clusters = (word_hash: number) => number;

/** Features as columns: a key and the tokens it stands on, `from` to before `to`. */
export type Features = { count: number; key: Int32Array; from: Int32Array; to: Int32Array };

export const openFeatures = (room: number): Features => ({
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

export function emit(features: Features, key: number, from: number, to: number) {
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

/** A template's own name, so that equal words under different templates differ. */
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

const FUNCTION_WORDS = wordSet(
  "a an the and or of to in on at for with from by is was were are be been being am i me my we our you your he him his she her they them their it its this that these those as so just very really had has have do did does would will 's 've 'd 'll 're 'm there here who which what when than then too also into out up about",
);
const KEPT_MARKS = wordSet("! ? ... !!!");

/** The clause's tokens that features look at, with their keys. Reused between clauses; grown when a clause is longer. */
type Row = { count: number; token: Int32Array; key: Int32Array; cluster: Int32Array; stem: Int32Array };
const openRow = (room: number): Row => ({
  count: 0,
  token: new Int32Array(room),
  key: new Int32Array(room),
  cluster: new Int32Array(room),
  stem: new Int32Array(room),
});

export const wordKey = (tokens: Tokens, at: number): number => {
  const hash = tokens.hash[at] ?? 0;
  if (tokens.kind[at] === NUMBER) return A_NUMBER;
  return numberWord(hash) !== undefined && !isVague(hash) ? A_NUMBER : hash;
};

function fillRow(row: Row, tokens: Tokens, clusters: Clusters, from: number, to: number) {
  row.count = 0;
  for (let at = from; at < to; at++) {
    const hash = tokens.hash[at] ?? 0;
    if (tokens.kind[at] === MARK && !KEPT_MARKS.has(hash)) continue;
    const place = row.count++;
    const start = tokens.folded_start[at] ?? 0;
    const end = tokens.folded_end[at] ?? 0;
    const key = wordKey(tokens, at);
    row.token[place] = at;
    row.key[place] = key;
    row.cluster[place] = clusters(hash) || -1;
    if (FUNCTION_WORDS.has(hash)) row.stem[place] = 0;
    else row.stem[place] = end - start > STEM_LENGTH ? hashRange(tokens.folded, start, start + STEM_LENGTH) : key;
  }
}

function emitAround(features: Features, row: Row, place: number) {
  const key = row.key[place] ?? 0;
  const cluster = row.cluster[place] ?? 0;
  const from = row.token[place] ?? 0;
  const last = place + 1 >= row.count;
  const next = last ? END : (row.key[place + 1] ?? 0);
  const to = last ? from + 1 : (row.token[place + 1] ?? 0) + 1;
  emit(features, mix(mix(BIGRAM, key), next), from, to);
  if (place === 0) emit(features, mix(mix(BIGRAM, START), key), from, from + 1);
  if (last) return;
  const next_cluster = row.cluster[place + 1] ?? 0;
  if (next_cluster > 0) emit(features, mix(mix(WORD_CLUSTER, key), next_cluster), from, to);
  if (cluster > 0) emit(features, mix(mix(CLUSTER_WORD, cluster), next), from, to);
  if (cluster > 0 && next_cluster > 0) emit(features, mix(mix(CLUSTERS, cluster), next_cluster), from, to);
  if (place + 2 >= row.count) return;
  const second = row.key[place + 2] ?? 0;
  const second_to = (row.token[place + 2] ?? 0) + 1;
  const second_cluster = row.cluster[place + 2] ?? 0;
  emit(features, mix(mix(mix(TRIGRAM, key), next), second), from, second_to);
  emit(features, mix(mix(SKIP, key), second), from, second_to);
  if (cluster > 0 && second_cluster > 0) {
    emit(features, mix(mix(CLUSTERS_SKIP, cluster), second_cluster), from, second_to);
    if (next_cluster > 0)
      emit(features, mix(mix(mix(CLUSTERS_THREE, cluster), next_cluster), second_cluster), from, second_to);
  }
  if (place + 3 >= row.count) return;
  emit(features, mix(mix(SKIP_TWO, key), row.key[place + 3] ?? 0), from, (row.token[place + 3] ?? 0) + 1);
}

function emitClause(features: Features, row: Row, negated: Uint8Array) {
  let content = -1;
  for (let place = 0; place < row.count; place++) {
    const key = row.key[place] ?? 0;
    const stem = row.stem[place] ?? 0;
    const at = row.token[place] ?? 0;
    // Under a negation it is another word: nothing of "listen" is left in "did not listen".
    if (negated[at] === 1 && stem !== 0) emit(features, mix(NEGATED, stem), at, at + 1);
    else {
      emit(features, mix(UNIGRAM, key), at, at + 1);
      if (stem !== 0) emit(features, mix(STEM, stem), at, at + 1);
    }
    if (stem !== 0) {
      if (content >= 0) {
        const before = row.stem[content] ?? 0;
        emit(features, mix(mix(CONTENT, before), stem), row.token[content] ?? 0, at + 1);
      }
      content = place;
    }
    emitAround(features, row, place);
  }
}

function emitMeasure(features: Features, tokens: Tokens, measure: Measure, clause: Clause) {
  const unit = UNITS.indexOf(measure.unit);
  emit(features, mix(MEASURE, unit), measure.from, measure.to);
  const size = mix(mix(MEASURE, unit), sizeClass(measure) + 1);
  emit(features, size, measure.from, measure.to);
  if (measure.from > clause.from) {
    const before = wordKey(tokens, measure.from - 1);
    emit(features, mix(size, before), measure.from - 1, measure.to);
  }
}

/** Every feature of one clause's words and measures, behind those already there. */
export type ClauseReader = (features: Features, clause: Clause, measures: Measure[]) => void;

export function openClauseReader(tokens: Tokens, segments: Segments, clusters: Clusters): ClauseReader {
  let longest = 0;
  for (const { from, to } of segments.clauses) longest = Math.max(longest, to - from);
  const row = openRow(longest);
  return (features, clause, measures) => {
    fillRow(row, tokens, clusters, clause.from, clause.to);
    emitClause(features, row, segments.negated);
    for (const measure of measures) {
      if (measure.from >= clause.from && measure.from < clause.to) emitMeasure(features, tokens, measure, clause);
    }
  };
}
