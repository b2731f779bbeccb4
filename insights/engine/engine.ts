import { u16At } from "../../src/model/basics/typed-array.ts";
import { ENGINE_VERSION } from "./engine-version.ts";
import { createNet, type Net } from "./net/net.ts";
import { NET_SHA256, readNet } from "./net/net-weights.ts";
import type { Clusters } from "./reading/features.ts";
import { type CompiledTaxonomy, compileTaxonomy } from "./reading/taxonomy.ts";
import type { TaxonomyFile } from "./reading/taxonomy-file.ts";
import { createScratch, type Scratch } from "./scratch.ts";
import { PHYSICAL_THERAPY } from "./taxonomies/taxonomies.ts";
import { readWeights, SHARED_OUTPUTS, type Weights } from "./weights.ts";

export type Engine = {
  version: string;
  weights: Weights;
  net: Net;
  /** Of the weights and the net together. */
  model_sha256: string;
  taxonomy: CompiledTaxonomy;
  clusters: Clusters;
  /** The weights were trained with this taxonomy, so they find its aspects. Otherwise the taxonomy's rules do. */
  trained: boolean;
  /** By output: the factor from an integer weight to a margin, for words and for features. */
  word_scale: Float64Array;
  feature_scale: Float64Array;
  scratch: Scratch;
};

/** Opening reads the weights from disk, unless the caller has them. The first text unpacks them and reads the net. */
export function createEngine(taxonomy: TaxonomyFile = PHYSICAL_THERAPY, weights: Weights = readWeights()): Engine {
  const compiled = compileTaxonomy(taxonomy);
  const { header } = weights;
  const ids = compiled.taxonomy.aspects.map(({ id }) => id);
  return {
    version: ENGINE_VERSION,
    weights,
    net: createNet(readNet),
    model_sha256: new Bun.CryptoHasher("sha256").update(weights.sha256).update(NET_SHA256).digest("hex"),
    taxonomy: compiled,
    clusters: (hash) => {
      const row = weights.word(hash);
      return row < 0 ? 0 : u16At(weights.cluster, row);
    },
    trained: compiled.taxonomy.id === header.taxonomy && ids.join() === header.aspects.join(),
    word_scale: Float64Array.from(header.word_scale),
    feature_scale: Float64Array.from(header.feature_scale),
    scratch: createScratch(weights.clause_width),
  };
}

/** The outputs of aspect `at`. */
export const detectionOutput = (at: number): number => SHARED_OUTPUTS + at;
export const polarityOutput = (engine: Engine, at: number): number =>
  SHARED_OUTPUTS + engine.weights.header.aspects.length + at;

/** Part of the key of a stored analysis, beside the text's hash. */
export const engineKey = ({ version, model_sha256, taxonomy }: Engine): string =>
  `${version}:${model_sha256.slice(0, 16)}:${taxonomy.sha256.slice(0, 16)}`;
