import type { Clusters } from "./reading/features.ts";
import { type CompiledTaxonomy, compileTaxonomy } from "./reading/taxonomy.ts";
import physicalTherapy from "./taxonomies/physical-therapy.json" with { type: "json" };
import { loadWeights, SHARED, type Weights } from "./weights.ts";

/** Changes whenever the same text may give another analysis with the same weights and taxonomy. */
const ENGINE_VERSION = "1.2.0";

export type Engine = {
  version: string;
  weights: Weights;
  taxonomy: CompiledTaxonomy;
  clusters: Clusters;
  /** The weights were trained with this taxonomy: its aspects are detected by them, not by the rules alone. */
  trained: boolean;
  /** Per output: what one step of a word's and a feature's weight is worth. */
  word_scale: Float64Array;
  feature_scale: Float64Array;
};

export function openEngine(taxonomy: unknown = physicalTherapy, weights: Weights = loadWeights()): Engine {
  const compiled = compileTaxonomy(taxonomy);
  const { header, word, cluster } = weights;
  const ids = compiled.taxonomy.aspects.map(({ id }) => id);
  return {
    version: ENGINE_VERSION,
    weights,
    taxonomy: compiled,
    clusters: (hash) => {
      const row = word(hash);
      return row < 0 ? 0 : (cluster[row] ?? 0);
    },
    trained: compiled.taxonomy.id === header.taxonomy && ids.join() === header.aspects.join(),
    word_scale: Float64Array.from(header.word_scale),
    feature_scale: Float64Array.from(header.feature_scale),
  };
}

/** Where aspect `at` has its detection and its polarity among the outputs. */
export const detectionOutput = (at: number): number => SHARED + at;
export const polarityOutput = (engine: Engine, at: number): number =>
  SHARED + engine.weights.header.aspects.length + at;

/** What an analysis is cached under, together with the text's own hash. */
export const engineKey = ({ version, weights, taxonomy }: Engine): string =>
  `${version}:${weights.sha256.slice(0, 16)}:${taxonomy.sha256.slice(0, 16)}`;
