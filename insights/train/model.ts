import { i32At, itemAt } from "../../src/model/basics/typed-array.ts";
import { createEngine } from "../engine/engine.ts";
import type { CompiledTaxonomy } from "../engine/reading/taxonomy.ts";
import { clausePolarity } from "../engine/targets.ts";
import { type Header, type MeasuredFigures, parseWeights } from "../engine/weights.ts";
import { detectionCases, trainDetection } from "./detection.ts";
import { bagsOf, encode, type FeatureIndex, indexFeatures, type ReadExample } from "./encode.ts";
import type { Example, TargetExample } from "./examples.ts";
import { attention, type EncodedExample, type Task, trainPolarity } from "./heads.ts";
import { averageHeads, type Head, inputOf, NEGATED_FACTOR, type Rates } from "./learn.ts";
import { packWeights } from "./pack.ts";
import { fitTargets, NO_TARGETS, TARGET_PLAN, type TargetModel, targetCases } from "./targets.ts";
import type { Vocabulary } from "./vectors.ts";

type Plan = { epochs: number; rates: Rates };

/** What was chosen by cross-validation over the writers of the training texts. */
export type Settings = {
  /** One run each, with the examples in another order; the weights are their mean. */
  seeds: number[];
  detection: Plan;
  sentiment: Plan;
  /** How much a labeled term of another trade counts for the polarity of its clause. */
  term_weight: number;
  thresholds: Header["thresholds"];
  targets: boolean;
};

export const SETTINGS: Settings = {
  seeds: [1, 2],
  detection: { epochs: 10, rates: { rate: 0.1, dense_rate: 0.05, decay: 1e-4 } },
  sentiment: { epochs: 8, rates: { rate: 0.03, dense_rate: 0.04, decay: 1e-4 } },
  term_weight: 0.5,
  // `aspect` is of the chance of the aspect: on the spare texts, from 0.3 to 0.4 detection stays within 0.2 points.
  // `published` is of that chance times the chance of the side: with 0.55, 96 % of the aspects that are published of
  // the spare texts are there.
  thresholds: { aspect: 0.3, published: 0.55, neutral: 0.38, margin: 0.1, target_neutral: 0 },
  targets: true,
};

export type TrainingData = {
  taxonomy: CompiledTaxonomy;
  vocabulary: Vocabulary;
  read: ReadExample;
  /** Our own texts. */
  own: Example[];
  /** Our own texts that judge by facts: sums of words learn from them what is spoken of, but no sides. */
  of_net: Example[];
  sets: Example[];
  terms: TargetExample[];
  /** For targets only: from the sets that label sentences. */
  sentence_targets: TargetExample[];
};

type Encoded = {
  data: TrainingData;
  aspects: string[];
  features: FeatureIndex;
  own: EncodedExample[];
  of_net: EncodedExample[];
  sets: EncodedExample[];
};

function encodeAll(data: TrainingData): Encoded {
  const { taxonomy, vocabulary, read, own, of_net, sets } = data;
  const aspects = taxonomy.taxonomy.aspects.map(({ id }) => id);
  const readAll = (examples: Example[]) => examples.map(({ text, language }) => read(text, language));
  const own_readings = readAll(own);
  const set_readings = readAll(sets);
  const features = indexFeatures(own_readings, [...own_readings, ...set_readings], { aspects: 3, own: 2, all: 3 });
  const encodeEach = (examples: Example[], readings: typeof own_readings): EncodedExample[] =>
    examples.map(({ sentiment, spans, weight }, at) => ({
      clauses: encode(itemAt(readings, at), features, vocabulary),
      sentiment,
      bags: bagsOf(itemAt(readings, at), spans ?? []).map((bag) => ({
        clauses: bag.clauses,
        aspects: bag.aspects.map((label) => ({ aspect: aspects.indexOf(label.aspect), sentiment: label.sentiment })),
      })),
      weight,
    }));
  return {
    data,
    aspects,
    features,
    own: encodeEach(own, own_readings),
    of_net: encodeEach(of_net, readAll(of_net)),
    sets: encodeEach(sets, set_readings),
  };
}

/** Detection uses only the features of our own corpus. */
const ownFeatures = (example: EncodedExample, { own }: FeatureIndex): EncodedExample => ({
  ...example,
  clauses: example.clauses.map((clause) => ({ ...clause, features: clause.features.filter((at) => at < own) })),
});

const averageEach = (runs: Head[][]): Head[] =>
  (runs[0] ?? []).map((_, at) => averageHeads(runs.flatMap((heads) => heads[at] ?? [])));

function learnDetection({ data, aspects, features, own, of_net }: Encoded, { seeds, detection }: Settings): Head[] {
  const cases = detectionCases(
    [...own, ...of_net].map((example) => ownFeatures(example, features)),
    data.vocabulary,
  );
  return averageEach(seeds.map((seed) => trainDetection(cases, aspects.length, features.own, { ...detection, seed })));
}

type Wanted = (sentiment: string) => number | null;
const side: Wanted = (sentiment) => (sentiment === "positive" ? 1 : sentiment === "negative" ? 0 : null);
const isNeutral: Wanted = (sentiment) => (sentiment === "neutral" ? 1 : 0);

/** One task per text. */
const textTasks = ({ data }: Encoded, examples: EncodedExample[], wanted: Wanted): Task[] =>
  examples.flatMap(({ clauses, sentiment, weight }) => {
    const answer = wanted(sentiment);
    const all = clauses.map(() => 1);
    return answer === null
      ? []
      : { input: inputOf(clauses, all, data.vocabulary), wanted: answer, weight, aspect: null };
  });

/** One task per aspect of a labeled sentence, over its clauses about the aspect. */
function aspectTasks({ data, features, own }: Encoded, detection: Head[], wanted: Wanted): Task[] {
  return own.flatMap((example) => {
    const seen = ownFeatures(example, features).clauses;
    return example.bags.flatMap(({ clauses, aspects }) => {
      const inside = clauses.map((at) => itemAt(example.clauses, at));
      const inside_seen = clauses.map((at) => itemAt(seen, at));
      return aspects.flatMap(({ aspect, sentiment }): Task[] => {
        const answer = wanted(sentiment);
        if (answer === null) return [];
        const shares = attention(itemAt(detection, aspect), inside_seen, data.vocabulary);
        return [{ input: inputOf(inside, shares, data.vocabulary), wanted: answer, weight: 1, aspect }];
      });
    });
  });
}

/** The clauses around labeled terms: many short judgments of service, staff, waiting and price. */
function clauseTasks({ data, features }: Encoded, weight: number): Task[] {
  return data.terms.flatMap(({ text, start, sentiment }) => {
    const wanted = side(sentiment);
    if (wanted === null) return [];
    const reading = data.read(text, "en");
    const clauses = encode(reading, features, data.vocabulary);
    const { tokens, segments } = reading;
    const at = segments.clauses.findIndex(({ to }) => i32At(tokens.end, to - 1) > start);
    const shares = clauses.map((_, clause) => (clause === at ? 1 : 0));
    return { input: inputOf(clauses, shares, data.vocabulary), wanted, weight, aspect: null };
  });
}

function learnPolarity({ aspects, features }: Encoded, { seeds, sentiment }: Settings, tasks: Task[]) {
  const runs = seeds.map((seed) =>
    trainPolarity(tasks, aspects.length, features.count, features.own, { ...sentiment, seed }),
  );
  return {
    shared: averageHeads(runs.map(({ shared }) => shared)),
    specific: averageEach(runs.map(({ specific }) => specific)),
  };
}

export type Model = { pack(figures: Record<"en" | "es", MeasuredFigures>): Uint8Array };

const NO_FIGURES: MeasuredFigures = {
  test_items: 0,
  document_accuracy: 0,
  document_sign: 0,
  aspect_f1: 0,
  aspect_precision: 0,
  aspect_recall: 0,
  joint_f1: 0,
  aspect_polarity_accuracy: 0,
};
export const UNMEASURED = { en: NO_FIGURES, es: NO_FIGURES };

export function trainModel(data: TrainingData, settings: Settings, log: (line: string) => void): Model {
  const encoded = encodeAll(data);
  log("texts are read");
  const { aspects, features, own, sets } = encoded;
  const detection = learnDetection(encoded, settings);
  log("detection");
  const polarity = learnPolarity(encoded, settings, [
    ...textTasks(encoded, [...own, ...sets], side),
    ...aspectTasks(encoded, detection, side),
    ...clauseTasks(encoded, settings.term_weight),
  ]);
  const neutral = learnPolarity(
    encoded,
    settings,
    [...textTasks(encoded, own, isNeutral), ...aspectTasks(encoded, detection, isNeutral)].map((task) => ({
      ...task,
      aspect: null,
    })),
  );
  log("polarity");
  const pack = (targets: TargetModel, figures: Record<"en" | "es", MeasuredFigures>) =>
    packWeights(
      {
        shared: [polarity.shared, neutral.shared],
        own: [...detection, ...polarity.specific],
        features,
        vocabulary: data.vocabulary,
        targets,
      },
      {
        version: "2",
        taxonomy: data.taxonomy.taxonomy.id,
        aspects,
        negated_factor: NEGATED_FACTOR,
        thresholds: settings.thresholds,
        figures: figures.en,
        figures_es: figures.es,
      },
    );
  if (!settings.targets) return { pack: (figures) => pack(NO_TARGETS, figures) };
  // The model for targets uses the clause polarity of the packed weights.
  const first = createEngine(undefined, parseWeights(pack(NO_TARGETS, UNMEASURED)));
  const { cases, index } = targetCases([...data.terms, ...data.sentence_targets], {
    read: (text) => data.read(text, "en"),
    vocabulary: data.vocabulary,
    clausePolarity: (reading, start) => clausePolarity(first, reading, start),
  });
  const targets = fitTargets(cases, index, TARGET_PLAN);
  log("targets");
  return { pack: (figures) => pack(targets, figures) };
}
