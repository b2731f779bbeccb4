// Makes the recognizer of names again: bun insights/train/names/train.ts [FILE]

import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { fold } from "../../../src/privacy/fold.ts";
import { featuresOf, findCandidates, hashRow, readWords, tokenAt } from "../../../src/privacy/names/name-candidates.ts";
import {
  addKind,
  DICTIONARY_BITS,
  dictionaryBits,
  KIND_SLOTS,
  type NameModel,
  renderNameModel,
  WEIGHTS,
} from "../../../src/privacy/names/name-model.ts";
import { hashPlainWord, readTokens } from "../../../src/privacy/names/name-tokens.ts";
import { buildExamples, type Example } from "./examples.ts";
import { createRandom } from "./random.ts";
import { CALLED_SO, readDictionary, readWordKinds } from "./sources.ts";

const SEED = 47;
const EPOCHS = 4;
const RATE = 0.15;
/** The first features are those of the words themselves. */
const KEPT = 4;
const LEFT_OUT = 0.5;
/** A weight of 1 is this many steps in the file. */
const STEPS = 24;
/** A feature that was seen in fewer candidates says nothing of the next text, and would only disturb others in its slot. */
const LEAST_SEEN = 3;
const COUNTERS = 2 ** 24;
/** A name that is missed is worse than one that is asked about. */
const WEIGHT_OF_NAMES = 3;

function buildTables(): NameModel {
  const kinds = new Uint32Array(KIND_SLOTS);
  const dictionary = new Uint8Array(DICTIONARY_BITS / 8);
  for (const [word, given, family, common] of readWordKinds())
    addKind(kinds, hashPlainWord(word, 0, word.length), { given, family, common });
  // "lou gehrigs" is "Lou Gehrig's" without the apostrophe.
  for (const row of CALLED_SO.flatMap((one) => [one, `${one}s`])) {
    const tokens = readTokens(fold(row));
    addKind(kinds, hashRow(tokens, 0, tokens.count - 1), null);
  }
  for (const word of readDictionary())
    for (const bit of dictionaryBits(hashPlainWord(word, 0, word.length)))
      dictionary[bit >>> 3] = (dictionary[bit >>> 3] ?? 0) | (1 << (bit & 7));
  return { kinds, dictionary, weights: new Int8Array(WEIGHTS) };
}

type Sample = { features: Uint32Array; named: boolean };

function samplesOf(model: NameModel, { text, names, unsure }: Example): { samples: Sample[]; lost: number } {
  const read = readWords(model, fold(text));
  const found = findCandidates(read);
  const samples: Sample[] = [];
  const caught = new Set<number>();
  for (const candidate of found) {
    const [first, last] = [tokenAt(read.tokens, candidate.first), tokenAt(read.tokens, candidate.last)];
    const named = names.some(({ start, end }) => start === first.start && end === last.end);
    if (named) caught.add(first.start);
    const [a, z] = [read.kinds[candidate.first], read.kinds[candidate.last]];
    const near = names.some(({ start, end }) => start < last.end && first.start < end);
    // A full name in a review of the corpus may be one of which we do not know.
    const capitals = first.shape > 0 && last.shape > 0 && candidate.first !== candidate.last;
    if (unsure && !near && capitals && a && z && a.given > 0 && z.family > 0 && z.common < 4) continue;
    samples.push({ features: Uint32Array.from(featuresOf(read, candidate)), named });
  }
  return { samples, lost: names.filter(({ start }) => !caught.has(start)).length };
}

/** Leaves out the rare features, and gives the others their slots. */
function placeFeatures(samples: readonly Sample[]): void {
  const seen = new Uint8Array(COUNTERS);
  for (const { features } of samples)
    for (const feature of features) {
      const counter = feature & (COUNTERS - 1);
      seen[counter] = Math.min(LEAST_SEEN, (seen[counter] ?? 0) + 1);
    }
  for (const sample of samples)
    sample.features = sample.features
      .filter((feature, at) => at < KEPT || seen[feature & (COUNTERS - 1)] === LEAST_SEEN)
      .map((feature) => feature & (WEIGHTS - 1));
}

/** Logistic regression with a rate for each feature. Some features are left out each time, so that none is all that counts. */
function learn(samples: readonly Sample[]): Float64Array {
  const random = createRandom(SEED);
  const weights = new Float64Array(WEIGHTS);
  const squares = new Float64Array(WEIGHTS).fill(1e-3);
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    let [loss, wrong] = [0, 0];
    for (const { features: all, named } of samples) {
      const features = all.filter((_, at) => at < KEPT || !random.chance(LEFT_OUT));
      let sum = 0;
      for (const feature of features) sum += weights[feature] ?? 0;
      const share = 1 / (1 + Math.exp(-sum));
      const error = (named ? 1 - share : -share) * (named ? WEIGHT_OF_NAMES : 1);
      loss -= Math.log(Math.max(1e-9, named ? share : 1 - share));
      if (named !== share > 0.5) wrong += 1;
      if (Math.abs(error) < 0.002) continue;
      for (const feature of features) {
        const square = (squares[feature] ?? 0) + error * error;
        squares[feature] = square;
        weights[feature] = (weights[feature] ?? 0) * (1 - 1e-6) + (RATE * error) / Math.sqrt(square);
      }
    }
    console.log(`epoch ${epoch + 1}: loss ${(loss / samples.length).toFixed(5)}, wrong ${wrong} of ${samples.length}`);
  }
  return weights;
}

const model = buildTables();
const examples = buildExamples(SEED);
let [lost, names] = [0, 0];
const samples = examples.flatMap((example) => {
  const read = samplesOf(model, example);
  lost += read.lost;
  names += example.names.length;
  return read.samples;
});
console.log(`${examples.length} texts, ${names} names, ${lost} of them no candidate, ${samples.length} candidates`);
placeFeatures(samples);
const learned = learn(samples);
for (let at = 0; at < WEIGHTS; at += 1)
  model.weights[at] = Math.max(-127, Math.min(127, Math.round((learned[at] ?? 0) * STEPS)));
const file = process.argv[2] ?? fileURLToPath(new URL("../../../src/privacy/names/names.bin", import.meta.url));
writeFileSync(file, renderNameModel(model));
