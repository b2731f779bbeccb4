import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type CompiledTaxonomy, compileTaxonomy } from "../engine/reading/taxonomy.ts";
import { tokenize, tokenText } from "../engine/reading/tokens.ts";
import { PHYSICAL_THERAPY } from "../engine/taxonomies/taxonomies.ts";
import { readCorpus } from "./corpus.ts";
import type { CorpusItem } from "./corpus-lines.ts";
import { type Example, exampleOf, readSets, readTargets, type TargetExample } from "./examples.ts";
import { readSpanish } from "./spanish.ts";
import { buildVocabulary, type Vocabulary } from "./vectors.ts";

/** All that training reads, before anything is learned. */
export type Inputs = {
  taxonomy: CompiledTaxonomy;
  corpus: CorpusItem[];
  sets: Example[];
  terms: TargetExample[];
};

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
export const readLexicon = (): Map<string, number> =>
  new Map(
    readFileSync("node_modules/vader-sentiment/vader_lexicon.txt", "utf8")
      .split("\n")
      .map((line) => line.split("\t"))
      .flatMap(([word, valence]) => (word && valence ? [[word, Number(valence)] as const] : [])),
  );

export const readInputs = async (data: string): Promise<Inputs> => ({
  taxonomy: compileTaxonomy(PHYSICAL_THERAPY),
  corpus: await readCorpus(),
  sets: readSets(data),
  terms: readTargets(join(data, "train", "mams_train.term.jsonl")),
});

export const ownExamples = (corpus: CorpusItem[], of: CorpusItem["split"] = "train"): Example[] =>
  corpus.filter(({ split }) => split === of).map(exampleOf);

export const readVocabulary = ({ corpus, sets }: Inputs, embeddings: string): Vocabulary =>
  buildVocabulary({
    embeddings,
    used: countWords([...ownExamples(corpus), ...sets]),
    lexicon: readLexicon(),
    spanish: readSpanish("insights/train/spanish.txt"),
  });
