import { i32At } from "../../../src/model/basics/typed-array.ts";
import { addFeature, type Clusters, createFeatures, type Features, wordKey } from "./features.ts";
import { hashWord, mixHash } from "./hash.ts";
import type { Reading } from "./reading.ts";
import { MARK } from "./tokens.ts";

/** A passage whose polarity is asked for, in UTF-16 code units. */
export type Target = { start: number; end: number };

/** How many words on each side of the target are used, and how many of them count as near. */
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

/** The tokens that the target covers; at least one. */
export function tokensOf({ tokens }: Reading, { start, end }: Target): { from: number; to: number } {
  let low = 0;
  let high = tokens.count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (i32At(tokens.end, middle) <= start) low = middle + 1;
    else high = middle;
  }
  let to = low;
  while (to < tokens.count && i32At(tokens.start, to) < end) to++;
  return { from: low, to: Math.max(to, Math.min(low + 1, tokens.count)) };
}

type Around = { features: Features; reading: Reading; clusters: Clusters };

/** The words from `at` to before `limit`, to the right (`step` 1) or to the left (-1). */
function addSide({ features, reading, clusters }: Around, at: number, step: 1 | -1, limit: number) {
  const { tokens, segments } = reading;
  let distance = 0;
  let before = 0;
  for (let place = at; place !== limit && distance < REACH; place += step) {
    if (tokens.kind[place] === MARK) {
      // Words after a comma are less often about the target, so the mark is part of the next pair.
      before = wordKey(tokens, place);
      continue;
    }
    distance++;
    const key = wordKey(tokens, place);
    const side = step + 1;
    addFeature(features, mixHash(mixHash(SIDE, side), key), place, place + 1);
    if (distance <= NEAR) {
      addFeature(features, mixHash(mixHash(CLOSE, side), key), place, place + 1);
      addFeature(features, mixHash(mixHash(PLACE, step * distance), key), place, place + 1);
    }
    if (segments.negated[place] === 1) addFeature(features, mixHash(NEGATED, key), place, place + 1);
    const cluster = clusters(i32At(tokens.hash, place));
    if (cluster > 0)
      addFeature(features, mixHash(mixHash(CLUSTER, side * 4 + Math.min(3, distance >> 1)), cluster), place, place + 1);
    if (before !== 0) {
      const first = step === 1 ? place - 1 : place;
      addFeature(features, mixHash(mixHash(mixHash(PAIR, side), before), key), first, first + 2);
      if (distance <= NEAR)
        addFeature(features, mixHash(mixHash(mixHash(PAIR, side + 8), before), key), first, first + 2);
    }
    before = key;
  }
}

/** Features of a target: the words in it and on both sides, how near they are, and pairs of them. */
export function targetFeatures(reading: Reading, target: Target, clusters: Clusters): Features {
  const features = createFeatures(256);
  const { tokens, segments } = reading;
  const { from, to } = tokensOf(reading, target);
  const sentence = segments.sentences.find((candidate) => from < candidate.to) ?? { from: 0, to: tokens.count };
  for (let at = from; at < to; at++) {
    addFeature(features, mixHash(INSIDE, wordKey(tokens, at)), at, at + 1);
    const cluster = clusters(i32At(tokens.hash, at));
    if (cluster > 0) addFeature(features, mixHash(mixHash(CLUSTER, 99), cluster), at, at + 1);
  }
  const between = (left: number, right: number) =>
    mixHash(mixHash(BETWEEN, wordKey(tokens, left)), wordKey(tokens, right));
  if (to < sentence.to) addFeature(features, between(to - 1, to), to, to + 1);
  if (from > sentence.from) addFeature(features, between(from - 1, to - 1), from - 1, from);
  const around = { features, reading, clusters };
  addSide(around, from - 1, -1, sentence.from - 1);
  addSide(around, to, 1, Math.max(to, sentence.to));
  return features;
}
