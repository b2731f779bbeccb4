import { emit, type Features, openFeatures, wordKey } from "./features.ts";
import { hashWord, mix } from "./hash.ts";
import type { Reading } from "./reading.ts";
import { MARK } from "./tokens.ts";

/** A place in the text whose polarity is asked for, in UTF-16 code units. */
export type Target = { start: number; end: number };

const REACH = 12;
const NEAR = 3;
const template = (name: string): number => hashWord(`target ${name}`);
const INSIDE = template("inside");
const SIDE = template("side");
const CLOSE = template("close");
const PLACE = template("place");
const PAIR = template("pair");
const NEGATED = template("negated");
const CLUSTER = template("cluster");
const BETWEEN = template("between");

/** The tokens that the target covers. */
function tokensOf({ tokens }: Reading, { start, end }: Target): { from: number; to: number } {
  let low = 0;
  let high = tokens.count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tokens.end[middle] ?? 0) <= start) low = middle + 1;
    else high = middle;
  }
  let to = low;
  while (to < tokens.count && (tokens.start[to] ?? 0) < end) to++;
  return { from: low, to: Math.max(to, Math.min(low + 1, tokens.count)) };
}

function emitSide(
  features: Features,
  reading: Reading,
  clusters: (hash: number) => number,
  at: number,
  step: 1 | -1,
  limit: number,
) {
  const { tokens, segments } = reading;
  let distance = 0;
  let before = 0;
  for (let place = at; place !== limit && distance < REACH; place += step) {
    if (tokens.kind[place] === MARK) {
      // What lies behind a comma or "but" speaks less often of the target.
      before = wordKey(tokens, place);
      continue;
    }
    distance++;
    const key = wordKey(tokens, place);
    const side = step + 1;
    emit(features, mix(mix(SIDE, side), key), place, place + 1);
    if (distance <= NEAR) {
      emit(features, mix(mix(CLOSE, side), key), place, place + 1);
      emit(features, mix(mix(PLACE, step * distance), key), place, place + 1);
    }
    if (segments.negated[place] === 1) emit(features, mix(NEGATED, key), place, place + 1);
    const cluster = clusters(tokens.hash[place] ?? 0);
    if (cluster > 0)
      emit(features, mix(mix(CLUSTER, side * 4 + Math.min(3, distance >> 1)), cluster), place, place + 1);
    if (before !== 0) {
      const from = step > 0 ? place - 1 : place;
      emit(features, mix(mix(mix(PAIR, side), before), key), Math.max(0, from), Math.min(tokens.count, from + 2));
      if (distance <= NEAR)
        emit(features, mix(mix(mix(PAIR, side + 8), before), key), Math.max(0, from), Math.min(tokens.count, from + 2));
    }
    before = key;
  }
}

/** Features around a target: what stands in it, on either side, how near, and in what pairs. */
export function targetFeatures(reading: Reading, target: Target, clusters: (hash: number) => number): Features {
  const features = openFeatures(256);
  const { tokens, segments } = reading;
  const { from, to } = tokensOf(reading, target);
  const sentence = segments.sentences.find((candidate) => from < candidate.to) ?? { from: 0, to: tokens.count };
  for (let at = from; at < to; at++) {
    emit(features, mix(INSIDE, wordKey(tokens, at)), at, at + 1);
    const cluster = clusters(tokens.hash[at] ?? 0);
    if (cluster > 0) emit(features, mix(mix(CLUSTER, 99), cluster), at, at + 1);
  }
  const last = to > 0 ? wordKey(tokens, to - 1) : 0;
  if (to < sentence.to) emit(features, mix(mix(BETWEEN, last), wordKey(tokens, to)), to, to + 1);
  if (from > sentence.from) emit(features, mix(mix(BETWEEN, wordKey(tokens, from - 1)), last), from - 1, from);
  emitSide(features, reading, clusters, from - 1, -1, sentence.from - 1);
  emitSide(features, reading, clusters, to, 1, Math.max(to, sentence.to));
  return features;
}
