// bun train/train.ts DATA_FOLDER EMBEDDINGS.json [OUT]
// train/README.md says what DATA_FOLDER and EMBEDDINGS.json are and where they come from.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openEngine } from "../src/insights/engine/engine.ts";
import { compileTaxonomy } from "../src/insights/engine/reading/taxonomy.ts";
import { tokenize, tokenText } from "../src/insights/engine/reading/tokens.ts";
import { clausePolarity } from "../src/insights/engine/targets.ts";
import taxonomyFile from "../src/insights/engine/taxonomies/physical-therapy.json" with { type: "json" };
import { type Figures, parseWeights } from "../src/insights/engine/weights.ts";
import { i32At, itemAt } from "../src/model/typed-array.ts";
import { clustersOf, encode, type FeatureIndex, indexFeatures, reader } from "./encode.ts";
import { type Example, readCorpus, readSets, readTargets, type TargetExample } from "./examples.ts";
import { byEngine, corpusFigures } from "./figures.ts";
import { attention, type EncodedExample, type Task, trainDetection, trainPolarity } from "./heads.ts";
import { averageHeads, type Head, inputOf, NEGATED_FACTOR } from "./learn.ts";
import { packWeights, type Trained } from "./pack.ts";
import { type TargetModel, trainTargets } from "./targets.ts";
import { buildVocabulary, type Vocabulary } from "./vectors.ts";

const [data, embeddings, out = "src/insights/engine/weights.bin"] = process.argv.slice(2);
if (!data || !embeddings) {
  console.error("usage: bun train/train.ts DATA_FOLDER EMBEDDINGS.json [OUT]");
  process.exit(2);
}

const DETECTION = { epochs: 10, rates: { rate: 0.1, dense_rate: 0.05, decay: 1e-4 } };
const SENTIMENT = { epochs: 8, rates: { rate: 0.03, dense_rate: 0.04, decay: 1e-4 } };
/** Our own texts count as much as the other sets, which teach the polarity of plain words (cross-validated). */
const OWN_WEIGHT = 1;
/** b8 is about doctors, a neighboring trade, and hard on purpose. */
const NEIGHBOR_WEIGHT = 0.5;
const TERM_WEIGHT = 0.5;
const SEEDS = [1, 2, 3];
/** Chosen on held-out training texts. From 0.24 to 0.4 the F1 of aspects is the same; higher means fewer wrong ones. */
const THRESHOLDS = { aspect: 0.32, neutral: 0.38, mixed: 0.6, margin: 0.1, target_neutral: 0 };
const NO_FIGURES: Figures = {
  test_items: 0,
  document_accuracy: 0,
  aspect_f1: 0,
  aspect_precision: 0,
  aspect_recall: 0,
  joint_f1: 0,
  aspect_polarity_accuracy: 0,
};

const seconds = () => `${(performance.now() / 1000).toFixed(0)} s`;
const corpus = readCorpus("corpus");
const own: Example[] = corpus
  .filter(({ split }) => split === "train")
  .map((item) => ({ ...item, source: "own", weight: item.id.startsWith("b8-") ? NEIGHBOR_WEIGHT : OWN_WEIGHT }));
const sets = readSets(data);
const taxonomy = compileTaxonomy(taxonomyFile);
const aspects = taxonomy.taxonomy.aspects.map(({ id }) => id);

function countWords(examples: Example[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { text } of examples) {
    const tokens = tokenize(text);
    for (let at = 0; at < tokens.count; at++) {
      const word = tokenText(tokens, at);
      counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  return counts;
}

/** VADER's lexicon from its npm package: word, mean valence -4 to 4, deviation, ratings. */
const lexicon = new Map(
  readFileSync("node_modules/vader-sentiment/vader_lexicon.txt", "utf8")
    .split("\n")
    .map((line) => line.split("\t"))
    .flatMap(([word, valence]) => (word && valence ? [[word, Number(valence)] as const] : [])),
);
const vocabulary = buildVocabulary(embeddings, countWords([...own, ...sets]), lexicon);
console.log(`${vocabulary.words.length} words, ${seconds()}`);

const read = reader(taxonomy, vocabulary);
const own_readings = own.map(({ text }) => read(text));
const set_readings = sets.map(({ text }) => read(text));
const features = indexFeatures(own_readings, [...own_readings, ...set_readings], { aspects: 3, own: 2, all: 3 });

const encodeAll = (examples: Example[], readings: typeof own_readings): EncodedExample[] =>
  examples.map((example, at) => ({
    clauses: encode(itemAt(readings, at), features, vocabulary),
    sentiment: example.sentiment,
    aspects: example.aspects?.map(({ aspect, sentiment }) => ({ aspect: aspects.indexOf(aspect), sentiment })) ?? null,
    weight: example.weight,
  }));
const own_examples = encodeAll(own, own_readings);
const set_examples = encodeAll(sets, set_readings);

/** Detection uses only the features of our own corpus. */
const ownFeatures = ({ clauses, ...rest }: EncodedExample): EncodedExample => ({
  ...rest,
  clauses: clauses.map((clause) => ({ ...clause, features: clause.features.filter((at) => at < features.own) })),
});
const detection_examples = own_examples.map(ownFeatures);
const detection_runs = SEEDS.map((seed) =>
  trainDetection(detection_examples, aspects.length, features.own, vocabulary, { ...DETECTION, seed }),
);
const averageEach = (runs: Head[][]): Head[] =>
  (runs[0] ?? []).map((_, at) => averageHeads(runs.flatMap((heads) => heads[at] ?? [])));
const detection = averageEach(detection_runs);
console.log(`detection, ${seconds()}`);

const whole = ({ clauses }: EncodedExample) =>
  inputOf(
    clauses,
    clauses.map(() => 1),
    vocabulary,
  );

/** One task per text, and one per aspect of our own texts, over the clauses about it. */
function tasksFor(
  wanted: (sentiment: string) => number | null,
  examples: EncodedExample[],
  withAspects: boolean,
): Task[] {
  const tasks: Task[] = [];
  for (const example of examples) {
    const answer = wanted(example.sentiment);
    if (answer !== null) tasks.push({ input: whole(example), wanted: answer, weight: example.weight, aspect: null });
    for (const { aspect, sentiment } of (withAspects && example.aspects) || []) {
      const of_aspect = wanted(sentiment);
      if (of_aspect === null) continue;
      const shares = attention(itemAt(detection, aspect), ownFeatures(example).clauses, vocabulary);
      tasks.push({
        input: inputOf(example.clauses, shares, vocabulary),
        wanted: of_aspect,
        weight: OWN_WEIGHT,
        aspect,
      });
    }
  }
  return tasks;
}

const side = (sentiment: string) => (sentiment === "positive" ? 1 : sentiment === "negative" ? 0 : null);
const is = (name: string) => (sentiment: string) => (sentiment === name ? 1 : 0);
function train(tasks: Task[]): { shared: Head; specific: Head[] } {
  const runs = SEEDS.map((seed) =>
    trainPolarity(tasks, aspects.length, features.count, features.own, { ...SENTIMENT, seed }),
  );
  return {
    shared: averageHeads(runs.map(({ shared }) => shared)),
    specific: averageEach(runs.map(({ specific }) => specific)),
  };
}

/** The clauses around labeled terms: many short judgments of service, staff, waiting and price. */
function clauseTasks(examples: TargetExample[]): Task[] {
  return examples.flatMap(({ text, start, sentiment }) => {
    const wanted = side(sentiment);
    if (wanted === null) return [];
    const reading = read(text);
    const clauses = encode(reading, features, vocabulary);
    const { tokens, segments } = reading;
    const at = segments.clauses.findIndex(({ to }) => i32At(tokens.end, to - 1) > start);
    const shares = clauses.map((_, clause) => (clause === at ? 1 : 0));
    return { input: inputOf(clauses, shares, vocabulary), wanted, weight: TERM_WEIGHT, aspect: null };
  });
}
const terms = readTargets(join(data, "train", "mams_train.term.jsonl"));
const polarity = train([...tasksFor(side, [...own_examples, ...set_examples], true), ...clauseTasks(terms)]);
const neutral = train(tasksFor(is("neutral"), own_examples, true).map((task) => ({ ...task, aspect: null })));
const mixed = train(tasksFor(is("mixed"), own_examples, false));
console.log(`polarity, ${seconds()}`);

const NO_TARGETS: TargetModel = {
  index: new Map(),
  weights: [new Float32Array(), new Float32Array(), new Float32Array()],
  bias: [0, 0, 0],
  dense: [0, 0, 0],
  scale: [1, 1, 1],
};
const trained: Trained = {
  shared: [polarity.shared, neutral.shared, mixed.shared],
  own: [...detection, ...polarity.specific],
  features: features satisfies FeatureIndex,
  vocabulary: vocabulary satisfies Vocabulary,
  targets: NO_TARGETS,
};
const pack = (targets: TargetModel, figures: Figures) =>
  packWeights(
    { ...trained, targets },
    {
      version: "1",
      taxonomy: taxonomy.taxonomy.id,
      aspects,
      negated_factor: NEGATED_FACTOR,
      thresholds: THRESHOLDS,
      figures,
    },
  );

// The model for targets uses the clause polarity of the packed weights.
const first = openEngine(taxonomyFile, parseWeights(pack(NO_TARGETS, NO_FIGURES)));
const targets = trainTargets(terms, read, clustersOf(vocabulary), (reading, start) =>
  clausePolarity(first, reading, start),
);
console.log(`targets, ${seconds()}`);

const engine = openEngine(taxonomyFile, parseWeights(pack(targets, NO_FIGURES)));
const test = corpus.filter(({ split }) => split === "test");
const { document_sign, document_strict, ...figures } = corpusFigures(test, byEngine(engine));
const bytes = pack(targets, figures);
writeFileSync(out, bytes);
console.log({ ...figures, document_sign, document_strict });
const { header } = parseWeights(bytes);
console.log(
  `${out}: ${bytes.length} bytes, ${header.features} features (${header.own_features} own), ${header.targets} of targets, ${seconds()}`,
);
