// bun insights/train/train.ts DATA_FOLDER EMBEDDINGS.json [OUT]
// insights/train/README.md says what DATA_FOLDER and EMBEDDINGS.json are and where they come from.
import { writeFileSync } from "node:fs";
import { createEngine } from "../engine/engine.ts";
import { parseWeights } from "../engine/weights.ts";
import { createReader } from "./encode.ts";
import { heldOutWriters } from "./examples.ts";
import { byService, corpusFigures } from "./figures.ts";
import { ownExamples, readInputs, readVocabulary } from "./inputs.ts";
import { SETTINGS, trainModel, UNMEASURED } from "./model.ts";
import { readSentenceTargets } from "./target-examples.ts";

const [data, embeddings, out = "insights/engine/weights.bin"] = process.argv.slice(2);
if (!data || !embeddings) {
  console.error("usage: bun insights/train/train.ts DATA_FOLDER EMBEDDINGS.json [OUT]");
  process.exit(2);
}
const log = (line: string) => console.log(`${line}, ${(performance.now() / 1000).toFixed(0)} s`);

const inputs = await readInputs(data);
const { taxonomy, corpus, sets, terms } = inputs;
const vocabulary = readVocabulary(inputs, embeddings);
log(`${vocabulary.words.length} words`);
const read = createReader(taxonomy, vocabulary);
const own = ownExamples(corpus);
const of_net = ownExamples(corpus, "net");
const sentence_targets = readSentenceTargets(data, vocabulary);
const model = trainModel({ taxonomy, vocabulary, read, own, of_net, sets, terms, sentence_targets }, SETTINGS, log);

const engine = createEngine(undefined, parseWeights(model.pack(UNMEASURED)));
const { document_strict: strict_en, ...en } = corpusFigures(heldOutWriters(corpus), byService(engine));
const { document_strict: strict_es, ...es } = corpusFigures(heldOutWriters(corpus, "es"), byService(engine));
const bytes = model.pack({ en, es });
writeFileSync(out, bytes);
console.log({ ...en, strict_en }, { ...es, strict_es });
const { header } = parseWeights(bytes);
log(
  `${out}: ${bytes.length} bytes, ${header.features} features (${header.own_features} own), ${header.targets} of targets`,
);
